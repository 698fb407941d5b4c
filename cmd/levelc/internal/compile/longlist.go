package compile

import (
	"bytes"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// longList is from how many numbers on a list of JSON comes as a text (see
// source.Options.Numbers): the cells of a map or the heights of a terrain, which as
// values would take twenty times as much memory.
const longList = 256

// longList returns such a list as it is where it is for a span, and with its items for
// everything else, which is seldom that long.
func (c *compiler) longList(name []byte, v *source.Value) *source.Value {
	if c.skip == 0 && !v.Mixed {
		s := c.frames.Top().scope
		if i := s.names.find(name); i >= 0 {
			if d := s.entries[i].field; d != nil && d.how == howSpan && d.elems.group > 0 {
				return v
			}
		}
	}
	var items []source.Value
	for rest := v.Bytes; len(rest) > 0; {
		var one []byte
		one, rest, _ = bytes.Cut(rest, comma)
		items = append(items, source.Value{Kind: source.Number, Bytes: one, At: v.At})
	}
	c.long = source.Value{Kind: source.List, Items: items, At: v.At, Mixed: v.Mixed}
	return &c.long
}

var comma = []byte{','}

// numbers takes the numbers of a long list.
func (l *lister) numbers(b []byte) bool {
	for rest := l.run(b); len(rest) > 0; {
		var one []byte
		one, rest, _ = bytes.Cut(rest, comma)
		if !l.value(source.Number, one) {
			return false
		}
	}
	return l.end()
}
