package loader

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/levelc/levelc/store"
)

// A level may be little but lists of elements: a tile map is one list. So a reload places
// lists as a whole, and looks at single elements only where their bytes differ.

// run is consecutive rows of an element table that are as consecutive in the store.
type run struct{ row, n, slot uint32 }

// runs is where the elements of a table are, ascending by row. Rows in none are nowhere.
type runs []run

func (rs runs) place(row uint32) place {
	k := sort.Search(len(rs), func(k int) bool { return rs[k].row > row })
	if k == 0 || row-rs[k-1].row >= rs[k-1].n {
		return nowhere
	}
	return place{slot: rs[k-1].slot + row - rs[k-1].row}
}

// add appends n rows, or makes the last run longer.
func (rs runs) add(row, n, slot uint32) runs {
	if k := len(rs) - 1; k >= 0 && rs[k].follow(row, slot) {
		rs[k].n += n
		return rs
	}
	return append(roomier(rs, 1), run{row, n, slot})
}

// follow reports whether a row and its slot come right after those of a run.
func (r run) follow(row, slot uint32) bool { return r.row+r.n == row && r.slot+r.n == slot }

// settled returns the runs in order, and in no more memory than they need.
func (rs runs) settled() runs {
	byRow := func(a, b run) int { return cmp.Compare(a.row, b.row) }
	if !slices.IsSortedFunc(rs, byRow) {
		slices.SortFunc(rs, byRow)
	}
	out := rs[:0]
	for _, r := range rs {
		out = out.add(r.row, r.n, r.slot)
	}
	if cap(out) > 2*len(out) {
		out = append(make(runs, 0, len(out)), out...)
	}
	return out
}

// placeSpan decides where the elements of a span go. live is the row in the store.
func (r *reload) placeSpan(f column, a, b, live []byte, like likeness) {
	st := f.to
	first, n := spanOf(a[f.Offset:])
	to, m := spanOf(b[f.Offset:])
	if n == 0 && m == 0 {
		return
	}
	p := r.old.tables[st].place(first)
	keep := live == nil && n == m
	if !keep && live != nil && n == m {
		at, have := spanOf(live[f.Offset:])
		keep = have == n && at == p.slot
	}
	if !keep {
		if live != nil {
			r.addSpan(st, to, m)
		}
		return
	}
	if p != nowhere {
		r.new.tables[st].runs = r.new.tables[st].runs.add(to, m, p.slot)
	}
	write := live != nil
	switch t := &r.shapes[st]; {
	case write && t.flat:
		r.compareFlat(st, first, to, n, p)
		return
	case !write && !t.nests:
		return
	}
	for k := range n {
		elem := nowhere
		if write {
			elem = place{slot: p.slot + k}
		}
		r.compareRow(st, first+k, to+k, elem, -1, like)
	}
}

// keepSpan notes that n elements that are the same in both versions stay where they are.
func (r *reload) keepSpan(st int, first, to, n uint32) {
	old, new := r.old.tables[st], r.new.tables[st]
	if p := old.place(first); n > 0 && p != nowhere {
		new.runs = new.runs.add(to, n, p.slot)
	}
	if r.shapes[st].nests {
		for k := range n {
			r.compareRow(st, first+k, to+k, nowhere, -1, sameRow)
		}
	}
}

// flatPiece is how many bytes of two spans are compared at a time.
const flatPiece = 1024

// compareFlat compares n elements of a flat table, which lie at p, and looks at those that
// differ.
func (r *reload) compareFlat(st int, first, to, n uint32, p place) {
	stride := r.shapes[st].stride
	piece := max(1, uint32(flatPiece/stride))
	k, c := uint32(0), r.commonOf(st)
	if first == to && first < c.head {
		k = min(n, c.head-first)
	}
	if end := c.old - c.tail; to-first == c.more && first < end { // after it they are the same
		n = min(n, max(k, end-first))
	}
	for k < n {
		a, b := r.both(st, first+k, to+k, min(piece, n-k))
		if bytes.Equal(a, b) {
			k += uint32(len(a) / stride)
			continue
		}
		for ; len(a) > 0; a, b = a[stride:], b[stride:] {
			if !bytes.Equal(a[:stride], b[:stride]) {
				r.compareRow(st, first+k, to+k, place{slot: p.slot + k}, -1, unknown)
			}
			k++
		}
	}
}

// freshSpans is the spans of a table that need new places. Their slots count from the
// beginning of the range that is reserved for all of them.
type freshSpans struct {
	runs runs
	n    uint64
}

// addSpan gives n elements of the new version new places, and the spans in them too.
func (r *reload) addSpan(table int, first, n uint32) {
	if n == 0 {
		return
	}
	s := &r.spans[table]
	s.runs = s.runs.add(first, n, uint32(s.n))
	s.n += uint64(n)
	if r.shapes[table].nests {
		for k := range n {
			r.addElements(table, first+k)
		}
	}
}

// placeSpans reserves the places of new elements.
func (r *reload) placeSpans() error {
	for t := range r.spans {
		s := &r.spans[t]
		if s.n > 0 {
			rg, err := r.reserve(t, int(min(s.n, math.MaxInt)))
			if err != nil {
				return err
			}
			for _, e := range s.runs {
				r.new.tables[t].runs = r.new.tables[t].runs.add(e.row, e.n, rg.First+e.slot)
			}
		}
		if rs := r.new.tables[t].runs; rs != nil {
			r.new.tables[t].runs = rs.settled()
		}
	}
	return nil
}

// fillSpans writes the new elements of a table. all is its fields.
func (r *reload) fillSpans(o ownRange, all []int32) error {
	t := &r.shapes[o.store]
	for _, e := range r.spans[o.store].runs {
		for done := uint32(0); done < e.n; {
			mem, err := r.b.stores[o.store].Bytes(o.Range, int(e.slot+done), int(e.n-done))
			if err != nil {
				return err
			}
			n := uint32(len(mem) / t.stride)
			r.fillElements(o.store, e.row+done, mem[:int(n)*t.stride], all)
			done += n
		}
	}
	return nil
}

// fillElements writes elements from a row on into memory of the store.
func (r *reload) fillElements(table int, row uint32, mem []byte, all []int32) {
	t := &r.shapes[table]
	if t.flat {
		for len(mem) > 0 {
			n := copy(mem, r.new.tables[table].from(row, uint32(len(mem)/t.stride)))
			row, mem = row+uint32(n/t.stride), mem[n:]
		}
		return
	}
	clear(mem)
	for ; len(mem) > 0; mem = mem[t.stride:] {
		r.write(table, row, all, mem[:t.stride])
		row++
	}
}

// reserve takes n rows of a table.
func (r *reload) reserve(table, n int) (store.Range, error) {
	rg, err := r.b.stores[table].Reserve(n)
	if err != nil {
		return rg, &Error{Op: "reload", Table: r.b.world.Schema.Tables[table].Name, Err: err}
	}
	r.ranges = append(r.ranges, ownRange{table, rg})
	return rg, nil
}
