package compile

import (
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// xml:space="preserve" says that white space at the ends of texts in an element, and in
// all elements inside it, is meant, as it always is in an attribute.

const spaceName = "xml:space"

// spaced is an open element with such an attribute.
type spaced struct {
	depth int32 // how many elements are open, including it
	keeps bool
}

// setSpace handles the attribute of the innermost element.
func (c *compiler) setSpace(v *source.Value) {
	keeps := string(v.Bytes) == "preserve"
	if !keeps && string(v.Bytes) != "default" {
		c.tellOnce(c.frames.Top(), spaceName, source.Pos{Off: v.At}, true, func() (string, string) {
			return spaceName + " is " + quote(v.Bytes), `it takes "preserve" or "default"`
		})
	}
	c.spaces.Push(spaced{c.deep(), keeps})
}

// deep returns how many elements are open.
func (c *compiler) deep() int32 { return int32(c.frames.Len() + c.skip) }

// endSpace forgets the attributes of closed elements.
func (c *compiler) endSpace() {
	for top := c.spaces.Top(); top != nil && top.depth > c.deep(); top = c.spaces.Top() {
		c.spaces.Pop()
	}
}

// preserves reports whether white space in the innermost element is meant.
func (c *compiler) preserves() bool {
	top := c.spaces.Top()
	return top != nil && top.keeps
}

// trims reports whether the text of the innermost element, f, loses the white space
// around it.
func (c *compiler) trims(f *frame) bool {
	d := f.scope.text
	return d == nil || d.Type != format.TypeStr || d.how == howID || d.how == howArray
}

// unwraps reports whether a string that is the text of the innermost element, f, is
// taken without white space around it that breaks the line.
func (c *compiler) unwraps(f *frame) bool {
	return (f.what == inField || f.table.scalar || f.table.value != nil && f.scope.text == f.table.value) && !c.preserves()
}
