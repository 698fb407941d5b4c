package export

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Lists of values and of objects: the members for inline arrays and spans.

// listed describes an object, as one says, or an array of such objects or of arrays, as
// the definition self says. null may stand beside objects.
func listed(self string, one object) object {
	objects := list(either(ofType("null"), object{}, one), 0)
	lists := list(to(self).with("minItems", 1), 0)
	return either(ofType("array"), either(object{{"contains", ofType("object")}}, objects, lists), one)
}

// value describes a value in a list, where flags are one string each.
func (j *jsonSchema) value(f *format.Field) object {
	if f.Type.IsFlags() {
		return flagsText(f)
	}
	return j.one(f)
}

// array describes a list of fixed length, perhaps row by row, or an object with the
// components.
func (j *jsonSchema) array(f *format.Field) object {
	one := j.value(f)
	forms := []any{counted(one, int(f.Count), int(f.Count)), j.byRows(f, one)}
	if len(f.Attr.Components) > 0 {
		forms = append(forms, j.components(f.Attr.Components, j.component(f), f.Attr.Required))
	}
	if isColour(f) {
		forms = append(forms, hexString())
	}
	return anyOf(forms...)
}

// component describes a component of a vector: in place for a few, and by a definition for
// many, because an enum may be long.
func (j *jsonSchema) component(f *format.Field) object {
	const few = 4
	one := j.one(f)
	if len(f.Attr.Components) <= few {
		return one
	}
	return j.defined("component", f, one, func(string) object { return one })
}

// defined refers to a definition of a family: the form for the values one of a field. It
// makes it if there is none.
func (j *jsonSchema) defined(family string, f *format.Field, one object, form func(name string) object) object {
	key := fmt.Sprintf("%s %#v", family, one) // with quotes: the enums a b|c and a|b c print alike
	name, ok := j.named[key]
	if !ok {
		name = j.defNames.take(family + "." + f.Type.String())
		j.named[key] = name
		j.valueDefs = j.valueDefs.with(name, form(name))
	}
	return to(name)
}

// byRows describes values of a field in lists in a list. The build checks how many there are.
func (j *jsonSchema) byRows(f *format.Field, one object) object { return list(j.lists(f, one), 1) }

// lists refers to the definition of a list of a field's values or of such lists. Fields
// with the same values share it.
func (j *jsonSchema) lists(f *format.Field, one object) object {
	return j.defined("lists", f, one, func(name string) object { return list(anyOf(one, to(name)), 0) })
}

// hexString describes a colour as #rrggbb.
func hexString() object {
	return ofType("string").with("pattern", "^#[0-9A-Fa-f]{6}$")
}

// span describes an object, an array of them or of arrays of them, or a list of values.
// The build checks that such arrays have the same length.
func (j *jsonSchema) span(f *format.Field) object {
	t := j.tables[f.Target]
	null := ofType("null")
	elem, forms := to("element."+t.Name), []any{list(null, 0)}
	v, scalar, number, text := elementOf(f, t), compile.IsScalar(t), groupOf(t), listText(t)
	if scalar {
		elem = j.textObject(j.items(v))
	}
	switch {
	case scalar && v.Type != format.TypeSpan:
		forms = []any{j.scalars(t, v)}
		if f.Attr.Role == format.RoleAny {
			forms = append(forms, j.value(v))
		}
	case number != nil:
		forms = append([]any{j.numbers(t, number)}, forms...)
	}
	if text != nil {
		forms = append(forms, list(j.items(text).with("type", "array"), 0))
	}
	items, lists := elem, list(elem, 1)
	if one := j.inPlaceOf(tree(t, source.JSON)); one != nil && !scalar {
		forms = append(forms, one)
		if number == nil && text == nil { // a value beside objects stands for one as well
			items = anyOf(elem, one)
			lists = list(items, 1).with("contains", ofType("object"))
		}
	}
	if j.open {
		items = anyOf(items, null) // beside objects; a strict build reports it
	}
	return anyOf(append(forms, list(items, 1), elem, list(lists, 1))...)
}

// elementOf returns the field of the values in a span f of the table t.
func elementOf(f *format.Field, t *format.Table) *format.Field {
	v := t.Fields[0]
	if f.Attr.Role == format.RoleAny {
		v.Attr.Role = format.RoleAny
	}
	return &v
}

// items describes the values of a field, however many these are.
func (j *jsonSchema) items(f *format.Field) object {
	switch {
	case f.Type == format.TypeSpan:
		return j.inner(f)
	case f.Count > 1:
		return j.array(f)
	}
	return j.one(f)
}

// inner refers to the definition of a span that is an element of a list. A span describes
// its elements several times, so without definitions spans in spans would grow
// exponentially.
func (j *jsonSchema) inner(f *format.Field) object {
	name := "span." + f.Target
	if f.Attr.Role == format.RoleAny {
		name = "any." + f.Target
	}
	if !j.spans[name] {
		j.spans[name] = true
		def := j.span(f) // may define others
		j.valueDefs = j.valueDefs.with(name, def)
	}
	return to(name)
}

// inPlaceOf describes one value in place of an object, which is the text of that. It
// returns nil if it has no text that one value gives, or has to have more.
func (j *jsonSchema) inPlaceOf(g *group) object {
	for i := range g.items {
		f := g.items[i].field
		if g.items[i].role() != format.RoleText {
			continue
		}
		switch {
		case f.Type == format.TypeSpan || f.Count > 1 && !isColour(f) || hasRequired(g, f):
			return nil
		case f.Count > 1:
			return hexString()
		case f.Type.IsFlags():
			return flagsText(f)
		}
		return j.one(f)
	}
	return nil
}

// listText returns the text of a span's elements that may be written as the list that
// their text is, or nil.
func listText(t *format.Table) *format.Field {
	if groupOf(t) != nil {
		return nil
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		isList := f.Type == format.TypeSpan || !compile.IsScalar(t) && (f.Count > 1 || f.Type.IsFlags())
		if isList && isText(f) {
			return f
		}
	}
	return nil
}

// scalars describes a list of values, one after another or each element as a list.
func (j *jsonSchema) scalars(t *format.Table, v *format.Field) object {
	one, n := j.value(v), int(v.Count)
	items := []any{one, to("alone." + t.Name)}
	if n > 1 {
		items = []any{one, counted(one, n, n), j.byRows(v, one)}
	}
	if isColour(v) {
		items = append(items, hexString())
		items = append(items, list(hexString(), 1))
	}
	return list(anyOf(items...), 0)
}

// alone returns the definitions of values that are alone in a list, which may again be
// alone in one.
func (j *jsonSchema) alone(t *format.Table) object {
	var out object
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Type != format.TypeSpan {
			continue
		}
		if of := j.tables[f.Target]; compile.IsScalar(of) && of.Fields[0].Count == 1 {
			name := "alone." + of.Name
			out = out.with(name, counted(anyOf(j.value(elementOf(f, of)), to(name)), 1, 1))
		}
	}
	return out
}

// numbers describes a list of the numbers of elements that have nothing else, one after
// another or each element as a list.
func (j *jsonSchema) numbers(t *format.Table, widest *format.Field) object {
	one, least, most := j.one(widest), 0, 0
	for i := range t.Fields {
		f := &t.Fields[i]
		most += int(f.Count)
		if least += int(f.Count); isColour(f) {
			least -= int(f.Count) - 1
		}
	}
	if least < most {
		one = anyOf(one, hexString())
	}
	parts := list(anyOf(one, j.lists(widest, one)), 1).with("contains", ofType("array")) // fields in lists
	return list(anyOf(one, counted(one, least, most), parts), 0)
}

// groupOf returns a field of a table whose fields are all numbers that may be written
// one after another: the widest one.
func groupOf(t *format.Table) *format.Field {
	var widest *format.Field
	for i := range t.Fields {
		f := &t.Fields[i]
		if !f.Type.IsNumber() {
			return nil
		}
		if widest == nil || rank(f.Type) > rank(widest.Type) {
			widest = f
		}
	}
	return widest
}

// rank orders number types, so that later ones hold nearly everything that earlier ones
// do.
func rank(t format.Type) int {
	if t.IsFloat() {
		return 100 + int(t.Size())
	}
	return int(t.Size())
}
