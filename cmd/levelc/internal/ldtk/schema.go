package ldtk

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader/ldtk"
)

// Schema returns the schema of loader/ldtk.World, for which a project is compiled if
// the game has no types of its own. It must not be modified.
var Schema = editor.SchemaOf(reflect.TypeFor[ldtk.World]())

// reserved are the names that the identifier of an entity cannot mean.
var reserved = editor.ReservedIn(Schema)

// kind is one of the game's own kinds, as the compiler will see it.
type kind struct {
	name   string
	fields map[string]*format.Field // by name in XML, with the path of nested structs
	nested map[string]bool          // structs, by path
	id     *format.Field            // or nil
	elems  map[string]*format.Table // of spans, by the name of the span
	mapped bool                     // a map takes what no field does
}

// kindOf finds the kind that entities of an identifier become nodes of, or nil.
func (r *reader) kindOf(identifier string) *kind {
	k, ok := r.kinds[identifier]
	if !ok {
		k = r.findKind(identifier)
		r.kinds[identifier] = k
	}
	return k
}

func (r *reader) findKind(identifier string) *kind {
	if reserved().Kinds[identifier] || !source.IsName(identifier) {
		return nil
	}
	t := r.Table(identifier)
	if t != nil && reserved().Fields[identifier] {
		r.Warnf(r.placeOfIdentifier(identifier), "give the kind another name", "a layer has a field called %q, as a kind of the game's is; entities of that identifier stay entities", identifier)
		return nil
	}
	if t == nil {
		r.nearly(identifier)
		return nil
	}
	return newKind(r.Options.Schema, t, identifier)
}

// nearly warns about an identifier that differs from a kind of the game only in its
// spelling, because its entities do not become records of that kind. LDtk turns "door"
// into "Door" if the project's style of identifiers asks for that.
func (r *reader) nearly(identifier string) {
	kind := r.KindNear(reserved(), func(kind string) bool { return spell.IsSlip(identifier, kind) })
	if kind == "" {
		return
	}
	r.WarnOnce(r.placeOfIdentifier(identifier), "did you mean "+strconv.Quote(kind)+"?", "no kind of the game's is called %s; entities of that identifier stay entities", strconv.Quote(editor.Clip(identifier)))
}

// placeOfIdentifier returns where entities get their identifier.
func (r *reader) placeOfIdentifier(identifier string) editor.Place {
	if def := r.entityNames[identifier]; def != nil {
		return def.node.PlaceOf("identifier")
	}
	return r.root.Place()
}

func newKind(schema *format.Schema, t *format.Table, element string) *kind {
	k := &kind{name: element, fields: map[string]*format.Field{}, nested: map[string]bool{}, elems: map[string]*format.Table{}}
	for i := range t.Fields {
		f := &t.Fields[i]
		name := editor.NameInXML(f)
		switch {
		case f.Attr.Role == format.RoleMap && !strings.Contains(name, "/"):
			k.mapped = true
			continue
		case f.Attr.Role == format.RoleParent || f.Attr.Role == format.RoleMap || f.Attr.Role == format.RoleKey && t.Class == format.ClassArray:
			continue
		case f.Attr.Role.IsID():
			k.id = f
		}
		k.fields[name] = f
		for dir := name; strings.Contains(dir, "/"); {
			dir = dir[:strings.LastIndexByte(dir, '/')]
			k.nested[dir] = true
		}
		if f.Type == format.TypeSpan {
			if n := schema.Table(f.Target); n >= 0 {
				k.elems[name] = &schema.Tables[n]
			}
		}
	}
	return k
}
