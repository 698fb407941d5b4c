// Package compile gives a level its meaning. It takes the events of package
// source, in which XML and JSON look alike, and turns them into the typed rows
// of a format.Schema. It knows names, types, defaults, ids, references and
// spans, and it is the only package that does.
//
//	plan, err := compile.NewPlan(schema)          // once, for any number of levels
//	found, size, err := plan.Build(ctx, files, out, format.WriterOptions{}, compile.Options{})
//	// found.Diagnostics says what is wrong; err is compile.ErrLevel then
//
// # Nodes
//
// An element or object whose name belongs to a kind is a node, and a row of the
// kind's table. Nodes lie in document order, and their depth counts nodes only. The
// outermost element need not be a node. Then it is a wrapper, and its own attributes
// or members are passed over, with a warning.
//
// JSON's outermost object stands under no key, and so do the objects of an outermost
// list. If they have no type that names a kind, they are nodes of the kind whose JSON
// key is format.NoKey. A file without any node is an error, like an unknown name: it
// was probably meant for other types.
//
// If a name is both a kind and a field of the open element, it is the field. In JSON
// an object cannot stand for a number or a string, so there it is the kind.
//
// If a kind has a field for the key (format.RoleKey, RoleIDKey), an object under its
// JSON name that stands in no list is not a node. Its members are nodes, under their
// keys, unless they name another such kind as their type. See holder.go.
//
// # Fields
//
// A field may be given as an attribute, as a child element with text, or as a
// member; twice is an error, as is a second element of one nested struct.
//
//	numbers      a decimal number. Integers have no fraction and no exponent, and
//	             must fit; floats are rounded to the nearest, and must not overflow
//	bool         true, false, 1, 0; in XML also True, TRUE, False, FALSE
//	arrays       "1 2 3", "1,2,3", "(1, 2, 3)" or [1,2,3], also nested as [[1,2],[3,4]], evenly, of exactly
//	             the right length; or <pos x="1" y="2"/>, {"x":1,"y":2} by component;
//	             of three or four bytes also #rrggbb
//	enums        one of the symbols
//	flags        symbols divided by spaces, commas or "|"; in JSON a list too
//	references   an id, wherever in the build its node stands; "" is none
//	nested       one child element or object of the struct's name, with its fields; in JSON
//	             also a list of one. In JSON, a value may stand in place of an object whose
//	             text it is, as in <name>axe</name>; so may the only element of a span, those in
//	             its list, and an element of a map
//	spans        child elements or objects of the field's name, one by one; where the
//	             elements are values or have number fields only, also a list of all,
//	             flat or (in JSON) each element a list of its own. Not both. In JSON, an
//	             element whose text is a list may be that list. A list in JSON, or in the
//	             text of an element, may be longer than there is memory; in brackets or
//	             in an attribute it has at most 16 MiB
//	maps         a span that takes what stands under names that no field has; if an element
//	             has one field besides its key, also as an attribute, a text or a value
//
// JSON's lists of objects in a list become one list, of elements or nodes, if they are
// even: all lists have the same number of objects, and no object of the name stands
// outside of them. Otherwise the division into lists is lost, which is reported like an
// unknown name.
//
// In JSON a value has its own type. A string is never a number, and a number is a
// string only if the field takes anything. A member that is null is as good as none, and
// so is a list of nothing but null where objects are expected. Elsewhere null has a place
// that is lost: among the objects of a span it is reported like an unknown name, and among
// nodes, or under a key of a map or of nodes, with a warning. See null.go.
//
// A field that is not given has its default, or zero; if it is required, its absence
// is an error. An empty id and an empty reference count as not given.
//
// Text loses white space at its ends, and so do ids and references wherever they stand in
// XML. Other strings are an exception. The text of a child element loses it at an end only
// if it breaks the line there; on one line, <row> ..#. </row> keeps what it is drawn with.
// A text of several lines loses only the empty lines at its ends. The text of a node, or of
// an element of a span of structs, is kept byte for byte, because it may be a script.
//
// White space alone is a text of a string field if an element has nothing else in it, all
// on one line, or if some of it is a reference or in a CDATA section; otherwise it is the
// layout of the file.
//
// Where xml:space="preserve" holds, no other string is trimmed, nor what is kept of an
// unknown element. White space alone is then a text too; in an unknown element only if
// there are no elements in it.
//
// Names that the schema does not know are errors, warnings or ignored (Policy), and
// what stands under them is skipped; or they are kept as dynamic properties, see below.
// Each is reported once for each kind of place. The attributes xmlns, xmlns:*, xml:space
// and most of xsi:*, and the member "$schema", are meant for other tools and are never
// unknown. Attributes that any XML document may have (xml:lang, xsi:type) are a warning at
// most.
//
// # What is not said
//
// A mistake is told of once, at its place, and what follows from it is not. Only messages
// depend on what is remembered for that, and nothing is left out unless the mistake itself
// is an error or is counted with one.
//
//	the same mistake again in a scope           is counted (matter, once.go)
//	a row that lacks what a misspelt name meant meant.go; outermost elements in wrapper.go
//	a reference to an id that was lost          hidden.go
//	values beside an object in a list           among.go
//	members of an object in place of a value    object.go
//	what stands in something unknown            skipped.go; only nodes in it change what is said
//	a field with a value that is wrong          is marked as given (compiler.give)
//	what stands behind the end of a broken file problems.dropFrom
//
// # Dynamic properties
//
// With UnknownKeep, the names in a row that the schema does not know become one
// map of the row (format.Props), with sorted keys. A row is a node, or an element of a
// span. In a nested struct, or beside the value of a field, the path stands in front of
// the key: "material/colour", "pos/frame".
//
//	XML                               JSON                        property
//	a="3", <a>3</a>                   "a": 3                      Int, or Uint from 2^63 on
//	a="3.0"                           "a": 3.0                    Float
//	a="true"                          "a": true                   Bool
//	a="door", <a>door</a>             "a": "door"                 String
//	a="007", "+5", ".5", "1e999"      "a": "007"                  String
//	<a b="1"><c/>x</a>                "a": {"b":1,"c":{},"text":"x"}
//	<a>1</a><a>2</a>                  "a": [1, 2]                 List
//	                                  "a": null, "3", [], [1], {"no name":1}
//
// A value of XML is what the same characters are in JSON: a number, if it follows
// JSON's grammar and 64 bits hold it, true or false; everything else is text. An integer
// beyond that is a float64 if that has the same digits. So both syntaxes give the
// same bytes, with one exception. A string of JSON that looks like a number or a bool
// stays a string, and no XML attribute can say that. For such strings,
// and for the last line of the table, XML has an element <levelc:value> (see
// keepescape.go), which levelc dump writes.
//
// White space at the ends of a text is that of a string field in a child element; around a
// number or a bool it is nothing. The pieces of text between child elements are entries
// under "text"; text alone is the value of the element. Inside an unknown element or member, the
// name of a kind means nothing, and "type" is a member like any other. A node is still a
// node wherever it stands outside of that; a list under an unknown name then holds the
// other objects.
//
// Properties may be 64 levels deep, 1 MiB for each row, and 32 MiB for all rows that are
// open at the same time; more is an error. What stands in no node is not kept, which is a
// warning.
//
// # Ids
//
// Ids are unique within a kind, across all sources of a build. A reference to one kind
// is filled in at once if its target has been met, or else at the end. A reference that
// may name several kinds is always filled in at the end, because an id that two of them
// have is ambiguous. If a source could not be read to its end, references are not
// checked, because what they name may stand behind the break.
//
// # Order
//
// Rows depend on the order of nodes and elements and on nothing else: a level in XML
// and in JSON, with attributes and members in any order, gives the same bytes. This is
// why format.Writer can renumber strings at the end.
//
// # Cost
//
// Nothing is allocated for a node or a value. A name is looked up when it first stands
// in a place, and not again while it recurs there (tag.go). An element of a span that is
// one tag of numbers becomes a row without a frame. A build keeps 4 bytes for each
// string, 24 for each id and 32 for each reference that waits, and the rows and texts of
// open elements. The writer keeps the strings and spools the rows.
//
// A Plan is safe for concurrent use. Each build runs on the goroutine that calls it, and
// large files are read on another one if source.Options.Ahead says so.
//
// # Files
//
//	plan.go, scope.go, names.go, defaults.go     a schema, prepared: which names may stand where
//	level.go, options.go, tools.go, shelf.go     a build from its beginning to its end
//	compiler.go, frame.go, stacks.go             elements and objects, and what is open of them
//	tag.go                                       tags of XML, by the meaning that their names had
//	value.go, convert.go, colour.go, space.go    values and texts, and their bytes in a row
//	struct.go, span.go, map.go                   nested structs, elements of spans and maps
//	listrows.go, longlist.go, longtext.go        lists of values, and what comes in parts
//	lists.go, object.go, null.go                 what only JSON has: lists of objects, objects for values, null
//	wrapper.go, holder.go, typed.go              objects and elements that are no nodes, or have a type
//	id.go, index.go, ref.go, reftext.go          ids, and references to them
//	unknown.go, skipped.go, unknownwords.go      names that the schema does not know, and the words for them
//	renamed.go, guess.go                         what was probably meant
//	keep.go, keepvalue.go, keeprow.go            those that become properties; keepescape.go reads <levelc:value>
//	here.go, problem.go, once.go                 the place and the name of what is wrong, and when it is told
//	meant.go, hidden.go, among.go, lacks.go      what is not said, see above, and where the rest is
//	wording.go, zero.go                          the words for it
//	place.go, chunk.go                           Options.Places and Options.ChunkBy
package compile
