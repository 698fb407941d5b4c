package export

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// group is the fields of a table as a source nests them: fields of the row itself, and
// groups of fields that are elements or objects of their own.
type group struct {
	name   string // last part; empty is the row
	path   string // of names in sources
	doc    string // only in documentedTree
	offset uint32 // of its first field
	items  []item // in the order of the row
}

// item is a field or a group.
type item struct {
	field *format.Field
	name  string // in its group
	sub   *group
}

// role returns the role of the item's field; a group is like a value.
func (it *item) role() format.Role {
	if it.sub != nil {
		return format.RoleValue
	}
	return it.field.Attr.Role
}

// tree divides the fields of a table that a source gives into groups, by their names in
// sources of a syntax. It leaves out a parent, and the key of an element of a map, which
// follow from where a node or an element is.
func tree(t *format.Table, syntax source.Format) *group {
	return treeOf(t, syntax, func(f *format.Field) bool {
		return f.Attr.Role != format.RoleParent && (f.Attr.Role != format.RoleKey || t.Class == format.ClassNode)
	})
}

// wholeTree is tree with all fields.
func wholeTree(t *format.Table, syntax source.Format) *group {
	return treeOf(t, syntax, func(*format.Field) bool { return true })
}

func treeOf(t *format.Table, syntax source.Format, has func(*format.Field) bool) *group {
	root := &group{}
	for i := range t.Fields {
		f := &t.Fields[i]
		if !has(f) {
			continue
		}
		dir, name := compile.PlaceIn(f, syntax)
		if name == "" { // the schema was stripped of it
			dir, name = compile.CutPath(strings.ReplaceAll(f.Name, ".", "/"))
		}
		at := root
		if dir != "" {
			for sub := range strings.SplitSeq(dir, "/") {
				at = at.group(sub, f.Offset)
			}
		}
		at.items = append(at.items, item{field: f, name: name})
	}
	return root
}

// documentedTree is tree with the comments of the record and of the groups.
func documentedTree(t *format.Table, syntax source.Format, nestedDoc func(table, path string) string) *group {
	root := tree(t, syntax)
	root.doc = t.Attr.Doc
	root.each(func(it *item) {
		if it.sub != nil && nestedDoc != nil {
			it.sub.doc = nestedDoc(t.Name, it.sub.path)
		}
	})
	return root
}

// group returns the group of that name, and makes it if there is none.
func (g *group) group(name string, offset uint32) *group {
	for i := range g.items {
		if s := g.items[i].sub; s != nil && s.name == name {
			return s
		}
	}
	s := &group{name: name, path: strings.TrimPrefix(g.path+"/"+name, "/"), offset: offset}
	g.items = append(g.items, item{name: name, sub: s})
	return s
}

// each calls do for all items of a group and of the groups in it.
func (g *group) each(do func(*item)) {
	for i := range g.items {
		do(&g.items[i])
		if s := g.items[i].sub; s != nil {
			s.each(do)
		}
	}
}

// idOf returns the field of a kind for the id, or nil.
func idOf(t *format.Table) *format.Field { return fieldOf(t, format.Role.IsID) }

// fieldOf returns the first field of a table whose role passes, or nil.
func fieldOf(t *format.Table, pass func(format.Role) bool) *format.Field {
	for i := range t.Fields {
		if pass(t.Fields[i].Attr.Role) {
			return &t.Fields[i]
		}
	}
	return nil
}

// isText reports whether a field is the text of its table's elements themselves.
func isText(f *format.Field) bool {
	return f.Attr.Role == format.RoleText && !strings.Contains(f.Attr.Source, "/")
}

// kinds lists the tables of nodes.
func kinds(s *format.Schema) []*format.Table {
	var out []*format.Table
	for i := range s.Tables {
		if t := &s.Tables[i]; t.Class == format.ClassNode {
			out = append(out, t)
		}
	}
	return out
}

// records lists the tables of a span's elements that are no plain values.
func records(s *format.Schema) []*format.Table {
	var out []*format.Table
	for i := range s.Tables {
		if t := &s.Tables[i]; t.Class == format.ClassArray && !compile.IsScalar(t) {
			out = append(out, t)
		}
	}
	return out
}

// tables finds tables by name.
func tables(s *format.Schema) map[string]*format.Table {
	m := make(map[string]*format.Table, len(s.Tables))
	for i := range s.Tables {
		m[s.Tables[i].Name] = &s.Tables[i]
	}
	return m
}
