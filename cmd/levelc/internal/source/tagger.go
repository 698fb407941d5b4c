package source

import "sync/atomic"

// Tagger is a Handler that can take a start tag of XML as a whole, which is
// quicker than a call for its name and for each attribute.
//
//	<body pos="1 2"/>   Tag{body, pos}, which stands for Open body, Value pos, Close
//
// It still gets Open and Value for tags with values that do not stand for
// themselves (with a reference in one, say), and for those whose names have not
// been seen before.
type Tagger interface {
	Handler
	// Tag stands for Open, a Value of kind Text for each attribute, and Close if
	// the tag is Empty. t is valid during the call only.
	Tag(t *Tag) bool
	// Wanted is where the handler says what it makes of values, or nil. It is asked
	// once, before the first tag.
	Wanted() *Wanted
}

// Wanted says what a handler makes of the values of attributes. The reader then
// converts those that are short numbers, which it has in its hands anyway; one that
// is ahead (Options.Ahead) converts others too: it has time where the handler has
// none. It is a guess that nothing depends on: the reader leaves alone what
// cannot be converted, and the handler does not look where it wants something
// else.
type Wanted struct {
	// Field is, by the shape of an attribute, a number of the handler's for what
	// its values are: from 1 on for a float32, from -1 down for what Convert
	// converts; 0 is nothing that could be converted. A TagAttr has 16 bits for it.
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
	Name   int32  // where the name ends; it begins behind the '<'
	Empty  bool
}

// TagAttr is an attribute of a Tag: where in its Text the name and the value
// begin and end. The name ends at the '=' and the quotation mark before the value.
// It is small, since attributes are most of what one core tells another.
type TagAttr struct {
	Val, ValEnd int32
	Bits        uint32 // the value, of a float32
	Field       int16  // for which the value has been converted, see Wanted; 0 if it has not
	names       uint16 // the shape, and above it how long the name is
}

// Shape is a number for the names of the element and the attribute: within one
// call of a Reader's, what has the same number has the same names. It is from 1
// on and less than MaxShapes.
func (a *TagAttr) Shape() int32 { return int32(a.names & (MaxShapes - 1)) }

// NameIn is the attribute's name, in the Text of its tag.
func (a *TagAttr) NameIn(text []byte) []byte {
	end := a.Val - 2
	return text[end-int32(a.names/MaxShapes) : end]
}

// tagRoom is a Tagger that wants the attributes of tags where it keeps them.
type tagRoom interface {
	Tagger
	// room sets at to where those of the next tag belong, now and whenever that is
	// elsewhere.
	room(at **[mostAttrs]TagAttr)
}

// Parts tells h what t stands for, call by call, by means of v.
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
