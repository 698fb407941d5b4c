package export

import (
	"cmp"
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
	name  string // last part of the field's name in XML
	json  string // and in JSON
	sub   *group
}

// tree divides the fields of a table into groups, by their names in sources. Fields of
// one group are next to each other in a row, because a group is a Go struct.
func tree(t *format.Table) *group {
	root := &group{}
	for i := range t.Fields {
		f := &t.Fields[i]
		path := strings.Split(f.Attr.Source, "/")
		if f.Attr.Source == "" {
			path = strings.Split(f.Name, ".")
		}
		at := root
		for _, dir := range path[:len(path)-1] {
			at = at.group(dir, f.Offset)
		}
		name := path[len(path)-1]
		_, json := compile.PlaceIn(f, source.JSON)
		at.items = append(at.items, item{field: f, name: name, json: cmp.Or(json, name)})
	}
	return root
}

// documentedTree is tree with the comments of the record and of the groups.
func documentedTree(t *format.Table, nestedDoc func(table, path string) string) *group {
	root := tree(t)
	root.doc = t.Attr.Doc
	root.each(func(it *item) {
		if it.sub != nil && nestedDoc != nil {
			it.sub.doc = nestedDoc(t.Name, it.sub.path)
		}
	})
	return root
}

// group returns the group of that name. If it exists, it is the last item.
func (g *group) group(name string, offset uint32) *group {
	for i := range g.items {
		if s := g.items[i].sub; s != nil && s.name == name {
			return s
		}
	}
	s := &group{name: name, path: strings.TrimPrefix(g.path+"/"+name, "/"), offset: offset}
	g.items = append(g.items, item{name: name, json: name, sub: s})
	return s
}

// isScalarArray reports whether a table holds the plain values of a list. A text in a
// nested struct is that of another element.
func isScalarArray(t *format.Table) bool {
	return t.Class == format.ClassArray && len(t.Fields) == 1 && isText(&t.Fields[0])
}

// isText reports whether a field is the text of its table's elements themselves.
func isText(f *format.Field) bool {
	return f.Attr.Role == format.RoleText && !strings.Contains(f.Attr.Source, "/") && (f.Attr.Source != "" || !strings.Contains(f.Name, "."))
}

// tables finds tables by name.
func tables(s *format.Schema) map[string]*format.Table {
	m := make(map[string]*format.Table, len(s.Tables))
	for i := range s.Tables {
		m[s.Tables[i].Name] = &s.Tables[i]
	}
	return m
}
