package compile_test

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// scope is an element or object as a source has it: a row, or a nested struct in it.
type scope struct {
	label  string
	fields []*format.Field
	labels map[*format.Field]string
	subs   []*scope
	own    *format.Field // in XML, the text
	rest   *format.Field // the map
}

func scopeOf(t *format.Table, json bool) *scope {
	root := &scope{labels: map[*format.Field]string{}}
	all := map[string]*scope{"": root}
	var at func(path string) *scope
	at = func(path string) *scope {
		if s := all[path]; s != nil {
			return s
		}
		cut := strings.LastIndexByte(path, '/')
		outer := at(path[:max(0, cut)])
		s := &scope{label: path[cut+1:], labels: map[*format.Field]string{}}
		outer.subs = append(outer.subs, s)
		all[path] = s
		return s
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Attr.Role == format.RoleParent || f.Attr.Role == format.RoleKey && t.Class == format.ClassArray {
			continue
		}
		path := f.Attr.Source
		if json && f.Attr.JSON != "" {
			path = f.Attr.JSON
		}
		cut := strings.LastIndexByte(path, '/')
		in, label := at(path[:max(0, cut)]), path[cut+1:]
		if json && f.Attr.Role == format.RoleText && f.Attr.JSON == "" {
			label = "text"
		}
		switch {
		case f.Attr.Role == format.RoleMap:
			in.rest = f
			continue
		case f.Attr.Role == format.RoleText && !json:
			in.own = f
			continue
		}
		in.labels[f] = label
		in.fields = append(in.fields, f)
	}
	return root
}

// maker is what writers of both notations have in common.
type maker struct {
	*rand.Rand
	l *level
}

func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

// merge mixes sequences, each of which keeps its order.
func (m *maker) merge(seqs ...[]string) (out []string) {
	left := 0
	for _, s := range seqs {
		left += len(s)
	}
	for ; left > 0; left-- {
		k := m.IntN(left)
		for i := range seqs {
			if k < len(seqs[i]) {
				out = append(out, seqs[i][0])
				seqs[i] = seqs[i][1:]
				break
			}
			k -= len(seqs[i])
		}
	}
	return out
}

// defaults are the values that a field has where nothing is said.
func defaults(f *format.Field) []string {
	if f.Attr.HasDefault {
		if f.Count == 1 {
			return []string{f.Attr.Default}
		}
		return strings.FieldsFunc(f.Attr.Default, func(r rune) bool { return r == ',' || r == ' ' })
	}
	one := "0"
	switch {
	case f.Type == format.TypeBool:
		one = "false"
	case f.Type >= format.TypeFlags8, f.Type == format.TypeStr, f.Type == format.TypeRef, f.Type == format.TypeAnyRef:
		one = ""
	case len(f.Symbols) > 0:
		one = f.Symbols[0]
	}
	out := make([]string, f.Count)
	for i := range out {
		out[i] = one
	}
	return out
}

// said is what a source says of a field; nil is nothing.
func (m *maker) said(r *row, f *format.Field) []string {
	v, ok := r.given[f.Name]
	if ok || f.Attr.Required || f.Attr.Role.IsID() || f.Attr.Role.IsKey() || f.Type.IsRef() || !m.chance(20) {
		return v
	}
	if v = defaults(f); f.Count > 1 && len(f.Attr.Components) == 0 && !areWords(f, v) {
		return nil
	}
	return v
}

func isWord(s string) bool { return s != "" && !strings.ContainsAny(s, ", \t\r\n") }

func areWords(f *format.Field, v []string) bool {
	for _, s := range v {
		if !isWord(s) && f.Type < format.TypeFlags8 && !(f.Type.IsRef() && s == "") {
			return false
		}
	}
	return true
}

func isTrimmed(s string) bool { return s == strings.Trim(s, " \t\r\n") }

// partly reports which of the components need not be said, as they are the defaults.
func (m *maker) partly(f *format.Field, v []string) []bool {
	skip, left := make([]bool, len(v)), len(v)
	for i, d := range defaults(f) {
		if v[i] == d && left > 1 && m.chance(50) {
			skip[i] = true
			left--
		}
	}
	return skip
}

func colour(f *format.Field, v []string) string {
	if f.Type != format.TypeU8 || f.Count < 3 || f.Count == 4 && v[3] != "255" {
		return ""
	}
	s := "#"
	for _, one := range v[:3] {
		n, err := strconv.Atoi(one)
		if err != nil || n > 255 {
			return ""
		}
		s += fmt.Sprintf("%02x", n)
	}
	return s
}

// xmlMaker writes a level as XML in one of many ways.
type xmlMaker struct{ maker }

func (m *xmlMaker) escape(s string, attr bool) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>' && !attr:
			b.WriteString("&gt;")
		case r == '"', r == '\'', r == '\r', attr && (r == '\n' || r == '\t'), m.IntN(40) == 0:
			if m.chance(50) {
				fmt.Fprintf(&b, "&#x%x;", r)
			} else {
				fmt.Fprintf(&b, "&#%d;", r)
			}
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (m *xmlMaker) attr(name, v string) string {
	q := pick(m.Rand, `"`, `'`)
	return pick(m.Rand, " ", "\n", "  ") + name + pick(m.Rand, "=", "=", " = ") + q + m.escape(v, true) + q
}

// text is character data.
func (m *xmlMaker) text(s string) string {
	if s != "" && strings.TrimSpace(s) == "" {
		return fmt.Sprintf("<![CDATA[%s]]>", strings.ReplaceAll(s, "\r", "\n")) // none has \r
	}
	if m.chance(15) && !strings.Contains(s, "]]>") && !strings.Contains(s, "\r") && s != "" {
		return "<![CDATA[" + s + "]]>"
	}
	return m.escape(s, false)
}

func (m *xmlMaker) space() string {
	return pick(m.Rand, "", "", "\n", "\n  ", "<!-- a & comment -->", "<?pi?>", "\r\n\t")
}

// value is one value of a field, and what may be around it.
func (m *xmlMaker) value(f *format.Field, s string) string {
	if f.Type == format.TypeBool {
		switch s {
		case "true", "1":
			s = pick(m.Rand, "true", "1", "True", "TRUE")
		default:
			s = pick(m.Rand, "false", "0", "False", "FALSE")
		}
	}
	if f.Type >= format.TypeFlags8 && f.Count == 1 {
		s = strings.ReplaceAll(s, "|", pick(m.Rand, "|", " ", ",", " | "))
	}
	if (f.Type != format.TypeStr || f.Attr.Role.IsID()) && f.Count == 1 && m.chance(10) {
		return pick(m.Rand, " ", "\n", "") + s + pick(m.Rand, " ", "\t")
	}
	return s
}

// list is the values of a field, or of elements, as one text.
func (m *xmlMaker) list(f *format.Field, v []string) string {
	words := make([]string, len(v))
	for i := range v {
		words[i] = v[i]
		if (f.Type >= format.TypeFlags8 || f.Type.IsRef()) && v[i] == "" {
			words[i] = "|"
		}
	}
	if c := colour(f, v); c != "" && len(v) == int(f.Count) && m.chance(40) {
		return c
	}
	sep := pick(m.Rand, " ", ",", ", ", "  ", "\n", " , ")
	s := strings.Join(words, sep)
	if open := s[0]; m.chance(15) || open == '(' || open == '[' {
		s = pick(m.Rand, "("+s+")", "["+s+"]", " ( "+s+" ) ")
	}
	return s
}

// field is a field as an attribute or as an element of its own.
func (m *xmlMaker) field(f *format.Field, label string, v []string) (attr, child string) {
	one := ""
	switch {
	case f.Count == 1:
		one = m.value(f, v[0])
	case areWords(f, v) && (len(f.Attr.Components) == 0 || m.chance(60)):
		one = m.list(f, v)
	default:
		skip := m.partly(f, v)
		var attrs, inner []string
		for i, name := range f.Attr.Components {
			switch {
			case skip[i]:
			case m.chance(30) && isTrimmed(v[i]):
				inner = append(inner, "<"+name+">"+m.text(v[i])+"</"+name+">")
			default:
				attrs = append(attrs, m.attr(name, v[i]))
			}
		}
		m.Shuffle(len(attrs), func(i, j int) { attrs[i], attrs[j] = attrs[j], attrs[i] })
		m.Shuffle(len(inner), func(i, j int) { inner[i], inner[j] = inner[j], inner[i] })
		return "", m.tag(label, attrs, inner)
	}
	plain := f.Type != format.TypeStr || f.Count > 1
	switch {
	case m.chance(60) || !plain && !isTrimmed(one) && strings.TrimSpace(one) == "":
		return m.attr(label, one), ""
	case !plain && !isTrimmed(one):
		return "", "<" + label + ` xml:space="preserve">` + m.escape(one, false) + "</" + label + ">"
	}
	if plain && one != "" {
		one = pick(m.Rand, "", "\n ") + one + pick(m.Rand, "", " ")
	}
	return "", "<" + label + ">" + m.escape(one, false) + "</" + label + ">"
}

// tag is an element with attributes and with pieces in it.
func (m *xmlMaker) tag(name string, attrs, inner []string) string {
	s := "<" + name + strings.Join(attrs, "")
	if len(inner) == 0 && m.chance(70) {
		return s + pick(m.Rand, "", " ") + "/>"
	}
	s += pick(m.Rand, "", " ", "\n") + ">"
	for _, one := range inner {
		s += one
	}
	return s + "</" + name + pick(m.Rand, "", " ") + ">"
}

// element writes a row, or a nested struct in it, with nodes in it.
func (m *xmlMaker) element(name string, sc *scope, r *row, nodes []string, isNode bool) string {
	attrs, kids := m.scope(sc, r, nodes, isNode)
	return m.tag(name, m.merge(attrs...), m.merge(kids...))
}

// scope lists what stands in an element, in sequences that may be mixed.
func (m *xmlMaker) scope(sc *scope, r *row, nodes []string, isNode bool) (attrs, kids [][]string) {
	kids = append(kids, nodes)
	for _, f := range sc.fields {
		if f.Type == format.TypeSpan {
			a, list := m.span(f, sc.labels[f], r.elems[f.Name])
			if a != "" {
				attrs = append(attrs, []string{a})
			}
			kids = append(kids, list)
			continue
		}
		v := m.said(r, f)
		if v == nil {
			continue
		}
		a, child := m.field(f, sc.labels[f], v)
		if a != "" {
			attrs = append(attrs, []string{a})
		} else {
			kids = append(kids, []string{child})
		}
	}
	for _, sub := range sc.subs {
		kids = append(kids, m.structs(sub, r))
	}
	if sc.rest != nil {
		a, list := m.entries(sc.rest, r.elems[sc.rest.Name])
		attrs, kids = append(attrs, a), append(kids, list)
	}
	for _, key := range sortedKeys(r.props) {
		if sc.label != "" {
			break
		}
		a, list := m.property(key, r.props[key])
		if a != "" {
			attrs = append(attrs, []string{a})
		}
		kids = append(kids, list)
	}
	layout := true
	if f := sc.own; f != nil {
		v := m.said(r, f)
		layout = f.Type != format.TypeStr || f.Count > 1
		switch {
		case v == nil:
		case f.Count > 1:
			kids = append(kids, []string{m.escape(m.list(f, v), false)})
		case f.Type == format.TypeStr:
			kids = append(kids, m.pieces(v[0]))
		case f.Type >= format.TypeFlags8 && v[0] == "":
			kids = append(kids, []string{"|"})
		default:
			kids = append(kids, []string{m.escape(m.value(f, v[0]), false)})
		}
	}
	if layout && m.chance(70) {
		var blanks []string
		for range m.IntN(4) {
			blanks = append(blanks, m.space())
		}
		kids = append(kids, blanks)
	}
	return attrs, kids
}

// pieces is a text in one or two parts; elements may come in between.
func (m *xmlMaker) pieces(s string) []string {
	cut := strings.IndexByte(s, ' ')
	if cut > 0 && strings.TrimSpace(s[cut:]) != "" && m.chance(50) {
		return []string{m.text(s[:cut]), m.text(s[cut:])}
	}
	return []string{m.text(s)}
}

// structs is a nested struct as one element, or as none.
func (m *xmlMaker) structs(sub *scope, r *row) []string {
	attrs, kids := m.scope(sub, r, nil, false)
	n := 0
	for _, s := range append(append([][]string{}, attrs...), kids...) {
		n += len(s)
	}
	if n == 0 && m.chance(70) {
		return nil
	}
	return []string{m.tag(sub.label, m.merge(attrs...), m.merge(kids...))}
}

// span writes the elements of a span.
func (m *xmlMaker) span(f *format.Field, label string, elems []*row) (attr string, list []string) {
	if len(elems) == 0 {
		if m.chance(10) {
			return m.attr(label, pick(m.Rand, "", "()", " ")), nil
		}
		return "", nil
	}
	t := elems[0].table
	switch {
	case isValue(t):
		return m.values(&t.Fields[0], label, elems)
	case isNumbers(t) && m.chance(60):
		return m.flat(t, label, elems)
	}
	for _, e := range elems {
		list = append(list, m.element(label, scopeOf(t, false), e, nil, false))
	}
	return "", list
}

func (m *maker) elemsOf(f *format.Field) *format.Table {
	return &m.l.schema.Tables[m.l.schema.Table(f.Target)]
}

// values writes elements that are values.
func (m *xmlMaker) values(f *format.Field, label string, elems []*row) (attr string, list []string) {
	words := true
	var all []string
	for _, e := range elems {
		v := e.given[f.Name]
		words = words && areWords(f, v)
		all = append(all, v...)
	}
	if words && m.chance(40) {
		return m.attr(label, m.list(f, all)), nil
	}
	together := f.Type != format.TypeStr && f.Type != format.TypeRef && f.Type != format.TypeAnyRef && f.Type < format.TypeFlags8
	for i := 0; i < len(elems); {
		n := 1
		if together {
			n = 1 + m.IntN(min(3, len(elems)-i))
		}
		var v []string
		for _, e := range elems[i : i+n] {
			v = append(v, e.given[f.Name]...)
		}
		i += n
		text := v[0]
		if len(v) > 1 {
			text = m.list(f, v)
		} else if f.Type >= format.TypeFlags8 {
			text = m.value(f, text)
		}
		preserve := ""
		if f.Type == format.TypeStr && f.Count == 1 && !isTrimmed(text) {
			preserve = ` xml:space="preserve"`
		}
		if strings.TrimSpace(text) == "" && text != "" {
			text = m.text(text)
		} else {
			text = m.escape(text, false)
		}
		list = append(list, "<"+label+preserve+">"+text+"</"+label+">")
	}
	return "", list
}

// flat writes elements of numbers as lists.
func (m *xmlMaker) flat(t *format.Table, label string, elems []*row) (attr string, list []string) {
	text := func(elems []*row) string {
		var all []string
		for _, e := range elems {
			for i := range t.Fields {
				f := &t.Fields[i]
				v := e.given[f.Name]
				if v == nil {
					v = defaults(f)
				}
				all = append(all, v...)
			}
		}
		return m.list(&format.Field{Type: format.TypeF32, Count: 1}, all)
	}
	if m.chance(40) {
		return m.attr(label, text(elems)), nil
	}
	for i := 0; i < len(elems); {
		if m.chance(30) {
			list = append(list, m.element(label, scopeOf(t, false), elems[i], nil, false))
			i++
			continue
		}
		n := 1 + m.IntN(len(elems)-i)
		list = append(list, "<"+label+">"+text(elems[i:i+n])+"</"+label+">")
		i += n
	}
	return "", list
}

// entries writes a map: the first ones as attributes, perhaps.
func (m *xmlMaker) entries(f *format.Field, elems []*row) (attrs, list []string) {
	t := m.elemsOf(f)
	met := map[string]bool{}
	for _, e := range elems {
		key := e.given["key"][0]
		v := e.given["v0"]
		if len(t.Fields) == 2 && v != nil && (len(v) == 1 || areWords(&t.Fields[1], v)) && len(list) == 0 && !met[key] && e.props == nil && m.chance(50) {
			met[key] = true
			text := m.value(&t.Fields[1], v[0])
			if len(v) > 1 {
				text = m.list(&t.Fields[1], v)
			}
			attrs = append(attrs, m.attr(key, text))
			continue
		}
		list = append(list, m.element(key, scopeOf(t, false), e, nil, false))
	}
	return attrs, list
}

func sortedKeys[T any](m map[string]T) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// property writes what nobody knows.
func (m *xmlMaker) property(key string, p prop) (attr string, list []string) {
	switch {
	case p.many != nil:
		for _, one := range p.many {
			_, e := m.property(key, prop{text: one.text, rows: one.rows})
			if len(e) == 0 {
				e = []string{"<" + key + ">" + m.escape(one.text, false) + "</" + key + ">"}
			}
			list = append(list, e...)
		}
		return "", list
	case p.rows != nil:
		var attrs []string
		var kids [][]string
		for _, k := range sortedKeys(p.rows) {
			a, e := m.property(k, p.rows[k])
			if a != "" {
				attrs = append(attrs, a)
			}
			kids = append(kids, e)
		}
		return "", []string{m.tag(key, attrs, m.merge(kids...))}
	case m.chance(50):
		return m.attr(key, p.text), nil
	}
	return "", []string{"<" + key + ">" + pick(m.Rand, "", "\n ") + m.escape(p.text, false) + "</" + key + ">"}
}

// node writes a node and all in it.
func (m *xmlMaker) node(n *node) string {
	var in []string
	for _, c := range n.nodes {
		in = append(in, m.node(c))
	}
	return m.element(n.kind.Attr.Names[n.slot], scopeOf(n.kind, false), n.row, in, true)
}

// file writes some roots.
func (m *xmlMaker) file(roots []*node) string {
	var all []string
	for _, n := range roots {
		all = append(all, m.node(n))
	}
	head := pick(m.Rand, "", `<?xml version="1.0"?>`, "\ufeff", "<?xml version='1.0' encoding='UTF-8' standalone=\"yes\"?>\n<!DOCTYPE whole>")
	if len(all) == 1 && m.chance(50) {
		return head + all[0] + pick(m.Rand, "", "\n")
	}
	return head + m.tag("whole", nil, m.merge(all, []string{m.space()}))
}
