package loader_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// anyNode is a node of a level: of each field its values, of a span its elements.
type anyNode struct {
	anyRow
	kind   *anyTable // of the file
	depth  int
	chunk  int
	name   int
	serial uint32
	id     string
	row    uint32
	in     *anyNode // which it stands in
}

type anyRow struct {
	values map[*anyField][]any
	props  string // the value of its one property, "" for none
}

type anyDoc struct {
	kinds  []*anyTable
	nodes  []*anyNode
	chunks []string
}

// doc makes a level of a file's kinds.
func (m *anyMaker) doc(kinds []*anyTable, nodes, chunks int, serial *uint32) *anyDoc {
	d := &anyDoc{kinds: kinds}
	for c := range chunks {
		d.chunks = append(d.chunks, []string{fmt.Sprint("c", c), fmt.Sprint("c", m.rng.IntN(c+1)), ""}[m.rng.IntN(3)])
	}
	for i := range nodes {
		d.nodes = append(d.nodes, m.node(d, serial))
		d.nodes[i].chunk = i * (chunks + 1) / nodes
	}
	for _, n := range d.nodes {
		m.refer(d, n.kind, n.anyRow, 100)
	}
	d.settle()
	return d
}

func (m *anyMaker) node(d *anyDoc, serial *uint32) *anyNode {
	*serial++
	n := &anyNode{kind: d.kinds[m.rng.IntN(len(d.kinds))], depth: m.rng.IntN(6), serial: *serial}
	n.name = m.rng.IntN(len(n.kind.names) + 1)
	n.anyRow = m.row(n.kind)
	if m.hit(60) {
		n.id = fmt.Sprint("i", *serial)
	}
	for _, f := range n.kind.fields {
		switch {
		case f.name == "serial":
			n.values[f] = []any{uint64(*serial)}
		case f.id:
			n.values[f] = []any{n.id}
		}
	}
	return n
}

// row makes a row that refers to nothing yet.
func (m *anyMaker) row(t *anyTable) anyRow {
	r := anyRow{values: map[*anyField][]any{}}
	if m.hit(15) {
		r.props = m.name("p")
	}
	for _, f := range t.fields {
		r.values[f] = m.values(f)
	}
	return r
}

func (m *anyMaker) values(f *anyField) (out []any) {
	n := f.count
	if f.gap {
		return nil
	}
	if f.typ == format.TypeSpan {
		n = max(m.rng.IntN(6)-2, 0)
	}
	for range n {
		switch f.typ {
		case format.TypeSpan:
			out = append(out, m.row(f.to))
		case format.TypeRef, format.TypeAnyRef:
			out = append(out, (*anyNode)(nil))
		default:
			out = append(out, m.plain(f))
		}
	}
	return out
}

// refer gives some of the references of a row new targets.
func (m *anyMaker) refer(d *anyDoc, t *anyTable, r anyRow, percent int) {
	for _, f := range t.fields {
		for i, v := range r.values[f] {
			if f.typ == format.TypeSpan {
				m.refer(d, f.to, v.(anyRow), percent)
			} else if f.typ.IsRef() && !f.parent && m.hit(percent) {
				to := d.nodes[m.rng.IntN(len(d.nodes))]
				if to.kind != f.to && !slices.Contains(f.kinds, to.kind) {
					to = nil
				}
				r.values[f][i] = to
			}
		}
	}
}

// settle sets rows, depths and parents, after nodes have come or gone.
func (d *anyDoc) settle() {
	rows := map[*anyTable]uint32{}
	prev := -1
	var path [8]*anyNode
	for _, n := range d.nodes {
		n.row = rows[n.kind]
		rows[n.kind]++
		n.depth = min(n.depth, prev+1)
		prev = n.depth
		n.in, path[n.depth+1] = path[n.depth], n
		for f, values := range n.values {
			if f.parent && len(values) > 0 {
				values[0] = n.parent(f, func(k *anyTable) *anyTable { return k })
			}
		}
	}
}

// parent is the nearest enclosing node that a parent field may name; of says what the field
// takes a kind for.
func (n *anyNode) parent(f *anyField, of func(*anyTable) *anyTable) *anyNode {
	for n = n.in; n != nil; n = n.in {
		if k := of(n.kind); k != nil && (k == f.to || slices.Contains(f.kinds, k)) {
			break
		}
	}
	return n
}

// edit makes a later version of a level.
func (m *anyMaker) edit(d *anyDoc, serial *uint32) *anyDoc {
	out := &anyDoc{kinds: d.kinds, chunks: d.chunks}
	rate := []int{0, 5, 25, 60}[m.rng.IntN(4)]
	to := map[*anyNode]*anyNode{}
	for _, n := range d.nodes {
		if m.hit(rate) && m.hit(40) {
			out.nodes = append(out.nodes, m.node(d, serial))
			out.nodes[len(out.nodes)-1].chunk = n.chunk
		}
		if m.hit(rate) && m.hit(40) {
			continue
		}
		c := *n
		if m.hit(rate) {
			c.depth = m.rng.IntN(6)
		}
		to[n] = &c
		out.nodes = append(out.nodes, &c)
	}
	if m.hit(rate) && len(d.chunks) == 0 {
		m.rng.Shuffle(len(out.nodes), func(i, j int) { out.nodes[i], out.nodes[j] = out.nodes[j], out.nodes[i] })
	}
	for _, n := range out.nodes {
		n.anyRow = m.editRow(n.kind, n.anyRow, to, rate)
		if len(out.nodes) > 0 {
			m.refer(out, n.kind, n.anyRow, rate)
		}
	}
	out.settle()
	return out
}

func (m *anyMaker) editRow(t *anyTable, r anyRow, to map[*anyNode]*anyNode, rate int) anyRow {
	out := anyRow{values: map[*anyField][]any{}, props: r.props}
	if m.hit(rate) && m.hit(30) {
		out.props = ""
	}
	for _, f := range t.fields {
		old := slices.Clone(r.values[f])
		for i := range old {
			switch v := old[i].(type) {
			case anyRow:
				old[i] = m.editRow(f.to, v, to, rate)
			case *anyNode:
				old[i] = to[v]
			default:
				if f.name != "serial" && !f.id && m.hit(rate) {
					old[i] = m.plain(f)
				}
			}
		}
		if f.typ == format.TypeSpan && !f.gap && m.hit(rate) {
			if len(old) > 0 && m.hit(50) {
				old = old[1:]
			} else {
				old = append(old, m.row(f.to))
			}
		}
		out.values[f] = old
	}
	return out
}

// file writes the level.
func (d *anyDoc) file(t require.TestingT, s *format.Schema, o format.WriterOptions) []byte {
	w, err := format.NewWriter(s, o)
	require.NoError(t, err)
	a := &anyWriter{t, w}
	chunk := 0
	for _, n := range d.nodes {
		for ; chunk < n.chunk; chunk++ {
			require.NoError(t, w.Chunk(a.str(d.chunks[chunk])))
		}
		row, err := w.Node(n.kind.number, n.depth, uint8(n.name))
		require.NoError(t, err)
		require.Equal(t, n.row, row)
		require.NoError(t, w.Put(n.kind.number, row, a.bytes(n.kind, n.anyRow)))
		a.below(n.kind, row, n.anyRow)
		if n.id != "" {
			require.NoError(t, w.ID(a.str(n.id), n.kind.number, row))
		}
	}
	for ; chunk < len(d.chunks); chunk++ {
		require.NoError(t, w.Chunk(a.str(d.chunks[chunk])))
	}
	var out format.Buffer
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

type anyWriter struct {
	t require.TestingT
	w *format.Writer
}

func (a *anyWriter) str(s string) uint32 {
	id, err := a.w.String([]byte(s))
	require.NoError(a.t, err)
	return id
}

// bytes is a row as the file has it.
func (a *anyWriter) bytes(t *anyTable, r anyRow) []byte {
	le := binary.LittleEndian
	out := make([]byte, t.table().Stride)
	for _, f := range t.fields {
		if f.typ == format.TypeSpan {
			le.PutUint32(out[f.offset+4:], uint32(len(r.values[f])))
			continue
		}
		for i, v := range r.values[f] {
			at := out[f.offset+uint32(i)*f.typ.Size():]
			var wide [8]byte
			switch v := v.(type) {
			case *anyNode:
				if v != nil {
					le.PutUint32(at, v.row+1)
					if f.typ == format.TypeAnyRef {
						le.PutUint16(at[8:], uint16(v.kind.number))
					}
				}
				continue
			case int64:
				le.PutUint64(wide[:], uint64(v))
			case uint64:
				le.PutUint64(wide[:], v)
			case float64:
				le.PutUint64(wide[:], math.Float64bits(v))
				if f.typ == format.TypeF32 {
					le.PutUint32(wide[:], math.Float32bits(float32(v)))
				}
			case string:
				if f.typ == format.TypeStr {
					le.PutUint32(wide[:], a.str(v))
				} else {
					le.PutUint32(wide[:], uint32(slices.Index(f.syms, v)))
				}
			case map[string]bool:
				for k, s := range f.syms {
					if v[s] {
						wide[k/8] |= 1 << (k % 8)
					}
				}
			}
			copy(at[:f.typ.Size()], wide[:])
		}
	}
	return out
}

// below writes the elements of a row, and its properties.
func (a *anyWriter) below(t *anyTable, row uint32, r anyRow) {
	if r.props != "" {
		var p format.PropBuilder
		p.Reset()
		p.Key("is")
		p.Text(r.props)
		props, err := p.Finish()
		require.NoError(a.t, err)
		require.NoError(a.t, a.w.Prop(t.number, row, props))
	}
	for _, f := range t.fields {
		for _, v := range r.values[f] {
			if e, ok := v.(anyRow); ok {
				at, err := a.w.Append(f.to.number, row, a.bytes(f.to, e))
				require.NoError(a.t, err)
				a.below(f.to, at, e)
			}
		}
	}
}

// wanted is what the level is in the world, a line for each node whose kind it has.
// has says which nodes are there; props, whether their properties are.
func (d *anyDoc) wanted(has func(*anyNode) bool, props bool) (out []string) {
	var path [8]int
	for _, n := range d.nodes {
		path[n.depth+1] = path[n.depth]
		if n.kind.now == nil || !has(n) {
			continue
		}
		path[n.depth+1]++
		for _, f := range n.kind.now.fields {
			if f.parent && n.kind.source(n.kind.now, f) == nil {
				was := &anyField{typ: f.typ, count: 1, now: f} // the tree says it
				n.values[was] = []any{n.parent(f, func(k *anyTable) *anyTable { return k.now })}
				defer delete(n.values, was)
			}
		}
		out = append(out, fmt.Sprintf("%d %s %s", path[n.depth], n.worldName(), n.wanted(n.kind, n.kind.now, has, props)))
	}
	return out
}

// worldName is the element name that a node has in the world.
func (n *anyNode) worldName() string {
	now := n.kind.now.names
	switch {
	case n.name >= len(n.kind.names):
		if n.name < len(now) {
			return now[n.name] // a slot that is no name stays what it is
		}
		return n.kind.now.name
	case slices.Contains(now, n.kind.names[n.name]):
		return n.kind.names[n.name]
	}
	return now[0]
}

func (r anyRow) wanted(t, now *anyTable, has func(*anyNode) bool, props bool) string {
	var b strings.Builder
	b.WriteString("{")
	for _, f := range now.fields {
		if f.gap {
			continue
		}
		b.WriteString(f.name + "=")
		g := t.source(now, f)
		if g == nil && f.parent {
			g = r.parentOf(f)
		}
		if f.typ == format.TypeSpan {
			if g != nil {
				for _, e := range r.values[g] {
					b.WriteString(e.(anyRow).wanted(g.to, f.to, has, props))
				}
			}
			continue
		}
		for i := range f.count {
			b.WriteString(f.wanted(g, r, i, has) + " ")
		}
	}
	if props {
		b.WriteString(r.props)
	}
	return b.String() + "}"
}

// parentOf is what the tree says that a parent field is.
func (r anyRow) parentOf(f *anyField) *anyField {
	for g := range r.values {
		if g.name == "" && g.now == f {
			return g
		}
	}
	return nil
}

// source is the field of a file's table that a field of the world's is read from.
func (t *anyTable) source(now *anyTable, f *anyField) *anyField {
	named := func(t *anyTable, name string) *anyField {
		for _, g := range t.fields {
			if g.name == name && !g.gap {
				return g
			}
		}
		return nil
	}
	if g := named(t, f.name); g != nil {
		return g
	}
	for _, a := range f.alias {
		if g := named(t, a); g != nil && named(now, a) == nil {
			return g
		}
	}
	return nil
}

// wanted is value i of a field of the world, g in the file.
func (f *anyField) wanted(g *anyField, r anyRow, i int, has func(*anyNode) bool) string {
	if g == nil || i >= g.count {
		switch {
		case f.typ.IsRef():
			return "nil"
		case f.def != nil:
			return f.show(f.def[i])
		}
		return f.show(f.zero())
	}
	switch v := r.values[g][i].(type) {
	case *anyNode:
		if v == nil || v.kind.now == nil || !has(v) {
			return "nil"
		}
		return fmt.Sprint(v.kind.now.name, v.serial)
	case string:
		if f.typ != format.TypeStr && !slices.Contains(f.syms, v) {
			return f.show(f.def[0])
		}
		return f.show(v)
	default:
		return f.show(v)
	}
}

// told is what a file says of its nodes, as wanted has it.
func told(t require.TestingT, file []byte, props bool) (out []string) {
	serials := map[string]map[int]uint64{}
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, err)
		if serials[n.Kind()] == nil {
			serials[n.Kind()] = map[int]uint64{}
		}
		v, _ := n.Field("serial")
		serials[n.Kind()][n.Index()] = v.Uint(0)
	}
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, err)
		out = append(out, fmt.Sprintf("%d %s %s", n.Depth(), n.Name(), toldRow(n.Row, serials, props)))
	}
	return out
}

func toldRow(r loader.Row, serials map[string]map[int]uint64, props bool) string {
	var b strings.Builder
	b.WriteString("{")
	for name, v := range r.Fields {
		b.WriteString(name + "=")
		for i := range v.Len() {
			switch t := v.Type(); {
			case t == format.TypeSpan:
				e, _ := v.Element(i)
				b.WriteString(toldRow(e, serials, props))
				continue
			case t.IsRef():
				if kind, row, ok := v.Ref(i); ok {
					b.WriteString(fmt.Sprint(kind, serials[kind][row]))
				} else {
					b.WriteString("nil")
				}
			case t == format.TypeStr:
				fmt.Fprintf(&b, "%q", v.Text(i))
			default:
				b.WriteString(toldValue(v, i))
			}
			b.WriteString(" ")
		}
	}
	if props {
		for _, v := range r.Props().All() {
			text, _ := v.Text()
			b.Write(text)
		}
	}
	return b.String() + "}"
}

func toldValue(v loader.Value, i int) string {
	switch v.Type() {
	case format.TypeBool:
		return strconv.FormatBool(v.Bool(i))
	case format.TypeF32:
		return strconv.FormatFloat(v.Float(i), 'g', -1, 32)
	case format.TypeF64:
		return strconv.FormatFloat(v.Float(i), 'g', -1, 64)
	case format.TypeEnum8, format.TypeEnum16, format.TypeEnum32:
		return v.Symbol(i)
	case format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64:
		return strconv.FormatInt(v.Int(i), 10)
	}
	return strconv.FormatUint(v.Uint(i), 10)
}
