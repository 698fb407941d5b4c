package compile

import (
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A span's elements come one by one, as child elements or objects under its
// name, or all at once in a list. Not both: in JSON, whose members have no
// order, nobody could say which come first.

var errArrival = errors.New("compile: an element did not get the number that it was to have")

// openElement begins an element of a span. Its number in the array table is
// known before the sink has seen it, because elements of one table are never
// open inside each other: kinds cannot stand in elements.
func (c *compiler) openElement(d *field, top *frame, at int64) bool {
	if c.isGiven(top, d.bit) {
		c.skip = 1
		c.report(source.Pos{Off: at}, d.label[c.syntax]+" is given both as a list and one by one", "")
		return true
	}
	f := c.pushRow(inElement, d.elems, c.appended[d.elems.index], at)
	f.span = d
	return true
}

// appendRows gives n elements to the sink and counts them in their owner.
func (c *compiler) appendRows(d *field, owner *frame, data []byte, n int) {
	first, err := c.sink.Append(d.elems.index, owner.num, data)
	if err == nil && first != c.appended[d.elems.index] {
		err = errArrival
	}
	c.appended[d.elems.index] += uint32(n)
	count := c.rows[owner.row+int(d.Offset)+4:][:4]
	putUint(count, uint64(getUint32(count)+uint32(n)))
	c.fail(err)
}

// setSpan takes the elements of a span from one value.
func (c *compiler) setSpan(f *frame, d *field, v *source.Value, pos source.Pos) {
	switch {
	case getUint32(c.rows[f.row+int(d.Offset)+4:]) > 0:
		c.report(pos, d.label[c.syntax]+" is given both as a list and one by one", "")
	case v.Kind == source.List && len(v.Items) == 0:
	case d.elems.group == 0:
		c.report(pos, fmt.Sprintf("%s: expected %s, got %s", d.label[c.syntax], c.elementWord(d), got(v.Kind, v.Bytes)), "")
	default:
		c.setList(f, d, v, pos)
	}
}

func (c *compiler) elementWord(d *field) string {
	if c.syntax == JSON {
		return "objects"
	}
	return fmt.Sprintf("elements, <%s .../>", d.label[XML])
}

// closeElementText takes the text of an element of a span. Text that can be
// divided is a list of elements; a string or an id is one, spaces and all.
func (c *compiler) closeElementText(f *frame, v *source.Value, pos source.Pos) {
	d := f.scope.text
	if d != nil && (!f.table.scalar || !plain(d.Type) || isFlags(d.Type)) {
		c.set(f, d, v, pos)
		return
	}
	for _, w := range c.given[f.given:] {
		if w != 0 {
			c.report(pos, f.span.label[c.syntax]+": text beside fields", "give one or the other")
			return
		}
	}
	f.what = inList
	c.setList(&c.frames[len(c.frames)-2], f.span, v, pos)
}

// setList appends the elements that a list gives, each of so many values as a
// row has. A list with something wrong in it is not appended.
func (c *compiler) setList(f *frame, d *field, v *source.Value, pos source.Pos) {
	l := lister{c: c, span: d, table: d.elems}
	c.elements = c.elements[:0]
	ok := false
	switch v.Kind {
	case source.Text:
		ok = l.text(v.Bytes, pos)
	case source.List:
		ok = l.items(v.Items, pos)
	default:
		c.complain(wrongKind, d, v.Kind, v.Bytes, 0, pos)
	}
	if ok && l.rows > 0 {
		c.appendRows(d, f, c.elements, l.rows)
	}
}

// lister lays the values of a list into rows of an array table.
type lister struct {
	c     *compiler
	span  *field
	table *table
	rows  int // begun
	next  int // field of the row that the next value goes to
	index int // in that field
	n     int // values so far
}

func (l *lister) value(kind source.ValueKind, b []byte, pos source.Pos) bool {
	c := l.c
	if l.next == 0 && l.index == 0 {
		c.elements = append(c.elements, c.fresh[l.table.index]...)
		l.rows++
	}
	f := &l.table.fields[l.next]
	off := f.Offset + uint32(l.index)*f.size
	row := uint32(l.rows - 1)
	dst := c.elements[row*l.table.Stride+off:][:f.size]
	at := cell{f, l.table, c.appended[l.table.index] + row, off}
	l.n++
	pos.Item = int32(l.n)
	if l.index++; l.index == int(f.Count) {
		l.index = 0
		if l.next++; l.next == len(l.table.fields) {
			l.next = 0
		}
	}
	return c.one(at, dst, kind, b, pos)
}

func (l *lister) whole() bool { return l.next == 0 && l.index == 0 }

func (l *lister) text(b []byte, pos source.Pos) bool {
	it := source.Split(b)
	for it.Next() {
		if !l.value(source.Text, it.Item(), pos) {
			return false
		}
	}
	if it.Err() != nil {
		l.c.complain(emptyItem, l.span, source.Text, b, 0, pos)
		return false
	}
	return l.end(pos)
}

// items takes JSON's list: the values one after another, or each element a
// list of its own.
func (l *lister) items(items []source.Value, pos source.Pos) bool {
	for i := range items {
		it := &items[i]
		if it.Kind != source.List {
			if !l.value(it.Kind, it.Bytes, pos) {
				return false
			}
			continue
		}
		n := l.n
		if !l.whole() || !l.nested(it.Items, pos) {
			return l.whole() && false
		}
		if got := l.n - n; got != l.table.group {
			pos.Item = int32(n + 1)
			l.c.report(pos, fmt.Sprintf("%s: element %d has %d values, not %d", l.span.label[l.c.syntax], i+1, got, l.table.group), "")
			return false
		}
	}
	return l.end(pos)
}

// nested takes the values of one element, which may be lists again.
func (l *lister) nested(items []source.Value, pos source.Pos) bool {
	for i := range items {
		it := &items[i]
		if it.Kind == source.List {
			if !l.nested(it.Items, pos) {
				return false
			}
		} else if !l.value(it.Kind, it.Bytes, pos) {
			return false
		}
	}
	return true
}

// end refuses a list that stops inside an element.
func (l *lister) end(pos source.Pos) bool {
	if l.whole() {
		return true
	}
	l.c.report(pos, fmt.Sprintf("%s: %d values are no whole number of elements of %d", l.span.label[l.c.syntax], l.n, l.table.group), "")
	return false
}

// label of a field of a row, as the source writes it.
func sourceName(f *field, syntax Syntax) string {
	if f.Attr.Role == format.RoleText && syntax == XML {
		return "its text"
	}
	return f.label[syntax]
}
