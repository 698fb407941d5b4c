package unparse_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// random makes small levels with everything in them that a schema allows, fit
// for a source or not.
type random struct {
	*rand.Rand
	schema *format.Schema
	spans  []int // tables whose spans are not made yet

	w     *format.Writer
	rows  []int    // by table: rows so far of node tables, and in the end
	kinds []level1 // the nodes in document order
	open  []level1 // while they are made
	taken map[string]bool

	elements int  // that may still be made
	nameless bool // some nodes have no id, and something may refer to them
}

type level1 struct {
	table, row, depth int
	slot              uint8
	parents           []level1
}

func (r *random) chance(percent int) bool { return r.IntN(100) < percent }

func pick[T any](r *random, list ...T) T { return list[r.IntN(len(list))] }

var names = []string{"a", "b", "c", "d", "e", "pos", "size", "value", "text", "name", "flags", "mass", "kind", "note", "é", "x-y"}

// world makes a schema of a few kinds.
func (r *random) world() {
	r.schema = &format.Schema{}
	n := 1 + r.IntN(3)
	for i := range n {
		name := fmt.Sprintf("k%d", i)
		t := format.Table{Name: name, Class: format.ClassNode, Attr: format.TableAttr{Names: []string{name}}}
		if r.chance(30) {
			t.Attr.Names = append(t.Attr.Names, name+"-other")
		}
		if r.chance(30) {
			t.Attr.JSON = name + "s"
		}
		r.schema.Tables = append(r.schema.Tables, t)
	}
	for i := range n {
		r.fields(i, n)
	}
	for len(r.spans) > 0 {
		i := r.spans[0]
		r.spans = r.spans[1:]
		r.fields(i, n)
	}
	for i := range r.schema.Tables {
		lay(&r.schema.Tables[i])
	}
}

// lay gives the fields their places.
func lay(t *format.Table) {
	align := uint32(1)
	t.Stride = 0
	for i := range t.Fields {
		f := &t.Fields[i]
		a := f.Type.Align()
		align = max(align, a)
		f.Offset = (t.Stride + a - 1) / a * a
		t.Stride = f.Offset + f.Size()
	}
	t.Stride = max(1, (t.Stride+align-1)/align*align)
}

var plainTypes = []format.Type{
	format.TypeU8, format.TypeI8, format.TypeU16, format.TypeI16, format.TypeU32, format.TypeI32, format.TypeU64, format.TypeI64,
	format.TypeF32, format.TypeF64, format.TypeBool, format.TypeEnum8, format.TypeEnum16, format.TypeEnum32,
	format.TypeFlags8, format.TypeFlags16, format.TypeFlags32, format.TypeFlags64, format.TypeStr, format.TypeStr, format.TypeRef, format.TypeAnyRef,
}

func (r *random) fields(table, kinds int) {
	name := r.schema.Tables[table].Name
	node := table < kinds
	var out []format.Field
	used := map[string]bool{}
	add := func(f format.Field) {
		if f.Attr.Source == "" && f.Attr.Role != format.RoleParent {
			f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
		}
		out = append(out, f)
	}
	free := func() string {
		for {
			n := pick(r, names...)
			if r.chance(2) {
				n = pick(r, "type", "children", "a b", "3d", "k1")
			}
			if r.chance(25) {
				n = pick(r, "in", "in.deep") + "." + n
			}
			if !used[n] && n != "in" {
				used[n] = true
				return n
			}
		}
	}
	if node && r.chance(70) {
		add(format.Field{Name: "id", Type: pick(r, format.TypeStr, format.TypeStr, format.TypeU32, format.TypeI8), Count: 1, Attr: format.Attr{Role: format.RoleID}})
	}
	if node && r.chance(50) {
		f := format.Field{Name: "parent", Count: 1, Attr: format.Attr{Role: format.RoleParent}}
		r.target(&f, kinds)
		add(f)
	}
	if !node && r.chance(40) { // elements that are values
		f := r.field("value", kinds)
		f.Attr.Role = format.RoleText
		add(f)
		r.schema.Tables[table].Fields = out
		r.span(table, out)
		return
	}
	for range r.IntN(7) {
		add(r.field(free(), kinds))
	}
	if r.chance(15) {
		f := r.field("own", kinds)
		f.Attr.Role = format.RoleText
		add(f)
	}
	for range r.IntN(3) {
		if len(r.schema.Tables) < 12 {
			add(format.Field{Name: free(), Type: format.TypeSpan, Count: 1})
		}
	}
	if r.chance(10) {
		add(format.Field{Name: "rest", Type: format.TypeSpan, Count: 1, Attr: format.Attr{Role: format.RoleMap}})
	}
	if len(out) == 0 || len(out) == 1 && out[0].Attr.Role == format.RoleText {
		add(r.field("only", kinds))
	}
	r.schema.Tables[table].Fields = out
	r.schema.Tables[table].Name = name
	r.span(table, out)
}

// span makes the array tables that the spans of a table need.
func (r *random) span(table int, fields []format.Field) {
	for i := range fields {
		f := &fields[i]
		if f.Type != format.TypeSpan {
			continue
		}
		f.Target = r.schema.Tables[table].Name + "." + f.Name
		t := format.Table{Name: f.Target, Class: format.ClassArray}
		r.schema.Tables = append(r.schema.Tables, t)
		at := len(r.schema.Tables) - 1
		if f.Attr.Role == format.RoleMap {
			key := format.Field{Name: "key", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleKey, Source: "key"}}
			list := []format.Field{key}
			for i := range 1 + r.IntN(2) {
				v := r.field(fmt.Sprintf("v%d", i), 1)
				v.Attr.Source = v.Name
				list = append(list, v)
			}
			r.schema.Tables[at].Fields = list
			continue
		}
		r.spans = append(r.spans, at)
	}
}

func (r *random) target(f *format.Field, kinds int) {
	if r.chance(50) {
		f.Type, f.Target = format.TypeRef, fmt.Sprintf("k%d", r.IntN(kinds))
		return
	}
	f.Type = format.TypeAnyRef
	for i := range kinds {
		if r.chance(70) || i == kinds-1 && len(f.Symbols) == 0 {
			f.Symbols = append(f.Symbols, fmt.Sprintf("k%d", i))
		}
	}
}

// field makes a field that is no span.
func (r *random) field(name string, kinds int) format.Field {
	f := format.Field{Name: name, Type: pick(r, plainTypes...), Count: 1}
	if r.chance(25) {
		f.Count = uint32(2 + r.IntN(2))
		if r.chance(50) {
			f.Attr.Components = []string{"x", "y", "z"}[:f.Count]
		}
	}
	switch {
	case f.Type == format.TypeRef || f.Type == format.TypeAnyRef:
		r.target(&f, kinds)
		return f
	case f.Type >= format.TypeFlags8:
		f.Symbols = []string{"up", "down", "left"}
		if r.chance(5) {
			f.Symbols = []string{"up", "a|b", "c d"}
		}
	case f.Type >= format.TypeEnum8:
		f.Symbols = []string{"red", "green", "blue"}
		if r.chance(10) {
			f.Symbols = []string{"red", "light blue", "k0", " "}
		}
	}
	if r.chance(10) {
		f.Attr.JSON = strings.ReplaceAll(name, ".", "/") + "J"
	}
	switch {
	case r.chance(15):
		f.Attr.Required = true
	case r.chance(30) && f.Count == 1:
		f.Attr.HasDefault = true
		switch {
		case f.Type == format.TypeStr:
			f.Attr.Default = pick(r, "none", "", " two words")
		case f.Type == format.TypeBool:
			f.Attr.Default = "true"
		case len(f.Symbols) > 0:
			f.Attr.Default = f.Symbols[0]
		default:
			f.Attr.Default = "7"
		}
	}
	return f
}

var texts = []string{
	"", "", "plain", "two words", " edge ", "comma,comma", "\n", "\t\r\n", "a\x01b", "<&>\"']]>", "k0", "k1", "ünï 🍎", "7", "-0", "true", "null",
	"value", "in", "type", "\u2028", "$schema", "\ufffe", "0", "a.b", "body", "{}", "[]", "in", "a", "pos",
}

// level makes the rows and writes them.
func (r *random) level(t testing.TB) []byte {
	w, err := format.NewWriter(r.schema, format.WriterOptions{})
	require.NoError(t, err)
	defer w.Close()
	r.w, r.schema, r.taken = w, w.Schema(), map[string]bool{}
	r.rows = make([]int, len(r.schema.Tables))
	var kinds []int
	for i := range r.schema.Tables {
		if r.schema.Tables[i].Class == format.ClassNode {
			kinds = append(kinds, i)
		}
	}
	depth := 0
	for range r.IntN(12) {
		k := pick(r, kinds...)
		slot := uint8(r.IntN(len(r.schema.Tables[k].Attr.Names)))
		row, err := w.Node(k, depth, slot)
		require.NoError(t, err)
		r.open = append(r.open[:depth:depth], level1{table: k, row: int(row), depth: depth, slot: slot})
		r.kinds = append(r.kinds, level1{table: k, row: int(row), parents: slices.Clone(r.open[:depth])})
		r.rows[k]++
		depth = r.IntN(depth + 2)
		if r.chance(60) {
			depth = min(depth, 1)
		}
	}
	for i := range r.kinds {
		n := r.kinds[i]
		r.row(t, n.table, n.row, &n)
	}
	var out file
	_, err = w.Finish(&out)
	require.NoError(t, err)
	return out
}

// row makes a row with its elements. n is nil for an element.
func (r *random) row(t testing.TB, table, row int, n *level1) []byte {
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
		case f.Attr.Role == format.RoleID && n != nil:
			r.id(t, f, v, table, row)
		case f.Type == format.TypeSpan:
			count := r.IntN(4)
			if r.chance(2) {
				count = 40 + r.IntN(300)
			}
			count = min(count, r.elements)
			r.elements -= count
			binary.LittleEndian.PutUint32(v[4:], uint32(count))
			spans = append(spans, todo{r.schema.Table(f.Target), count})
		default:
			for k := range int(f.Count) {
				if !r.chance(30) {
					r.value(t, f, v[k*int(f.Type.Size()):])
				}
			}
			if def, err := format.DefaultBytes(f); err == nil && f.Type != format.TypeStr && r.chance(20) {
				copy(v, def)
			}
		}
	}
	if n != nil {
		require.NoError(t, r.w.Put(table, uint32(row), b))
	} else {
		first, err := r.w.Append(table, uint32(row), b)
		require.NoError(t, err)
		row = int(first)
	}
	for _, s := range spans {
		for range s.count {
			r.row(t, s.table, row, nil)
		}
	}
	return b
}

// parent fills a parent field as a compiler would, mostly.
func (r *random) parent(f *format.Field, v []byte, n *level1) {
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

func (r *random) id(t testing.TB, f *format.Field, v []byte, table, row int) {
	text := ""
	switch {
	case r.nameless && r.chance(20):
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
	require.NoError(t, err)
	if f.Type == format.TypeStr {
		binary.LittleEndian.PutUint32(v, id)
	}
	require.NoError(t, r.w.ID(id, table, uint32(row)))
}

func (r *random) value(t testing.TB, f *format.Field, v []byte) {
	le := binary.LittleEndian
	size := int(f.Type.Size())
	switch {
	case f.Type == format.TypeStr:
		id, err := r.w.String([]byte(pick(r, texts...)))
		require.NoError(t, err)
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
	case f.Type >= format.TypeFlags8:
		v[0] = byte(r.IntN(8))
	case f.Type >= format.TypeEnum8:
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

// outcome of one way back.
type outcome uint8

const (
	same    outcome = iota
	refused         // a source cannot say it, and Write has said so
	useless         // no source could have the schema
)

// tryBack writes a random level as a source, which must either compile to the
// same bytes or be refused.
func tryBack(t testing.TB, seed1, seed2 uint64) (out []outcome) {
	t.Helper()
	r := &random{Rand: rand.New(rand.NewPCG(seed1, seed2))}
	r.nameless = seed1%8 == 7
	r.elements = 400
	r.world()
	if _, err := compile.NewPlan(r.schema); err != nil {
		return []outcome{useless}
	}
	lvl := r.level(t)
	l := read(t, lvl)
	given := len(l.Nodes()) > 0
	for _, syntax := range syntaxes {
		var b strings.Builder
		err := unparse.Write(&b, l, unparse.Options{Syntax: syntax, All: seed2%2 == 1})
		if err != nil {
			var e *unparse.Error
			require.ErrorAs(t, err, &e)
			out = append(out, refused)
			continue
		}
		if !given {
			continue // a level without nodes is none to the compiler
		}
		again, err := build(t, l.Schema, []byte(b.String()))
		require.NoError(t, err, "seeds %d %d\n%s", seed1, seed2, b.String())
		text := write(t, read(t, again), unparse.Options{Syntax: syntax, All: seed2%2 == 1})
		require.Equal(t, b.String(), text, "seeds %d %d", seed1, seed2)
		require.True(t, r.nameless || string(lvl) == string(again), "seeds %d %d\n%s", seed1, seed2, text)
		out = append(out, same)
	}
	return out
}

func TestRandomLevelsComeBackOrAreRefused(t *testing.T) {
	count := map[outcome]int{}
	for seed := range uint64(600) {
		for _, o := range tryBack(t, seed, 0) {
			count[o]++
		}
		for _, o := range tryBack(t, seed, 1) {
			count[o]++
		}
	}
	t.Logf("%d came back, %d were refused, %d schemas were useless", count[same], count[refused], count[useless])
	require.Greater(t, count[same], 500)
}

func FuzzWayBack(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) { tryBack(t, a, b) })
}
