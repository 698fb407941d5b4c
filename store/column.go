package store

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// column is a slice that grows and shrinks at its end. On a reservation its elements
// never move; on Go's heap growing may copy them.
//
// Invariants: len(s) <= room <= limit; room elements have memory.
type column[E any] struct {
	s     []E
	room  int
	mem   reservation
	limit int
}

// init chooses the memory. It returns the backing that it got.
func (c *column[E]) init(b Backing, limit uint64) Backing {
	size := uint64(sizeOf[E]())
	c.limit = int(min(limit, math.MaxInt/size))
	if b != Reserved {
		return Heap
	}
	n := min(uint64(c.limit), reserveBytes/size)
	var err error
	if c.mem, err = reserve(int(n * size)); err != nil {
		return Heap
	}
	c.limit = int(n)
	c.s = as[E](c.mem.bytes(0, int(n*size)))[:0]
	return Reserved
}

// push adds n elements, whose content is undefined.
func (c *column[E]) push(n int) error {
	old := len(c.s)
	if n > c.room-old {
		if err := c.grow(n); err != nil {
			return err
		}
	}
	c.s = c.s[:old+n]
	c.wake(old)
	return nil
}

// grow makes room for n more elements.
func (c *column[E]) grow(n int) error {
	if n > c.limit-len(c.s) {
		return fmt.Errorf("%w: at most %d %v", ErrFull, c.limit, reflect.TypeFor[E]())
	}
	if !c.mem.taken() {
		c.s = slices.Grow(c.s, n)
		c.room = min(cap(c.s), c.limit)
		return nil
	}
	if err := c.mem.commit((len(c.s) + n) * sizeOf[E]()); err != nil {
		return err
	}
	c.room = min(c.mem.ready/sizeOf[E](), c.limit)
	return nil
}

// cut removes all elements but the first n.
func (c *column[E]) cut(n int) {
	c.die(n)
	c.s = c.s[:n]
}

func (c *column[E]) close() error {
	if !c.mem.taken() {
		c.die(0)
	}
	c.mem.touched(len(c.s) * sizeOf[E]())
	c.s, c.room = nil, 0
	return c.mem.close()
}

// contiguous refuses options that a store in one piece does not have, and resolves the
// backing.
func contiguous(what string, opts []Option) (options, error) {
	o, err := collect(opts)
	if err != nil {
		return o, err
	}
	switch {
	case o.backing == Geometric || o.backing == Blocks && !o.automatic:
		return o, fmt.Errorf("store: %s is one piece of memory, not %v", what, o.backing)
	case o.blockSet:
		return o, fmt.Errorf("store: %s is one piece of memory and has no blocks, no BlockBytes", what)
	case o.policySet || o.skipperSet:
		return o, fmt.Errorf("store: %s has no holes to reuse or to skip", what)
	}
	if o.backing == Blocks {
		o.backing = Heap
	}
	return o, nil
}
