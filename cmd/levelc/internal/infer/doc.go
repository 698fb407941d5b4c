// Package infer finds out what a level is made of by reading it. It is for people
// who have levels and no types yet.
//
//	r, err := infer.Files(ctx, files, infer.Options{})
//	r.Schema // what compile.NewPlan wants
//	r.Notes  // what could not be kept, in words
//
// A schema that is inferred from a level builds that level. It is a starting
// point: "levelc infer" prints it as Go types for a person to correct.
//
// # The order of things
//
//	read        the readers of a build give events; of their content only tallies are kept,
//	            one for each place (gather.go, tally.go, refs.go)
//	maps        objects of JSON whose keys are data are found (maps.go)
//	roles       what becomes nodes is decided, and what the rest becomes (role.go). Places of
//	            one name that are nodes become one, which may change roles, so that maps and
//	            roles are decided again (merge.go)
//	fields      each value gets a type (record.go, column.go, guess.go)
//	names       if something in a node gets no field, its name cannot be that of a kind:
//	            without it, maps, roles and fields are decided again (rounds.go)
//	references  fields whose values are ids refer to nodes, and nodes to their parents (link.go)
//	rounds      JSON is read again if it turned out that types name kinds (jsontypes.go), or
//	            that objects hold nodes under their keys (holder.go)
//	tables      rows are laid out as package layout does for Go types (table.go)
//
// A place is an element under a name inside another element, or an attribute of an element
// at such a place. Elements that stand inside elements of their own name are one place. A key
// of JSON may be data, so there it takes a third object of the name (an item of a list is
// enough).
//
// # Maps
//
// A JSON object is a map if it has only values or only objects, these are of one shape, and
// its keys
//
//   - are all integers, or several with commas ("-3,12"), two of them or more;
//   - or have mostly no letter or digit ("#", "."), two of them or more;
//   - or are more than 64;
//   - or look mostly like data (digits, brackets, numbered names), four of them or more, and
//     are not the same in every such object;
//   - or are words, not the same in every such object or more than 16, and the objects under
//     them are all of one sort: three with three members, eight with two, in a map of several
//     maps too;
//   - or are what each of three such objects says once more, as its id.
//
// One with more than 512 members always is, and one with more than 64 that are alike is one
// before it has been read to its end. Nothing in a map is a node. Its members are elements
// with a field for the key.
//
// # Roles
//
// A kind, that is, nodes, is made of elements
//
//   - that a build opens as nodes: by their type, or under their keys;
//   - that are outermost, if they have something of their own, a type, or themselves inside;
//   - that stand inside themselves, or alternate with elements of other names;
//   - that never have anything in them;
//   - that have an id, and are no pair of a name and a value. What only stands alone under
//     its key in objects of JSON, other than the outermost one, needs something that refers
//     to it as well;
//   - that stand in an outermost element that is no node; or in one that is, if they repeat
//     and are no pairs and no texts;
//   - that have nodes in them, or repeat and have in them what repeats;
//   - that stand in nodes, are called as repeated nodes elsewhere are, and have most of what
//     these have.
//
// If nothing is a kind by these rules, the outermost element is one. Nothing is a kind in a
// map, or if values stand in its place, or if a build would take something else for its nodes.
//
// The rest gets the first of these that applies:
//
//	a list, a field    has text only: a span of values if it repeats, else a field
//	a span's elements  repeat
//	a vector           has x and y, perhaps z and w, and nothing else
//	a nested struct    else; it never stands twice in one parent
//
// Attributes, and members of an object that are values, are fields as well.
//
// In JSON, what stands in objects under one name may be nodes under their keys. It is if
// those are alike and hold nothing else, and the keys are referred to (three of them, or two
// by several fields or by a name that speaks of it) or nodes stand in what they hold (in the
// outermost object: under keys that look like data). The nodes get a field for the key, which
// is their id if it is the only one.
//
// Items of a JSON list count as repeated, even if there is only one. Lists of objects in
// a list become one list if all of them have the same number of objects, which tells them
// apart; otherwise they have no place.
//
// Null is a member that is not given; beside objects it may stand under a map's key. If it
// loses something, a note says so: a place among the objects of a list, or a key of a map.
//
// Fields and spans keep no order among elements of several names, but nodes do. So XML
// elements that alternate (a bend after a straight, again and again) are kinds. A note
// names those that came back only once, and repeated ones that stand in one order here and
// in another there.
//
// Repeated pairs of a name and a value (a Tiled property, an attribute of a generic scene
// format) are elements of a span, even if all the names happen to be different.
//
// The pieces of text around the elements in an element become one text. If a piece ends
// and the next goes on without white space, the text is not taken for a number or a
// reference.
//
// If JSON's outermost object has no type but something of its own, it is a node of the
// kind "root", and so are the objects of an outermost list (format.NoKey). The kind is
// "root2" if something called root has no place in it. If the outermost object has a
// type and nothing else of its own, it does not become a node, and a note says so.
//
// JSON's "type" member names a kind in three cases: if the outermost object has it, if it
// stands in "children" or another word for that, and if objects of different types differ in
// their members: in their names, or, where no field takes all that stands under one name, in
// what each type has there, as GeoJSON's coordinates do. It does not if objects of one type
// stand under two keys of one parent, which the type would hide: then what else stands alone
// under these keys is no kind either. Nor does it in a map, or of nodes under their keys: it
// would hide these as well, so that it names no kind elsewhere either.
// The type of an object decides how all of it is read, so JSON is read again when such types
// are found, unless these were guessed from its beginning: then both ways of reading it went
// on at once.
//
// If something in a node has no place, its name is not that of a kind, as a build would take
// it for a node. But a name without which a level would have no nodes at all stays.
//
// An array's key in the plural ("shapes") is the JSON name of the kind or span in the
// singular, unless the singular is a type elsewhere that names no kind.
//
// An attribute "type" of XML gets another name in JSON, usually "kind". Otherwise nodes
// of several kinds that have it could not alternate there.
//
// Attributes xmlns, xmlns:*, xml:space and xsi:* are for other tools and are left out. The
// exception is xsi:type, which says what an object is. A note names the elements that have
// xsi:nil, which says no more than that they are empty.
//
// # From values to types
//
// The values of a field get the first of these that takes all of them:
//
//	bool        true and false, among them perhaps 0 and 1; 0 and 1 alone are integers
//	integers    the smallest type that holds all of them; a leading zero makes a string, and
//	            so do lines of equally many digits, three or more, which are a map's cells
//	floats      float32 if every value is, as a float64, the shortest decimal of a float32;
//	            else float64
//	[n]uint8    lists of three or four bytes, beside which strings such as "#ff8000" stand
//	[n]T        lists of one length: 2 to 4, or 5 to 16 that are met at least twice
//	Span[T]     lists of other lengths; JSON's lists of lists of n numbers are a Span[[n]T].
//	            Where one value stands here and a list there, it takes both: "any" in the tag
//	            So it takes what there may be in a list that was always empty
//	Span[Span[T]]  lists of such lists; XML elements that are lists of different lengths
//	enum        2 to 16 different words, each met 4 times on average, unless they are names of
//	            things in the same level
//	Str         everything else, an XML version that is written with a point, and numbers of
//	            which some have commas for thousands ("1,234", if the others are below 1000)
//
// Then fields of nodes may become
//
//	id          id, name, iid, uid and the like, also with a prefix (xml:id, gml:id): different
//	            in all nodes of the kind that have it
//	Handle      a reference, see below
//
// x, y, z, w and h get one type if they stand together, and so do u and v, r, g, b and a,
// width and height, min and max, lat and lon, left and top and the like, also with other
// words about them: minX and maxY, tile_width and tile_height, x1 and y2. A value that no
// type takes (a list here, an object there) has no place, and a note says so. A string
// takes numbers and bools beside strings, and so do the strings of a list. JSON's values
// here and objects there are one struct, whose text the values are: "name": "axe", "name":
// {"plural": "axes"}. The same holds for a map's members, and for strings among the
// objects of a list. If the objects have a member "text", it is the same text.
//
// If at most one value in 64 is no number where the others are, or is several where they are
// one, a note says so: it may be a mistake, and it decided the type.
//
// An absent value is zero, with three exceptions:
//
//   - An enum that is not always given gets a first symbol for its absence.
//   - A bool that was only ever written as false, at least four times, is true by
//     default, because the program that wrote it leaves out what is usual. (Not in a
//     nested struct that is itself not always there, or for which values stand, and not
//     if it is called bool: other properties then have a string or an int.)
//   - For the same reason, a number that was only ever 0, or between 0 and 1, is 1 by
//     default if it is called visible, enabled, active, opacity, alpha, parallaxx or
//     parallaxy, as Tiled's opacity="0.5".
//
// A field refers to a kind if each of its values is an id of that kind in the same
// level, and if that can hardly be chance. That takes three different values, or two
// and a name that speaks of the kind or of a reference: bodyId, start_body, owner; shape
// for BoxShape; but not grid, which merely ends in "id". Numbers always need such a name,
// because small numbers are ids of everything; so do strings, where the ids are numbers.
// Lists of numbers need one that says more: roomIds and rooms for the kind room, links and
// targets for any, neighbours and exits for that of the node itself; but not tileIds for
// a room, nor to for lists of one length, which may be places. No number may be twice in a
// list, nor a list have 256 of them, as the cells of a map.
// What always says the id of its own node again, or the key under which this stands, is a
// reference only if its name speaks of another kind. Several kinds make an AnyHandle.
//
// What may stand around an id, as in "#door" and "url(#grad)", does not count, nor does a word
// that says none, as "none", "null" and -1: the field gets form= and none= for these. That is
// where the values as they are written are no ids, and no node of the kind has an id that says
// none or is in such a form. If all values have a # in front, one is enough. Integers that are
// places in a list, as in glTF, stay integers, because small numbers are places in any list. A
// note names those that are 0 in some nodes and not given in others, if they are called as a
// kind that has so many nodes.
//
// # Bounds
//
// A row has room for all fields of its kind. If a kind would have room for four million
// values and has only a sixteenth of them, the fields that fewer than one in sixteen of its
// nodes has are left out, for a build to keep as properties.
//
// Memory is bounded, whatever the sources hold: 2^14 places, 2^16 names in them of places
// around them, 2^16 fields, 2^14 types of objects (2^10 at one place) with 2^16 members that
// tell them apart, 17 different words of a field, 2^16 keys of maps (2^12 of one), 2^22
// values of ids and references of one level. The name of a field, with the names around it,
// has at most 240 bytes, and a schema 1 MiB. Beyond these bounds, places are left out, types
// are no kinds, and fields are not taken for ids or references; a note says what has no
// place. JSON whose kinds are guessed takes twice that. The result depends only on the
// content and order of the sources.
package infer
