//go:build invariants

package compile

import "fmt"

// check panics if the stacks of the compiler do not fit together (see the comment of
// compiler). It is called before each element is closed.
func (c *compiler) check() {
	depth := 0
	frames, top := c.frames.Slice(), c.frames.Top()
	if frames[0].what != inDocument {
		panic("compile: no document at the bottom")
	}
	row, given, text := int32(0), int32(0), int32(0)
	for i := range frames {
		f := &frames[i]
		if f.what == inNode {
			depth++
		}
		if f.text < text || f.row < row || f.given < given {
			panic(fmt.Sprintf("compile: frame %d begins before frame %d", i, i-1))
		}
		row, given, text = f.row, f.given, f.text
	}
	if depth != c.depth {
		panic(fmt.Sprintf("compile: %d nodes are open, not %d", depth, c.depth))
	}
	if t := top.table; t != nil && (c.rows.Len() != int(row)+int(t.Stride) || c.given.Len() != int(given)+t.words+t.structs) {
		panic("compile: the rows do not end with the innermost one")
	}
	for i := range c.perTable {
		e := &c.perTable[i].elements
		if e.rows.Len() == 0 {
			continue
		}
		n := uint32(0)
		for _, r := range e.runs.Slice() {
			n += r.n
		}
		if e.sent+n != e.next || int(n)*int(c.plan.tables[i].Stride) != e.rows.Len() {
			panic("compile: elements are lost")
		}
	}
}
