package compile

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A long text of XML arrives in parts, see source.Options.Parts. If it is a list for a
// span, the span takes the items of one part after another, however many there are.
// Parts of other texts are joined.

// longestText is the longest text that may come in parts.
const longestText = 1 << 30

// textPart takes a part of a text. With the last one it returns the text, unless a span
// has taken it.
func (c *compiler) textPart(v *source.Value) *source.Value {
	if c.isCancelled() {
		return nil
	}
	p := &c.pieces
	first := !p.on
	if p.on = v.More; first {
		p.span, p.wrong = c.textSpan(v), c.skip > 0 && c.keep == nil
		p.textAt = v.At
		c.partial.Reset()
	}
	switch {
	case p.wrong:
	case p.span != nil && first:
		c.beginTextList(v)
	case p.span != nil:
		c.moreTextList(v)
	case c.skip == 0 && c.keep == nil && c.takesNoText(c.frames.Top()):
		if len(source.Trim(v.Bytes)) > 0 {
			p.wrong = true // with this part, all is said
			return v
		}
	default:
		return c.joinText(v)
	}
	return nil
}

// textSpan returns the span for which the text that v begins is a list, as far as v shows
// it, or nil. A list in brackets, which may begin behind white space, is decided by its end,
// and one around elements is joined.
func (c *compiler) textSpan(v *source.Value) *field {
	if c.skip > 0 {
		return nil
	}
	f := c.frames.Top()
	if f.texts || f.took {
		return nil
	}
	d := f.scope.text
	switch {
	case f.what == inElement && textIsElements(f):
		d = f.span
		if f.table.group == 0 {
			return nil
		}
	case f.what != inNode && f.what != inElement || d == nil || d.how != howSpan || d.elems.group == 0:
		return nil
	}
	b := bytes.TrimLeft(v.Bytes, " \t\r\n")
	if items, _ := source.CutLast(v.Bytes); len(items) == 0 || len(b) == 0 || b[0] == '(' || b[0] == '[' {
		return nil
	}
	return d
}

// beginTextList takes the first part of such a list.
func (c *compiler) beginTextList(v *source.Value) {
	f := c.frames.Top()
	f.took = true
	c.pieces.wrong = true // until setList has taken it
	c.scratch = *v
	var last []byte
	c.scratch.Bytes, last = source.CutLast(v.Bytes)
	c.partial.Append(last...)
	c.here = here{at: v.At}
	if f.what == inElement {
		c.closeElementText(f, &c.scratch)
		return
	}
	c.set(f, f.scope.text, &c.scratch)
}

// moreTextList takes another part of it.
func (c *compiler) moreTextList(v *source.Value) {
	p, b := &c.pieces, v.Bytes
	if c.partial.Len() > 0 { // an item has begun before
		if c.partial.Len()+len(b) > mostJoined {
			p.wrong = true
			c.report(source.Pos{Off: v.At}, fmt.Sprintf("an item of more than %d MiB in a list", mostJoined>>20), "")
			return
		}
		c.partial.Append(b...)
		b = c.partial.Slice()
	}
	var last []byte
	if v.More {
		b, last = source.CutLast(b)
	}
	c.here = here{at: v.At}
	l := &p.taken.rows
	l.item = 0 // places are counted from this part on
	ok := l.part(b)
	if ok && !v.More {
		ok = l.last()
	}
	if p.wrong = !ok; ok {
		owner := c.frames.Top()
		if owner.what == inList {
			owner = c.below()
		}
		l.addTo(owner)
	}
	if c.partial.Len() > 0 {
		c.partial.Truncate(copy(c.partial.Slice(), last))
		return
	}
	c.partial.Append(last...)
}

// closeTook ends an element whose text has come in parts.
func (c *compiler) closeTook(f *frame) {
	if f.what == inList && c.isAnyGiven(f) {
		c.here = here{at: f.at}
		c.report(c.place(0), f.span.label[c.syntax]+": text beside fields", "give one or the other")
	}
}

// joinText adds a part to a text that no span takes, and returns all of it with the last.
func (c *compiler) joinText(v *source.Value) *source.Value {
	p := &c.pieces
	if c.partial.Len()+len(v.Bytes) > mostJoined {
		p.wrong = true
		if c.skip == 0 {
			c.frames.Top().took = true
		}
		c.report(source.Pos{Off: p.textAt}, fmt.Sprintf("a text of more than %d bytes", mostJoined), "only a list for a span may be longer, without brackets around it")
		return nil
	}
	if c.partial.Append(v.Bytes...); v.More {
		return nil
	}
	c.long = source.Value{Kind: source.Text, Bytes: c.partial.Slice(), At: p.textAt}
	return &c.long
}
