package export

// Objects in which no node may stand, and the member that any object may have: it says
// where the level's schema is, and a build passes it over.

// addressName is that member, as a pattern: under a plain name, editors would propose it
// in every object.
const addressName = `^\$schema$`

// withAddress lets an object with the members props, and with other members, pass the
// address of a schema, unless that name means something else.
func (j *jsonSchema) withAddress(o, props object, other any) object {
	if props.has("$schema") || j.under["$schema"] != nil {
		return o
	}
	return o.with("patternProperties", object{}.with(addressName, address(other)))
}

// address describes the address of a schema, which may be any value. An object that has
// that name, or a list with one, is like other.
func address(other any) object { return either(to("objects"), other, object{}) }

// closed describes an object with the members props and no others, but for those that
// the options let pass.
func (j *jsonSchema) closed(props object) object {
	return j.withAddress(object{}.with("properties", props), props, j.open).with("additionalProperties", j.open)
}

// components describes a vector as an object. A required one has at least one of them.
func (j *jsonSchema) components(names []string, one object, required bool) object {
	props, given := object{}, []any{}
	for _, name := range names {
		props = props.with(name, orNull(one))
		given = append(given, append(object{}.with("required", []any{name}), having(name, one)...))
	}
	out := append(ofType("object"), j.closed(props)...)
	if required {
		out = out.with("anyOf", given)
	}
	return out
}

// textObject describes an element that is a value, as an object with nothing else.
func (j *jsonSchema) textObject(value object) object {
	return append(ofType("object"), j.closed(object{}.with("text", value))...).with("required", []any{"text"})
}
