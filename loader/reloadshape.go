package loader

import "github.com/levelc/levelc/format"

// shape says how the rows of one of the world's tables are compared.
type shape struct {
	stride    int
	stretches []stretch
	flat      bool // the rows are the same if their bytes are
	nests     bool // rows have spans
	texts     bool // rows have strings
	solid     bool // the rows are the same if their bytes and strings are, and are alike as well
	open      bool // rows that are alike may differ in ids or references, also in those of their spans
}

// stretch is a string, reference or span, or an inline array of them, or all bytes of some
// neighbouring fields that are plain numbers.
type stretch struct {
	column          // the first one, if there are several
	off, end uint32 // in the row
	first, n int32  // columns
	id       bool   // the id or a parent of a node, by which it is known; not what it holds
	open     bool   // may differ where rows are alike
}

// shapesOf returns the shapes of the world's tables.
func shapesOf(b *Binding) []shape {
	shapes, fields := make([]shape, len(b.columns)), 0
	for _, columns := range b.columns {
		fields += len(columns)
	}
	all := make([]stretch, 0, fields)
	for t, columns := range b.columns {
		from, s, table := len(all), &shapes[t], &b.world.Schema.Tables[t]
		s.stride = int(table.Stride)
		for i, f := range columns {
			p := stretch{column: f, off: f.Offset, end: f.Offset + f.Size(), first: int32(i), n: 1,
				id: table.IsID(f.Field) || table.IsParent(f.Field)}
			if len(all) > from && all[len(all)-1].takes(&p) {
				last := &all[len(all)-1]
				last.end, last.n = p.end, last.n+1
				continue
			}
			all = append(all, p)
		}
		s.stretches = all[from:len(all):len(all)]
		s.see()
	}
	for more := true; more; { // what a span leads to may come later
		more = false
		for t := range shapes {
			s := &shapes[t]
			for i := range s.stretches {
				if p := &s.stretches[i]; p.Type == format.TypeSpan && !p.open && shapes[p.to].open {
					p.open, s.open, more = true, true, true
				}
			}
		}
	}
	return shapes
}

// see notes what the stretches say of the rows.
func (s *shape) see() {
	s.solid = true
	for i := range s.stretches {
		p := &s.stretches[i]
		ref := p.Type.IsRef()
		p.open = p.id || ref
		s.open = s.open || p.open
		s.nests = s.nests || p.Type == format.TypeSpan
		s.texts = s.texts || p.Type == format.TypeStr
		s.solid = s.solid && p.Type != format.TypeSpan && (!ref || p.id)
	}
	if len(s.stretches) == 1 {
		p := &s.stretches[0]
		s.flat = p.isPlain() && !p.id && p.off == 0 && int(p.end) == s.stride
	}
}

func (p *stretch) isPlain() bool {
	return p.Type != format.TypeStr && p.Type != format.TypeSpan && !p.Type.IsRef()
}

// takes reports whether the bytes of next continue those of p.
func (p *stretch) takes(next *stretch) bool {
	return p.isPlain() && next.isPlain() && p.id == next.id && p.end == next.off
}
