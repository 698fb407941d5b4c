package compile

import (
	"bytes"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// longList is from how many numbers on a list of JSON comes as a text (see
// source.Options.Numbers and Rows): the cells of a map or the heights of a terrain, which
// as values would take twenty times as much memory.
const longList = 256

// hasRows reports whether some of a list's items are such lists.
func hasRows(items []source.Value) bool {
	for i := range items {
		if items[i].Kind == source.Numbers {
			return true
		}
	}
	return false
}

// longList returns such a list, or one with such lists in it, as it is where it is for a
// span, and with all its items for everything else, which is seldom that long.
func (c *compiler) longList(name []byte, v *source.Value) *source.Value {
	if c.skip == 0 && !v.Mixed {
		s := c.frames.Top().scope
		if i := s.names.find(name); i >= 0 {
			if d := s.entries[i].field; d != nil && d.how == howSpan && d.elems.group > 0 {
				return v
			}
		}
	}
	c.long = *v
	if v.Kind == source.Numbers {
		c.long = itemsOf(v)
		return &c.long
	}
	c.long.Items = slices.Clone(v.Items)
	for i := range c.long.Items {
		if it := &c.long.Items[i]; it.Kind == source.Numbers {
			*it = itemsOf(it)
		}
	}
	return &c.long
}

// itemsOf is a list with an item for each of its numbers.
func itemsOf(v *source.Value) source.Value {
	items := make([]source.Value, 0, bytes.Count(v.Bytes, comma)+1)
	for rest := v.Bytes; len(rest) > 0; {
		var one []byte
		one, rest, _ = bytes.Cut(rest, comma)
		items = append(items, source.Value{Kind: source.Number, Bytes: one, At: v.At})
	}
	return source.Value{Kind: source.List, Items: items, At: v.At, Mixed: v.Mixed}
}

var comma = []byte{','}

// numbers takes the numbers of a long list, one after another.
func (l *lister) numbers(b []byte) bool {
	for rest := l.run(b); len(rest) > 0; {
		var one []byte
		one, rest, _ = bytes.Cut(rest, comma)
		if !l.value(source.Number, one) {
			return false
		}
	}
	return true
}
