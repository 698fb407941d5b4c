package loader

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// compare finds out what has to be written, and which rows need new places.
func (r *reload) compare() {
	r.fresh, r.spans = make([][]uint32, len(r.b.stores)), make([]freshSpans, len(r.b.stores))
	for t := range r.new.tables {
		if tb := r.new.tables[t]; tb.n > 0 && r.b.world.Schema.Tables[t].Class != format.ClassNode {
			tb.runs = runs{}
		}
	}
	for j := range r.new.nodes {
		n := &r.new.nodes[j]
		t := int(n.kind)
		if r.new.other[j] < 0 {
			r.new.tables[t].put(n.row, nowhere)
			r.add(t, n.row)
			continue
		}
		was := r.old.nodes[r.new.other[j]].row
		p := r.old.tables[t].place(was)
		r.new.tables[t].put(n.row, p)
		like := unknown
		if r.alike[j] {
			like = alikeRow
		}
		r.compareRow(t, was, n.row, p, int32(j), like)
	}
}

// add gives a node of the new version a new place, and its elements too.
func (r *reload) add(table int, row uint32) {
	r.fresh[table] = append(roomier(r.fresh[table], 1), row)
	if r.shapes[table].nests {
		r.addElements(table, row)
	}
}

// addElements gives the elements of a row new places.
func (r *reload) addElements(table int, row uint32) {
	data := r.new.row(table, row)
	for _, f := range r.b.columns[table] {
		if f.Type == format.TypeSpan {
			first, n := spanOf(data[f.Offset:])
			r.addSpan(f.to, first, n)
		}
	}
}

func spanOf(v []byte) (first, n uint32) {
	return binary.NativeEndian.Uint32(v), binary.NativeEndian.Uint32(v[4:])
}

// likeness is what is known of a row that is in both versions.
type likeness uint8

const (
	unknown  likeness = iota
	alikeRow          // only what is open may differ, see shape
	sameRow
)

// compareRow notes which fields of a row changed between the versions. p is where it is in
// the store, or nowhere if nothing is to be written there.
func (r *reload) compareRow(table int, was, now uint32, p place, node int32, like likeness) {
	t := &r.shapes[table]
	if like != unknown && !t.nests && (like == sameRow || !t.open) {
		return
	}
	a, b := r.old.row(table, was), r.new.row(table, now)
	var most [16]int32 // few rows have more
	fields := most[:0]
	var live []byte // in the store; nil if the game has removed it
	looked := false
	for i := range t.stretches {
		s := &t.stretches[i]
		same := like == sameRow || like == alikeRow && !s.open || r.same(s, a[s.off:s.end], b[s.off:s.end], false)
		if !same && !looked {
			live, looked = r.memory(table, p), true
		}
		if !same && live != nil {
			fields = r.differing(fields, table, s, a, b)
		}
		switch {
		case s.Type != format.TypeSpan:
		case same:
			first, n := spanOf(a[s.off:])
			to, _ := spanOf(b[s.off:])
			r.keepSpan(s.to, first, to, n)
		default:
			r.placeSpan(s.column, a, b, live, like)
		}
	}
	if len(fields) > 0 {
		from := uint32(len(r.fields))
		r.fields = append(roomier(r.fields, len(fields)), fields...)
		r.edits = append(roomier(r.edits, 1), edit{table: int32(table), row: now, from: from, to: from + uint32(len(fields)), node: node})
	}
}

// differing appends the fields of a stretch in which two rows differ.
func (r *reload) differing(fields []int32, table int, p *stretch, a, b []byte) []int32 {
	for i := p.first; i < p.first+p.n; i++ {
		f := r.b.columns[table][i]
		if p.n == 1 || !bytes.Equal(a[f.Offset:][:f.Size()], b[f.Offset:][:f.Size()]) {
			fields = append(fields, i)
		}
	}
	return fields
}

// roomier returns s with room for n more. It doubles, where append would grow by a
// quarter and leave four times as much garbage.
func roomier[T any](s []T, n int) []T {
	if cap(s)-len(s) < n {
		s = slices.Grow(s, max(n, len(s), 64))
	}
	return s
}

// place reserves what the new rows and strings need, and fills it. None of it is
// visible yet.
func (r *reload) place() error {
	if err := r.placeStrings(); err != nil {
		return err
	}
	for t, rows := range r.fresh {
		if len(rows) == 0 {
			continue
		}
		rg, err := r.reserve(t, len(rows))
		if err != nil {
			return err
		}
		for i, row := range rows {
			r.new.tables[t].at[row] = place{rg.First + uint32(i), rg.Gen}
		}
	}
	if err := r.placeSpans(); err != nil {
		return err
	}
	for _, o := range r.ranges {
		if err := r.fill(o); err != nil {
			return &Error{Op: "reload", Table: r.b.world.Schema.Tables[o.store].Name, Err: err}
		}
	}
	r.ids = make([]idRow, 0, len(r.new.ids))
	r.moved = make([]store.AnyHandle, 0, len(r.new.ids))
	for _, e := range r.new.ids {
		p := r.new.tables[e.table].place(e.row)
		r.ids = append(r.ids, idRow{id: store.StrFromID(r.new.str(e.str))})
		r.moved = append(r.moved, p.handle(e.table+1))
	}
	return nil
}

// fill writes the new rows of a table.
func (r *reload) fill(o ownRange) error {
	t := &r.b.world.Schema.Tables[o.store]
	stride := int(t.Stride)
	fields := make([]int32, len(t.Fields))
	for i := range fields {
		fields[i] = int32(i)
	}
	if t.Class != format.ClassNode {
		return r.fillSpans(o, fields)
	}
	for done := 0; done < int(o.Len); {
		mem, err := r.b.stores[o.store].Bytes(o.Range, done, int(o.Len)-done)
		if err != nil {
			return err
		}
		clear(mem)
		for ; len(mem) >= stride; mem = mem[stride:] {
			r.write(o.store, r.fresh[o.store][done], fields, mem[:stride])
			done++
		}
	}
	return nil
}

// write writes fields of a row of the new version, in the terms of the stores.
func (r *reload) write(table int, row uint32, fields []int32, dst []byte) {
	ne := binary.NativeEndian
	columns := r.b.columns[table]
	src := r.new.row(table, row)
	for _, i := range fields {
		f := columns[i]
		d, v := dst[f.Offset:][:f.Size()], src[f.Offset:][:f.Size()]
		switch f.Type {
		case format.TypeStr:
			for at := 0; at < len(v); at += 4 {
				ne.PutUint32(d[at:], r.new.str(ne.Uint32(v[at:])))
			}
		case format.TypeRef, format.TypeAnyRef:
			clear(d)
			for at := 0; at < len(v); at += int(f.Type.Size()) {
				st, to := f.target(v[at:])
				if st < 0 {
					continue
				}
				p := r.new.tables[st].place(to)
				ne.PutUint32(d[at:], p.slot)
				ne.PutUint32(d[at+4:], p.gen)
				if f.Type == format.TypeAnyRef {
					ne.PutUint16(d[at+8:], uint16(st+1))
				}
			}
		case format.TypeSpan:
			first, n := spanOf(v)
			clear(d)
			if n > 0 {
				ne.PutUint32(d, r.new.tables[f.to].place(first).slot)
				ne.PutUint32(d[4:], n)
			}
		default:
			copy(d, v)
		}
	}
}

// placeStrings gives every string of the new version a place: that of an equal string
// in the old version, or a new one.
func (r *reload) placeStrings() error {
	if r.b.stringsFor(len(r.new.ids) > 0) == nil {
		return nil
	}
	r.new.strAt = make([]uint32, r.new.strings())
	var fresh []uint32
	size := 0
	for id := uint32(1); int(id) < r.new.strings(); id++ {
		if at := r.old.str(r.was[id]); at > 0 {
			r.new.strAt[id] = at
			continue
		}
		fresh = append(roomier(fresh, 1), id)
		size += len(r.new.text(id))
	}
	if len(fresh) == 0 {
		return nil
	}
	var err error
	if r.strs, err = r.b.strings.Reserve(len(fresh), size); err != nil {
		return err
	}
	return r.fillStrings(fresh)
}

// textPiece is how much text is put together before it goes into the store.
const textPiece = 64 << 10

// fillStrings puts strings of the new version into the range that is reserved for them.
func (r *reload) fillStrings(fresh []uint32) error {
	var text []byte
	at := 0 // of text, in the range
	flush := func() error {
		err := r.b.fillText(r.strs, at, text)
		at, text = at+len(text), text[:0]
		return err
	}
	entries := make([]byte, 0, 8*len(fresh))
	for i, id := range fresh {
		s := r.new.text(id)
		entries = binary.NativeEndian.AppendUint32(entries, r.strs.Bytes.First+uint32(at+len(text)))
		entries = binary.NativeEndian.AppendUint32(entries, uint32(len(s)))
		r.new.strAt[id] = r.strs.Strs.First + uint32(i)
		for len(s) > 0 {
			n := min(len(s), textPiece)
			if len(text)+n > textPiece {
				if err := flush(); err != nil {
					return err
				}
			}
			text, s = append(roomier(text, n), s[:n]...), s[n:]
		}
	}
	if err := flush(); err != nil {
		return err
	}
	return r.b.fillEntries(r.strs, 0, entries)
}

// release gives back what place has reserved.
func (r *reload) release() {
	r.b.releaseAll(r.ranges)
	if hasStrings(r.strs) {
		r.b.strings.Release(r.strs)
	}
}
