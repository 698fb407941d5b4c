// Package layout turns a game's Go types into a format.Schema. The schema says
// which tables a level has, where each field of a row lies, and what a source
// calls it. The loader reads the types by reflection, and levelc reads them from
// source code. Both describe them as a [Type], so one set of rules applies, and
// both sides compute the same table identities.
//
// # The world
//
// A world is a struct whose fields are stores:
//
//	type World struct {
//		Bodies  store.Bulk[Body]    `level:"body"`         // a kind of node
//		Lights  store.Bulk[Light]   `level:"light|lamp,json=lights"`
//		Corners store.Array[Vertex]                        // elements of every Span[Vertex]
//		Strings store.Strings
//		Other   int                                        // none of these stores: left alone
//	}
//
// A Bulk makes a kind of node. Its tag names the element; further names after
// "|" are other elements that make the same kind. Without a tag the name is that
// of the record type in lower camel case; a type without a name, or an instance of a
// generic one, needs the tag. An Array holds the elements of all spans of its type. If
// a world has several Arrays of one type, the tag says which span each of them serves
// ("shape.outline"). Stores may stand in nested structs. Where a load
// would not reach them, they are refused, unless the field is tagged "-": behind a
// pointer, in a slice, a map or an array, and in a type that is defined by a store (type
// Bodies store.Bulk[Body]) and so lacks its methods. levelc has nothing to do with a
// Packed, Groups or Arena; these are the game's own.
//
// # The rows
//
// The exported fields of a record are its fields in a level, byte for byte:
//
//	numbers, bool              u8 to i64, f32, f64, bool; int and uint are refused, because their size varies
//	[n]T, struct{X, Y float32} n values in one list; a struct of untagged numbers of one type is such a list too;
//	                           a [1]T is its value, without a list
//	struct                     a nested element or object; the fields of an embedded struct belong to the record itself
//	store.Str                  a string
//	store.Handle[T]            a reference by id to the kind whose record is T
//	store.AnyHandle            a reference to any of several kinds
//	store.Span[T]              repeated child elements, or a list
//
// Elements may have spans in turn, but not of what they are in themselves: each span in
// a span is a table of its own, so there would be no end to them. What nests to any depth
// is a kind of node with a parent.
//
// A level stores the names of the values of such a struct; those of a plain array of two
// to four are x, y, z and w. When the types change, values go by these names, and by
// place if only one side has any, or if none is the same and one side is a plain array.
// The values of longer lists, and of arrays of arrays and structs, have no names: if one
// length changes, rows stay rows, and if the names in them change, give the field
// another name. A load refuses what cannot be told apart.
//
// A level says what the fields hold, and nothing else: methods of their types, such as
// UnmarshalText, are not called.
//
// # The tag
//
//	`level:"name,option,..."`   name: the attribute, element or member; by default the Go name in lower camel case
//	`level:"-"`                 the field belongs to the running game: levels do not have it, it is zero after a load
//
//	id             this field (a Str or an integer) is the id of the node
//	ref            a reference by id; a Handle without parent is one by default
//	ref=a|b        the kinds that an AnyHandle may name, or the kind of a Handle where two kinds share a record;
//	               on a Span of either, the kinds that its elements may name
//	none=-1|...    what a source writes for no reference, besides an empty one
//	form=#*|...    what may stand around the id in a reference; * is the id, as in url(#*)
//	parent         a Handle or AnyHandle that is set to the nearest enclosing node of its kind, also by a
//	               load of a level that was built before the field existed
//	text           the element's text; in JSON the member "text", or the one that json= names
//	required       a node without this field is an error; other fields then get their default, or zero
//	default=V      the value of a field that is not given, as an attribute would give it
//	enum=a|b|c     an integer with names; the value is the position. A bool takes two
//	               names: enum=no|yes, enum=0|-1. On a Span it is for the elements: m="sky ground",
//	               "m": ["sky","ground"]. A name with spaces stands by itself: <m>open sky</m>
//	flags=a|b|c    an unsigned integer whose bits have names; the first is bit 0. No name
//	               has a | in it, also not in quotes. On a Span it is for the elements
//	json=key       the name in JSON, if it differs; on a kind, json=. is the outermost
//	               object, or the objects of an outermost list, if they have no type
//	alias=old|...  earlier names, so that levels built before a rename still load. Two
//	               fields may have the same, and each gets the value; two kinds may not,
//	               and with two Spans of a record, a level that has the name does not fit.
//	               A name stands beside the field, a path from the top of the record: /in/mass
//	any            this Str also takes numbers, true and false, as JSON writes them; on a
//	               Span of Str, the items of its lists do. On a Span of strings, numbers,
//	               bools or handles, one value also stands for a list of one: "tags": "old"
//	map            this Span takes what stands under names that no other field has: the
//	               members of an object whose keys are data, one element each
//	key            in the elements of such a Span, the Str that takes the name; in a kind, a Str or
//	               an integer, with id or without: nodes may stand in an object, under their keys
//	index          beside id, an integer: a node without an id has its place as one
//	nonfinite      this float may store NaN and infinities (a source cannot write them)
//
// What follows a "=" may stand in single quotes, and has to if it has a comma, a quote at its
// head or white space at an end. A quote in quotes is written twice:
//
//	default=don't know
//	default='it''s, say'
//
// # Names of former levels
//
// An alias is for levels that are built; a source uses the names of now, and levelc says
// what an earlier one has become. A nested struct may have an alias too. Its fields are
// then also found in the struct of the former name. A field that moved into a struct, or
// from one into another, names its former place from the top of the record:
//
//	Body struct {
//		Mass float32 `level:"mass"`               // was in.mass
//		Drag float32 `level:"drag,alias=damping"` // was body.damping, in.drag or in.damping
//		Name store.Str `level:"name,alias=/name"` // was not in a struct
//	} `level:"body,alias=in"`
//	Hot bool `level:"hot,alias=/in/hot"` // was in the struct; without a slash it is in.hot
//
// # What a source may write
//
// A value is an attribute, a child element with text, or a member. The struct does
// not say which.
//
//	               XML                                             JSON
//	numbers        n="1.5", <n>1.5</n>                             "n": 1.5
//	bool           b="true"; false, 1, 0, True, TRUE               "b": true; false, 1, 0
//	Str            s="any text", <s>any text</s>                   "s": "any text"
//	[3]float32     v="1 2 3", "1,2,3", "(1, 2, 3)", "[1 2 3]",     "v": [1,2,3], {"x":1,"y":2,"z":3}
//	               <v x="1" y="2" z="3"/>
//	[4]uint8       c="#ff8000", or such a list                     "c": "#ff8000", or such a list
//	struct         <size w="1" h="2"/>,                            "size": {"w":1,"h":2}
//	               <size><w>1</w><h>2</h></size>
//	  with a text  <box w="1">big</box>, <box>big</box>            "box": {"w":1,"text":"big"}, "big"
//	enum=          e="sky"                                         "e": "sky"
//	flags=         f="sky|ground", "sky ground"                    "f": ["sky","ground"], "sky|ground", "sky ground"
//	Handle         h="id", or "" for nil                           "h": "id", or "" or null for nil
//	Span[T]        <p x="1" y="2"/><p x="3" y="4"/>,               "p": [{"x":1,"y":2},{"x":3,"y":4}],
//	               <p>1 2 3 4</p>, p="1 2 3 4"                     [[1,2],[3,4]], [1,2,3,4]
//	               p="" or "()" for none                           "p": []
//	  with texts   <p>a</p><p who="b">c</p>                        "p": ["a", {"who":"b","text":"c"}]
//	Span[Span[T]]  <q>1 2</q><q>3</q>                              "q": [[1,2],[3]]
//
// In JSON a number stands without quotes, and a string stands in quotes. Numbers are
// decimal, an integer without fraction and exponent; in JSON of 1024 digits at most. A zero
// in front of an integer is lost, of which levelc warns in the text of an element. Other
// words for a bool need an enum=. In the text of an element, white space at an end is part
// of a Str unless it breaks the line there, and of several lines the first and the last
// are kept whole. A colour may also be a [3]uint8, and stand in lists of both. Symbols are
// spelt as in the tag. A Span of structs that have a Span as their text is written as a
// Span[Span[T]].
//
// The node that a Handle names may stand before or after this one, but it has to be there.
// Where files also name what they do not have, as a part cut out of a map does, declare a
// Str or an integer in place of the Handle, and look the id up when the game needs it:
// loader.Find(level, &world.Nodes, id).
//
// The outermost element need not be a kind; what it has of its own is then passed over,
// with a warning. Every other element is a kind, or a field of what it stands in. This
// includes elements that only hold others, such as <enemies> around <enemy/>. If the
// inner elements are nodes, declare such an element as a kind of its own; the parent
// field of an enemy is still set to the nearest node of the kind that it asks for. If the
// inner elements are a span, declare a nested struct (which has one element: a second
// one is an error):
//
//	Groups store.Bulk[Group] `level:"enemies|doors"` // type Group struct{ _ byte }
//	Tags   struct{ Tag store.Span[store.Str] }       // <tags><tag>a</tag><tag>b</tag></tags>
//
// Nodes nest at most 256 deep; 128 in JSON if they stand in lists, because these count as
// well.
//
// An element that is either there or not, such as <hidden/>, is a Span of a struct; the
// length of the span tells whether it was there.
//
// In JSON a node names its kind in the member "type" (levelc build --kind-member names
// another member), or stands under the name of the kind or its json=. If it has a field of
// that name, the member is the field unless its text is the name of a kind; levelc then
// warns that the field gets no value.
//
// In JSON a member that is null is one that is not given, in a node also under a name that
// its type does not have, and a list of nothing but null is
// empty where it would have objects. Null among objects stands for none, so the elements or
// nodes behind it move up; levelc refuses it among the elements of a Span, unless --unknown
// says otherwise, and warns of it among nodes. It also warns of null under a key of a map or
// of nodes, and of an empty list under a key of a map, which leave the key out. Where an
// index counts, write an empty object, {}.
//
// A map takes names that no field beside it has. So for an object that is nothing but a
// map, declare a struct with the map in it:
//
//	Exits struct{ All store.Span[Exit] `level:",map"` } // {"exits": {"north": "hall", "east": "attic"}}
//	                                                    // <exits north="hall"><east>attic</east></exits>
//
//	type Exit struct {
//		Way store.Str          `level:"way,key"`
//		To  store.Handle[Room] `level:"to"`
//	}
//
// If an element has one field besides the key, a value may stand in its place, as here. A
// list of objects under a key is one element for each, and all of them have this key.
// References cannot name the elements of a map, and no nodes stand in them.
//
// # How references are written
//
// Three options say how a source writes references. On a Span of handles, and on an array
// of them, they are for its elements:
//
//	type Bone struct {
//		ID     uint16             `level:"id,id,index"`    // 3, if it is the fourth and gives no other
//		Parent store.Handle[Bone] `level:"parent,none=-1"` // parent="-1", "parent": -1
//		Room   store.Handle[Room] `level:"room,form=#*"`   // room="#hall", room="hall"
//		Fill   store.AnyHandle    `level:"fill,none=none,form=url(#*)|#*"`
//	}
//
// What none= names has to be written just so; in JSON it may also be a number, true or false.
// It is as if the field were empty, so such a field has no default and is not required.
// Of several forms the longest that fits is taken off, once, and what has none of them is
// the id itself. No node may have an id that a field for its kind would take for none or for
// something in a form: levelc refuses it.
//
// In a list, no reference is "" in JSON and | in XML: slots="sword | bow".
//
// An index is how many nodes of the kind the same source has before the node, whatever they
// stand in, as in glTF. Null counts in a list under a name of the kind, and levelc does not
// warn of it. An id that is given replaces the index. Where each node has a list of its own
// that begins with 0, as an animation in glTF has its samplers, the places in it are no such
// index. Where a list changes, so do all indexes behind the change, and a reload takes their
// nodes for others.
//
// Levels do not store the three options. A schema file that levelc schema export has written
// from Go types has them; the schema in a level has not. levelc dump writes the ids alone,
// which builds to the same level with these types and without.
//
// # Nodes under their keys
//
// If a kind has a key, an object under its json= (or under its name, if it has no json=)
// is not a node: it holds the nodes, under their keys. The following sources all
// describe the same two rooms:
//
//	Rooms store.Bulk[Room] `level:"room,json=rooms"` // type Room struct{ ID store.Str `level:"id,id,key"`; ... }
//
//	{"rooms": {"hall": {"light": 3}, "attic": {"id": "attic"}}}
//	{"rooms": [{"id": "hall", "light": 3}, {"id": "attic"}]}
//	<rooms><room id="hall" light="3"/><room id="attic"/></rooms>
//
// A member with the name of the field may repeat the key; a different value is an error. A
// type in such an object names another kind, which needs a key too, or another name of
// this kind. With json=. the outermost object holds the nodes.
//
// An integer key has one form: "7", not "07" or "7.0". If the key is the id and is empty,
// the node has no id. A single node of a kind that has a key and no json= must stand in a
// list.
//
// Without id, several nodes of a kind may have the same key, and nothing refers to it:
//
//	type Item struct {
//		Slot store.Str `level:"slot,key"` // {"items": {"left": {"kind": "lamp"}, "right": {}}}
//		Room store.Handle[Room] `level:",parent"`
//	}
package layout
