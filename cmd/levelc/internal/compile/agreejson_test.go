package compile_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// jsonMaker writes a level as JSON in one of many ways.
type jsonMaker struct{ maker }

func (m *jsonMaker) space() string { return pick(m.Rand, "", "", " ", "\n", "\t ") }

func (m *jsonMaker) quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case r < ' ', r < 0x10000 && m.IntN(40) == 0:
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (m *jsonMaker) list(items ...string) string {
	return "[" + m.space() + strings.Join(items, m.space()+","+m.space()) + m.space() + "]"
}

func (m *jsonMaker) object(members ...string) string {
	return "{" + m.space() + strings.Join(members, m.space()+","+m.space()) + m.space() + "}"
}

func (m *jsonMaker) member(name, value string) string {
	return m.quote(name) + m.space() + ":" + m.space() + value
}

// value is one value of a field; any says that a string takes numbers.
func (m *jsonMaker) value(f *format.Field, s string, any bool) string {
	switch {
	case f.Type <= format.TypeF64:
		return s
	case f.Type == format.TypeBool:
		if s == "true" || s == "1" {
			return pick(m.Rand, "true", "1")
		}
		return pick(m.Rand, "false", "0")
	case f.Type.IsRef():
		if source.IsJSONNumber([]byte(s)) && m.numbered(f) && m.chance(70) {
			return s
		}
	case f.Type == format.TypeStr && (any || f.Attr.Role == format.RoleAny) && m.chance(50) && (source.IsJSONNumber([]byte(s)) || s == "true"):
		return s
	case f.Type >= format.TypeFlags8 && f.Count == 1 && m.chance(50):
		s = strings.ReplaceAll(s, "|", pick(m.Rand, "|", " ", ", "))
	}
	return m.quote(s)
}

// numbered reports whether a field may name nodes that are known by numbers.
func (m *jsonMaker) numbered(f *format.Field) bool {
	for i := range m.l.schema.Tables {
		t := &m.l.schema.Tables[i]
		if t.Name != f.Target && !slices.Contains(f.Symbols, t.Name) {
			continue
		}
		for j := range t.Fields {
			if g := &t.Fields[j]; g.Attr.Role.IsID() && g.Type != format.TypeStr {
				return true
			}
		}
	}
	return false
}

// values are the values of a field.
func (m *jsonMaker) values(f *format.Field, v []string) string {
	switch c := colour(f, v); {
	case f.Count == 1 && f.Type >= format.TypeFlags8 && m.chance(50):
		var items []string
		for s := range strings.SplitSeq(v[0], "|") {
			if s != "" {
				items = append(items, m.quote(s))
			}
		}
		return m.list(items...)
	case f.Count == 1:
		return m.value(f, v[0], false)
	case c != "" && m.chance(40):
		return m.quote(c)
	case len(f.Attr.Components) > 0 && m.chance(40):
		skip := m.partly(f, v)
		var members []string
		for i, name := range f.Attr.Components {
			one := *f
			one.Count = 1
			one.Attr.Role = format.RoleValue
			if !skip[i] {
				members = append(members, m.member(name, m.value(&one, v[i], false)))
			}
		}
		m.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return m.object(members...)
	}
	return m.array(f, v)
}

// array is the list of an inline array, perhaps as a matrix.
func (m *jsonMaker) array(f *format.Field, v []string) string {
	var items []string
	for _, s := range v {
		items = append(items, m.value(f, s, false))
	}
	if len(items) == 4 && m.chance(30) {
		return m.list(m.list(items[:2]...), m.list(items[2:]...))
	}
	return m.list(items...)
}

// members are those of a row, or of a nested struct in it, in sequences that may be
// mixed.
func (m *jsonMaker) members(sc *scope, r *row) (out [][]string) {
	one := func(name, value string) { out = append(out, []string{m.member(name, value)}) }
	for _, f := range sc.fields {
		switch v := m.said(r, f); {
		case f.Type == format.TypeSpan:
			if s := m.span(f, r.elems[f.Name]); s != "" {
				one(sc.labels[f], s)
			}
		case v != nil:
			one(sc.labels[f], m.values(f, v))
		case m.chance(10):
			one(sc.labels[f], "null")
		}
	}
	for _, sub := range sc.subs {
		inner := m.members(sub, r)
		all := m.merge(inner...)
		text := onlyText(sub, r)
		switch {
		case text != nil && m.chance(50):
			one(sub.label, m.value(text, r.given[text.Name][0], false))
		case len(all) == 0 && m.chance(70):
		case m.chance(15):
			one(sub.label, m.list(m.object(all...)))
		default:
			one(sub.label, m.object(all...))
		}
	}
	if sc.rest != nil {
		out = append(out, m.entries(sc.rest, r.elems[sc.rest.Name]))
	}
	if sc.label == "" {
		for _, key := range sortedKeys(r.props) {
			one(key, m.property(r.props[key]))
		}
	}
	return out
}

// onlyText returns the text of what a scope is of, if that is one value and nothing else
// is given.
func onlyText(sc *scope, r *row) (text *format.Field) {
	for _, f := range sc.fields {
		switch given := r.given[f.Name]; {
		case f.Attr.Role == format.RoleParent || f.Attr.Role == format.RoleKey || len(r.elems[f.Name]) > 0:
			return nil
		case given == nil:
		case text != nil || f.Attr.Role != format.RoleText || f.Count != 1:
			return nil
		default:
			text = f
		}
	}
	if len(sc.subs) > 0 || sc.rest != nil {
		return nil
	}
	return text
}

func (m *jsonMaker) row(r *row) string {
	return m.object(m.merge(m.members(scopeOf(r.table, true), r)...)...)
}

// span writes the elements of a span, "" for nothing.
func (m *jsonMaker) span(f *format.Field, elems []*row) string {
	if len(elems) == 0 {
		return pick(m.Rand, "", "", "null", "[]")
	}
	t := elems[0].table
	switch {
	case isValue(t) && m.chance(80):
		return m.scalars(f, &t.Fields[0], elems)
	case isNumbers(t) && !isValue(t) && m.chance(60):
		return m.flat(t, elems)
	}
	if text := onlyText(scopeOf(t, true), elems[0]); text != nil && !isValue(t) && len(elems) == 1 && m.chance(50) {
		return m.value(text, elems[0].given[text.Name][0], false)
	}
	var items []string
	for _, e := range elems {
		if text := onlyText(scopeOf(t, true), e); text != nil && !isValue(t) && len(elems) > 1 && m.chance(50) {
			items = append(items, m.value(text, e.given[text.Name][0], false)) // as one by itself
			continue
		}
		items = append(items, m.row(e))
	}
	if len(items) == 1 && m.chance(30) {
		return items[0]
	}
	return m.list(items...)
}

// scalars is a list of elements that are values.
func (m *jsonMaker) scalars(span, f *format.Field, elems []*row) string {
	var items []string
	flat := m.chance(50)
	if span.Attr.Role == format.RoleAny && len(elems) == 1 && m.chance(50) {
		return m.value(f, elems[0].given[f.Name][0], true)
	}
	for _, e := range elems {
		v := e.given[f.Name]
		switch c := colour(f, v); {
		case f.Count == 1:
			items = append(items, m.value(f, v[0], span.Attr.Role == format.RoleAny))
		case c != "" && m.chance(30) && flat:
			items = append(items, m.quote(c))
		case flat:
			for _, s := range v {
				items = append(items, m.value(f, s, false))
			}
		default:
			items = append(items, m.array(f, v))
		}
	}
	return m.list(items...)
}

// flat is a list of numbers, which give the elements.
func (m *jsonMaker) flat(t *format.Table, elems []*row) string {
	var items []string
	rows := m.chance(50)
	for _, e := range elems {
		var one []string
		for i := range t.Fields {
			v := e.given[t.Fields[i].Name]
			if v == nil {
				v = defaults(&t.Fields[i])
			}
			if rows && len(v) > 1 && m.chance(30) {
				v = []string{m.list(v...)}
			}
			one = append(one, v...)
		}
		if rows {
			one = []string{m.list(one...)}
		}
		items = append(items, one...)
	}
	return m.list(items...)
}

// entries are the members of a map, in their order.
func (m *jsonMaker) entries(f *format.Field, elems []*row) (out []string) {
	t := m.elemsOf(f)
	for i := 0; i < len(elems); {
		key := elems[i].given["key"][0]
		n := 1
		for i+n < len(elems) && elems[i+n].given["key"][0] == key {
			n++
		}
		v := elems[i].given["v0"]
		switch {
		case n > 1:
			var items []string
			for _, e := range elems[i : i+n] {
				items = append(items, m.row(e))
			}
			out = append(out, m.member(key, m.list(items...)))
		case len(t.Fields) == 2 && v != nil && elems[i].props == nil && m.chance(60):
			out = append(out, m.member(key, m.array1(&t.Fields[1], v)))
		default:
			out = append(out, m.member(key, m.row(elems[i])))
		}
		i += n
	}
	return out
}

// array1 is values without an object for components.
func (m *jsonMaker) array1(f *format.Field, v []string) string {
	if f.Count == 1 {
		return m.values(f, v)
	}
	return m.array(f, v)
}

func (m *jsonMaker) property(p prop) string {
	switch {
	case p.many != nil:
		var items []string
		for _, one := range p.many {
			items = append(items, m.property(one))
		}
		return m.list(items...)
	case p.rows != nil:
		var members []string
		for _, k := range sortedKeys(p.rows) {
			members = append(members, m.member(k, m.property(p.rows[k])))
		}
		m.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return m.object(members...)
	case p.text == "true" || p.text == "false":
		return p.text
	case source.IsJSONNumber([]byte(p.text)):
		return p.text
	}
	return m.quote(p.text)
}

// node writes a node as an object. held is the field that its key says.
func (m *jsonMaker) node(n *node, typed, held bool) string {
	sc := scopeOf(n.kind, true)
	r := n.row
	if held && m.chance(80) {
		given := map[string][]string{}
		for k, v := range r.given {
			if k != keyOf(n.kind).Name {
				given[k] = v
			}
		}
		r = &row{table: r.table, given: given, elems: r.elems, props: r.props}
	}
	seqs := m.members(sc, r)
	if typed {
		seqs = append(seqs, []string{m.member("type", m.quote(n.kind.Attr.Names[n.slot]))})
	}
	taken := map[string]bool{}
	for _, f := range sc.fields {
		taken[sc.labels[f]] = true
	}
	for _, sub := range sc.subs {
		taken[sub.label] = true
	}
	seqs = append(seqs, m.nodes(n.nodes, taken))
	return m.object(m.merge(seqs...)...)
}

func keyOf(t *format.Table) *format.Field {
	for i := range t.Fields {
		if t.Fields[i].Attr.Role.IsKey() {
			return &t.Fields[i]
		}
	}
	return nil
}

// keyName is the name under which nodes of a kind stand without a type.
func (m *jsonMaker) keyName(n *node) string {
	names := []string{n.kind.Attr.Names[n.slot]}
	if j := n.kind.Attr.JSON; n.slot == 0 && j != "" && j != format.NoKey {
		names = append(names, j)
	}
	return pick(m.Rand, names...)
}

// holder is the name of an object that holds nodes of a kind, "" for none.
func (m *jsonMaker) holder(t *format.Table) string {
	switch {
	case keyOf(t) == nil || t.Attr.JSON == format.NoKey:
		return ""
	case t.Attr.JSON != "":
		return t.Attr.JSON
	}
	return t.Attr.Names[0]
}

// nodes writes nodes as members, in runs of some that follow one another. taken are
// names that the object has already.
func (m *jsonMaker) nodes(nodes []*node, taken map[string]bool) (out []string) {
	for i := 0; i < len(nodes); {
		if held, n := m.held(nodes[i:], taken); n > 0 {
			out = append(out, held)
			i += n
			continue
		}
		first := nodes[i]
		key, typed := m.keyName(first), false
		if taken[key] || m.chance(50) {
			typed = true
			for key = "children"; taken[key]; {
				key += "+"
			}
		}
		taken[key] = true
		n := 1
		for i+n < len(nodes) && m.chance(70) && (typed || nodes[i+n].kind == first.kind && nodes[i+n].slot == first.slot) {
			n++
		}
		var items []string
		for _, one := range nodes[i : i+n] {
			items = append(items, m.node(one, typed || m.chance(10), false))
		}
		i += n
		single := len(items) == 1 && m.chance(40) && (typed || keyOf(first.kind) == nil)
		if single {
			out = append(out, m.member(key, items[0]))
			continue
		}
		if len(items) > 1 && m.chance(10) && !m.l.keep { // which would be kept
			items = append(items[:1:1], append([]string{"null"}, items[1:]...)...)
		}
		out = append(out, m.member(key, m.list(items...)))
	}
	return out
}

// held writes some nodes in an object under their keys, if they can.
func (m *jsonMaker) held(nodes []*node, taken map[string]bool) (string, int) {
	name := m.holder(nodes[0].kind)
	if name == "" || taken[name] || m.chance(40) {
		return "", 0
	}
	met := map[string]bool{}
	var members []string
	for _, n := range nodes {
		f := keyOf(n.kind)
		if f == nil || n.row.given[f.Name] == nil || met[n.row.given[f.Name][0]] || m.chance(10) {
			break
		}
		key := n.row.given[f.Name][0]
		if _, err := strconv.Atoi(key); f.Type != format.TypeStr && err != nil {
			break
		}
		met[key] = true
		plain := n.kind == nodes[0].kind && n.slot == 0
		members = append(members, m.member(key, m.node(n, !plain || m.chance(10), true)))
	}
	if len(members) == 0 {
		return "", 0
	}
	taken[name] = true
	return m.member(name, m.object(members...)), len(members)
}

// file writes some roots.
func (m *jsonMaker) file(roots []*node) string {
	s := m.space()
	none := false // some kind stands in objects of no key
	for i := range m.l.schema.Tables {
		none = none || m.l.schema.Tables[i].Attr.JSON == format.NoKey
	}
	typed := func(n *node) bool { return n.kind.Attr.JSON != format.NoKey || n.slot > 0 || m.chance(50) }
	switch {
	case len(roots) == 1 && m.chance(50):
		n := roots[0]
		return s + m.node(n, typed(n) || keyOf(n.kind) != nil, false) + s
	case none || m.chance(50):
		var items []string
		for _, n := range roots {
			items = append(items, m.node(n, typed(n), false))
		}
		return s + m.list(items...) + s
	}
	return s + m.object(m.nodes(roots, map[string]bool{})...) + s
}
