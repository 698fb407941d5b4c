package source

// Handler receives a level in document order, from XML and from JSON alike.
//
//	XML                              JSON
//	<body pos="1 2"><mass>3</mass>   {"type":"body", "pos":[1,2], "mass":3}
//	Open body                        Open body
//	Value pos "1 2"                  Value pos [1 2]
//	Open mass, Text "3", Close       Value mass 3
//	Close                            Close
//
// The calls nest: there is one outermost Open, every Value and Text is inside an Open,
// and every Open has its Close unless the reader fails first.
//
// Names and values are valid during the call only. A method that returns false
// stops the reader, which then returns ErrStopped.
type Handler interface {
	// Kind reports whether name is a kind of node. The JSON reader asks it about the
	// value of a "type" member: an object whose type is a kind is opened under that
	// name, any other one under its key. If a file is read ahead (Options.Ahead), Kind
	// is also called on another goroutine than the events, at the same time as these
	// and before earlier ones.
	Kind(name []byte) bool
	// Open begins an element, or an object that stands alone or in an array
	// under the key name. The outermost object of a JSON text is opened under
	// the empty name, unless its type is a kind; if the text is an array or a
	// scalar, that is opened under NoObject. In XML at is the offset of the
	// name, in JSON that of the brace (or bracket).
	Open(name []byte, at int64) bool
	// Value is an attribute, or a member that is a scalar or an array without
	// objects in it (an empty array too). In an array that has objects in it,
	// each object is opened under the array's key, and each element that is not
	// one is a Value of its own with Mixed set.
	Value(name []byte, v *Value) bool
	// Text is the text of an element, one call for each piece between two tags
	// (comments and CDATA sections do not divide it). A piece that is only white space
	// is not reported, unless Options.Blanks says so. JSON has no such texts.
	Text(v *Value) bool
	// Close ends the innermost element or object that is open. In XML at is the
	// offset of the end tag (of "/>" in an empty element), in JSON that of the
	// closing brace or bracket.
	Close(at int64) bool
}

// Lister is a Handler that is also told of JSON's arrays with objects in them, of which
// a Handler is told only the elements. The calls come around the elements, and nest as
// the arrays do. Arrays without objects are Values as usual.
//
//	{"a":[1,{"b":2}]}   Open "", BeginList a, Value a 1 (Mixed), Open a, Value b 2, Close, EndList, Close
type Lister interface {
	Handler
	// BeginList begins an array under the key name; at is the offset of the
	// object (or outermost array) around it.
	BeginList(name []byte, at int64) bool
	EndList() bool
}

// Typer is a Handler that is told which objects of JSON are opened under their types,
// and which under their keys.
type Typer interface {
	Handler
	// OpenTyped is Open for an object with the type name, which is a kind. key is the
	// name that Open would otherwise get.
	OpenTyped(name, key []byte, at int64) bool
}

// NoObject is the name under which the outermost value of a JSON text is opened if it
// is not an object. The objects of an outermost array have the empty name.
const NoObject = "[]"

var noObject = []byte(NoObject)

// ValueKind is the type of a value, as far as the source shows it.
type ValueKind uint8

const (
	Text    ValueKind = iota // XML: a string that may stand for anything
	String                   // JSON: a string
	Number                   // JSON: the digits as written
	Bool                     // JSON: true or false, in Bytes
	Null                     // JSON
	List                     // JSON: an array, in Items
	Numbers                  // JSON: an array of numbers, in Bytes with commas between; see Options.Numbers
)

// Value is a value of the source: decoded text, not yet converted.
type Value struct {
	Kind  ValueKind
	Mixed bool // JSON: an element of an array that has objects in it as well
	More  bool // the next Text continues this one, or the next Value this array of JSON, Numbers behind a comma; see Options.Parts and ListParts
	Bytes []byte
	Items []Value // arrays may nest
	At    int64   // XML: the offset of the value; JSON: of the innermost object around it
}

// Pos is a place in a source, as a handler keeps it for a message. XML has the offset
// of each value. JSON has the offset of each object; to find a member, the object is
// read once more when the place is needed (see File.Position).
//
// The same three forms serve both formats:
//
//	Pos{Off: at}                                  what Open or Close told
//	Pos{Off: v.At, Member: name}                  the value of an attribute or member
//	Pos{Off: v.At, Member: name, Item: 3}         the third number in it
//	Pos{Off: v.At, Member: name, Name: true}      the name of the attribute or member
type Pos struct {
	Off    int64
	Member string // the attribute or member whose value was reported with At = Off; empty is the element or object itself, or its text
	Item   int32  // the value of the member's list, counted from 1 and into lists in it; below 0 counts such a list as one; 0 is the member itself
	Byte   int32  // of the value's or the item's text, without the white space around it in XML: what stands there; 0 is its beginning
	Name   bool   // the member's name rather than its value
}
