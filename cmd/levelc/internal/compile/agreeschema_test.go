package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

// worldMaker makes a schema at random, with all that a source can say in more than one
// way: nested structs, spans in spans, maps, texts, keys, vectors, colours, defaults.
// (Package randlevel makes levels without sources.)
type worldMaker struct {
	*rand.Rand
	schema *format.Schema
	kinds  int
	deep   int // of the table at hand: spans around it
}

func (m *worldMaker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// makeWorld makes a schema of one to four kinds.
func makeWorld(r *rand.Rand) *format.Schema {
	m := &worldMaker{Rand: r, schema: &format.Schema{}, kinds: 1 + r.IntN(4)}
	for i := range m.kinds {
		t := format.Table{Name: fmt.Sprint("kind", i), Class: format.ClassNode}
		t.Attr.Names = []string{t.Name}
		if m.chance(30) {
			t.Attr.Names = append(t.Attr.Names, t.Name+"-other")
		}
		if m.chance(40) {
			t.Attr.JSON = t.Name + "s"
		}
		if i == 0 && m.chance(15) {
			t.Attr.JSON = format.NoKey
		}
		m.schema.Tables = append(m.schema.Tables, t)
	}
	for i := range m.kinds {
		m.fill(i)
	}
	return m.schema
}

var numbers = []format.Type{
	format.TypeU8, format.TypeI8, format.TypeU16, format.TypeI16, format.TypeU32, format.TypeI32, format.TypeU64, format.TypeI64,
	format.TypeF32, format.TypeF32, format.TypeF64,
}

var others = []format.Type{
	format.TypeBool, format.TypeEnum8, format.TypeEnum16, format.TypeEnum32, format.TypeFlags8, format.TypeFlags16,
	format.TypeFlags32, format.TypeFlags64, format.TypeStr, format.TypeStr, format.TypeStr, format.TypeRef, format.TypeAnyRef,
}

// fill gives a kind its fields, and makes the tables of its spans.
func (m *worldMaker) fill(table int) {
	var out []format.Field
	used := map[string]bool{}
	add := func(f format.Field) {
		used[f.Name] = true
		if f.Attr.Role != format.RoleParent && f.Attr.Source == "" {
			f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
		}
		out = append(out, f)
	}
	switch {
	case m.chance(75):
		add(format.Field{Name: "id", Count: 1, Type: pick(m.Rand, format.TypeStr, format.TypeStr, format.TypeU32, format.TypeI16),
			Attr: format.Attr{Role: pick(m.Rand, format.RoleID, format.RoleID, format.RoleIDKey), Required: m.chance(20)}})
	case m.chance(50):
		add(format.Field{Name: "under", Count: 1, Type: pick(m.Rand, format.TypeStr, format.TypeU16), Attr: format.Attr{Role: format.RoleKey}})
	}
	if m.chance(50) {
		f := format.Field{Name: "parent", Count: 1, Attr: format.Attr{Role: format.RoleParent}}
		m.target(&f)
		add(f)
	}
	for range m.IntN(7) {
		if name := m.name(used); name != "" {
			add(m.field(name))
		}
	}
	if m.chance(15) {
		f := m.field("own")
		f.Attr.Role, f.Attr.Components, f.Attr.JSON = format.RoleText, nil, ""
		add(f)
	}
	for range m.IntN(4) {
		if name := m.name(used); name != "" {
			add(format.Field{Name: name, Type: format.TypeSpan, Count: 1})
		}
	}
	if m.chance(15) {
		add(format.Field{Name: pick(m.Rand, "rest", "box.rest"), Type: format.TypeSpan, Count: 1, Attr: format.Attr{Role: format.RoleMap}})
	}
	if len(out) == 0 {
		add(m.field("only"))
	}
	m.finish(table, out)
}

// name is one that is free, "" if the struct that it would stand in is a field.
func (m *worldMaker) name(used map[string]bool) string {
	name := pick(m.Rand, "a", "b", "c", "pos", "size", "text", "name", "value", "mass", "x-y", "é", "list", "a-name-of-more-than-eight-bytes")
	if m.chance(30) {
		name = pick(m.Rand, "in", "in", "in.deep", "out") + "." + name
	}
	if used[name] {
		return ""
	}
	return name
}

// finish lays a table out and goes on with its spans.
func (m *worldMaker) finish(table int, fields []format.Field) {
	t := &m.schema.Tables[table]
	t.Fields = fields
	for i := range fields {
		if fields[i].Type == format.TypeSpan {
			fields[i].Target = t.Name + "." + fields[i].Name
		}
	}
	randlevel.Lay(t)
	for i := range fields {
		if f := &fields[i]; f.Type == format.TypeSpan {
			m.schema.Tables = append(m.schema.Tables, format.Table{Name: f.Target, Class: format.ClassArray})
			m.deep++
			m.elements(len(m.schema.Tables)-1, f)
			m.deep--
		}
	}
}

// elements makes the elements of a span.
func (m *worldMaker) elements(table int, span *format.Field) {
	named := func(f format.Field) format.Field {
		f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
		return f
	}
	var out []format.Field
	switch {
	case span.Attr.Role == format.RoleMap:
		key := named(format.Field{Name: "key", Type: format.TypeStr, Count: 1, Attr: format.Attr{Role: format.RoleKey}})
		out = append(out, key)
		for i := range 1 + m.IntN(2) {
			out = append(out, named(m.field(fmt.Sprint("v", i))))
		}
	case m.chance(35): // values
		f := m.field("value")
		f.Attr = format.Attr{Role: format.RoleText}
		if (f.Type == format.TypeStr || f.Type == format.TypeBool || f.Type.IsInteger() || f.Type.IsFloat() || f.Type.IsRef()) && f.Count == 1 && m.chance(30) {
			span.Attr.Role = format.RoleAny
		}
		out = append(out, named(f))
	case m.chance(40): // numbers, which a list can give
		of := pick(m.Rand, numbers...)
		for i := range 1 + m.IntN(3) {
			f := format.Field{Name: string(rune('x' + i)), Type: of, Count: 1}
			if m.chance(20) {
				f.Type, f.Count = pick(m.Rand, numbers...), uint32(1+m.IntN(4))
			}
			m.preset(&f)
			out = append(out, named(f))
		}
	default:
		used := map[string]bool{}
		for range 1 + m.IntN(4) {
			if name := m.name(used); name != "" {
				used[name] = true
				out = append(out, named(m.field(name)))
			}
		}
		if m.chance(25) {
			f := m.field("own")
			f.Attr.Role, f.Attr.Components, f.Attr.JSON = format.RoleText, nil, ""
			out = append(out, named(f))
		}
		for range m.IntN(3) {
			if name := m.name(used); name != "" && m.deep < 3 {
				used[name] = true
				out = append(out, named(format.Field{Name: name, Type: format.TypeSpan, Count: 1}))
			}
		}
		if len(out) == 1 && out[0].Attr.Role == format.RoleText {
			out = append(out, named(m.field("more")))
		}
	}
	m.finish(table, out)
}

func (m *worldMaker) target(f *format.Field) {
	if m.chance(50) {
		f.Type, f.Target = format.TypeRef, fmt.Sprint("kind", m.IntN(m.kinds))
		return
	}
	f.Type = format.TypeAnyRef
	for i := range m.kinds {
		if m.chance(70) || i == m.kinds-1 && len(f.Symbols) == 0 {
			f.Symbols = append(f.Symbols, fmt.Sprint("kind", i))
		}
	}
}

// field makes a field that is no span.
func (m *worldMaker) field(name string) format.Field {
	f := format.Field{Name: name, Type: pick(m.Rand, append(numbers, others...)...), Count: 1}
	if m.chance(30) {
		f.Count = uint32(2 + m.IntN(3))
		if m.chance(20) {
			f.Type = format.TypeU8
		}
		if m.chance(50) {
			f.Attr.Components = strings.Split("xyzw"[:f.Count], "")
		}
	}
	switch {
	case f.Type.IsRef():
		if m.target(&f); !m.known(&f) { // a plan refuses it
			f.Type, f.Target, f.Symbols = format.TypeI16, "", nil
		}
	case f.Type >= format.TypeFlags8:
		f.Symbols = []string{"up", "down", "left", "é"}
	case f.Type >= format.TypeEnum8:
		f.Symbols = []string{"red", "green", "light-blue", "é"}
	case f.Type == format.TypeStr && f.Count == 1 && m.chance(15):
		f.Attr.Role = format.RoleAny
	}
	if m.chance(15) {
		f.Attr.JSON = strings.ReplaceAll(name, ".", "/") + "J"
	}
	m.preset(&f)
	return f
}

// known reports whether a kind that a field may name has an id already.
func (m *worldMaker) known(f *format.Field) bool {
	for i := range m.schema.Tables {
		t := &m.schema.Tables[i]
		if t.Name != f.Target && !slices.Contains(f.Symbols, t.Name) {
			continue
		}
		for j := range t.Fields {
			if t.Fields[j].Attr.Role.IsID() {
				return true
			}
		}
	}
	return false
}

// preset may make a field required, or give it a default.
func (m *worldMaker) preset(f *format.Field) {
	if f.Type.IsRef() {
		f.Attr.Required = m.chance(10)
		return
	}
	switch {
	case m.chance(15):
		f.Attr.Required = true
	case m.chance(35):
		words := make([]string, f.Count)
		for i := range words {
			words[i] = m.word(f)
		}
		f.Attr.HasDefault, f.Attr.Default = true, strings.Join(words, pick(m.Rand, " ", ",", ", "))
	}
}

// word is a value of a field that can stand in a list.
func (m *worldMaker) word(f *format.Field) string {
	switch {
	case f.Type == format.TypeStr:
		return pick(m.Rand, "none", "w", "ünï", "7", "true", "a|b", "(x", "#ff0000")
	case f.Type == format.TypeBool:
		return pick(m.Rand, "true", "false", "1", "0")
	case len(f.Symbols) > 0:
		return pick(m.Rand, f.Symbols...)
	case f.Type.IsFloat():
		return pick(m.Rand, "0", "-0", "1.5", "1e3", "-0.1", "16777217", "3.4028234e38", "1e-45", "12345.678")
	case f.Type == format.TypeU8:
		return pick(m.Rand, "0", "7", "255", "-0")
	case f.Type == format.TypeI8:
		return pick(m.Rand, "0", "7", "-128", "127")
	case f.Type == format.TypeU64:
		return pick(m.Rand, "0", "7", "18446744073709551615")
	case f.Type == format.TypeI64:
		return pick(m.Rand, "0", "-7", "-9223372036854775808")
	}
	return pick(m.Rand, "0", "7", "100", "32767")
}
