package loader

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// saveTable says how the records of a store become rows of a file.
type saveTable struct {
	stride  int         // of the records
	out     int         // of the rows
	copies  []byteRun   // the parts of a record that are fields; the rest is zero in a file
	fields  []saveField // those whose bytes change
	parents []saveField
	spans   bool          // some of fields are spans
	strs    int           // how many strings a record names
	id      *format.Field // the id of its nodes
	buf     []byte
}

// byteRun is n bytes of a record, and their place in its row. size is that of the
// numbers in it, for big-endian machines.
type byteRun struct{ off, to, n, size int }

// saveField is a field that refers to something.
type saveField struct {
	name   string
	kind   format.Type
	size   int // of a value
	off    int // in the record
	to     int // in the row
	count  int
	target int     // ref, span: the store
	kinds  kindSet // the stores that it may name
}

// plan makes the plan for a store's table. row is the table as the file has it.
func (t *saveTable) plan(b *Binding, st int, row *format.Table) {
	t.stride, t.out = int(b.world.Schema.Tables[st].Stride), int(row.Stride)
	for i, f := range b.columns[st] {
		if row.IsID(f.Field) {
			t.id = f.Field
		}
		sf := saveField{name: f.Name, kind: f.Type, size: int(f.Type.Size()), off: int(f.Offset), to: int(row.Fields[i].Offset), count: int(f.Count), target: -1}
		switch f.Type {
		case format.TypeRef, format.TypeSpan:
			sf.target = f.to
			sf.kinds.add(f.to)
		case format.TypeAnyRef:
			for _, name := range f.Symbols {
				sf.kinds.add(b.table(name))
			}
		case format.TypeStr:
			t.strs += sf.count
		default:
			run := byteRun{off: sf.off, to: sf.to, n: int(f.Size()), size: sf.size}
			if k := len(t.copies) - 1; k >= 0 && t.copies[k].before(run) {
				t.copies[k].n += run.n
			} else {
				t.copies = append(t.copies, run)
			}
			continue
		}
		t.fields = append(t.fields, sf)
		t.spans = t.spans || f.Type == format.TypeSpan
		if row.IsParent(f.Field) {
			t.parents = append(t.parents, sf)
		}
	}
}

// plain reports whether the rows are the records as they are, but for the byte order.
func (t *saveTable) plain() bool {
	return len(t.fields) == 0 && len(t.copies) == 1 && t.copies[0].n == t.stride && t.out == t.stride
}

// before reports whether next continues r, so that both can be one run.
func (r byteRun) before(next byteRun) bool {
	return r.off+r.n == next.off && r.to+r.n == next.to && (r.size == next.size || !bigEndian)
}

var bigEndian = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// write writes the nodes and their rows. Each row is complete before the next node
// comes, so the writer need not hold more rows than it wants to.
func (s *saver) write() error {
	s.noteStrings()
	s.noteElements()
	for i := range s.nodes {
		if i&4095 == 0 {
			if err := s.ctx.Err(); err != nil {
				return err
			}
		}
		k := s.nth(i)
		n := &s.nodes[k]
		st := int(n.kind)
		if err := s.announce(n); err != nil {
			return err
		}
		record := s.live[st].RowBytes(n.slot, n.gen)
		row, err := s.rows(st, record)
		if err == nil {
			err = s.w.Put(st+format.FixedTables, n.row, row)
		}
		if err == nil {
			err = s.spans(st, n.row, record)
		}
		if err == nil {
			err = s.id(k, record)
		}
		if err == nil && n.level >= 0 {
			if p := s.levels[n.level].img.propsOf(st, n.at); p != nil {
				err = s.w.Prop(st+format.FixedTables, n.row, p)
			}
		}
		if err != nil {
			return s.named(err, n)
		}
	}
	return s.begin(len(s.chunks) - 1)
}

// named adds the record to an error about its values: a row of a file that was not
// written tells a game nothing. n is the node whose row was made when the error came.
// The writer checks values later, and knows the row. Other errors stay as they are.
func (s *saver) named(err error, n *savedNode) error {
	var late *format.Error
	switch e, ok := err.(*Error); {
	case ok && n != nil:
		named := *e
		named.Record = s.handle(n)
		return &named
	case ok || !errors.As(err, &late) || late.Field == "":
		return err
	}
	if n = s.nodeOf(late.Table, late.Row); n == nil {
		return err
	}
	what := *late
	what.Offset, what.Row = -1, -1 // nobody has that file
	return &Error{Op: "save", Table: late.Table, Field: late.Field, Record: s.handle(n), Err: &what}
}

// nodeOf returns the node that a row of the file belongs to, its own or that of an element.
// It goes over the nodes as write does, once something has gone wrong.
func (s *saver) nodeOf(table string, row int64) *savedNode {
	st := s.b.table(table)
	if st < 0 || row < 0 {
		return nil
	}
	for i := range s.nodes {
		n := &s.nodes[s.nth(i)]
		if s.live[st] != nil {
			if int(n.kind) == st && int64(n.row) == row {
				return n
			}
		} else if row -= s.elementsIn(int(n.kind), s.live[n.kind].RowBytes(n.slot, n.gen), st); row < 0 {
			return n
		}
	}
	return nil
}

// elementsIn counts the elements of a table that a record has, in the elements of its
// spans as well.
func (s *saver) elementsIn(st int, record []byte, of int) (n int64) {
	for i := range s.tables[st].fields {
		f := &s.tables[st].fields[i]
		if f.kind != format.TypeSpan {
			continue
		}
		records, stride := s.elements(f, record[f.off:][:8]), s.tables[f.target].stride
		if f.target == of {
			n += int64(len(records) / stride)
		} else if s.tables[f.target].spans {
			for ; len(records) > 0; records = records[stride:] {
				n += s.elementsIn(f.target, records[:stride], of)
			}
		}
	}
	return n
}

// handle returns the handle of a node's record.
func (s *saver) handle(n *savedNode) store.AnyHandle {
	return store.AnyFromBits(n.kind+1, uint64(n.gen)<<32|uint64(n.slot))
}

// rows turns records of a store into rows of the file. They are valid until the next
// call for that store, or for the records themselves until these change.
func (s *saver) rows(st int, records []byte) ([]byte, error) {
	t := &s.tables[st]
	n := len(records) / t.stride
	if t.plain() {
		if !bigEndian {
			return records, nil
		}
		t.buf = append(t.buf[:0], records...)
		swap(t.buf, t.copies[0].size)
		return t.buf, nil
	}
	t.buf = zeroed(t.buf, n*t.out)
	for i := range n {
		dst, src := t.buf[i*t.out:][:t.out], records[i*t.stride:][:t.stride]
		for _, c := range t.copies {
			copy(dst[c.to:c.to+c.n], src[c.off:])
			if bigEndian {
				swap(dst[c.to:c.to+c.n], c.size)
			}
		}
		for i := range t.fields {
			if err := s.field(st, &t.fields[i], dst, src); err != nil {
				return nil, err
			}
		}
	}
	return t.buf, nil
}

// swap reverses the bytes of numbers.
func swap(b []byte, size int) {
	for ; len(b) >= size; b = b[size:] {
		for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	}
}

// field writes the values of a field that refers to something.
func (s *saver) field(st int, f *saveField, dst, src []byte) error {
	le, ne := binary.LittleEndian, binary.NativeEndian
	for i := range f.count {
		d, v := dst[f.to+i*f.size:][:f.size], src[f.off+i*f.size:][:f.size]
		switch f.kind {
		case format.TypeStr:
			id, err := s.str(ne.Uint32(v))
			if err != nil {
				return s.fault(st, f.name, err)
			}
			le.PutUint32(d, id)
		case format.TypeSpan:
			if n := ne.Uint32(v[4:]); n > 0 {
				if s.elements(f, v) != nil {
					le.PutUint32(d[4:], n)
				} else if s.strict {
					return s.fault(st, f.name, fmt.Errorf("a span of %d elements that are not in use: %w", n, ErrDangling))
				}
			}
		case format.TypeRef, format.TypeAnyRef:
			to, slot, gen := f.handle(v)
			row := s.target(to, slot, gen)
			if row >= 0 && f.kind == format.TypeAnyRef && !f.kinds.has(to) {
				row = -1
			}
			if row < 0 {
				if s.strict && slot|gen != 0 {
					return s.fault(st, f.name, dangling(slot, gen))
				}
				continue
			}
			le.PutUint32(d, uint32(row)+1)
			if f.kind == format.TypeAnyRef {
				le.PutUint16(d[8:], uint16(to+format.FixedTables))
			}
		}
	}
	return nil
}

// dangling is the error of a handle that is not nil and names no node that is saved.
func dangling(slot, gen uint32) error {
	if gen == 0 {
		return fmt.Errorf("a pending reference, into a chunk that is not loaded or copied before it was, %w", ErrDangling)
	}
	return fmt.Errorf("handle %d:%x %w", slot, gen, ErrDangling)
}

func (s *saver) fault(st int, field string, err error) error {
	return &Error{Op: "save", Table: s.b.world.Schema.Tables[st].Name, Field: field, Err: err}
}

// noteStrings makes room for the numbers of the world's strings, unless most of those are
// likely to be of other levels, and for as many strings as the file can be expected to have.
func (s *saver) noteStrings() {
	names, numbers := len(s.ids), 0
	for st := range s.tables {
		t, n := &s.tables[st], s.most[st]
		if names += n * t.strs; t.id != nil && t.id.Type != format.TypeStr {
			numbers += n
		}
	}
	size := 0
	if all := s.b.strings; all != nil && all.Len() > 0 {
		if all.Len() <= 16*len(s.nodes) {
			s.strs = make([]uint32, all.Len()+1)
		}
		names = min(names, all.Len())
		size = int(float64(all.Size()) * float64(names) / float64(all.Len())) // of integers, the product may wrap
	}
	s.expect = names + numbers
	s.w.GrowStrings(s.expect, size+8*numbers)
}

// str gives a string of the world to the writer, once if there is room for its number.
func (s *saver) str(id uint32) (uint32, error) {
	known := uint64(id) < uint64(len(s.strs))
	if known && s.strs[id] > 0 {
		return s.strs[id], nil
	}
	str, err := s.w.StringOf(s.b.text(store.StrFromID(id)))
	if known {
		s.strs[id] = str
	}
	return str, err
}

// text returns a string of the world, or "" if it has none.
func (b *Binding) text(s store.Str) string {
	if b.strings == nil {
		return ""
	}
	return b.strings.Get(s)
}

// elements returns the records of a span, or nil if it is not in use.
func (s *saver) elements(f *saveField, v []byte) []byte {
	e, _ := s.b.stores[f.target].(store.Elements)
	if e == nil {
		return nil
	}
	ne := binary.NativeEndian
	return e.SpanBytes(ne.Uint32(v), ne.Uint32(v[4:]))
}

// spans writes the elements of a record's spans, and their own spans.
func (s *saver) spans(st int, row uint32, record []byte) error {
	for i := range s.tables[st].fields {
		f := &s.tables[st].fields[i]
		if f.kind != format.TypeSpan {
			continue
		}
		v := record[f.off:][:8]
		records := s.elements(f, v)
		if len(records) == 0 {
			continue
		}
		rows, err := s.rows(f.target, records)
		if err != nil {
			return err
		}
		table := f.target + format.FixedTables
		first, err := s.w.Append(table, row, rows)
		if err != nil {
			return s.fault(st, f.name, err)
		}
		if !s.tables[f.target].spans && s.elems[f.target] == nil {
			continue
		}
		stride := s.tables[f.target].stride
		for k := range uint32(len(records) / stride) {
			if err := s.spans(f.target, first+k, records[int(k)*stride:][:stride]); err != nil {
				return err
			}
			if err := s.elementProps(f.target, binary.NativeEndian.Uint32(v)+k, first+k); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteElements notes the places of elements that have properties.
func (s *saver) noteElements() {
	s.elems = make([]map[uint32]format.Props, len(s.tables))
	for _, l := range s.levels {
		for _, p := range l.img.props {
			st := int(p.table)
			at := l.img.table(st).place(p.row)
			if s.live[st] != nil || at == nowhere {
				continue
			}
			if s.elems[st] == nil {
				s.elems[st] = make(map[uint32]format.Props)
			}
			s.elems[st][at.slot] = l.img.propBytes[p.start:][:p.len]
		}
	}
}

// elementProps writes the properties of the element at a position, once.
func (s *saver) elementProps(st int, at, row uint32) error {
	p, ok := s.elems[st][at]
	if !ok {
		return nil
	}
	delete(s.elems[st], at)
	return s.w.Prop(st+format.FixedTables, row, p)
}

// noteIDs notes the ids that levels have for their nodes.
func (s *saver) noteIDs() {
	if len(s.known) > 0 {
		s.ids = make([]store.Str, len(s.nodes))
	}
	for _, l := range s.known {
		for i, e := range l.set.ids.rows {
			h := l.set.idHandle(i)
			if k := s.target(int(h.Kind())-1, h.Index(), uint32(h.Bits()>>32)); k >= 0 {
				s.ids[k] = e.id
			}
		}
	}
}

// id writes the id of a node: its id field, or what its level has.
func (s *saver) id(k int32, record []byte) error {
	n, id := &s.nodes[k], uint32(0) // "" if the game made the node
	if len(s.ids) > 0 {
		id = s.ids[k].ID()
	}
	f, number := s.tables[n.kind].id, false
	switch {
	case f == nil:
	case f.Type == format.TypeStr:
		id = binary.NativeEndian.Uint32(record[f.Offset:])
	default:
		var zero bool
		s.digits, zero = decimal(s.digits[:0], f.Type, record[f.Offset:])
		number = !zero
	}
	var str uint32
	var err error
	if number {
		str, err = s.w.String(s.digits)
	} else {
		str, err = s.str(id)
	}
	if err != nil {
		return s.fault(int(n.kind), "", err)
	}
	if str == 0 {
		return nil
	}
	if !s.take(n.kind, str) {
		return nil
	}
	return s.w.ID(str, int(n.kind)+format.FixedTables, n.row)
}

// take makes a string the id of a node of a kind. It returns false if another one has it.
func (s *saver) take(kind uint16, str uint32) bool {
	if n := int(str) + 1 - len(s.taken); n > 0 {
		if s.taken == nil {
			s.taken = make([]uint16, 0, max(n, s.expect+1))
		}
		s.taken = append(s.taken, make([]uint16, n)...)
	}
	switch s.taken[str] {
	case 0:
		s.taken[str] = kind + 1
		return true
	case kind + 1:
		return false
	}
	key := uint64(kind)<<32 | uint64(str)
	if _, twice := s.shared[key]; twice {
		return false
	}
	if s.shared == nil {
		s.shared = make(map[uint64]struct{})
	}
	s.shared[key] = struct{}{}
	return true
}

// decimal appends an integer in the form of an id.
func decimal(to []byte, t format.Type, v []byte) (text []byte, zero bool) {
	ne := binary.NativeEndian
	i, u, signed := int64(0), uint64(0), true
	switch t {
	case format.TypeI8:
		i = int64(int8(v[0]))
	case format.TypeI16:
		i = int64(int16(ne.Uint16(v)))
	case format.TypeI32:
		i = int64(int32(ne.Uint32(v)))
	case format.TypeI64:
		i = int64(ne.Uint64(v))
	case format.TypeU8:
		u, signed = uint64(v[0]), false
	case format.TypeU16:
		u, signed = uint64(ne.Uint16(v)), false
	case format.TypeU32:
		u, signed = uint64(ne.Uint32(v)), false
	default:
		u, signed = ne.Uint64(v), false
	}
	if signed {
		return strconv.AppendInt(to, i, 10), i == 0
	}
	return strconv.AppendUint(to, u, 10), u == 0
}
