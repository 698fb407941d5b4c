package store

import "iter"

// Live is a store of records with handles, without their type: what a loader needs to
// write a world to a file, and to change records in place. Bulk is one. Bytes are the
// record's own memory, in this machine's byte order, including padding.
//
// The methods that read run beside other readers; RemoveRow is a change.
type Live interface {
	Rows
	// RunBytes iterates over the stretches of contiguous live records in the order of
	// their slots. It yields the first slot and the bytes of the records. Through this
	// interface a loop over it allocates a few words, however many stretches there are.
	RunBytes() iter.Seq2[uint32, []byte]
	// GenAt returns the generation of the record in slot i, as handles have it, or 0 if
	// none is alive.
	GenAt(i uint32) uint32
	// RowBytes returns the record in slot i, or nil if none with generation gen is
	// alive there.
	RowBytes(i, gen uint32) []byte
	// RemoveRow removes the record in slot i, if it has generation gen, and
	// reports whether it did.
	RemoveRow(i, gen uint32) bool
}

// Elements is a store of spans, without its element type. Array is one.
type Elements interface {
	Rows
	// SpanBytes returns the elements of a span, which are the store's own memory. It
	// returns nil for the empty span and for one that is not in use.
	SpanBytes(start, count uint32) []byte
}

// RunBytes is Runs as bytes; see Live.
func (b *Bulk[T]) RunBytes() iter.Seq2[uint32, []byte] {
	return func(yield func(uint32, []byte) bool) { b.slots.runBytes(yield) } // a method value would allocate
}

func (s *slots) runBytes(yield func(uint32, []byte) bool) {
	end := s.reach
	for i, n := s.run(1, end); n > 0; i, n = s.run(i+n, end) {
		c, k := s.cell(i)
		if !yield(i, c.bytes(k, n, s.size)) {
			return
		}
	}
}

// GenAt returns the generation of the record in slot i; see Live.
func (b *Bulk[T]) GenAt(i uint32) uint32 { return b.slots.genAt(i) }

func (s *slots) genAt(i uint32) uint32 {
	if i >= s.reach || s.live[i>>6]>>(i&63)&1 == 0 {
		return 0
	}
	return s.gen(i)
}

// RowBytes returns the record in slot i as bytes; see Live.
func (b *Bulk[T]) RowBytes(i, gen uint32) []byte { return b.slots.rowBytes(i, gen) }

func (s *slots) rowBytes(i, gen uint32) []byte {
	if i >= s.reach || gen&1 == 0 || s.gen(i) != gen {
		return nil
	}
	c, k := s.cell(i)
	return c.bytes(k, 1, s.size)
}

// RemoveRow removes the record in slot i; see Live.
func (b *Bulk[T]) RemoveRow(i, gen uint32) bool { return b.Remove(Handle[T]{i, gen}) }

// SpanBytes returns the elements of a span as bytes; see Elements.
func (a *Array[T]) SpanBytes(start, count uint32) []byte { return a.spans.spanBytes(start, count) }

func (a *spans) spanBytes(start, count uint32) []byte {
	if a.state != open || !a.inUse(start, count) {
		return nil
	}
	return a.bytes(start, count)
}
