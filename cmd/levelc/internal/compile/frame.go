package compile

// what says what a frame is for.
type what uint8

const (
	inDocument what = iota // the bottom of the stack
	inWrapper              // the outermost element, if it is not a node
	inNode
	inStruct  // a nested struct: fills the row of the frame below
	inElement // an element of a span: has a row of its own
	inList    // an element of a span whose text turned out to be a list of elements
	inField   // an element or object that stands for one field
	inHolder  // an object of JSON that holds nodes under their keys
)

// frame is an open element or object. Its row, the bits of the fields given, and its
// text are in stacks of the compiler, at the offsets kept here, so that a deep level
// costs no allocation.
type frame struct {
	what   what
	typed  bool // inNode: a member named the kind
	texts  bool // there was text
	took   bool // there was a text that came in parts: see textPart
	scope  *scope
	table  *table // of the row; nil in the document
	num    uint32 // of the row, in the order of arrival
	row    int32  // in stacks.rows
	given  int32  // in stacks.given
	text   int32  // in stacks.text
	at     int64
	textAt int64
	span   *field // inElement: the field whose element it is
	made   *made  // inHolder: what the objects in it are, unless their type says otherwise

	// inNode: the innermost node of the same kind outside, and its frame.
	outer opened
}

// opened is the innermost open node of a kind.
type opened struct {
	row   uint32 // plus one; 0 if there is none
	frame int32
}
