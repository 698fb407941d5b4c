// Package layout turns a game's Go types into a format.Schema: which tables a
// level has, where each field of a row lies, and under which names a source
// gives it. The loader reads the types by reflection, levelc reads them from
// source code; both describe them as a [Type], so that one set of rules decides
// and both sides compute the same table identities.
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
//		Other   int                                        // not one of those stores: left alone
//	}
//
// A Bulk makes a kind of node. Its tag names the element; further names after
// "|" are other elements that make the same kind. Without a tag the name is the
// record type's own in lower camel case. An Array holds the elements of all spans
// of its type; where a world has several Arrays of one type, the tag says which
// span each serves ("shape.outline"). Stores may stand in nested structs. A Packed,
// Groups or Arena is the game's own.
//
// # The rows
//
// The exported fields of a record are its fields in a level, byte for byte:
//
//	numbers, bool              u8 to i64, f32, f64, bool; int and uint are refused, their size varies
//	[n]T, struct{X, Y float32} n values in one list; a struct of untagged numbers of one type is such a list too
//	struct                     a nested element or object; an embedded struct's fields are the record's own
//	store.Str                  a string
//	store.Handle[T]            a reference by id to the kind whose record is T
//	store.AnyHandle            a reference to any of several kinds
//	store.Span[T]              repeated child elements, or a list
//
// # The tag
//
//	`level:"name,option,..."`   name: the attribute, element or member; without one the Go name in lower camel case
//	`level:"-"`                 the field belongs to the running game: levels do not have it, it is zero after a load
//
//	id             the node is known by this field (a Str or an integer)
//	ref            a reference by id, what a Handle is unless it says parent
//	ref=a|b        the kinds that an AnyHandle may name, or the kind of a Handle where two kinds share a record;
//	               of a Span of either, what its elements may name
//	parent         a Handle or AnyHandle that is set to the nearest enclosing node of its kind
//	text           the element's text; in JSON the member "text", or the one that json= names
//	required       a node without this field is an error; otherwise it is the default, or zero
//	default=V      V as an attribute would give it; quote a comma: default='1,2'
//	enum=a|b|c     an integer with names; the value is the position. A bool takes two
//	               of them: enum=no|yes, enum=0|-1
//	flags=a|b|c    an unsigned integer whose bits have names, the first is bit 0
//	json=key       the name in JSON where it differs; of a kind, json=. is the outermost
//	               object, or the objects of an outermost list, if they have no type
//	alias=old|...  earlier names, so that levels built before a rename still load
//	any            this Str takes numbers, true and false too, as JSON writes them; of a
//	               Span of Str, what is in its lists
//	map            this Span takes what stands under names that no other field has: the
//	               members of an object whose keys are data, one element each
//	key            in the elements of such a Span, the Str that takes the name; in a kind, a Str or
//	               an integer, with id or without: nodes may stand in an object, under their keys
//	nonfinite      NaN and infinities may be stored in this float (they cannot be written in a source)
//
// # What a source may write
//
// A value is an attribute, a child element with text, or a member; the struct says
// nothing about which.
//
//	numbers        decimal; an integer without fraction and exponent
//	bool           true, false, 1, 0, in XML True and TRUE too; other words are an enum=
//	[3]float32     "1 2 3", "1,2,3", "(1, 2, 3)", [1,2,3]; <pos x="1" y="2" z="3"/>, {"x":1,"y":2,"z":3}
//	[4]uint8       such a list, or the colour "#rrggbb"; of [3]uint8 too, and in lists of both
//	struct         <size w="1" h="2"/> or <size><w>1</w><h>2</h></size>, {"w":1,"h":2}
//	enum=, flags=  the names, as they are spelt here: "sky|ground", "sky ground", ["sky","ground"]
//	Handle         the id of a node, before or after this one; "" or nothing is nil
//	Span[T]        <p x="1" y="2"/><p x="3" y="4"/>, <p>1 2 3 4</p>, p="" or "()" for none, or [{"x":1,"y":2},{"x":3,"y":4}], [[1,2],[3,4]]
//
// In JSON a number stands without quotes and a string in them.
//
// The outermost element need not be a kind, but every other one is a kind or a field
// of what it stands in. So an element that does nothing but hold others, such as
// <enemies> around <enemy/>, is a kind of its own if these are nodes (the parent of
// an enemy is still the node around it that the field asks for), and a nested struct
// if these are a span:
//
//	Groups store.Bulk[Group] `level:"enemies|doors"` // type Group struct{ _ byte }
//	Tags   struct{ Tag store.Span[store.Str] }       // <tags><tag>a</tag><tag>b</tag></tags>
//
// An element that is there or not, such as <hidden/>, is a Span of a struct: its length
// says so.
// In JSON a node names its kind by the member "type" (levelc build --kind-member has
// another one), or stands under the kind's name or its json=.
//
// A map takes names that no field beside it has, so an object that is nothing but a map
// is a struct with the map in it:
//
//	Exits struct{ All store.Span[Exit] `level:",map"` } // {"exits": {"north": "hall", "east": "attic"}}
//
//	type Exit struct {
//		Way store.Str          `level:"way,key"`
//		To  store.Handle[Room] `level:"to"`
//	}
//
// Its elements are nothing to refer to, and no nodes stand in them.
//
// # Nodes under their keys
//
// Where a kind has a key, an object under its json= (under its name, if there is none) is
// no node: the nodes stand in it, under their keys. Each of the following says the same of
// two rooms:
//
//	Rooms store.Bulk[Room] `level:"room,json=rooms"` // type Room struct{ ID store.Str `level:"id,id,key"`; ... }
//
//	{"rooms": {"hall": {"light": 3}, "attic": {"id": "attic"}}}
//	{"rooms": [{"id": "hall", "light": 3}, {"id": "attic"}]}
//	<rooms><room id="hall" light="3"/><room id="attic"/></rooms>
//
// What has the name of the field may say the key once more; another one is an error. A type
// in such an object names another kind, or another name of this one; it needs a key too.
// With json=. it is the outermost object that holds the nodes. An integer stands as a key in
// its one form, "7" and not "07" or "7.0"; an empty key of an id is no id. A kind with a
// key and without json= stands as one node by itself in a list only.
//
// Without id the key needs not be the only one of its kind, and nothing refers to it:
//
//	type Item struct {
//		Slot store.Str `level:"slot,key"` // {"items": {"left": {"kind": "lamp"}, "right": {}}}
//		Room store.Handle[Room] `level:",parent"`
//	}
package layout
