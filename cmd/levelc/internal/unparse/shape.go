package unparse

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// shape is the form that the rows of a table have in a source.
type shape struct {
	*format.Table
	index   int
	hasType bool // a row has a dynamic property, or an element of its map, that is called as the member for kinds
	root    *scope
	fields  []field
	id      *field   // the id of the node
	parents []*field // given by the place of a node
	scalar  bool     // elements that are values, not structs
	group   bool     // their values can stand in a list, one after another
	key     *field   // the name under which a row stands: that of a map's element, or of a node in a holder
	value   *field   // the only other field of a map's elements
}

// nameOf returns which of the kind's names a node with this slot has. Other writers may
// mean something else by a slot; then it is the first name.
func (sh *shape) nameOf(slot uint8) uint8 {
	if int(slot) < len(sh.Attr.Names) {
		return slot
	}
	return 0
}

// field is a format.Field under the name that it has in the source.
type field struct {
	*format.Field
	label string
	size  int // of one value
	elems *shape
	def   []byte          // the value if the source says nothing; nil if that is not known
	text  string          // the same for a string
	kinds map[string]bool // of a parent field: what it may name
}

// scope is an element or object for a row, or for a nested struct in it.
type scope struct {
	label  string
	fields []*field
	own    *field // XML: the field of the element's text
	rest   *field // the span whose elements have names of their own
	subs   []*scope
}

// takesObjects reports whether an object under the name of the field is always its value.
func (f *field) takesObjects() bool {
	return f != nil && (f.elems != nil || len(f.Attr.Components) > 0)
}

// find returns what stands under a name, or nil.
func (s *scope) find(name string) (f *field, sub *scope) {
	for _, f := range s.fields {
		if f.label == name {
			return f, nil
		}
	}
	for _, sub := range s.subs {
		if sub.label == name {
			return nil, sub
		}
	}
	return nil, nil
}

// named returns the schema, with names if the file was stripped of them, and without
// parents that cannot be any.
func named(s *format.Schema) *format.Schema {
	out := &format.Schema{Tables: slices.Clone(s.Tables)}
	for i := range out.Tables {
		t := &out.Tables[i]
		if t.Class == format.ClassNode && len(t.Attr.Names) == 0 {
			t.Attr.Names = []string{t.Name}
		}
		t.Fields = slices.Clone(t.Fields)
		for j := range t.Fields {
			f := &t.Fields[j]
			if f.Attr.Role == format.RoleParent && !t.IsParent(f) {
				f.Attr.Role = format.RoleValue // no compiler made it, but the rows are right
			}
			if f.Attr.Source == "" && f.Attr.Role != format.RoleParent {
				f.Attr.Source = strings.ReplaceAll(f.Name, ".", "/")
			}
		}
	}
	return out
}

// maxPath is the most nested structs around a field. It and source.MaxName limit the names
// in a schema: no source could have longer ones, and a hostile file must not cause much
// work with them.
const maxPath = 64

// reasonable checks the names of a schema.
func reasonable(s *format.Schema) error {
	for i := range s.Tables {
		t := &s.Tables[i]
		names := append(slices.Clone(t.Attr.Names), t.Attr.JSON)
		for j := range t.Fields {
			a := &t.Fields[j].Attr
			for _, path := range []string{a.Source, a.JSON} {
				if strings.Count(path, "/") > maxPath || len(path) > source.MaxName {
					return &Error{Table: t.Name, Row: -1, Field: t.Fields[j].Name, Msg: "its name in a source is too long"}
				}
			}
			names = append(names, a.Components...)
		}
		for _, n := range names {
			if len(n) > source.MaxName {
				return &Error{Table: t.Name, Row: -1, Msg: "a name that it has in a source is too long"}
			}
		}
	}
	return nil
}

// shapes makes the shapes of a level's tables for one syntax. The compiler's own plan
// decides whether the names are fit for a source.
func shapes(l *level.Level, syntax source.Format) ([]*shape, error) {
	if err := reasonable(l.Schema); err != nil {
		return nil, err
	}
	s := named(l.Schema)
	if _, err := compile.NewPlan(s); err != nil {
		return nil, &Error{Row: -1, Msg: "no source could be compiled with the schema of this file", Err: err}
	}
	out := make([]*shape, len(s.Tables))
	for i := range s.Tables {
		t := &s.Tables[i]
		out[i] = &shape{Table: t, index: i}
		if t.Class != format.ClassFixed {
			out[i].fields = make([]field, len(t.Fields))
		}
		out[i].scalar = compile.IsScalar(t)
		out[i].group = out[i].scalar && t.Fields[0].Type != format.TypeSpan
	}
	for _, sh := range out {
		if sh.Class != format.ClassFixed {
			sh.layOut(l, out, syntax)
		}
	}
	return out, nil
}

// layOut puts the fields where a source has them.
func (sh *shape) layOut(l *level.Level, all []*shape, syntax source.Format) {
	sh.root = new(scope)
	subs := map[string]*scope{"": sh.root}
	for i := range sh.fields {
		f := &sh.fields[i]
		*f = field{Field: &sh.Fields[i], size: int(sh.Fields[i].Type.Size())}
		if f.Type == format.TypeSpan {
			f.elems = all[l.Table(f.Target)]
		}
		f.preset()
		switch f.Attr.Role {
		case format.RoleParent:
			f.kinds = map[string]bool{f.Target: true}
			for _, name := range f.Symbols {
				f.kinds[name] = true
			}
			sh.parents = append(sh.parents, f)
			continue
		case format.RoleKey, format.RoleIDKey:
			sh.key = f
			if sh.Class == format.ClassArray {
				if len(sh.fields) == 2 {
					sh.value = &sh.fields[1-i]
				}
				continue
			}
		}
		if sh.IsID(f.Field) {
			sh.id = f
		}
		dir, label := compile.PlaceIn(f.Field, syntax)
		f.label = label
		in := nested(subs, dir)
		switch {
		case f.Attr.Role == format.RoleMap:
			in.rest = f
		case f.Attr.Role == format.RoleText && syntax == source.XML:
			in.own = f
		default:
			in.fields = append(in.fields, f)
		}
	}
}

// nested returns the scope of a path of nested structs.
func nested(subs map[string]*scope, dir string) *scope {
	if s := subs[dir]; s != nil {
		return s
	}
	outer, label := compile.CutPath(dir)
	in := nested(subs, outer)
	s := &scope{label: label}
	in.subs = append(in.subs, s)
	subs[dir] = s
	return s
}

// preset finds the value of the field if a source says nothing. If the default is not
// understood, the field is always written.
func (f *field) preset() {
	switch {
	case f.isText():
		f.text = f.Attr.Default
	case f.Type != format.TypeStr && !f.Type.IsRef() && f.Type != format.TypeSpan:
		if def, err := format.DefaultBytes(f.Field); err == nil {
			f.def = def
		}
	}
}

// isText reports whether the default of a field is in text and not in def.
func (f *field) isText() bool { return f.Type == format.TypeStr && f.Count == 1 }
