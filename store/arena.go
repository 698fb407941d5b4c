package store

import (
	"fmt"
	"iter"
	"math/bits"
	"reflect"
)

// Arena is the generational arena: a fixed number of records on Go's heap, with
// insertion, lookup and removal in constant time. Unlike in the other stores,
// records may hold pointers. An Arena grows only when told to, and then records
// move: a pointer from Get is good until Grow.
//
// It differs from the arena that it follows in these points:
//
//   - It counts slots that were ever used apart from the live ones, so that a
//     reused slot does not use up a fresh one.
//   - It numbers slots from 1, so that the zero Handle is nil.
//   - Remove checks the generation, so that a stale handle cannot remove the
//     slot's next owner or free a slot twice.
//   - Get tells a dead record from a zero one.
//   - A slot whose generations are used up is retired.
//   - A handle of another arena is refused, because its generations start
//     elsewhere.
//
// The free list is kept in the slots. The zero Arena has no room until Grow; an Arena must
// not be copied. One goroutine may change an Arena, or any number may read it.
//
// Invariants: a slot is alive if and only if its generation is odd; count is the number
// of live slots. Every other slot up to used is either on the list, once, or retired.
// Slots behind used are dead and not on the list: they are free, or retired. Slots that
// were never used have the generation 0 and follow all others.
type Arena[T any] struct {
	rows  []T
	slots []arenaSlot // one more: slot 0 is the header of the free list
	used  uint32      // slots up to this one were used since the arena was empty
	count int
	born  uint32
	last  uint32

	refusal *fullError
}

// arenaSlot has the generation of a slot, which is odd while the slot is alive, and the
// next free slot while it is not.
type arenaSlot struct{ gen, next uint32 }

// Grow adds room for n records to that of Cap, whether there are free slots or not. It
// moves the records. It returns ErrFull beyond 2^32-2 records, and ErrMemory if Go's heap
// cannot hold them.
func (a *Arena[T]) Grow(n int) error {
	if a.born == 0 {
		a.born, a.last = randomGeneration(), lastGeneration
	}
	if n < 0 {
		return countError(n)
	}
	if n == 0 && len(a.slots) > 0 {
		return nil // All knows by the room whether records have moved
	}
	if uint64(n)+uint64(len(a.rows)) > maxRows {
		return fmt.Errorf("%w: %d records of %v, at most %d", ErrFull, uint64(n)+uint64(len(a.rows)), reflect.TypeFor[T](), uint32(maxRows))
	}
	each := uint64(sizeOf[T]() + sizeOf[arenaSlot]())
	if hi, lo := bits.Mul64(uint64(n)+uint64(len(a.rows))+1, each); hi != 0 || lo > mostHeap {
		return fmt.Errorf("%w: %d records of %v", ErrMemory, uint64(n)+uint64(len(a.rows)), reflect.TypeFor[T]())
	}
	rows := make([]T, len(a.rows)+n)
	copy(rows, a.rows)
	slots := make([]arenaSlot, len(rows)+1)
	copy(slots, a.slots)
	a.rows, a.slots = rows, slots
	return nil
}

// Insert adds a record and returns its handle, or ErrFull if there is no room. It does
// not allocate.
func (a *Arena[T]) Insert(v T) (Handle[T], error) {
	if len(a.slots) == 0 {
		return Handle[T]{}, a.full()
	}
	i := a.slots[0].next
	if i != 0 {
		a.slots[0].next = a.slots[i].next
	} else if i = a.next(); i == 0 {
		return Handle[T]{}, a.full()
	}
	s := &a.slots[i]
	if s.gen == 0 {
		s.gen = a.born - 1
	}
	s.gen++
	a.wake(i)
	a.rows[i-1] = v
	a.count++
	return Handle[T]{i, s.gen}, nil
}

// next takes the next slot behind those that are used, or returns 0 if there is none.
func (a *Arena[T]) next() uint32 {
	for int(a.used) < len(a.rows) {
		if a.used++; a.slots[a.used].gen <= a.last { // otherwise it is retired
			return a.used
		}
	}
	return 0
}

// empty begins with the first slot again, since no record is left.
func (a *Arena[T]) empty() {
	a.used, a.count = 0, 0
	a.slots[0].next = 0
}

func (a *Arena[T]) full() error {
	return refused(&a.refusal, fullError{of: reflect.TypeFor[T](), most: uint32(len(a.rows)), grows: true})
}

// Get returns the record that h refers to and true, or nil and false if h does not
// resolve. It does not allocate.
func (a *Arena[T]) Get(h Handle[T]) (*T, bool) {
	if i := uint(h.index); i < uint(len(a.slots)) && h.gen&1 != 0 && a.slots[i].gen == h.gen {
		return &a.rows[i-1], true
	}
	return nil, false
}

// Remove removes the record that h refers to and reports whether there was one. The
// record is set to zero, so the collector can free what it pointed at.
func (a *Arena[T]) Remove(h Handle[T]) bool {
	p, ok := a.Get(h)
	if !ok {
		return false
	}
	*p = *new(T)
	a.count--
	s := &a.slots[h.index]
	if s.gen++; a.count == 0 {
		a.empty()
	} else if s.gen < a.last {
		s.next = a.slots[0].next
		a.slots[0].next = h.index
	}
	return true
}

// All iterates over the records. The loop may remove any and insert; one that
// was inserted may or may not be visited. It does not allocate. It costs a look at each slot
// that was used since the Arena was empty.
func (a *Arena[T]) All() iter.Seq2[Handle[T], *T] {
	return func(yield func(Handle[T], *T) bool) {
		used := uint(a.used)
		for i := uint(0); i < used; { // once, and again after each Grow in the loop
			rows := a.rows[:used]
			slots := a.slots[1:][:len(rows)]
			for room := len(a.rows); i < uint(len(rows)); {
				g, r := slots[i].gen, &rows[i]
				if i++; g&1 == 0 {
					continue
				}
				if !yield(Handle[T]{uint32(i), g}, r) {
					return
				}
				if len(a.rows) != room {
					break
				}
			}
		}
	}
}

// Explain says why h does not resolve: ErrNil, ErrDead or ErrForeign. It returns nil if h
// resolves. A pending handle is foreign, since no loader fills an Arena.
func (a *Arena[T]) Explain(h Handle[T]) error {
	switch i := uint(h.index); {
	case h.IsNil():
		return ErrNil
	case h.index == 0 || i >= uint(len(a.slots)) || h.gen&1 == 0 || h.gen < a.born || h.gen > a.slots[i].gen:
		return ErrForeign
	case h.gen < a.slots[i].gen:
		return ErrDead
	}
	return nil
}

// Len returns the number of records.
func (a *Arena[T]) Len() int { return a.count }

// Cap returns how many records there is room for, including retired slots.
func (a *Arena[T]) Cap() int { return len(a.rows) }

// Clear removes all records; their handles are dead from then on. It costs what All does.
func (a *Arena[T]) Clear() {
	if a.count == 0 {
		return
	}
	for i := range a.used {
		if s := &a.slots[i+1]; s.gen&1 != 0 {
			s.gen++
			a.rows[i] = *new(T)
		}
	}
	a.empty()
}

// Check checks the Arena's invariants.
func (a *Arena[T]) Check() error {
	if len(a.slots) == 0 {
		return nil
	}
	if len(a.slots) != len(a.rows)+1 || int(a.used) > len(a.rows) {
		return corrupt("%d slots used of %d, %d rows", a.used, len(a.slots)-1, len(a.rows))
	}
	live, fresh := 0, false
	for i, s := range a.slots[1:] {
		switch {
		case fresh && s.gen != 0:
			return corrupt("slot %d has a generation, one before it has none", i+1)
		case s.gen&1 != 0 && i >= int(a.used):
			return corrupt("slot %d lives behind the %d that are used", i+1, a.used)
		}
		live += int(s.gen & 1)
		fresh = s.gen == 0
	}
	s := a.Stats()
	if live != s.Live || live == 0 && s.Holes > 0 {
		return corrupt("%d live slots of %d, %d are used", live, s.Live, a.used)
	}
	n := 0
	for i := a.slots[0].next; i != 0; i = a.slots[i].next {
		if i > a.used || a.slots[i].gen&1 != 0 || a.slots[i].gen > a.last || n >= s.Holes {
			return corrupt("the list goes to slot %d after %d slots of %d", i, n, s.Holes)
		}
		n++
	}
	if n != s.Holes {
		return corrupt("%d slots on the list of %d", n, s.Holes)
	}
	return nil
}
