package compile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// scope makes the scope of a table's rows in one syntax. Nested structs are scopes of
// their own, found by the path in front of a field's name.
func (b *planner) scope(t *table, syntax source.Format) *scope {
	root := &scope{name: t.Name, nodes: t.Class == format.ClassNode}
	if t.Class == format.ClassNode && len(t.Attr.Names) > 0 {
		root.name = t.Attr.Names[0]
	}
	subs := map[string]*scope{"": root}
	defer func() { t.structs = max(t.structs, len(subs)-1) }()
	for i := range t.fields {
		f := &t.fields[i]
		if f.Attr.Role == format.RoleParent || f.Attr.Role == format.RoleKey && t.Class == format.ClassArray {
			continue
		}
		dir, name := PlaceIn(f.Field, syntax)
		if strings.Count(dir, "/") >= source.MaxDepth-1 { // no source nests so deep
			b.errorf(t.Table, f.Field, "it stands in more than %d nested structs", source.MaxDepth-1)
			continue
		}
		in := subs[dir]
		if in == nil {
			in = b.nested(t, subs, dir, []byte(commonPath(f, dir)+"/"))
		}
		if in == nil {
			continue
		}
		f.label[syntax] = name
		if f.how == howID && !slices.Contains(b.idNames[syntax], name) {
			b.idNames[syntax] = append(b.idNames[syntax], name)
		}
		if f.Attr.Role == format.RoleMap {
			if in.rest != nil {
				b.errorf(t.Table, f.Field, "a second map besides %s", in.rest.Name)
			}
			in.rest = f
			continue
		}
		if syntax == source.XML && f.Attr.Role == format.RoleText {
			if in.text != nil {
				b.errorf(t.Table, f.Field, "an element's text cannot be both this field and %s", in.text.Name)
			}
			in.text = f
			continue
		}
		if name == "" || !in.names.add(name) {
			b.errorf(t.Table, f.Field, "the name %q is taken", name)
			continue
		}
		if f.Attr.Role == format.RoleText && in.value == nil {
			in.value = f
		}
		in.entries = append(in.entries, entry{field: f})
	}
	if syntax == source.XML && root.text == nil {
		root.text = t.value // in JSON it is the value in place of the element
	}
	return root
}

// PlaceIn returns the path of the nested struct that a field is in, "" for none, and the
// field's name there.
func PlaceIn(f *format.Field, syntax source.Format) (dir, name string) {
	if syntax == source.JSON && f.Attr.JSON != "" {
		return CutPath(f.Attr.JSON)
	}
	dir, name = CutPath(f.Attr.Source)
	if syntax == source.JSON && f.Attr.Role == format.RoleText {
		name = "text"
	}
	return dir, name
}

// CutPath cuts a path in front of its last name.
func CutPath(path string) (dir, name string) {
	cut := strings.LastIndexByte(path, '/')
	return path[:max(0, cut)], path[cut+1:]
}

// commonPath returns the path of a field's nested struct in XML, so that properties in
// it have the same keys in both syntaxes. If JSON's path has another length, it returns
// that.
func commonPath(f *field, dir string) string {
	path, _ := CutPath(f.path())
	if dir == "" || strings.Count(path, "/") != strings.Count(dir, "/") || path == "" {
		return dir
	}
	return path
}

// nested returns the scope of a path of nested structs, and makes those that do not
// exist. Outer ones share the bytes of path, which ends in a slash: each would repeat those
// of all around it.
func (b *planner) nested(t *table, subs map[string]*scope, dir string, path []byte) *scope {
	if s := subs[dir]; s != nil {
		return s
	}
	parent, name := CutPath(dir)
	outer := bytes.LastIndexByte(path[:len(path)-1], '/') + 1
	in := b.nested(t, subs, parent, path[:outer:outer])
	if in == nil {
		return nil
	}
	if name == "" || !in.names.add(name) {
		b.errorf(t.Table, nil, "the name %q is taken by a field and by a nested struct", dir)
		return nil
	}
	s := &scope{name: name, outer: in, prefix: path, nodes: in.nodes}
	in.entries = append(in.entries, entry{sub: s, word: t.words + len(subs) - 1})
	subs[dir] = s
	return s
}

// where returns what a scope is called in messages: "body", "material of body". It is made
// when one is written, because structs nest deep, and each is in the text of all in it.
func (s *scope) where() string {
	if s.outer == nil {
		return s.name
	}
	var b strings.Builder
	for ; s.outer != nil; s = s.outer {
		b.WriteString(s.name)
		b.WriteString(" of ")
	}
	b.WriteString(s.name)
	return b.String()
}

// path returns what the keys of dynamic properties in a scope begin with: "material/". That
// of a component is made when it is asked for, because a field may have many.
func (s *scope) path() []byte {
	if s.part == "" {
		return s.prefix
	}
	return slices.Concat(s.prefix, []byte(s.part))
}
