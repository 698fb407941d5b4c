package store

import (
	"cmp"
	"iter"
	"reflect"
)

// Packed keeps its records tightly packed in one slice: the last record moves
// into the place of a removed one. Iterating is as fast as over a slice, because
// it is one. In return, records move, so a pointer to one is good only until the
// next insertion or removal: a removal moves the last record, and an insertion moves
// all of them if their memory is Go's heap and has to grow. (With Reserved it does not,
// but a system may refuse to reserve.) A handle is looked up in a table of generational
// ids, which is itself an array with holes. T must be pointer-free.
//
// The zero Packed is ready to use; it must not be copied. One goroutine may
// change a Packed, or any number may read it. Its options are Backed, with
// Reserved or Heap, and Limit.
//
// Invariants: for each place, the id that owner names holds the place; ids has the policy
// LIFO.
type Packed[T any] struct {
	ids   Bulk[uint32]   // the place of each record
	rows  column[T]      // the records
	owner column[uint32] // the slot in ids of each record
}

// Init chooses options for a Packed that has not been used yet. Its errors are
// those of Bulk.Init.
func (p *Packed[T]) Init(opts ...Option) error {
	if err := p.ids.slots.state.begins(); err != nil {
		return err
	}
	o, err := contiguous("Packed", opts)
	if err != nil {
		return err
	}
	if err := checkRecord(reflect.TypeFor[T]()); err != nil {
		return err
	}
	idBacking := p.rows.init(o.backing, uint64(o.limit))
	p.owner.init(idBacking, uint64(o.limit))
	err = p.ids.Init(Backed(idBacking), Limit(int(min(uint64(o.limit), uint64(p.rows.limit)))), generations(o.born, o.last))
	if err != nil {
		p.rows.close()
		p.owner.close()
		return err
	}
	p.ids.slots.named = reflect.TypeFor[T]()
	p.ids.slots.life.rename("Packed", reflect.TypeFor[T]())
	return nil
}

func (p *Packed[T]) ready() error {
	if p.ids.slots.state == unused {
		return p.Init()
	}
	return p.ids.slots.ready(p.ids.Record())
}

// Insert adds a record at the end and returns its handle. It returns ErrFull at the
// limit, and ErrMemory if the system has no more.
func (p *Packed[T]) Insert(v T) (Handle[T], error) {
	s, n := &p.ids.slots, len(p.rows.s)
	if s.listed == 0 || n >= p.rows.room || n >= p.owner.room {
		return p.insertSlow(v)
	}
	i := s.pop()
	p.rows.s, p.owner.s = p.rows.s[:n+1], p.owner.s[:n+1]
	p.rows.wake(n)
	p.owner.wake(n)
	p.rows.s[n], p.owner.s[n] = v, i
	s.wake(i)
	*rowOf[uint32](&p.ids.slots, i) = uint32(n)
	return Handle[T]{i, s.enter(i)}, nil
}

// insertSlow is Insert with all that may stand against it.
func (p *Packed[T]) insertSlow(v T) (Handle[T], error) {
	if err := p.ready(); err != nil {
		return Handle[T]{}, err
	}
	n := len(p.rows.s)
	h, err := p.ids.Insert(uint32(n))
	if err != nil {
		return Handle[T]{}, err
	}
	if err = p.rows.push(1); err == nil {
		if err = p.owner.push(1); err != nil {
			p.rows.cut(n)
		}
	}
	if err != nil {
		p.ids.Remove(h)
		return Handle[T]{}, err
	}
	p.rows.s[n], p.owner.s[n] = v, h.index
	return Handle[T](h), nil
}

// InsertRange adds the records of rows at the end and appends their handles to handles.
// If it fails, the records before the failing one are in.
func (p *Packed[T]) InsertRange(handles []Handle[T], rows []T) ([]Handle[T], error) {
	for _, v := range rows {
		h, err := p.Insert(v)
		if err != nil {
			return handles, err
		}
		handles = append(handles, h)
	}
	return handles, nil
}

// Get returns the record that h refers to and true, or nil and false if h does not
// resolve. The pointer is good until the next insertion or removal.
func (p *Packed[T]) Get(h Handle[T]) (*T, bool) {
	if at, ok := p.ids.Get(Handle[uint32](h)); ok {
		return &p.rows.s[*at], true
	}
	return nil, false
}

// Remove removes the record that h refers to and reports whether there was
// one. The last record moves into its place.
func (p *Packed[T]) Remove(h Handle[T]) bool {
	at, ok := p.ids.Get(Handle[uint32](h))
	if !ok {
		return false
	}
	i, last := *at, len(p.rows.s)-1
	slot := p.owner.s[last]
	p.rows.s[i], p.owner.s[i] = p.rows.s[last], slot
	*rowOf[uint32](&p.ids.slots, slot) = i
	p.rows.cut(last)
	p.owner.cut(last)
	p.ids.slots.leave(h.index)
	return true
}

// Rows returns all records as one slice, good until the next change. Writing to the
// slice writes to the records.
func (p *Packed[T]) Rows() []T { return p.rows.s[:len(p.rows.s):len(p.rows.s)] }

// HandleAt returns the handle of the record at place i of Rows. Like an index of Rows, i
// must be less than Len.
func (p *Packed[T]) HandleAt(i int) Handle[T] {
	slot := p.owner.s[i]
	return Handle[T]{slot, p.ids.slots.gen(slot)}
}

// All iterates over the records from the last to the first, so that the loop may remove
// the current record: what moves into its place has been visited. The loop must not
// remove another record than the current one: the last record, which has been visited,
// may move to a place that has not, and is visited twice then. Records that the loop
// inserts are not visited; the pointer to the current record is good until then. All
// does not allocate.
func (p *Packed[T]) All() iter.Seq2[Handle[T], *T] {
	return func(yield func(Handle[T], *T) bool) {
		for i := len(p.rows.s) - 1; i >= 0; i-- {
			// The loop may have removed more than one.
			if i < len(p.rows.s) && !yield(p.HandleAt(i), &p.rows.s[i]) {
				return
			}
		}
	}
}

// Explain says why h does not resolve; see Bulk.Explain.
func (p *Packed[T]) Explain(h Handle[T]) error { return p.ids.Explain(Handle[uint32](h)) }

// Len returns the number of records.
func (p *Packed[T]) Len() int { return len(p.rows.s) }

// Clear removes all records; their handles are dead from then on.
func (p *Packed[T]) Clear() {
	p.rows.cut(0)
	p.owner.cut(0)
	p.ids.Clear()
}

// Close gives all memory back, as that of a Bulk does. Closing twice is harmless.
func (p *Packed[T]) Close() error {
	return cmp.Or(p.ids.Close(), p.rows.close(), p.owner.close())
}

// Check checks the invariants of the table and of the places.
func (p *Packed[T]) Check() error {
	if err := p.ids.Check(); err != nil {
		return err
	}
	if len(p.rows.s) != p.ids.Len() || len(p.rows.s) != len(p.owner.s) {
		return corrupt("%d records, %d ids, %d owners", len(p.rows.s), p.ids.Len(), len(p.owner.s))
	}
	return checkOwners(&p.ids, p.owner.s)
}
