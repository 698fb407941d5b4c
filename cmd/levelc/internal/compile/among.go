package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Objects and values in one list of JSON are one mistake. The object is told of, and not
// also each value beside it, unless the object is right where it stands, as a node is. So
// values in front of the first object wait for it, or for the end of their list.

// waiting is what is to be said of the values that wait.
//
// Invariant: those of an open list begin at its waits, and end where those of the next list
// begin. A list of which told is true has none.
type waiting []problem

// tellAmong notes that an object in the innermost list is told of.
func (c *compiler) tellAmong() {
	l := c.lists.Top()
	l.told = true
	c.unknown.waiting = c.unknown.waiting[:l.waits]
}

// valueAmong handles a value of a field in a list that has objects too.
func (c *compiler) valueAmong(f *frame, d *field, name []byte, v *source.Value) {
	isSpan := d.elems != nil
	isValues := !isSpan || d.elems.scalar
	switch {
	case isValues && c.lists.Top().told:
	case isSpan && isValues && c.besideValues():
		c.besideObject(f, d, name, v)
	case v.Kind == source.Null && !isSpan: // the objects are nodes
		c.nullNode(f, name, v)
	case v.Kind == source.Null:
		c.nullBeside(f, name, c.inListAt(name, v))
	case isSingle(v.Kind) && d.itemText() != nil:
		c.valueBeside(d, f, name, v)
	default:
		c.besideObject(f, d, name, v)
	}
}

// besideObject handles such a value that has no place there.
func (c *compiler) besideObject(f *frame, d *field, name []byte, v *source.Value) {
	one := problem{file: c.file, pos: c.inListAt(name, v),
		msg: fmt.Sprintf("%s: expected an object like the others in the list, got %s", name, got(v.Kind, v.Bytes))}
	if v.Kind == source.Null {
		one.msg, one.hint = nullWords(name)
		one.warning = c.policy != UnknownError // as for nullBeside
	}
	l := c.lists.Top()
	switch {
	case d.elems == nil && l.divided > 0:
		c.give(f, d.bit) // it is wrong, but not missing
		c.noObject(f, d, l.divided, true, nil)
	case l.items == l.values && (d.elems == nil || d.elems.scalar): // the object is to come
		if len(c.unknown.waiting) < leastKept {
			c.unknown.waiting = append(c.unknown.waiting, one)
		}
	default:
		c.problems.add(one)
	}
}

// endAmong ends a list. The list around it has the same objects.
func (c *compiler) endAmong(l *openList) {
	for _, one := range c.unknown.waiting[l.waits:] {
		c.problems.add(one)
	}
	c.unknown.waiting = c.unknown.waiting[:l.waits]
	if l.inner && l.told {
		c.tellAmong()
	}
}
