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
	// Wanted is where the handler says what it makes of values, or nil.
	Wanted() *Wanted
}

// Wanted says what a handler makes of the values of attributes. A reader that is
// ahead (Options.Ahead) then converts them: it has time where the handler has
// none. It is a guess that nothing depends on: the reader leaves alone what
// cannot be converted, and the handler does not look where it wants something
// else.
type Wanted struct {
	// Field is, by the shape of an attribute, a number of the handler's for what
	// its values are, from 1 on; 0 is nothing that could be converted.
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
	Values []byte // those that have been converted, in the order of the attributes
	Shape  int32  // a number for the name; see TagAttr
	Name   int32  // where the name ends; it begins behind the '<'
	Empty  bool
}

// TagAttr is an attribute of a Tag: where in its Text the name and the value
// begin and end.
//
// Shape is a number for the names of the element and the attribute: within one
// call of a Reader's, what has the same number has the same names. It is from 1
// on and less than MaxShapes.
type TagAttr struct {
	Name, NameEnd int32
	Val, ValEnd   int32
	Shape         int32
	Field         int32 // for which the value has been converted, see Wanted; 0 if it has not
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
		if !h.Value(t.Text[a.Name:a.NameEnd], v) {
			return false
		}
	}
	return !t.Empty || h.Close(t.At+int64(len(t.Text))-2)
}
