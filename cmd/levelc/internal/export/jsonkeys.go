package export

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// Kinds with a key, of which objects hold nodes under their keys.

// keyOf is the field of a kind that takes the key, nil where there is none.
func keyOf(t *format.Table) *format.Field {
	i := slices.IndexFunc(t.Fields, func(f format.Field) bool { return f.Attr.Role.IsKey() })
	if i < 0 || t.Class != format.ClassNode {
		return nil
	}
	return &t.Fields[i]
}

// holds reports whether an object under a name of a kind holds its nodes under their
// keys, as package compile has it.
func holds(t *format.Table, name string) bool {
	return keyOf(t) != nil && (t.Attr.JSON == "" || t.Attr.JSON == name)
}

// keys are the definitions for a kind with a key.
func (j *jsonSchema) keys(t *format.Table, key *format.Field) object {
	var out object
	if key.Attr.Required {
		j.said = key
		out = out.with("held."+t.Name, j.object(t, tree(t), true))
		j.said = nil
	}
	under := append(object{}.with("type", []any{"object", "null"}), either(to("typed"), to("held"), held(t))...)
	holder := object{}.with("type", []any{"object", "null"}).with("properties", object{}.with("$schema", true))
	if key.Type != format.TypeStr {
		holder = holder.with("propertyNames", object{}.with("pattern", integerPattern(key.Type)))
	}
	holder = holder.with("additionalProperties", to("under."+t.Name))
	return out.
		with("under."+t.Name, under).
		with("keys."+t.Name, either(object{}.with("type", "array"), to("list."+t.Name), either(to("typed"), to("node"), holder)))
}

// held is what an object under a key is that names its kind: a node of one that has keys.
func (j *jsonSchema) held() object {
	var names, dispatch []any
	for _, other := range j.kinds {
		if is := keyOf(other); is != nil {
			is := object{}.with("properties", object{}.with(j.member, object{}.with("enum", anys(jsonNames(other)))))
			dispatch = append(dispatch, object{}.with("if", is).with("then", held(other)))
			names = append(names, anys(jsonNames(other))...)
		}
	}
	return object{}.with("properties", object{}.with(j.member, object{}.with("enum", names))).with("allOf", dispatch)
}

// held is what a node's object is where its key says the field of that.
func held(t *format.Table) object {
	if keyOf(t).Attr.Required {
		return to("held." + t.Name)
	}
	return to("kind." + t.Name)
}

// integerPattern is the form that an integer has as a key. "$schema" is none.
func integerPattern(t format.Type) string {
	switch t {
	case format.TypeU8, format.TypeU16, format.TypeU32, format.TypeU64:
		return `^(0|[1-9][0-9]*|[$]schema)$`
	}
	return `^(0|-?[1-9][0-9]*|[$]schema)$`
}
