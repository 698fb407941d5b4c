package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// An object of JSON may stand for a value, if it has that as its text. If it has
// something else, the types lack a struct, which is one mistake and not one for each of
// its members.

// stray is a member of an object for a value that is not its text. What it means is
// known at the end of the object.
type stray struct {
	frame  int // number of frames with that of the object
	name   string
	at     int64
	member bool // a value, and no object
}

// mostStray is how many members of one object are kept, and mostStrayName how long
// their names may be.
const (
	mostStray     = 8
	mostStrayName = 64
)

// strays reports whether a name in f is one of those, and keeps it until f is closed.
func (c *compiler) strays(f *frame, name []byte, at int64, member bool) bool {
	if c.syntax != source.JSON || f.what != inElement || !f.table.scalar || c.policy == UnknownIgnore || c.keeps(f) || len(name) > mostStrayName {
		return false
	}
	if len(c.stray) < mostStray {
		c.stray = append(c.stray, stray{c.frames.Len(), string(name), at, member})
		return true
	}
	return c.stray[0].frame == c.frames.Len() && !c.isAnyGiven(f)
}

// closeObject ends an object that stands for a value.
func (c *compiler) closeObject(f *frame) {
	n := len(c.stray)
	for n > 0 && c.stray[n-1].frame >= c.frames.Len() {
		n--
	}
	strays := c.stray[n:]
	c.stray = c.stray[:n]
	if !c.isAnyGiven(f) && !c.hasElements(f) {
		var names []string
		for _, s := range strays {
			names = append(names, s.name)
		}
		c.noObject(f, f.span, f.at, c.lists.Top() != nil && int(c.lists.Top().frame) == c.frames.Len()-1, names)
		return
	}
	for _, s := range strays {
		c.sayUnknownName(f, []byte(s.name), s.at, s.member)
	}
}

// noObject reports that an object with members of these names is no value of d, or no
// item of a list for d.
func (c *compiler) noObject(f *frame, d *field, at int64, listed bool, names []string) {
	if listed {
		c.tellAmong()
	}
	c.tell(f.scope, "object="+d.Name, false, func() problem {
		one, hint := d, ""
		if d.elems != nil && listed {
			one = &d.elems.fields[0]
		}
		switch {
		case d.elems == nil:
		case d.elems.isLists():
			hint = `put each list into an object of its own, {"text": [...]}`
		case len(names) > 0:
			hint = "for objects like this, make it a store.Span of a struct with " + list(names, "and")
		}
		return problem{pos: source.Pos{Off: at}, msg: fmt.Sprintf("%s: expected %s, got an object", d.label[c.syntax], expected(one, listed && (d.elems == nil || c.lists.Top().inner))), hint: hint}
	})
}

// isLists reports whether the rows of a table are lists and nothing else.
func (t *table) isLists() bool {
	return t.scalar && t.fields[0].Type == format.TypeSpan
}
