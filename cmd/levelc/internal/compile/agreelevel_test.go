package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// level is what some sources of one level say, whatever their notation.
type level struct {
	schema *format.Schema
	roots  []*node
	all    []*node
	keep   bool // there are names that the schema does not have
}

type node struct {
	kind  *format.Table
	slot  int
	row   *row
	nodes []*node
}

// row is a row of a table with what a source gives of it.
type row struct {
	table *format.Table
	given map[string][]string // by field: its values as XML would have them
	elems map[string][]*row   // by span
	props map[string]prop     // under names that nobody knows
}

// prop is a value under a name that the schema does not have.
type prop struct {
	text string // a number, true, or a word
	many []prop
	rows map[string]prop
}

// levelMaker makes a level of a schema at random.
type levelMaker struct {
	worldMaker
	l     *level
	keep  bool
	count int // of ids
	room  int // for nodes
}

func makeLevel(r *rand.Rand, s *format.Schema, keep bool) *level {
	m := &levelMaker{worldMaker: worldMaker{Rand: r, schema: s}, l: &level{schema: s, keep: keep}, keep: keep, room: 1 + r.IntN(14)}
	for range 1 + m.IntN(4) {
		m.l.roots = append(m.l.roots, m.node(0))
	}
	for _, n := range m.l.all {
		m.refs(n.row)
		m.sayable(n.row)
	}
	return m.l
}

// sayable takes out what only one of the notations has words for.
func (m *levelMaker) sayable(r *row) {
	for i := range r.table.Fields {
		f := &r.table.Fields[i]
		v, own := r.given[f.Name], f.Attr.Role == format.RoleText
		switch {
		case f.Type == format.TypeSpan:
			var left []*row
			for _, e := range r.elems[f.Name] {
				if m.sayable(e); !isValue(e.table) || len(e.given) > 0 {
					left = append(left, e)
				}
			}
			r.elems[f.Name] = left
		case f.Count > 1 && len(f.Attr.Components) == 0 && !areWords(f, v):
			delete(r.given, f.Name)
		case own && !isValue(r.table) && len(v) == 1 && v[0] == "" && f.Type < format.TypeFlags8:
			delete(r.given, f.Name) // no text is as good as none
			if f.Attr.Required && f.Type == format.TypeStr {
				r.given[f.Name] = []string{"text"}
			}
		}
	}
}

func (m *levelMaker) kinds() (out []*format.Table) {
	for i := range m.schema.Tables {
		if m.schema.Tables[i].Class == format.ClassNode {
			out = append(out, &m.schema.Tables[i])
		}
	}
	return out
}

func (m *levelMaker) node(depth int) *node {
	n := &node{kind: pick(m.Rand, m.kinds()...)}
	n.slot = m.IntN(len(n.kind.Attr.Names))
	n.row = m.row(n.kind)
	m.l.all = append(m.l.all, n)
	m.room--
	for depth < 4 && m.room > 0 && m.chance(60) && !hasRootMap(n.kind) {
		n.nodes = append(n.nodes, m.node(depth+1))
	}
	return n
}

// hasRootMap reports whether a map takes all names in a node's own scope.
func hasRootMap(t *format.Table) bool {
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Attr.Role == format.RoleMap && !strings.Contains(f.Attr.Source, "/") {
			return true
		}
	}
	return false
}

func (m *levelMaker) row(t *format.Table) *row {
	r := &row{table: t, given: map[string][]string{}, elems: map[string][]*row{}}
	scalar := isValue(t)
	for i := range t.Fields {
		f := &t.Fields[i]
		switch {
		case f.Attr.Role == format.RoleParent:
		case f.Attr.Role.IsKey() && t.Class == format.ClassArray:
		case f.Attr.Role.IsID() && t.Class == format.ClassNode, f.Attr.Role == format.RoleKey:
			if f.Attr.Required || m.chance(85) {
				m.count++
				r.given[f.Name] = []string{strconv.Itoa(m.count)}
				if f.Type == format.TypeStr {
					r.given[f.Name] = []string{pick(m.Rand, "n", "Ünï ", "7", "-", "a b") + strconv.Itoa(m.count)}
				}
			}
		case f.Type == format.TypeSpan:
			m.span(r, f)
		case f.Type.IsRef(): // see refs
		case f.Attr.Required || scalar || m.chance(60):
			r.given[f.Name] = m.values(f, scalar)
		}
	}
	if m.keep && m.chance(40) && !scalar && !takesAll(t) {
		r.props = map[string]prop{}
		for range 1 + m.IntN(3) {
			r.props[pick(m.Rand, "zz", "zz.y", "yy", "é2", "xx-long-name-of-it")] = m.prop(0)
		}
	}
	return r
}

// takesAll reports whether a table has a map or number fields only, so that what is
// unknown in it is not unknown, or not in all notations.
func takesAll(t *format.Table) bool { return hasRootMap(t) || isNumbers(t) }

func (m *levelMaker) prop(depth int) prop {
	switch {
	case depth < 3 && m.chance(20):
		p := prop{rows: map[string]prop{}}
		for range m.IntN(3) {
			p.rows[pick(m.Rand, "k", "l", "kind0", "m")] = m.prop(depth + 1)
		}
		return p
	case depth < 3 && m.chance(20):
		p := prop{}
		for range 2 + m.IntN(3) {
			p.many = append(p.many, m.single(depth+1))
		}
		return p
	}
	return m.single(3)
}

// single is a property that is no list: XML has no lists in lists.
func (m *levelMaker) single(depth int) prop {
	if depth < 3 && m.chance(30) {
		return prop{rows: map[string]prop{"k": m.single(depth + 1)}}
	}
	return prop{text: pick(m.Rand, "1", "-7", "1.5", "2.0", "1e3", "true", "false", "word", "two words", "007", "+5", ".5", "0x10", "18446744073709551615", "é")}
}

// isValue reports whether the elements of a span are values.
func isValue(t *format.Table) bool {
	return t.Class == format.ClassArray && len(t.Fields) == 1 && t.Fields[0].Attr.Role == format.RoleText
}

// isNumbers reports whether a list of numbers can give elements.
func isNumbers(t *format.Table) bool {
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Type > format.TypeF64 || f.Attr.Role == format.RoleText {
			return false
		}
	}
	return t.Class == format.ClassArray
}

func (m *levelMaker) span(r *row, f *format.Field) {
	t := &m.schema.Tables[m.schema.Table(f.Target)]
	n := m.IntN(4)
	if m.chance(3) {
		n = 40
	}
	for i := range n {
		e := m.row(t)
		if f.Attr.Role == format.RoleMap {
			e.given["key"] = []string{fmt.Sprint("key-", i)}
			if i > 0 && m.chance(20) {
				e.given["key"] = r.elems[f.Name][i-1].given["key"]
			}
		}
		r.elems[f.Name] = append(r.elems[f.Name], e)
	}
}

// values are some for a field, as an attribute would give them.
func (m *levelMaker) values(f *format.Field, scalar bool) (out []string) {
	for range f.Count {
		v := m.word(f)
		switch {
		case f.Type >= format.TypeFlags8:
			var some []string
			for _, s := range f.Symbols {
				if m.chance(40) {
					some = append(some, s)
				}
			}
			v = strings.Join(some, "|")
		case f.Type == format.TypeStr && (f.Count == 1 || len(f.Attr.Components) > 0):
			v = pick(m.Rand, v, "two words", "comma,", "<&>\"']]>", "", "line\nline", "  ends ", "tab\tand \r\n", "\u00a0", "[1]", "null", "🍎", strings.Repeat("long ", 30))
		}
		out = append(out, v)
	}
	if f.Type == format.TypeU8 && f.Count >= 3 && m.chance(20) {
		return []string{"1", "128", "255", "255"}[:f.Count]
	}
	return out
}

// refs gives the references of a row their targets, nodes anywhere.
func (m *levelMaker) refs(r *row) {
	for i := range r.table.Fields {
		f := &r.table.Fields[i]
		if f.Type != format.TypeRef && f.Type != format.TypeAnyRef || f.Attr.Role == format.RoleParent {
			for _, e := range r.elems[f.Name] {
				m.refs(e)
			}
			continue
		}
		scalar := isValue(r.table)
		if !f.Attr.Required && !scalar && m.chance(40) {
			continue
		}
		var out []string
		any := false
		for range f.Count {
			id := ""
			if !m.chance(15) || f.Attr.Required {
				id = m.idOf(f)
			}
			any = any || id != ""
			out = append(out, id)
		}
		if any || scalar {
			r.given[f.Name] = out
		}
	}
}

// idOf is the id of some node that a field may name, "" if there is none.
func (m *levelMaker) idOf(f *format.Field) string {
	for range 20 {
		n := pick(m.Rand, m.l.all...)
		if n.kind.Name != f.Target && !slices.Contains(f.Symbols, n.kind.Name) {
			continue
		}
		for i := range n.kind.Fields {
			if g := &n.kind.Fields[i]; g.Attr.Role.IsID() && n.row.given[g.Name] != nil {
				return n.row.given[g.Name][0]
			}
		}
	}
	return ""
}
