package loader_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// A world of any schema, and what it was when a level was built: tables and fields
// that have come, gone, moved and grown since, at random.

type anyTable struct {
	name   string
	class  format.Class
	fields []*anyField
	names  []string // of elements
	alias  []string
	now    *anyTable // of a file's: what it is in the world; nil where that has none
	number int       // in the schema
}

type anyField struct {
	name   string
	typ    format.Type
	count  int
	to     *anyTable   // ref and span
	kinds  []*anyTable // anyref
	syms   []string
	def    []any // a value for each of count; nil where there is no default
	alias  []string
	id     bool
	parent bool
	gap    bool      // rows have room for it, and the schema does not have it
	now    *anyField // of a file's: what it is in the world; nil where that has none
	offset uint32
}

type anyMaker struct {
	rng   *rand.Rand
	names int
}

func (m *anyMaker) hit(percent int) bool { return m.rng.IntN(100) < percent }

func (m *anyMaker) name(kind string) string {
	m.names++
	return kind + strconv.Itoa(m.names)
}

var anyNumbers = []format.Type{format.TypeU8, format.TypeI8, format.TypeU16, format.TypeI16, format.TypeU32, format.TypeI32,
	format.TypeU64, format.TypeI64, format.TypeF32, format.TypeF64}

var anyScalars = append([]format.Type{format.TypeBool, format.TypeStr, format.TypeStr, format.TypeEnum8, format.TypeEnum16, format.TypeEnum32,
	format.TypeFlags8, format.TypeFlags16, format.TypeFlags32, format.TypeFlags64}, anyNumbers...)

// References and spans are made apart.
func TestSchemasOfEvolutionHaveAllTypes(t *testing.T) {
	for typ := format.TypeInvalid + 1; typ.Size() > 0; typ++ {
		if !typ.IsRef() && typ != format.TypeSpan {
			require.Contains(t, anyScalars, typ, typ.String())
		}
	}
}

// world makes the kinds of a world.
func (m *anyMaker) world() []*anyTable {
	var kinds []*anyTable
	for range 1 + m.rng.IntN(6) {
		k := &anyTable{name: m.name("kind"), class: format.ClassNode}
		k.names = []string{k.name, m.name("n"), m.name("n")}[:1+m.rng.IntN(3)]
		kinds = append(kinds, k)
	}
	for _, k := range kinds {
		k.fields = []*anyField{{name: "serial", typ: format.TypeU32, count: 1}}
		if m.hit(50) {
			k.fields = append(k.fields, &anyField{name: "id", typ: format.TypeStr, count: 1, id: true})
		}
		if m.hit(40) {
			f := &anyField{name: "in", typ: format.TypeRef, count: 1, to: kinds[m.rng.IntN(len(kinds))], parent: true}
			if m.hit(50) {
				f.typ, f.to, f.kinds = format.TypeAnyRef, nil, m.some(kinds)
			}
			k.fields = append(k.fields, f)
		}
		m.fill(k, kinds, 0)
		m.rng.Shuffle(len(k.fields), func(i, j int) { k.fields[i], k.fields[j] = k.fields[j], k.fields[i] })
	}
	return kinds
}

// fill gives a table some fields.
func (m *anyMaker) fill(t *anyTable, kinds []*anyTable, depth int) {
	for range m.rng.IntN(6) {
		t.fields = append(t.fields, m.field(kinds, depth))
	}
	if len(t.fields) == 0 {
		t.fields = append(t.fields, &anyField{name: m.name("f"), typ: format.TypeU8, count: 1})
	}
}

func (m *anyMaker) field(kinds []*anyTable, depth int) *anyField {
	f := &anyField{name: m.name("f"), count: 1, gap: m.hit(5)}
	if m.hit(25) {
		f.count = 1 + m.rng.IntN(4)
	}
	switch m.rng.IntN(8) {
	case 0, 1:
		f.typ, f.to = format.TypeRef, kinds[m.rng.IntN(len(kinds))]
	case 2:
		f.typ, f.kinds = format.TypeAnyRef, m.some(kinds)
	case 3, 4:
		if depth < 3 {
			f.typ, f.count = format.TypeSpan, 1
			f.to = &anyTable{class: format.ClassArray}
			m.fill(f.to, kinds, depth+1)
			break
		}
		fallthrough
	default:
		f.typ = anyScalars[m.rng.IntN(len(anyScalars))]
		m.symbols(f)
		if f.count > 1 && (f.typ == format.TypeStr || f.typ >= format.TypeFlags8) {
			break // an empty one among several has no form
		}
		if m.hit(40) {
			for range f.count {
				f.def = append(f.def, m.moderate(f))
			}
		}
	}
	return f
}

func (m *anyMaker) symbols(f *anyField) {
	if f.typ >= format.TypeEnum8 {
		for range 2 + m.rng.IntN(5) {
			f.syms = append(f.syms, m.name("s"))
		}
	}
}

// some is a few of the kinds, one at least.
func (m *anyMaker) some(kinds []*anyTable) []*anyTable {
	out := slices.Clone(kinds)
	m.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:1+m.rng.IntN(len(out))]
}

// plain is a value of a field that names nothing but strings: uint64, int64, float64,
// string, or of an enum a symbol, of flags the set of symbols.
func (m *anyMaker) plain(f *anyField) any {
	if f.typ <= format.TypeF64 && m.hit(30) {
		return m.extreme(f.typ)
	}
	return m.moderate(f)
}

// extreme is a value at the limits of a type of numbers.
func (m *anyMaker) extreme(t format.Type) any {
	bits := 8 * t.Size()
	switch {
	case t == format.TypeF64 && m.hit(30):
		return [...]float64{math.MaxFloat64, math.SmallestNonzeroFloat64, 0.1}[m.rng.IntN(3)]
	case t.IsFloat():
		return [...]float64{math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat32, math.SmallestNonzeroFloat32}[m.rng.IntN(6)]
	case signedNumber(t):
		return [...]int64{math.MinInt64 >> (64 - bits), math.MaxInt64 >> (64 - bits), -1, 0}[m.rng.IntN(4)]
	}
	return [...]uint64{math.MaxUint64 >> (64 - bits), 1 << (bits - 1), 1<<(bits-1) - 1, 0}[m.rng.IntN(4)]
}

func signedNumber(t format.Type) bool {
	return t == format.TypeI8 || t == format.TypeI16 || t == format.TypeI32 || t == format.TypeI64
}

// moderate is a value that may also be a default.
func (m *anyMaker) moderate(f *anyField) any {
	switch t := f.typ; {
	case t == format.TypeBool:
		return uint64(m.rng.IntN(2))
	case t == format.TypeStr:
		return [...]string{"", "a", "bb", "wood", "ää", "a longer text", "x" + strconv.Itoa(m.rng.IntN(50))}[m.rng.IntN(7)]
	case t >= format.TypeFlags8:
		set := map[string]bool{}
		for _, s := range f.syms {
			set[s] = m.hit(50)
		}
		return set
	case t >= format.TypeEnum8:
		return f.syms[m.rng.IntN(len(f.syms))]
	case t.IsFloat():
		return float64(float32(m.rng.NormFloat64()))
	case signedNumber(t):
		shift := 64 - 8*t.Size()
		return int64(m.rng.Uint64()>>m.rng.IntN(64)) << shift >> shift
	default:
		return m.rng.Uint64() >> m.rng.IntN(64) >> (64 - 8*t.Size())
	}
}

// past makes the kinds of a file whose world has become kinds since.
func (m *anyMaker) past(kinds []*anyTable) []*anyTable {
	var out []*anyTable
	was := map[*anyTable]*anyTable{}
	for _, k := range kinds {
		if m.hit(15) {
			continue // it is new
		}
		t := &anyTable{name: k.name, class: k.class, names: slices.Clone(k.names), now: k}
		if m.hit(20) {
			t.name = m.name("old")
			k.alias = append(k.alias, t.name)
		}
		m.rng.Shuffle(len(t.names), func(i, j int) { t.names[i], t.names[j] = t.names[j], t.names[i] })
		if m.hit(20) {
			t.names = append(t.names, m.name("gone"))
		}
		was[k] = t
		out = append(out, t)
	}
	known := slices.Clone(out)
	for range m.rng.IntN(3) {
		out = append(out, &anyTable{name: m.name("ghost"), class: format.ClassNode})
	}
	if len(out) == 0 {
		out = append(out, &anyTable{name: m.name("ghost"), class: format.ClassNode})
	}
	for _, t := range out {
		if t.now == nil {
			t.fields = []*anyField{{name: "serial", typ: format.TypeU32, count: 1}}
			m.fill(t, out, 1)
			continue
		}
		m.pastFields(t, was, known)
	}
	m.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// pastFields makes the fields of a file's table.
func (m *anyMaker) pastFields(t *anyTable, was map[*anyTable]*anyTable, known []*anyTable) {
	for _, f := range t.now.fields {
		if g := m.pastField(f, was, known); g != nil {
			t.fields = append(t.fields, g)
		}
	}
	for m.hit(30) {
		t.fields = append(t.fields, m.field(known, 2))
	}
	if len(t.fields) == 0 {
		t.fields = append(t.fields, &anyField{name: m.name("f"), typ: format.TypeU8, count: 1})
	}
	if m.hit(50) {
		m.rng.Shuffle(len(t.fields), func(i, j int) { t.fields[i], t.fields[j] = t.fields[j], t.fields[i] })
	}
}

func (m *anyMaker) pastField(f *anyField, was map[*anyTable]*anyTable, known []*anyTable) *anyField {
	g := &anyField{name: f.name, typ: f.typ, count: f.count, syms: f.syms, id: f.id, parent: f.parent, gap: f.gap, now: f, def: f.def}
	switch f.typ {
	case format.TypeRef:
		if g.to = was[f.to]; g.to == nil {
			return nil
		}
	case format.TypeAnyRef:
		for _, k := range f.kinds {
			if was[k] != nil && (f.parent || m.hit(80)) {
				g.kinds = append(g.kinds, was[k])
			}
		}
		if len(g.kinds) == 0 {
			return nil
		}
		m.rng.Shuffle(len(g.kinds), func(i, j int) { g.kinds[i], g.kinds[j] = g.kinds[j], g.kinds[i] })
	case format.TypeSpan:
		g.to = &anyTable{class: format.ClassArray, now: f.to}
		m.pastFields(g.to, was, known)
	}
	if f.name == "serial" || f.id || m.hit(50) {
		return g
	}
	if m.hit(25) {
		if m.hit(50) {
			return nil
		}
		g.gap = true
		return g
	}
	if m.hit(20) {
		g.name = m.name("was")
		f.alias = append(f.alias, g.name)
	}
	if m.hit(20) && f.typ != format.TypeSpan && !f.parent {
		g.count, g.def = 1+m.rng.IntN(4), nil
	}
	if m.hit(50) {
		m.narrow(g, f)
	}
	return g
}

// narrow gives the file's field a type or symbols that convert to the world's.
func (m *anyMaker) narrow(g, f *anyField) {
	can := func(a, b format.Type) bool {
		switch {
		case a >= format.TypeF32 || b >= format.TypeF32:
			return a == format.TypeF32 && b == format.TypeF64 || a < format.TypeF32 && b >= format.TypeF32 && b <= format.TypeF64 && 2*a.Size() <= b.Size()
		}
		return signedNumber(a) == signedNumber(b) && a.Size() < b.Size()
	}
	switch {
	case f.typ >= format.TypeFlags8:
		g.def = nil
		g.syms = m.subset(f.syms)
		g.typ = format.TypeFlags8 + format.Type(m.rng.IntN(4))
		if f.def != nil && m.hit(50) {
			g.syms = append(g.syms, m.name("gone"))
		}
	case f.typ >= format.TypeEnum8:
		g.def = nil
		g.syms = m.subset(f.syms)
		g.typ = format.TypeEnum8 + format.Type(m.rng.IntN(3))
		if f.def != nil && f.count == 1 && m.hit(50) {
			g.syms = append(g.syms, m.name("gone"))
		}
	case f.typ <= format.TypeF64:
		for range 4 {
			if t := anyNumbers[m.rng.IntN(len(anyNumbers))]; can(t, f.typ) {
				g.typ, g.def = t, nil
				break
			}
		}
	}
}

func (m *anyMaker) subset(syms []string) []string {
	out := slices.Clone(syms)
	m.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:1+m.rng.IntN(len(out))]
}

// schemaOfKinds is the schema of some kinds; tables get their numbers.
func schemaOfKinds(kinds []*anyTable) *format.Schema {
	s := &format.Schema{}
	var all []*anyTable
	all = append(all, kinds...)
	for i := 0; i < len(all); i++ {
		for _, f := range all[i].fields {
			if f.typ == format.TypeSpan && !f.gap {
				f.to.name = all[i].name + "." + f.name
				all = append(all, f.to)
			}
		}
	}
	for i, t := range all {
		t.number = format.FixedTables + i
		s.Tables = append(s.Tables, t.table())
	}
	return s
}

func (t *anyTable) table() format.Table {
	out := format.Table{Name: t.name, Class: t.class, Attr: format.TableAttr{Names: t.names, Aliases: t.alias}}
	end, widest := uint32(0), uint32(1)
	for _, f := range t.fields {
		a := f.typ.Align()
		f.offset = (end + a - 1) &^ (a - 1)
		end, widest = f.offset+f.typ.Size()*uint32(f.count), max(widest, a)
		if f.gap {
			continue
		}
		g := format.Field{Name: f.name, Type: f.typ, Offset: f.offset, Count: uint32(f.count), Symbols: f.syms}
		g.Attr.Aliases = f.alias
		if f.id {
			g.Attr.Role = format.RoleID
		}
		if f.parent {
			g.Attr.Role = format.RoleParent
		}
		if f.to != nil {
			g.Target = f.to.name
		}
		for _, k := range f.kinds {
			g.Symbols = append(g.Symbols, k.name)
		}
		if f.def != nil {
			g.Attr.HasDefault, g.Attr.Default = true, f.defText()
		}
		out.Fields = append(out.Fields, g)
	}
	out.Stride = (end + widest - 1) &^ (widest - 1)
	return out
}

// defText is the default as a tag has it.
func (f *anyField) defText() string {
	var words []string
	for _, v := range f.def {
		switch v := v.(type) {
		case string:
			words = append(words, v)
		case map[string]bool:
			var set []string
			for _, s := range f.syms {
				if v[s] {
					set = append(set, s)
				}
			}
			words = append(words, strings.Join(set, "|"))
		default:
			words = append(words, f.show(v))
		}
	}
	return strings.Join(words, ",")
}

// show is a value as text, in the manner of loader.Value.
func (f *anyField) show(v any) string {
	number := func() float64 {
		switch v := v.(type) {
		case int64:
			return float64(v)
		case uint64:
			return float64(v)
		}
		return v.(float64)
	}
	switch t := f.typ; {
	case t == format.TypeStr:
		return strconv.Quote(v.(string))
	case t == format.TypeF32:
		return strconv.FormatFloat(number(), 'g', -1, 32)
	case t == format.TypeF64:
		return strconv.FormatFloat(number(), 'g', -1, 64)
	case t >= format.TypeFlags8:
		bits := uint64(0)
		for k, s := range f.syms {
			if v.(map[string]bool)[s] {
				bits |= 1 << k
			}
		}
		return strconv.FormatUint(bits, 10)
	case t == format.TypeBool:
		return strconv.FormatBool(v.(uint64) != 0)
	}
	return fmt.Sprint(v)
}

// zero is the value of a field that nobody has given.
func (f *anyField) zero() any {
	switch t := f.typ; {
	case t == format.TypeStr:
		return ""
	case t >= format.TypeFlags8:
		return map[string]bool{}
	case t >= format.TypeEnum8:
		return f.syms[0]
	case t.IsFloat():
		return float64(0)
	}
	return uint64(0)
}
