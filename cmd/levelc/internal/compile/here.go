package compile

import (
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// here is the value that is being converted, for messages. It has no pointers, because
// it is set for each value, and the collector would have to be told.
type here struct {
	at     int64
	member int32 // the field's number plus one; 0 for an element's text; below 0, a map's key, hereKey or hereStruct
}

// Values of here.member for a key, which is compiler.key, and for a value in place of an
// object, under the name that is compiler.instead.
const (
	hereKey    = math.MinInt32
	hereStruct = math.MinInt32 + 1
)

// of makes h the value of a field.
func (h *here) of(at int64, d *field) { h.at, h.member = at, d.num+1 }

// entry makes h the value of a map's entry, whose key is a string of the sink.
func (h *here) entry(at int64, key uint32) { h.at, h.member = at, -1-int32(key) }

// inner is the item of a list that is being converted as an element of its own, and may
// have such items again.
type inner struct {
	span   *field
	item   int32 // of the outermost list, counted from 1; 0 for none
	before int32 // values before the innermost such item
}

// memberName returns the name that a value has in a source, or "" for an element's
// text. member is as in here.
func (c *compiler) memberName(member int32, syntax source.Format) string {
	switch {
	case member > 0:
		return c.plan.fields[member-1].label[syntax]
	case member == hereKey:
		return string(c.key)
	case member == hereStruct:
		return string(c.instead)
	case member < 0:
		return string(c.sink.Text(uint32(-1 - member)))
	}
	return ""
}

// place returns the place of item n of the value, as source.Pos counts; 0 is the whole
// value.
func (c *compiler) place(n int) source.Pos {
	switch in := c.inner; {
	case in.item == 0:
	case n > 0:
		n += int(in.before)
	default:
		n = -int(in.item)
	}
	return source.Pos{Off: c.here.at, Item: int32(n), Member: c.memberName(c.here.member, c.syntax), Name: c.here.member == hereKey}
}

// listLabel returns the name that a list for d, or the list around it, has in the source.
func (c *compiler) listLabel(d *field) string {
	if c.inner.item > 0 {
		d = c.inner.span
	}
	return d.label[c.syntax]
}

// calls returns what a message calls the current value, which is for d: an attribute or
// member by its name, the text of an element that stands for a value by the element's
// name, and the text of a row "its text".
func (c *compiler) calls(d *field) string {
	if c.here.member != 0 {
		return c.memberName(c.here.member, c.syntax)
	}
	switch f := c.frames.Top(); {
	case f.what == inList, f.what == inElement && f.table.scalar:
		return f.span.label[c.syntax]
	case d.Attr.Role != format.RoleText && d.label[c.syntax] != "":
		return d.label[c.syntax]
	}
	return "its text"
}
