package export

import (
	"cmp"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// EditorOptions say what a schema for an editor should be like.
type EditorOptions struct {
	Title   string // what it is for
	Unknown bool   // allow names that the schema does not have, as levelc build --unknown=keep does
	// KindMember is the member of a JSON object that names its kind; "" means "type".
	KindMember string
	// Roots are further names of XML's outermost elements that are not nodes, besides
	// those that levelc dump uses.
	Roots []string
	// Namespace is the URI of the default namespace of the elements in XML levels; ""
	// means none.
	Namespace string
	// NestedDoc returns the comment on a nested struct, as layout.World does; nil means
	// that there are none.
	NestedDoc func(table, path string) string
}

// JSONSchema writes a JSON Schema, draft 2020-12, for levels in JSON.
//
// Every kind has three definitions: "kind.body" is the contents of a body; "item.body"
// an object under the key body, which is a body unless its type says otherwise;
// "list.body" one such object or an array of them. For a kind with a key, "keys.body"
// is an object that holds bodies under their keys, or such an array, and "under.body"
// is what may be under a key. "node" is an object that names its kind, "nodes" one of
// those or an array of them, as they may be under any key ("others": or null), and
// "typed" the test for a node; "objects" is the test for any object or an array with
// one. If there are many kinds, "children" has the members for nodes, which otherwise
// every kind has, but for those that are called as fields; many of these are in sections,
// "children.0-16", and "children.names" has just the names. "lists.f32" is numbers in lists in lists; "span.T" a list of elements
// of the table T that is an element itself, and "any.T" one that may be a single value.
// "component.enum16" is a component, if a vector has many.
//
// JSON Schema cannot express everything. It is left to the build whether there is a
// node at all, that a reference finds its node and that ids are unique, that a node
// does not contradict its key, how many values or objects are in lists in a list, and
// that 1.0 is neither an integer nor a bool and -0 no bool. Some things that a build accepts
// are refused, because they are mostly mistakes: a value under the name of a kind in an
// outermost object that is not a node, where it means nothing; an object of a nested
// struct, or of components, in a list; lists of a map's objects in a list, and with
// unknown names a plain value beside them; a node with a type under the key of a field
// that is neither a string nor a list of objects; an empty list, or nodes, as the kind.
//
// s must be a schema that compile.NewPlan takes.
func JSONSchema(s *format.Schema, o EditorOptions) ([]byte, error) {
	j := jsonSchema{
		nestedDoc: o.NestedDoc, schema: s, tables: tables(s), kinds: kinds(s), under: map[string]object{},
		open: o.Unknown, member: cmp.Or(o.KindMember, "type"), named: map[string]string{}, defNames: scope{}, spans: map[string]bool{},
	}
	for _, t := range j.kinds {
		for _, name := range jsonNames(t) {
			j.names = append(j.names, name)
			j.under[name] = nodesUnder(t, name)
		}
	}
	j.listed = j.names
	if len(j.kinds) > mostSpelled {
		j.share(freeNames(j.kinds, j.names, j.member))
	}
	root := object{}.
		with("$schema", "https://json-schema.org/draft/2020-12/schema").
		with("title", o.Title).
		with("type", []any{"array", "object"}).
		with("if", ofType("array")).
		with("then", to("item").with("contains", to("objects"))). // one without an object has no node
		with("else", j.unkeyed(to("wrapper"), true)).
		with("$defs", j.defs())
	return encode(root)
}

type jsonSchema struct {
	nestedDoc func(table, path string) string // see EditorOptions
	schema    *format.Schema
	tables    map[string]*format.Table
	kinds     []*format.Table
	names     []string          // of kinds
	under     map[string]object // by such a name: what may stand under it
	member    string            // see EditorOptions.KindMember
	open      bool              // to names that the schema does not have
	said      *format.Field     // given by the key of the node, and so not required
	listed    []string          // the names of kinds that each kind lists itself
	shared    object            // the others, for "children"; nil if each kind lists all
	places    map[string]int    // in listed, if those are so many that they are in sections; otherwise nil

	named     map[string]string // the definitions of values, by what they say
	defNames  scope
	spans     map[string]bool // those that are defined
	valueDefs object          // of values, lists and spans
}

// jsonNames returns the names of a kind in JSON.
func jsonNames(t *format.Table) []string {
	names := slices.Clone(t.Attr.Names)
	if t.Attr.JSON != "" && t.Attr.JSON != format.NoKey && !slices.Contains(names, t.Attr.JSON) {
		names = append(names, t.Attr.JSON)
	}
	return names
}

// unkeyed describes an object without a key: a node of the kind that it names, or of
// the kind without a key, if there is one, and otherwise other. outermost says that it
// is in no list.
func (j *jsonSchema) unkeyed(other object, outermost bool) object {
	for _, t := range j.kinds {
		switch {
		case t.Attr.JSON != format.NoKey:
		case outermost && keyOf(t) != nil:
			other = to("keys." + t.Name)
		default:
			other = to("kind." + t.Name)
		}
	}
	return either(to("typed"), to("node"), other)
}

// unnamed describes an object that is not a node and has no name.
func (j *jsonSchema) unnamed() object {
	if j.open {
		return object{}
	}
	return to("node")
}

// loose describes what is outside of any row: values, which mean nothing, and lists of
// them or of objects, which are checked like a single one. self is its definition.
func (j *jsonSchema) loose(self string, one object) object {
	isObject := ofType("object")
	ifObject := object{{"if", isObject}, {"then", one}}
	items := object{{"items", to(self)}}
	if !j.open {
		beside := append(ofType("object", "null"), ifObject...)
		items = either(object{{"contains", isObject}}, object{{"items", beside}}, items)
	}
	return either(ofType("array"), items, ifObject)
}

// naming returns the test for an object that names its kind by one of the names.
func (j *jsonSchema) naming(names []string) object {
	return append(ofType("object").with("required", []any{j.member}), having(j.member, oneOf(names))...)
}

// isOne returns the test for an object that names a kind, if it names any.
func (j *jsonSchema) isOne(t *format.Table) object { return having(j.member, oneOf(jsonNames(t))) }

// orListed returns the test for what another test passes, or an array with it, as the
// definition self says.
func orListed(self string, test object) object {
	return anyOf(test, ofType("array").with("contains", to(self)))
}

// isString reports whether a field is a string or a list of strings. In inferred types,
// that is also a field that was only null or an empty list, if nodes are under the same
// key elsewhere.
func (j *jsonSchema) isString(f *format.Field) bool {
	if f.Type == format.TypeSpan {
		t := j.tables[f.Target]
		return compile.IsScalar(t) && t.Fields[0].Type == format.TypeStr
	}
	return f.Type == format.TypeStr && !f.Attr.Role.IsID()
}

func (j *jsonSchema) defs() object {
	dispatch := []any{}
	for _, t := range j.kinds {
		dispatch = append(dispatch, object{{"if", j.isOne(t)}, {"then", to("kind." + t.Name)}})
	}
	d := object{}.
		with("typed", j.naming(j.names)).
		with("node", to("typed").with("allOf", dispatch)).
		with("named", orListed("named", to("typed"))).
		with("nodes", listed("nodes", to("node"))).
		with("objects", orListed("objects", ofType("object"))).
		with("item", j.loose("item", j.unkeyed(j.unnamed(), false))).
		with("wrapper", j.wrapper())
	if !j.open {
		d = d.with("value", j.loose("value", to("node"))).
			with("others", object{{"if", object{{"not", ofType("null")}}}, {"then", to("nodes")}})
	} else {
		node := object{{"if", to("typed")}, {"then", to("node")}}
		d = d.with("other", either(ofType("array"), object{{"items", to("other")}}, node))
	}
	if j.shared != nil {
		d = append(d.with("children", object{{"properties", j.shared}}).with("children.names", j.childNames()), j.sections()...)
	}
	if slices.ContainsFunc(j.kinds, func(t *format.Table) bool { return keyOf(t) != nil }) {
		d = d.with("held", j.held())
	}
	for _, t := range j.kinds {
		item := either(to("typed"), to("node"), to("kind."+t.Name))
		d = d.with("kind."+t.Name, j.row(t)).
			with("item."+t.Name, append(ofType("object", "null"), item...)).
			with("list."+t.Name, listed("list."+t.Name, to("item."+t.Name)))
		if key := keyOf(t); key != nil {
			d = append(d, j.keys(t, key)...)
		}
	}
	for i := range j.schema.Tables {
		t := &j.schema.Tables[i]
		d = append(d, j.alone(t)...)
		if t.Class == format.ClassArray && !compile.IsScalar(t) {
			elem := j.row(t)
			if j.standInNodes(t) {
				elem = either(to("typed"), to("node"), elem)
			}
			d = d.with("element."+t.Name, append(ofType("object"), elem...))
		}
	}
	return append(d, j.valueDefs...)
}

// standInNodes reports whether elements of a table stand under a key of a node, where an
// object that names a kind is a node.
func (j *jsonSchema) standInNodes(t *format.Table) bool {
	return slices.ContainsFunc(j.kinds, func(k *format.Table) bool {
		return slices.ContainsFunc(k.Fields, func(f format.Field) bool {
			return f.Type == format.TypeSpan && f.Target == t.Name && f.Attr.Role != format.RoleMap
		})
	})
}

// wrapper describes an outermost object that is not a node: its own values mean
// nothing. It distinguishes its members by if and not by anyOf, so that a validator
// says where the mistake is, and not that the whole level fits none of the choices.
func (j *jsonSchema) wrapper() object {
	other := to("value")
	if j.open {
		other = j.others()
	}
	return append(ofType("object"), j.children(nil, other)...)
}

// row describes the object of a row.
func (j *jsonSchema) row(t *format.Table) object {
	return j.object(t, documentedTree(t, source.JSON, j.nestedDoc))
}

// object describes the object of a row, or one inside it.
func (j *jsonSchema) object(t *format.Table, g *group) object {
	props, required := object{}, []any{}
	var rest *format.Field
	nodes := t.Class == format.ClassNode
	for i := range g.items {
		it := &g.items[i]
		if it.sub != nil {
			value := ofType("object", "null")
			if hasRequired(it.sub, j.said) {
				value, required = ofType("object"), append(required, it.name)
			}
			value = append(value, j.object(t, it.sub)...)
			if one := j.inPlaceOf(it.sub); one != nil {
				value = anyOf(value, one)
			}
			props = props.with(it.name, value)
			continue
		}
		f := it.field
		if f.Attr.Role == format.RoleMap {
			rest = f
			continue
		}
		value := j.field(f)
		if nodes {
			value = j.inNode(it, value)
		}
		props = props.with(it.name, value)
		if f.Attr.Required && f != j.said {
			required = append(required, it.name)
		}
	}
	out := object{}
	if doc := strings.TrimSpace(g.doc); doc != "" {
		out = out.with("description", doc)
	}
	if nodes && g.name == "" {
		props = j.withType(t, props)
	}
	switch {
	case rest != nil:
		entry := j.entry(rest)
		out = j.withAddress(out.with("properties", props), props, entry).with("additionalProperties", entry)
	case nodes:
		out = j.withAddress(append(out, j.children(props, j.others())...), props, j.others())
	default:
		out = append(out, j.closed(props)...)
	}
	if len(required) > 0 {
		out = out.with("required", required)
	}
	return out
}

// inNode describes a member of a node that is a field, as value says. Nodes may stand under
// its key too, if an object is no value of it.
func (j *jsonSchema) inNode(it *item, value object) object {
	f := it.field
	if j.isString(f) {
		value = either(to("named"), to("nodes"), value)
	}
	if of := j.under[it.name]; of != nil && !f.Attr.Required && f.Type != format.TypeSpan && len(f.Attr.Components) == 0 {
		value = either(to("objects"), of, value)
	}
	if f.Attr.Role.IsID() && f.Attr.Required && f.Type == format.TypeStr {
		value = value.with("minLength", 1) // an empty one is none
	}
	return value
}

// withType describes the member of a node that names kinds: it is its kind, or what the
// field of that name takes.
func (j *jsonSchema) withType(t *format.Table, props object) object {
	kinds := oneOf(jsonNames(t))
	for i := range props {
		if props[i].name == j.member {
			props[i].value = anyOf(kinds, props[i].value)
			return props
		}
	}
	if j.open { // an object under a kind's key may have another type
		kinds = anyOf(kinds, object{})
	} else if of := j.under[j.member]; of != nil { // or be of the kind that is called as the member is
		kinds = either(ofType("array", "object"), of, kinds) // an empty array too, which holds none
	}
	return append(object{{j.member, kinds}}, props...)
}

// others describes what may be under a name that no field and no kind has: nodes that
// name their kind, an empty array, or null; or anything.
func (j *jsonSchema) others() object {
	if j.open {
		return to("other")
	}
	return to("others")
}

// hasRequired reports whether a field of a group must be given, other than said.
func hasRequired(g *group, said *format.Field) bool {
	for i := range g.items {
		if s := g.items[i].sub; s != nil && hasRequired(s, said) || s == nil && g.items[i].field.Attr.Required && g.items[i].field != said {
			return true
		}
	}
	return false
}
