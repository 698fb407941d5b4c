package randlevel

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/levelc/levelc/format"
)

var texts = []string{
	"", "", "plain", "two words", " edge ", "comma,comma", "\n", "\t\r\n", "a\x01b", "<&>\"']]>", "k0", "k1", "ünï 🍎", "7", "-0", "true", "null",
	"value", "in", "type", "\u2028", "$schema", "\ufffe", "0", "a.b", "body", "{}", "[]", "in", "a", "pos",
}

// level makes the rows and writes them.
func (r *random) level(w *format.Writer, o format.WriterOptions, out io.WriterAt) error {
	if err := w.Reset(r.schema, o); err != nil {
		return err
	}
	r.w, r.schema, r.taken = w, w.Schema(), map[string]bool{}
	r.rows = make([]int, len(r.schema.Tables))
	r.tree()
	for i := range r.nodes {
		r.row(r.nodes[i].table, r.nodes[i].row, &r.nodes[i])
	}
	if r.err == nil {
		_, r.err = w.Finish(out)
	}
	return r.err
}

// tree makes the nodes, without their rows.
func (r *random) tree() {
	var kinds []int
	for i := range r.schema.Tables {
		if r.schema.Tables[i].Class == format.ClassNode {
			kinds = append(kinds, i)
		}
	}
	depth := 0
	for range r.IntN(12) {
		var k, slot, next int
		r.perhaps(5, func() {
			k = pick(r, kinds...)
			slot = r.IntN(len(r.schema.Tables[k].Attr.Names))
			next = r.IntN(3)
		})
		if r.o.Extras && r.chance(15) {
			label, err := r.w.String([]byte(pick(r, texts...)))
			r.keep(err)
			r.keep(r.w.Chunk(label))
		}
		row, err := r.w.Node(k, depth, uint8(slot))
		r.keep(err)
		r.open = append(r.open[:depth:depth], node{table: k, row: int(row)})
		r.nodes = append(r.nodes, node{table: k, row: int(row), parents: slices.Clone(r.open[:depth])})
		r.rows[k]++
		if depth += 1 - next; depth < 0 {
			depth = 0
		}
	}
}

// row makes a row with its elements. For an element n is nil, and row is the number of
// its owner.
func (r *random) row(table, row int, n *node) {
	tb := &r.schema.Tables[table]
	b := make([]byte, tb.Stride)
	type todo struct{ table, count int }
	var spans []todo
	for i := range tb.Fields {
		f := &tb.Fields[i]
		v := b[f.Offset:]
		switch {
		case f.Attr.Role == format.RoleParent:
			r.parent(f, v, n)
		case f.Attr.Role.IsID() && n != nil:
			r.perhaps(2, func() { r.id(f, v, table, row) })
		case f.Type == format.TypeSpan:
			count := 0
			r.perhaps(3, func() { count = r.count() })
			binary.LittleEndian.PutUint32(v[4:], uint32(count))
			spans = append(spans, todo{r.schema.Table(f.Target), count})
		default:
			r.perhaps(2, func() { r.values(f, v) })
		}
	}
	if n != nil {
		r.keep(r.w.Put(table, uint32(row), b))
	} else {
		first, err := r.w.Append(table, uint32(row), b)
		r.keep(err)
		row = int(first)
	}
	if r.o.Extras {
		r.extras(table, uint32(row))
	}
	for _, s := range spans {
		for range s.count {
			r.row(s.table, row, nil)
		}
	}
}

// count returns how many elements a span gets.
func (r *random) count() int {
	n := r.IntN(4)
	if r.chance(2) {
		n = 40 + r.IntN(300)
	}
	n = min(n, r.elements)
	r.elements -= n
	return n
}

// values fills a field.
func (r *random) values(f *format.Field, v []byte) {
	for k := range int(f.Count) {
		if !r.chance(30) {
			r.value(f, v[k*int(f.Type.Size()):])
		}
	}
	if def, err := format.DefaultBytes(f); err == nil && f.Type != format.TypeStr && r.chance(20) {
		copy(v, def)
	}
}

// extras makes what a source has besides rows.
func (r *random) extras(table int, row uint32) {
	if r.chance(20) {
		var p format.PropBuilder
		p.Reset()
		p.Key("key")
		p.Text(pick(r, texts...))
		p.Key("number")
		p.Int(int64(r.IntN(5)))
		props, err := p.Finish()
		r.keep(err)
		r.keep(r.w.Prop(table, row, props))
	}
	if r.chance(50) {
		name, err := r.w.String([]byte(pick(r, "a.xml", "b.json")))
		r.keep(err)
		r.keep(r.w.Src(table, row, name, uint32(1+r.IntN(100)), 1))
	}
}

// parent fills a parent field, mostly as a compiler would.
func (r *random) parent(f *format.Field, v []byte, n *node) {
	if r.chance(1) {
		return
	}
	for i := len(n.parents) - 1; i >= 0; i-- {
		p := n.parents[i]
		name := r.schema.Tables[p.table].Name
		if name != f.Target && !slices.Contains(f.Symbols, name) {
			continue
		}
		binary.LittleEndian.PutUint32(v, uint32(p.row+1))
		if f.Type == format.TypeAnyRef {
			binary.LittleEndian.PutUint16(v[8:], uint16(p.table))
		}
		return
	}
}

func (r *random) id(f *format.Field, v []byte, table, row int) {
	text := ""
	switch {
	case r.o.Nameless && r.chance(20):
		return
	case f.Type == format.TypeStr:
		if text = pick(r, texts...); text == "" {
			text = "id"
		}
		for r.taken[fmt.Sprint(table, text)] {
			text += "+"
		}
	default:
		text = fmt.Sprint(row + 1)
		v[0] = byte(row + 1)
	}
	r.taken[fmt.Sprint(table, text)] = true
	id, err := r.w.String([]byte(text))
	r.keep(err)
	if f.Type == format.TypeStr {
		binary.LittleEndian.PutUint32(v, id)
	}
	r.keep(r.w.ID(id, table, uint32(row)))
}

func (r *random) value(f *format.Field, v []byte) {
	le := binary.LittleEndian
	size := int(f.Type.Size())
	switch {
	case f.Type == format.TypeStr:
		id, err := r.w.String([]byte(pick(r, texts...)))
		r.keep(err)
		le.PutUint32(v, id)
	case f.Type == format.TypeRef:
		r.ref(v, r.schema.Table(f.Target))
	case f.Type == format.TypeAnyRef:
		k := r.schema.Table(pick(r, f.Symbols...))
		if r.ref(v, k) {
			le.PutUint16(v[8:], uint16(k))
		}
	case f.Type == format.TypeBool:
		v[0] = byte(r.IntN(2))
	case f.Type.IsFlags():
		v[0] = byte(r.IntN(8))
	case f.Type.IsEnum():
		v[0] = byte(r.IntN(len(f.Symbols)))
	case f.Type == format.TypeF32 && r.chance(98):
		x := math.Float32frombits(r.Uint32())
		if x != x || math.IsInf(float64(x), 0) || r.chance(50) {
			x = float32(r.IntN(100)) / 4
		}
		le.PutUint32(v, math.Float32bits(x))
	case f.Type == format.TypeF64 && r.chance(98):
		x := math.Float64frombits(r.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) || r.chance(50) {
			x = float64(r.IntN(100)) / 3
		}
		le.PutUint64(v, math.Float64bits(x))
	default:
		for i := range size {
			v[i] = byte(r.Uint32())
		}
	}
}

func (r *random) ref(v []byte, table int) bool {
	if r.rows[table] == 0 {
		return false
	}
	binary.LittleEndian.PutUint32(v, uint32(r.IntN(r.rows[table])+1))
	return true
}
