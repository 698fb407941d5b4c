package export

import "slices"

// Objects in which no node may stand, and the member that any object may have: it says
// where the level's schema is, and a build passes it over.

// addressName is that member, as a pattern: under a plain name, editors would propose it
// in every object.
const addressName = `^\$schema$`

// withAddress lets an object with other members pass the address of a schema. taken are
// names that mean something else.
func (j *jsonSchema) withAddress(o object, taken []string, other any) object {
	if slices.Contains(taken, "$schema") || slices.Contains(j.names, "$schema") {
		return o
	}
	return o.with("patternProperties", object{}.with(addressName, address(other)))
}

// address describes the address of a schema, which may be any value. An object that has
// that name, or a list with one, is like other.
func address(other any) object { return either(to("objects"), other, object{}) }

// objects returns the test for an object, or an array with one.
func objects() object {
	return anyOf(object{}.with("type", "object"), object{}.with("type", "array").with("contains", to("objects")))
}

// closed describes an object with the members props and no others, but for those that
// the options let pass.
func (j *jsonSchema) closed(props object) object {
	var taken []string
	for _, p := range props {
		taken = append(taken, p.name)
	}
	return j.withAddress(object{}.with("properties", props), taken, j.open).with("additionalProperties", j.open)
}

// components describes a vector as an object. A required one has at least one of them.
func (j *jsonSchema) components(names []string, one object, required bool) object {
	props, given := object{}, []any{}
	for _, name := range names {
		props = props.with(name, orNull(one))
		given = append(given, object{}.with("required", []any{name}).with("properties", object{}.with(name, one)))
	}
	out := append(object{}.with("type", "object"), j.closed(props)...)
	if required {
		out = out.with("anyOf", given)
	}
	return out
}

// textObject describes an element that is a value, as an object with nothing else.
func (j *jsonSchema) textObject(value object) object {
	return append(object{}.with("type", "object"), j.closed(object{}.with("text", value))...).with("required", []any{"text"})
}
