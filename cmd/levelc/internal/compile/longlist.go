package compile

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A long list of numbers in JSON, or its rows, arrives as a text: see
// source.Options.Numbers. Spans take it as it is; hardly anything else is that long. Longer
// lists, of anything but objects, arrive in parts, which spans take one after another.

// hasRows reports whether some of a list's items are such lists.
func hasRows(items []source.Value) bool {
	for i := range items {
		if items[i].Kind == source.Numbers {
			return true
		}
	}
	return false
}

// spanOf returns the span that takes such lists under a name here, or nil.
func (c *compiler) spanOf(name []byte) *field {
	if c.skip > 0 {
		return nil
	}
	s := c.frames.Top().scope
	if i := s.names.find(name); i >= 0 {
		if d := s.entries[i].field; d != nil && d.how == howSpan {
			if d.elems.group > 0 || d.itemText() != nil {
				return d
			}
			if text := d.listText(); text != nil && text.how == howSpan && text.elems.group > 0 {
				return d
			}
		}
	}
	return nil
}

// longList returns such a value in the form that the name's field takes: with all its
// items, unless that is a span. It returns nil if there would be too many.
func (c *compiler) longList(name []byte, v *source.Value) *source.Value {
	if !v.Mixed && c.spanOf(name) != nil {
		return v
	}
	c.long = *v
	if c.unread(name) {
		if v.Kind == source.Numbers {
			c.long.Kind, c.long.Bytes, c.long.Items = source.List, nil, []source.Value{{Kind: source.Number, At: v.At}}
		}
		return &c.long
	}
	if v.Kind == source.Numbers {
		if c.long.Items = itemsOf(v); c.long.Items == nil {
			c.tooLong(name, v, fmt.Sprintf("%d numbers", mostItems))
			return nil
		}
		c.long.Kind, c.long.Bytes = source.List, nil
		return &c.long
	}
	c.long.Items = slices.Clone(v.Items) // Limits.Items bounds them all
	for i := range c.long.Items {
		if it := &c.long.Items[i]; it.Kind == source.Numbers {
			*it = source.Value{Kind: source.List, Items: itemsOf(it), At: it.At}
		}
	}
	return &c.long
}

// tooLong reports a list that is too long for a field that is no span, or to be kept.
func (c *compiler) tooLong(name []byte, v *source.Value, most string) {
	hint := "a field of the type store.Span[T] takes a list of any length"
	if c.skip > 0 || c.frames.Top().scope.names.find(name) < 0 {
		hint = tooMuch(string(name), isListOfLists(v))
	}
	c.report(source.Pos{Off: v.At, Member: string(name)}, fmt.Sprintf("%s: more than %s, and no span takes them", name, most), hint)
}

// pieces is a list or a text that arrives in parts, see source.Value.More.
type pieces struct {
	on     bool
	span   *field // that takes them one after another; nil if they are joined
	taken  taken  // by the span
	wrong  bool   // nothing more is taken
	joiner source.Joiner
	textAt int64 // of a text
}

// piece takes a part of a list. When the list is complete, it returns it.
func (c *compiler) piece(name []byte, v *source.Value) *source.Value {
	if c.isCancelled() {
		return nil
	}
	p := &c.pieces
	first := !p.on
	if p.on = v.More; first {
		p.span, p.wrong = c.spanOf(name), false
		p.joiner.Reset()
	}
	switch {
	case p.wrong:
	case p.span == nil:
		return c.joined(name, v)
	case first:
		p.wrong = true // until setSpan has taken it
		c.here.of(v.At, p.span)
		c.set(c.frames.Top(), p.span, v)
	default:
		p.wrong = !c.take(c.frames.Top(), p.span, v, &p.taken)
	}
	return nil
}

// unread reports whether the items of a list under a name are of no interest here.
func (c *compiler) unread(name []byte) bool {
	if c.keep != nil {
		return false
	}
	if c.skip > 0 {
		return true
	}
	s := c.frames.Top().scope
	return s.rest == nil && s.names.find(name) < 0
}

// joined is piece for a list that no span takes.
func (c *compiler) joined(name []byte, v *source.Value) *source.Value {
	p := &c.pieces
	if c.unread(name) {
		c.long = *v
		c.long.More, p.wrong = false, true
		return &c.long
	}
	if p.joiner.Len()+len(v.Bytes) <= mostJoined && p.joiner.Values()+len(v.Items) <= mostValues {
		return p.joiner.Join(v)
	}
	most := fmt.Sprintf("%d MiB of numbers", mostJoined>>20)
	if v.Kind == source.List {
		most = fmt.Sprintf("%d MiB or %d values", mostJoined>>20, mostValues)
	}
	p.joiner.Reset()
	p.wrong = true
	c.tooLong(name, v, most)
	return nil
}

// mostJoined is the longest list that is joined. Other lists have the same default
// limit.
const mostJoined = 16 << 20

// mostValues is the most values of a list that is joined. Of more, no property has room,
// and no field but a span has as many.
const mostValues = format.MaxProps

// mostItems is the most items of such a list outside of spans. Other lists have the
// same default limit.
const mostItems = 1 << 22

// itemsOf returns an item for each of the numbers, or nil if there are too many. An item
// takes thirty times as much memory as a digit, so they are counted first.
func itemsOf(v *source.Value) []source.Value {
	n := bytes.Count(v.Bytes, []byte{','}) + 1
	if n > mostItems {
		return nil
	}
	items := make([]source.Value, 0, n)
	for one := range source.EachNumber(v.Bytes) {
		items = append(items, source.Value{Kind: source.Number, Bytes: one, At: v.At})
	}
	return items
}
