package tiled

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// In TMJ, the members of a class have their types in the project, and properties of before
// Tiled 1.2 have theirs beside them. The functions of this file hold values against them.

// declared returns the type of a member, and its class or enum. It is "" if nothing says it.
func declared(name string, types map[string]string, c *classType) (typ, class string) {
	if typ = types[name]; typ == "" && c != nil {
		typ, class = c.byName[name].typ, c.byName[name].class
	}
	if !slices.Contains(propertyTypes, typ) {
		typ = ""
	}
	return typ, class
}

// formOf says what the value of a property of a type is in TMJ.
func formOf(typ string) string {
	switch typ {
	case "class":
		return "an object"
	case "list":
		return "a list"
	}
	return "a single value"
}

// fits reports whether a value that looks like one of a type can be that of a property. If
// nothing says the property's type, it is that.
func (r *reader) fits(p *property, looks, shown string) bool {
	p.typ = cmp.Or(p.typ, looks)
	want := formOf(p.typ)
	if want == formOf(looks) {
		return true
	}
	r.blame(p.at, saveAgain, "%s: expected %s for the type %s, got %s", p.shown(), want, p.typ, shown)
	return false
}

// writtenAs are the values by which TMJ writes those of each type.
var writtenAs = map[string]source.ValueKind{
	"string": source.String, "file": source.String, "color": source.String, "int": source.Number, "float": source.Number,
	"object": source.Number, "bool": source.Bool,
}

// setJSON is setValue for a value of TMJ. The editor converts one that is written as one of
// another type. It never writes that, except for an enum whose storage has changed and, if
// old, before Tiled 1.2.
func (r *reader) setJSON(p *property, v *editor.Value, old bool) {
	if v.Kind == source.List { // which is reported
		r.setValue(p, "")
		return
	}
	want, ok := writtenAs[p.typ]
	if !ok || v.Kind == want || v.Kind == source.Null {
		r.setValue(p, v.Text)
		return
	}
	if r.setEnum(p, v) {
		return
	}
	if p.typ == "color" { // 123 would be one
		r.blame(p.at, "", "%s: expected %s, got %s", p.shown(), aColor, v.Shown())
		return
	}
	if r.setValue(p, v.Text) && !old {
		shown := map[source.ValueKind]string{source.String: "a string", source.Number: "a number", source.Bool: "true or false"}[want]
		r.WarnOnceFor("written "+p.name+" "+p.typ, p.at, "it is read as one, as in Tiled", "%s: expected %s for the type %s, got %s", p.shown(), shown, p.typ, v.Shown())
	}
}

// setEnum reads the symbols of an enum that is stored as numbers, and the number of one that
// is stored as symbols. It reports whether the value is one of those.
func (r *reader) setEnum(p *property, v *editor.Value) bool {
	e := r.project.enums[p.class]
	if e == nil {
		return false
	}
	switch {
	case p.typ == "int" && v.Kind == source.String:
		if i, ok := e.number(v.Text); ok {
			p.int, p.text = i, v.Text
			return true
		}
	case p.typ == "string" && v.Kind == source.Number:
		if i, ok := whole(v.Text, 0, 1<<62); ok {
			p.text, ok = r.symbolsOf(p, i)
			return ok
		}
	}
	return false
}
