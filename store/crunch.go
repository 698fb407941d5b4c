package store

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
)

// Crunch runs a calculation over the records of a Bulk as if they were a
// structure of arrays. Group by group, it copies some columns of the live records
// into a scratch, runs a function over it, and writes back the columns that it
// changed. The scratch and a copy of it, which tells these, have 16 KiB together and stay
// in the cache. The records keep their layout and their places. This pays if the function
// does much with few fields.
//
// A Crunch is made once for its columns and used again and again, by one
// goroutine at a time.
type Crunch[T any] struct {
	words   []int   // to convert
	at      []int16 // the place of each word in words, -1 for the others
	safe    []uint32
	scratch []uint32
	was     []uint32 // scratch before the function ran
	rows    []*T     // of the lanes
	lanes   int
}

// AnyColumn is a Column of T with any element type.
type AnyColumn[T any] interface {
	wordIn(*T) (word int, one uint32)
}

func (c Column[T, E]) wordIn(*T) (int, uint32) {
	if reflect.TypeFor[E]().Kind() == reflect.Float32 {
		return c.word, math.Float32bits(1)
	}
	return c.word, 1
}

// Init sets the columns that Run converts. Lanes beyond the last record hold
// ones, as in Groups.
func (c *Crunch[T]) Init(cols ...AnyColumn[T]) error {
	size := sizeOf[T]()
	if size%4 != 0 || size/4 > math.MaxInt16 || len(cols) == 0 {
		return fmt.Errorf("store: %v of %d bytes as %d columns", reflect.TypeFor[T](), size, len(cols))
	}
	*c = Crunch[T]{at: make([]int16, size/4)}
	for i := range c.at {
		c.at[i] = -1
	}
	for _, col := range cols {
		w, one := col.wordIn(nil)
		if c.at[w] < 0 {
			c.at[w] = int16(len(c.words))
			c.words, c.safe = append(c.words, w), append(c.safe, one)
		}
	}
	c.lanes = max(16, blockBytes/2/4/len(c.words)&^15)
	n := c.lanes * len(c.words)
	mem := make([]uint32, 2*n)
	c.scratch, c.was = mem[:n:n], mem[n:]
	c.rows = make([]*T, c.lanes)
	return nil
}

// Run calls f for groups of the records of b, and writes back the columns that f
// changed. A column that f leaves as it was is only read, so others may read it at the same
// time. f must not change b. Run does not allocate. It panics if the Crunch has no columns,
// because Init was not called or has refused them.
func (c *Crunch[T]) Run(b *Bulk[T], f func(Group[T])) {
	if c.lanes == 0 {
		panic("store: Run of a Crunch without Init")
	}
	n := 0
	for _, p := range b.All() {
		c.rows[n] = p
		if n++; n == c.lanes {
			c.flush(n, f)
			n = 0
		}
	}
	if n > 0 {
		c.flush(n, f)
	}
	clear(c.rows)
}

// flush converts the n rows that were collected, runs f and converts them back.
func (c *Crunch[T]) flush(n int, f func(Group[T])) {
	rows := c.rows[:n]
	for k, w := range c.words {
		col := c.scratch[k*c.lanes:][:c.lanes]
		for i, p := range rows {
			col[i] = *wordAt(p, w)
		}
		for i := n; i < c.lanes; i++ {
			col[i] = c.safe[k]
		}
	}
	copy(c.was, c.scratch)
	f(Group[T]{mem: uint32sOf(c.scratch), at: c.at, size: uint32(c.lanes), wide: uint32(c.lanes), n: uint32(n)})
	for k, w := range c.words {
		col, was := c.scratch[k*c.lanes:][:n], c.was[k*c.lanes:][:n]
		if bytes.Equal(asBytes(col), asBytes(was)) { // a column that f has only read
			continue
		}
		for i, p := range rows {
			*wordAt(p, w) = col[i]
		}
	}
}
