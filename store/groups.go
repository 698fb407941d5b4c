package store

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"reflect"
)

// Groups is a structure of arrays, tightly packed, in groups. In each group the
// first words of its records lie together, then the second ones, and so on. So a
// loop over one field touches little else, and can work on all lanes of a group
// at once. T is a struct of float32, int32 and uint32, and of arrays and structs
// of those, without padding.
//
// The size of a group is 8 or 16, for SIMD registers, or as many records as fit a
// block of 16 KiB, a multiple of 16 and at least that. The latter is the default, and in
// plain Go it is the fastest. Lanes beyond the last record hold ones, so that arithmetic
// on whole groups meets neither NaN nor denormals nor a division by zero. All restores the
// ones that the last pass has changed. Sums must stop at Group.Len.
//
// A Groups is for loops over columns. Get, Set, Insert and Remove touch a cache line for
// each word of the record: to take one of 10 words costs two to three times as much as in a
// Packed (BenchmarkGroups/do=get). Find and a Column reach single fields.
//
// Removing moves the last record into the gap, lane by lane, and an insertion may move
// all groups. So groups and columns are good until the next insertion or removal; see
// Packed. The zero Groups is ready to use; it must not be copied. One goroutine may
// change a Groups, or any number may read it. Its options are Backed, with Reserved or
// Heap, and Limit.
type Groups[T any] struct {
	ids   Bulk[uint32]   // the place of each record
	owner column[uint32] // the slot in ids of each record
	mem   column[uint32] // whole groups
	size  int            // lanes
	words int            // of a record
	safe  []uint32       // a one for each word, as float or integer
}

// Group is some records of a Groups or a Crunch, as columns. It is good until its
// Groups changes or Run goes on.
type Group[T any] struct {
	mem  uint32s
	at   []int16 // the place of each word's column; nil if they are in order
	size uint32  // from one column to the next
	wide uint32  // the length of the columns
	n    uint32
}

// Len returns the number of records in the group: its first lanes.
func (g Group[T]) Len() int { return int(g.n) }

// Lanes returns the length of the group's columns: its size, or Len if it comes from Find.
func (g Group[T]) Lanes() int { return int(g.wide) }

// Column is one word of T, as a column of the groups. ColumnOf makes it.
type Column[T any, E lane] struct{ word int }

// ColumnOf returns the column of the field that pick points at, as in
//
//	age := store.ColumnOf(func(p *Particle) *float32 { return &p.Age })
//
// It panics if pick does not point into its argument.
func ColumnOf[T any, E lane](pick func(*T) *E) Column[T, E] {
	w, ok := wordOf(pick)
	if !ok {
		panic(fmt.Sprintf("store: the column is not a word of %v", reflect.TypeFor[T]()))
	}
	return Column[T, E]{w}
}

// Of returns the column in g: Len values of records, then safe values up to
// Lanes. It panics if g comes from a Crunch that was not told of the column.
func (c Column[T, E]) Of(g Group[T]) []E {
	w := c.word
	if g.at != nil {
		if w = int(g.at[w]); w < 0 {
			panic("store: a column that the Crunch does not convert")
		}
	}
	return elemsOf[E](raw(g.mem), uint32(w)*g.size, g.wide)[:g.wide:g.wide]
}

// Init sets the lanes of a group, 8, 16 or 0 for what fits a block, and chooses
// options for a Groups that has not been used yet. Its errors are those of
// Bulk.Init; a field that is not of the permitted types is named.
func (g *Groups[T]) Init(lanes int, opts ...Option) error {
	if err := g.ids.slots.state.begins(); err != nil {
		return err
	}
	o, err := contiguous("Groups", opts)
	if err != nil {
		return err
	}
	t := reflect.TypeFor[T]()
	if g.safe, err = safeWords(nil, t, t.String()); err != nil {
		return err
	}
	if g.words = len(g.safe); g.words == 0 {
		return fmt.Errorf("store: %v has no fields", t)
	}
	switch lanes {
	case 0:
		lanes = max(16, o.blockBytes/4/g.words&^15)
	case 8, 16:
	default:
		return fmt.Errorf("store: groups of %d, not 8, 16 or 0", lanes)
	}
	g.size = lanes
	words := uint64(g.words) * (uint64(o.limit) + uint64(lanes))
	back := g.mem.init(o.backing, words)
	g.owner.init(back, uint64(o.limit))
	most := min(uint64(o.limit), uint64(g.mem.limit/g.words/lanes*lanes))
	if err = g.ids.Init(Backed(back), Limit(int(most)), generations(o.born, o.last)); err != nil {
		g.mem.close()
		g.owner.close()
		return err
	}
	g.ids.slots.named = t
	g.ids.slots.life.rename("Groups", t)
	return nil
}

// safeWords appends a one for each word of t, and refuses types that are no words, and
// those where the compiler puts padding beside a field without size.
func safeWords(safe []uint32, t reflect.Type, path string) (_ []uint32, err error) {
	switch t.Kind() {
	case reflect.Float32:
		return append(safe, math.Float32bits(1)), nil
	case reflect.Int32, reflect.Uint32:
		return append(safe, 1), nil
	case reflect.Array:
		for i := 0; i < t.Len() && err == nil; i++ {
			safe, err = safeWords(safe, t.Elem(), path+"[]")
		}
		return safe, err
	case reflect.Struct:
		start, hollow := len(safe), ""
		for i := 0; i < t.NumField() && err == nil; i++ {
			f := t.Field(i)
			if f.Type.Size() == 0 && (f.Type.Align() > 4 || i == t.NumField()-1) {
				hollow = f.Name
			}
			safe, err = safeWords(safe, f.Type, path+"."+f.Name)
		}
		if err == nil && uintptr(len(safe)-start)*4 != t.Size() {
			err = fmt.Errorf("store: %s.%s has no size, but padding beside it; put it in front of the other fields, or leave it out", path, hollow)
		}
		return safe, err
	}
	return nil, fmt.Errorf("store: %s is %s; groups hold float32, int32 and uint32", path, kindWords(t.Kind()))
}

// group returns the k-th group.
func (g *Groups[T]) group(k int) Group[T] {
	stride := g.size * g.words
	n := min(len(g.owner.s)-k*g.size, g.size)
	return Group[T]{mem: uint32sOf(g.mem.s[k*stride : (k+1)*stride]), size: uint32(g.size), wide: uint32(g.size), n: uint32(n)}
}

// lane returns the words of the k-th group from the lane of place i on: word w of the
// record is at w*size.
func (g *Groups[T]) lane(i int) []uint32 {
	stride := g.size * g.words
	k := i / g.size
	return g.mem.s[k*stride+i%g.size : (k+1)*stride]
}

func (g *Groups[T]) ready() error {
	if g.ids.slots.state == unused {
		return g.Init(0)
	}
	return g.ids.slots.ready(g.ids.Record())
}

// Insert adds a record in the next lane and returns its handle. It returns ErrFull at
// the limit, and ErrMemory if the system has no more.
func (g *Groups[T]) Insert(v T) (Handle[T], error) {
	if err := g.ready(); err != nil {
		return Handle[T]{}, err
	}
	n := len(g.owner.s)
	h, err := g.ids.Insert(uint32(n))
	if err != nil {
		return Handle[T]{}, err
	}
	if n%g.size == 0 {
		if err = g.mem.push(g.size * g.words); err == nil {
			g.fill(g.mem.s[n*g.words:], 0)
		}
	}
	if err == nil {
		if err = g.owner.push(1); err != nil && n%g.size == 0 {
			g.mem.cut(n * g.words)
		}
	}
	if err != nil {
		g.ids.Remove(h)
		return Handle[T]{}, err
	}
	g.owner.s[n] = h.index
	g.write(n, &v)
	return Handle[T](h), nil
}

// InsertRange adds the records of rows in the next lanes and appends their handles to
// handles. If it fails, the records before the failing one are in.
func (g *Groups[T]) InsertRange(handles []Handle[T], rows []T) ([]Handle[T], error) {
	for i := range rows {
		h, err := g.Insert(rows[i])
		if err != nil {
			return handles, err
		}
		handles = append(handles, h)
	}
	return handles, nil
}

func (g *Groups[T]) write(i int, v *T) {
	dst := g.lane(i)
	for w, x := range wordsOf(v) {
		dst[w*g.size] = x
	}
}

// fill makes the lanes of a group from lane n on safe. It does not write to lanes that
// are safe, because others may be reading them.
func (g *Groups[T]) fill(group []uint32, n int) {
	for w, one := range g.safe {
		for col := group[w*g.size:][n:g.size]; len(col) > 0; col = col[1:] {
			if col[0] != one {
				col[0] = one
			}
		}
	}
}

// rest returns the last group, if it has lanes beyond the last record, and how many
// records are in it.
func (g *Groups[T]) rest() (group []uint32, n int) {
	if n = len(g.owner.s) % g.size; n == 0 {
		return nil, 0
	}
	return g.mem.s[len(g.mem.s)-g.size*g.words:], n
}

// Get returns a copy of the record that h refers to and true, or a zero record and
// false if h does not resolve.
func (g *Groups[T]) Get(h Handle[T]) (v T, ok bool) {
	at, ok := g.ids.Get(Handle[uint32](h))
	if ok {
		src := g.lane(int(*at))
		for w := range wordsOf(&v) {
			wordsOf(&v)[w] = src[w*g.size]
		}
	}
	return v, ok
}

// Set overwrites the record that h refers to and reports whether there is one.
func (g *Groups[T]) Set(h Handle[T], v T) bool {
	at, ok := g.ids.Get(Handle[uint32](h))
	if ok {
		g.write(int(*at), &v)
	}
	return ok
}

// Find returns the group and the lane of the record that h refers to, and
// whether there is one. Both are good until the next insertion or removal. The columns
// end with the group's last record.
func (g *Groups[T]) Find(h Handle[T]) (Group[T], int, bool) {
	at, ok := g.ids.Get(Handle[uint32](h))
	if !ok {
		return Group[T]{}, 0, false
	}
	of := g.group(int(*at) / g.size)
	of.wide = of.n // what is written behind it, a reader's All would have to make safe
	return of, int(*at) % g.size, true
}

// Remove removes the record that h refers to and reports whether there was
// one. The last record moves into its lane, and the lane that it leaves is made
// safe.
func (g *Groups[T]) Remove(h Handle[T]) bool {
	at, ok := g.ids.Get(Handle[uint32](h))
	if !ok {
		return false
	}
	i, last := int(*at), len(g.owner.s)-1
	dst, src := g.lane(i), g.lane(last)
	for w, one := range g.safe {
		dst[w*g.size] = src[w*g.size]
		src[w*g.size] = one
	}
	slot := g.owner.s[last]
	g.owner.s[i] = slot
	*rowOf[uint32](&g.ids.slots, slot) = uint32(i)
	g.owner.cut(last)
	if last%g.size == 0 {
		g.mem.cut(last * g.words)
	}
	return g.ids.Remove(Handle[uint32](h))
}

// All iterates over the groups. The loop must neither insert nor remove. Writing to
// columns, including lanes without a record, is a change of the store. All does not
// allocate.
func (g *Groups[T]) All() iter.Seq[Group[T]] {
	return func(yield func(Group[T]) bool) {
		n := len(g.owner.s)
		if n == 0 {
			return
		}
		g.heal()
		defer g.heal() // a loop that wrote to them was alone; the next may be one of many
		for k := 0; k*g.size < n; k++ {
			if !yield(g.group(k)) {
				break
			}
		}
	}
}

// heal makes the lanes beyond the last record safe.
func (g *Groups[T]) heal() {
	if last, n := g.rest(); n > 0 {
		g.fill(last, n)
	}
}

// HandleAt returns the handle of the i-th record, in the order of the lanes. Like an index
// of a slice, i must be less than Len.
func (g *Groups[T]) HandleAt(i int) Handle[T] {
	slot := g.owner.s[i]
	return Handle[T]{slot, g.ids.slots.gen(slot)}
}

// Explain says why h does not resolve; see Bulk.Explain.
func (g *Groups[T]) Explain(h Handle[T]) error { return g.ids.Explain(Handle[uint32](h)) }

// Len returns the number of records.
func (g *Groups[T]) Len() int { return len(g.owner.s) }

// Clear removes all records; their handles are dead from then on.
func (g *Groups[T]) Clear() {
	g.owner.cut(0)
	g.mem.cut(0)
	g.ids.Clear()
}

// Close gives all memory back, as that of a Bulk does. Closing twice is harmless.
func (g *Groups[T]) Close() error {
	return cmp.Or(g.ids.Close(), g.owner.close(), g.mem.close())
}

// Check checks the invariants of the table, of the places and of the number of lanes.
// It does not look at lanes beyond the last record, where the last writer may have left
// anything until All makes them safe again.
func (g *Groups[T]) Check() error {
	if err := g.ids.Check(); err != nil {
		return err
	}
	n := len(g.owner.s)
	if n != g.ids.Len() || g.size > 0 && len(g.mem.s) != (n+g.size-1)/g.size*g.size*g.words {
		return corrupt("%d records, %d ids, %d words", n, g.ids.Len(), len(g.mem.s))
	}
	return checkOwners(&g.ids, g.owner.s)
}
