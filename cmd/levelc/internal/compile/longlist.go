package compile

import (
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A long list of numbers in JSON, or the rows of one, comes as a text: see
// source.Options.Numbers. Spans take it as it is; everything else is seldom that long.

// hasRows reports whether some of a list's items are such lists.
func hasRows(items []source.Value) bool {
	for i := range items {
		if items[i].Kind == source.Numbers {
			return true
		}
	}
	return false
}

// longList returns such a value for what the name names: with all its items unless that is
// a span. It is nil where that would be too many.
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
		if c.long.Items = itemsOf(v); c.long.Items == nil {
			c.report(source.Pos{Off: v.At, Member: string(name)}, fmt.Sprintf("%s: more than %d numbers, and no span takes them", name, mostItems), "")
			return nil
		}
		c.long.Kind, c.long.Bytes = source.List, nil
		return &c.long
	}
	c.long.Items = slices.Clone(v.Items) // which are bounded by Limits.Items in all
	for i := range c.long.Items {
		if it := &c.long.Items[i]; it.Kind == source.Numbers {
			*it = source.Value{Kind: source.List, Items: itemsOf(it), At: it.At}
		}
	}
	return &c.long
}

// mostItems is how many items such a list may have outside of spans, as by default
// other lists.
const mostItems = 1 << 22

// itemsOf has an item for each of the numbers, or is nil if there are too many.
func itemsOf(v *source.Value) (items []source.Value) {
	for one := range source.EachNumber(v.Bytes) {
		if len(items) == mostItems {
			return nil
		}
		items = append(items, source.Value{Kind: source.Number, Bytes: one, At: v.At})
	}
	return items
}

// numbers takes the numbers of such a list, one after another.
func (l *lister) numbers(b []byte) bool {
	for one := range source.EachNumber(l.run(b)) {
		if !l.value(source.Number, one) {
			return false
		}
	}
	return true
}
