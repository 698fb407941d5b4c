package source

import "sync/atomic"

// Tagger is a Handler that can take a start tag of XML as a whole, which is
// quicker than a call for its name and for each attribute.
//
//	<body pos="1 2"/>   Tag{body, pos}, which stands for Open body, Value pos, Close
//
// It still gets Open and Value for tags with values that need decoding (because of a
// reference, for example), and for those with new names.
type Tagger interface {
	Handler
	// Tag stands for Open, a Value of kind Text for each attribute, and Close if
	// the tag is Empty. t is valid during the call only.
	Tag(t *Tag) bool
	// Wanted returns what the handler does with values, or nil. It is called once,
	// before the first tag.
	Wanted() *Wanted
}

// Wanted says what a handler does with the values of attributes. The reader then
// converts those that are short numbers, which it has at hand anyway. A reader that is
// ahead (Options.Ahead) also converts others, because it has time to spare. It is only
// a guess: the reader leaves alone what it cannot convert, and the handler ignores what
// it does not want.
type Wanted struct {
	// Field has, by the shape of an attribute, a number of the handler's for its
	// values: from 1 on for a float32, from -1 down for values that Convert converts,
	// and 0 for others. A TagAttr has 16 bits for it.
	Field [MaxShapes]atomic.Int32
	// Convert appends what a field makes of a value, or reports false. It is
	// called on another goroutine than the handler's methods.
	Convert func(to []byte, field int32, text []byte) ([]byte, bool)
}

// Tag is a start tag or empty-element tag. Names and values are parts of Text.
type Tag struct {
	Text   []byte // from '<' to '>'
	At     int64  // the offset of Text
	Attrs  []TagAttr
	Values []byte // those that Wanted.Convert has converted, in the order of the attributes
	Shape  int32  // a number for the name; see TagAttr.Shape
	Name   int32  // where the name ends; it begins after the '<'
	Empty  bool
}

// TagAttr is an attribute of a Tag: where in its Text the value begins and ends, and where
// the name begins. It is small, because attributes are most of what one core sends to
// another.
type TagAttr struct {
	Val, ValEnd int32
	Bits        uint32 // the value, of a float32; or where the name is, if it is not right before the value
	Field       int16  // for which the value was converted, see Wanted; 0 if it was not
	names       uint16 // the shape, and above it how far before the value the name begins, or 0: see Bits
}

// mostBefore is how far before the value a name may begin for a TagAttr to say so.
const mostBefore = 1<<16/MaxShapes - 1

// Shape returns a number for the names of the element and the attribute: within one
// call of a Reader, equal numbers mean equal names. It is at least 1 and less than
// MaxShapes.
func (a *TagAttr) Shape() int32 { return int32(a.names & (MaxShapes - 1)) }

// NameIn returns the attribute's name, in the Text of its tag.
func (a *TagAttr) NameIn(text []byte) []byte {
	if n := int32(a.names / MaxShapes); n > 0 {
		return text[a.Val-n : a.Val-2]
	}
	return text[a.Val-int32(a.Bits>>farBits):][:a.Bits&(1<<farBits-1)]
}

// farBits is the bits of TagAttr.Bits that have the length of a name that is far from its
// value. Those above have how far.
const farBits = 8

// setName says where the name is: n bytes that begin at the distance from before the
// value. It reports whether that can be said.
func (a *TagAttr) setName(n, from int) bool {
	if from == n+len(`="`) && from <= mostBefore {
		a.names |= uint16(from) * MaxShapes
		return true
	}
	a.Bits = uint32(from)<<farBits | uint32(n)
	return from < 1<<(32-farBits) && n < 1<<farBits
}

// tagRoom is a Tagger that provides the memory for the attributes of tags.
type tagRoom interface {
	Tagger
	// room sets at to the memory for the next tag's attributes, now and whenever that
	// changes.
	room(at **[mostAttrs]TagAttr)
}

// Parts makes the calls to h that t stands for, with v as the Value.
func (t *Tag) Parts(h Handler, v *Value) bool {
	if !h.Open(t.Text[1:t.Name], t.At+1) {
		return false
	}
	*v = Value{Kind: Text}
	for i := range t.Attrs {
		a := &t.Attrs[i]
		v.Bytes, v.At = t.Text[a.Val:a.ValEnd], t.At+int64(a.Val)
		if !h.Value(a.NameIn(t.Text), v) {
			return false
		}
	}
	return !t.Empty || h.Close(t.At+int64(len(t.Text))-2)
}
