package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A zero in front of other digits means nothing to an integer. But 0110 in a text may be a
// row of a map that is drawn with digits, or a code, and a type that was made for other
// levels does not keep it. Attributes are not looked at: there it is a habit of writers.

// hasZeroInFront reports whether a number begins with a zero before another digit.
func hasZeroInFront(b []byte) bool {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	return len(b) > 1 && b[0] == '0' && b[1]-'0' <= 9
}

// findZeros looks for such numbers in the text of an element for d, which is no span.
func (c *compiler) findZeros(d *field, text []byte) {
	if !d.Type.IsInteger() {
		return
	}
	it := source.Split(text)
	for n := int(1); it.Next(); n++ {
		if !hasZeroInFront(it.Item()) {
			continue
		}
		if d.Count == 1 {
			n = 0
		}
		c.zeroInFront(d, it.Item(), n)
		return
	}
}

// zeroInFront warns of b, item n of a text for d, if d is an integer: once for each field.
func (c *compiler) zeroInFront(d *field, b []byte, n int) {
	if !d.Type.IsInteger() {
		return
	}
	c.tell(&d.inside, "zero", true, func() problem {
		return problem{pos: c.place(n),
			msg:  fmt.Sprintf("%s: %s has a zero in front, which an integer does not keep", c.calls(d), clip(b)),
			hint: "a store.Str keeps it, if it is a code or drawn; or write it without"}
	})
}
