package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// An object of JSON among the values of a list is one mistake. It is told of, and not also
// each value beside it, unless the object is right where it stands, as a node is.

// among is what is known of the innermost list of values that has an object in it.
type among struct {
	depth  int       // number of open lists with it; 0 if there is none
	told   bool      // an object in it was told of
	at     int64     // of an object that was taken for the components of the field
	beside []problem // what to say of its values if no object is told of
}

// amongValues returns what is known of the innermost list.
func (c *compiler) amongValues() *among {
	m := &c.unknown.among
	if m.depth != c.lists.Len() {
		c.sayBeside()
		*m = among{depth: c.lists.Len(), beside: m.beside[:0]}
	}
	return m
}

// isToldAmong reports whether an object in the innermost list was told of.
func (c *compiler) isToldAmong() bool {
	m := &c.unknown.among
	return m.told && m.depth == c.lists.Len()
}

// toldAmong notes that an object in the innermost list was told of.
func (c *compiler) toldAmong() {
	m := c.amongValues()
	m.told, m.beside = true, m.beside[:0]
}

// besideObject handles a value of a field in a list that has an object too.
func (c *compiler) besideObject(f *frame, d *field, name []byte, v *source.Value) {
	one := problem{file: c.file, pos: c.inListAt(name, v),
		msg: fmt.Sprintf("%s: expected an object like the others in the list, got %s", name, got(v.Kind, v.Bytes))}
	m := c.amongValues()
	switch {
	case d.elems == nil && m.at > 0:
		c.give(f, d.bit) // it is wrong, but not missing
		c.noObject(f, d, m.at, true, nil)
	case d.elems == nil && c.besideValues() && c.lists.Top().items == c.lists.Top().values: // the object is to come
		if len(m.beside) < leastKept {
			m.beside = append(m.beside, one)
		}
	default:
		c.problems.add(one)
	}
}

// sayBeside reports the values beside an object that was not told of.
func (c *compiler) sayBeside() {
	m := &c.unknown.among
	for _, one := range m.beside {
		c.problems.add(one)
	}
	m.beside = m.beside[:0]
}

// endAmong ends a list. The list around it has the same objects.
func (c *compiler) endAmong(inner bool) {
	m := &c.unknown.among
	if m.depth != c.lists.Len()+1 {
		return
	}
	c.sayBeside()
	m.at = 0
	if m.depth--; !inner {
		m.depth, m.told = 0, false
	}
}
