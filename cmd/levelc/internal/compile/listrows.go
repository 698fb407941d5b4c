package compile

import (
	"bytes"
	"fmt"
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format"
)

// listRows puts the values of a list into rows of an array table.
type listRows struct {
	c     *compiler
	span  *field
	rows  int // rows begun
	field int // of the row, to which the next value goes
	index int // in that field
	n     int // values so far
	item  int // items of the list: a colour is one item and several values
	outer int // of them, those of the list itself and not of lists in it
	// commas is how many there are behind the last value of a text that comes in parts.
	commas int
}

func (l *listRows) value(kind source.ValueKind, b []byte) bool {
	c := l.c
	if l.whole() {
		c.list.Append(c.perTable[l.span.elems.index].fresh...)
		l.rows++
	}
	f := &l.span.elems.fields[l.field]
	off := f.Offset + uint32(l.index)*f.size
	row := uint32(l.rows - 1)
	dst := c.list.Slice()[row*l.span.elems.Stride+off:][:f.size]
	at := cell{f, c.perTable[l.span.elems.index].elements.next + row, off}
	l.item++
	if l.index == 0 && isHexColour(f, kind, b) { // it gives all of the field's values
		dst = c.list.Slice()[row*l.span.elems.Stride+off:][:f.size*f.Count]
		if ft := hexColour(dst, b); ft != fine {
			c.complain(ft, f, kind, b, l.item)
			return false
		}
		l.n += int(f.Count)
		l.advance(int(f.Count))
		return true
	}
	if kind == source.Text && hasZeroInFront(b) {
		c.zeroInFront(f, b, l.item)
	}
	l.n++
	l.advance(1)
	return c.one(at, dst, kind, b, l.item)
}

// advance goes on by n values of the field.
func (l *listRows) advance(n int) {
	if l.index += n; l.index == int(l.span.elems.fields[l.field].Count) {
		l.index = 0
		if l.field++; l.field == len(l.span.elems.fields) {
			l.field = 0
		}
	}
}

// label returns the name of the list in the source.
func (l *listRows) label() string { return l.c.listLabel(l.span) }

// whole reports whether the next value begins a row.
func (l *listRows) whole() bool { return l.field == 0 && l.index == 0 }

func (l *listRows) text(b []byte) bool {
	it := source.Split(l.run(b))
	for it.Next() {
		if !l.value(source.Text, it.Item()) {
			return false
		}
	}
	if it.Err() != nil {
		l.c.complain(emptyItem, l.span, source.Text, b, l.item+1)
		return false
	}
	return l.end()
}

// runRows is how many rows are made at a time, and runBytes the least length of a list
// for which that pays.
const (
	runRows  = 4 << 10
	runBytes = 64
)

// run makes rows of the plain numbers at the beginning of b, which in a long list are
// all but the last ones. It returns what is left of b. The last row may be incomplete.
func (l *listRows) run(b []byte) []byte {
	t, list := l.span.elems, &l.c.list
	if t.run == 0 {
		return b
	}
	b = source.Trim(b)
	for len(b) >= runBytes {
		most := min(runRows, max(1, len(b)/(2*t.group))) // a number and what separates it
		dst := list.Extend(most * int(t.Stride))
		n, used := t.numbers(dst, b)
		rows := n / t.group
		if rest := n % t.group; rest > 0 {
			given := rest * int(t.run.Size())
			copy(dst[rows*int(t.Stride):][given:t.Stride], l.c.perTable[t.index].fresh[given:])
			l.skip(rest)
			rows++
		}
		list.Truncate(list.Len() - (most-rows)*int(t.Stride))
		b = b[used:]
		l.rows += rows
		l.n += n
		l.item += n
		if rows < most || !l.whole() {
			break
		}
	}
	return b
}

// skip goes on by n values of the row.
func (l *listRows) skip(n int) {
	for n > 0 {
		k := min(n, int(l.span.elems.fields[l.field].Count)-l.index)
		l.advance(k)
		n -= k
	}
}

// numbers converts the numbers at the beginning of b into the rows dst, see
// source.UintRun.
func (t *table) numbers(dst, b []byte) (n, used int) {
	if t.run == format.TypeF32 {
		return source.Float32Run(dst, b)
	}
	size := int(t.run.Size())
	return source.UintRun(dst, size, most(t.run, size), b)
}

// most returns the largest number of an integer type.
func most(t format.Type, size int) uint64 {
	n := uint64(math.MaxUint64) >> (64 - 8*size)
	switch t {
	case format.TypeI8, format.TypeI16, format.TypeI32, format.TypeI64:
		return n >> 1
	}
	return n
}

// numbers takes a list that source.Options.Numbers has made one text.
func (l *listRows) numbers(b []byte) bool {
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

// items handles the items of a JSON list: the values one after another, or each element
// as a list.
func (l *listRows) items(items []source.Value) bool {
	for i := range items {
		it := &items[i]
		l.outer++
		if it.Kind != source.List && it.Kind != source.Numbers {
			if !l.value(it.Kind, it.Bytes) {
				return false
			}
			continue
		}
		n := l.n
		if !l.whole() {
			return l.end()
		}
		if l.span.elems.scalar && uneven(it.Items) >= 0 { // fields may be of any length
			l.c.report(l.c.place(-l.outer), fmt.Sprintf("%s: element %d: %s", l.label(), l.outer, unevenLists), "")
			return false
		}
		if !l.row(it) {
			return false
		}
		if got := l.n - n; got != l.span.elems.group {
			hint := ""
			if l.span.elems.group == 1 && got > 1 {
				hint = fmt.Sprintf("lists of %d values are elements of a span of arrays, [%[1]d]T", got)
			}
			l.c.report(l.c.place(-l.outer), fmt.Sprintf("%s: element %d has %s, not %d", l.label(), l.outer, terse.Quantity(got, "value"), l.span.elems.group), hint)
			return false
		}
	}
	return true
}

// row handles an element that is a list.
func (l *listRows) row(it *source.Value) bool {
	if it.Kind == source.Numbers {
		return l.numbers(it.Bytes)
	}
	return l.nested(it.Items)
}

// nested handles the values of one element, which may be lists again.
func (l *listRows) nested(items []source.Value) bool {
	for i := range items {
		it := &items[i]
		if it.Kind == source.List {
			if !l.nested(it.Items) {
				return false
			}
		} else if !l.value(it.Kind, it.Bytes) {
			return false
		}
	}
	return true
}

// end refuses a list that stops inside an element.
func (l *listRows) end() bool {
	if l.whole() {
		return true
	}
	l.c.report(l.c.place(0), fmt.Sprintf("%s: %d values are no whole number of elements of %d", l.label(), l.n, l.span.elems.group), "")
	return false
}

// addTo appends the complete rows to the span of f, and keeps the incomplete one.
func (l *listRows) addTo(f *frame) {
	n := l.rows
	if !l.whole() {
		n--
	}
	if n == 0 {
		return
	}
	list := &l.c.list
	size := n * int(l.span.elems.Stride)
	l.c.addRows(l.span, f, list.Slice()[:size], uint32(n))
	list.Truncate(copy(list.Slice(), list.Slice()[size:]))
	l.rows -= n
}

// part takes the items of a part of a text, which ends between two of them or is the last
// part. The separators at its ends count together with those of its neighbours.
func (l *listRows) part(b []byte) bool {
	b, n := source.TrimSeparators(b)
	if l.commas > 0 && n.Front > 0 {
		return l.missing(0)
	}
	if l.commas += n.Front; l.commas > 1 || l.n == 0 && l.commas > 0 {
		return l.missing(1)
	}
	if len(b) == 0 {
		return true
	}
	l.commas = n.Back
	it, ran := source.SplitPart(b), false
	for it.Next() {
		if l.whole() && !ran {
			it, ran = source.SplitPart(l.run(b[it.At():])), true
			continue
		}
		if !l.value(source.Text, it.Item()) {
			return false
		}
	}
	return it.Err() == nil && n.Back < 2 || l.missing(l.item+1)
}

// last ends a list that has come in parts.
func (l *listRows) last() bool {
	if l.commas > 0 {
		return l.missing(l.item + 1)
	}
	l.c.here.at = l.c.pieces.textAt
	return l.end()
}

// missing reports that there is no item where there should be the nth of the part.
func (l *listRows) missing(n int) bool {
	l.c.complain(emptyItem, l.span, source.Text, nil, n)
	return false
}
