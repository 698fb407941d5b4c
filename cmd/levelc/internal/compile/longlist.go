package compile

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A long list of numbers in JSON, or its rows, arrives as a text: see
// source.Options.Numbers. Spans take it as it is; hardly anything else is that long.

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
			if d.elems.group > 0 {
				return d
			}
			if text := d.listed(); text != nil && text.how == howSpan && text.elems.group > 0 {
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

func (c *compiler) tooLong(name []byte, v *source.Value, most string) {
	c.report(source.Pos{Off: v.At, Member: string(name)}, fmt.Sprintf("%s: more than %s, and no span takes them", name, most), "")
}

// pieces is a list that arrives in parts, see source.Value.More.
type pieces struct {
	on     bool
	span   *field // that takes them one after another; nil if they are joined
	list   lister
	wrong  bool // nothing more is taken
	joiner source.Joiner
}

// piece takes a part of a list. When the list is complete, it returns it.
func (c *compiler) piece(name []byte, v *source.Value) *source.Value {
	p := &c.pieces
	first := !p.on
	if p.on = v.More; first {
		p.span, p.wrong = c.spanOf(name), false
		p.joiner.Reset()
	}
	switch {
	case p.wrong:
	case p.span == nil:
		if p.joiner.Len()+len(v.Bytes) <= mostJoined {
			return p.joiner.Join(v)
		}
		if p.wrong = true; c.skip == 0 || c.keep != nil {
			c.tooLong(name, v, fmt.Sprintf("%d MiB of numbers", mostJoined>>20))
		}
	case first:
		p.wrong = true // until setList has taken it
		c.here.of(v.At, p.span)
		c.set(c.frames.Top(), p.span, v)
	default:
		p.wrong = !p.list.numbers(v.Bytes) || !v.More && !p.list.end()
		if !p.wrong {
			p.list.give(c.frames.Top())
		}
	}
	return nil
}

// mostJoined is the longest list that is joined. Other lists have the same default
// limit.
const mostJoined = 16 << 20

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

// numbers takes the numbers of such a list, one after another.
func (l *lister) numbers(b []byte) bool {
	for !l.whole() && len(b) > 0 { // the last part has begun a row
		one, rest, _ := bytes.Cut(b, []byte{','})
		if !l.value(source.Number, one) {
			return false
		}
		b = rest
	}
	for one := range source.EachNumber(l.run(b)) {
		if !l.value(source.Number, one) {
			return false
		}
	}
	return true
}

// give appends the complete rows to the span of f, and keeps the incomplete one.
func (l *lister) give(f *frame) {
	n := l.rows
	if !l.whole() {
		n--
	}
	if n == 0 {
		return
	}
	list := &l.c.list
	size := n * int(l.table.Stride)
	l.c.addRows(l.span, f, list.Slice()[:size], uint32(n))
	list.Truncate(copy(list.Slice(), list.Slice()[size:]))
	l.rows -= n
}
