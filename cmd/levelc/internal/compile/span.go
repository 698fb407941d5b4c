package compile

import (
	"bytes"
	"errors"
	"fmt"
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/format"
)

// The elements of a span come one by one, as child elements or objects under its name,
// or all at once in a list. Both together are refused: the members of a JSON object
// have no order, so it would not be clear which come first.

var errArrival = errors.New("compile: an element did not get the number that it was to have")

// openElement begins an element of a span. Its number in the array table is known
// before the sink has it, because elements of one table are never inside each other:
// kinds cannot stand in elements.
func (c *compiler) openElement(d *field, top *frame, at int64) bool {
	if c.isGiven(top, d.bit) {
		c.skip = 1
		c.report(source.Pos{Off: at}, d.label[c.syntax]+" is given both as a list and one by one", "")
		return true
	}
	f := c.pushRow(inElement, d.elems, c.elements[d.elems.index].next, at)
	f.span = d
	return true
}

// elements is rows of an array table that the sink does not have yet. The sink wants an
// owner before its elements, and many elements in one call.
//
// Invariant: given + len(rows)/stride is the number of the next element, and
// the runs' lengths sum up to the rows.
type elements struct {
	rows  spill.Vec[byte]
	runs  spill.Vec[ownerRun]
	given uint32 // to the sink
	next  uint32 // number of the next element
}

// ownerRun is n consecutive elements of one owner.
type ownerRun struct{ owner, n uint32 }

// mostHeld is how many bytes of a table are held before the end of their node.
const mostHeld = 64 << 10

// addRows appends n elements to the span d of owner.
func (c *compiler) addRows(d *field, owner *frame, data []byte, n uint32) {
	c.elements[d.elems.index].rows.Append(data...)
	c.countRows(d, owner, n)
}

// countRows is addRows for rows that are in their place already.
func (c *compiler) countRows(d *field, owner *frame, n uint32) {
	e := &c.elements[d.elems.index]
	if last := e.runs.Top(); last != nil && last.owner == owner.num {
		last.n += n
	} else {
		e.runs.Push(ownerRun{owner.num, n})
	}
	e.next += n
	count := c.rows.Slice()[int(owner.row)+int(d.Offset)+4:][:4]
	putUint(count, uint64(getUint32(count)+n))
	if e.rows.Len() >= mostHeld {
		c.flush(owner.table) // of a node; those of elements wait for their node
	}
}

// flush gives the elements of nodes of a kind to the sink, owners first. No element of
// such a node may be open.
func (c *compiler) flush(t *table) {
	for _, a := range t.arrays {
		e := &c.elements[a.index]
		if e.rows.Len() == 0 {
			continue
		}
		rows := e.rows.Slice()
		for _, r := range e.runs.Slice() {
			if c.cut { // an owner may be lost with the rest of its source
				break
			}
			n := int(r.n) * int(a.Stride)
			first, err := c.sink.Append(a.index, r.owner, rows[:n])
			if err == nil && first != e.given {
				err = errArrival
			}
			if !c.fail(err) {
				return
			}
			e.given += r.n
			rows = rows[n:]
		}
		e.rows.Reset()
		e.runs.Reset()
	}
}

// setSpan takes the elements of a span from one value.
func (c *compiler) setSpan(f *frame, d *field, v *source.Value) {
	switch {
	case getUint32(c.rows.Slice()[int(f.row)+int(d.Offset)+4:]) > 0:
		c.report(c.place(0), d.label[c.syntax]+" is given both as a list and one by one", "")
	case v.Kind == source.List && (len(v.Items) == 0 || (!d.elems.scalar || d.listed() != nil) && allNull(v.Items)):
		if p := &c.pieces; v.More {
			p.list, p.taken, p.nulls, p.wrong = lister{c: c, span: d, table: d.elems}, taken{items: len(v.Items)}, true, false
			c.list.Reset()
		}
	case v.Kind == source.List && d.listed() != nil:
		so := taken{values: c.inner.before}
		ok := c.setLists(d, v, &so)
		if v.More {
			c.pieces.taken, c.pieces.wrong = so, !ok
		}
	case (v.Kind == source.List || v.Kind == source.Numbers) && d.itemText() != nil:
		n, ok := c.setItems(f, d, v, 0)
		if v.More {
			c.pieces.taken, c.pieces.wrong = taken{items: n}, !ok
		}
	case v.Kind == source.Numbers && d.listed() != nil:
		c.report(c.place(0), d.label[c.syntax]+": expected a list of lists, got numbers", "")
	case !d.elems.scalar && isSingle(v.Kind) && d.elems.scopes[source.JSON].value != nil:
		c.elementOf(d, d.elems.scopes[source.JSON].value, v, v.At)
	case d.elems.group == 0:
		what := got(v.Kind, v.Bytes)
		if v.Kind == source.List || v.Kind == source.Numbers {
			what = "a list of values"
		}
		c.report(c.place(0), fmt.Sprintf("%s: expected %s, got %s", d.label[c.syntax], c.elementWord(d), what), "")
	default:
		c.setList(f, d, v)
	}
}

// elementOf appends an element whose text is v. It reports false if the build is over.
func (c *compiler) elementOf(d, text *field, v *source.Value, at int64) bool {
	c.pushRow(inElement, d.elems, c.elements[d.elems.index].next, at).span = d
	c.set(c.frames.Top(), text, v)
	return c.Close(at)
}

// itemText returns the text of the span's elements, if a value in a list may stand for an
// element: {"lines": ["Halt!", {"who": "guard", "text": "Who goes there?"}]}. Otherwise it
// returns nil, as for elements that are numbers and nothing else, of which a list has all
// values one after the other.
func (d *field) itemText() *field {
	if d.elems == nil || d.elems.scalar || d.elems.group > 0 || d.listed() != nil {
		return nil
	}
	return d.elems.scopes[source.JSON].value
}

// setItems takes elements from the values in a list, of which n have been taken before. It
// returns how many have been taken then, and false if it has stopped at a mistake.
func (c *compiler) setItems(f *frame, d *field, v *source.Value, n int) (int, bool) {
	around := c.inner
	defer func() { c.inner = around }()
	take := func(it *source.Value) bool {
		if n++; around.item == 0 {
			c.inner = inner{span: d, item: int32(n)}
		}
		switch {
		case it.Kind == source.Null:
			c.nullBeside(f, []byte(d.label[c.syntax]), c.place(0))
			return true
		case !isSingle(it.Kind):
			c.report(c.place(0), fmt.Sprintf("%s: expected an object or its text, got %s", c.listLabel(d), got(it.Kind, it.Bytes)), "")
			return false
		}
		return c.elementOf(d, d.itemText(), it, v.At)
	}
	if v.Kind == source.Numbers {
		it := source.Value{Kind: source.Number}
		for it.Bytes = range source.EachNumber(v.Bytes) {
			if !take(&it) {
				return n, false
			}
		}
		return n, true
	}
	for i := range v.Items {
		if !take(&v.Items[i]) {
			return n, false
		}
	}
	return n, true
}

// valueBeside takes an element from a value among objects.
func (c *compiler) valueBeside(d *field, top *frame, name []byte, v *source.Value) {
	c.grouped(top, int32(d.elems.index), name, v.At)
	around := c.inner
	if l := c.lists.Top(); l != nil && !l.inner && around.item == 0 {
		c.inner = inner{span: d, item: l.items}
	}
	c.here.of(v.At, d)
	c.elementOf(d, d.itemText(), v, v.At)
	c.inner = around
}

// isSingle reports whether a value is one of JSON, and no list.
func isSingle(k source.ValueKind) bool {
	return k == source.String || k == source.Number || k == source.Bool
}

// listed returns the text of the span's elements if that takes lists and only one by one:
// then an element may be written as that list, {"lines": [[1, 2], [3]]}. Otherwise it
// returns nil.
func (d *field) listed() *field {
	if text := d.elems.scopes[source.XML].text; d.elems.group == 0 && takesList(text) {
		return text
	}
	return nil
}

// inner is the item of a list that is being converted as an element of its own, and may
// have such items again.
type inner struct {
	span   *field
	item   int32 // of the outermost list, counted from 1; 0 for none
	before int32 // values before the innermost such item
}

// taken is how much of a list of lists has been taken.
type taken struct {
	items  int
	values int32 // in these, and in the lists around that before them
}

// setLists takes the elements of a span from a list of lists, of the innermost row. It
// reports false if it has stopped at a mistake.
func (c *compiler) setLists(d *field, v *source.Value, so *taken) bool {
	text, around := d.listed(), c.inner
	defer func() { c.inner = around }()
	for i := range v.Items {
		it := &v.Items[i]
		so.items++
		if it.Kind != source.List && it.Kind != source.Numbers {
			c.report(c.place(-so.items), fmt.Sprintf("%s: element %d: expected a list like the others, got %s", c.listLabel(d), so.items, got(it.Kind, it.Bytes)), "")
			return false
		}
		c.pushRow(inElement, d.elems, c.elements[d.elems.index].next, v.At).span = d
		if c.inner = (inner{d, int32(so.items), so.values}); around.item > 0 {
			c.inner.span, c.inner.item = around.span, around.item
		}
		c.set(c.frames.Top(), text, it)
		c.inner = around
		if !c.Close(v.At) {
			return false
		}
		so.values += values(it)
	}
	return true
}

// listLabel returns the name that a list for d, or the list around it, has in the source.
func (c *compiler) listLabel(d *field) string {
	if c.inner.item > 0 {
		d = c.inner.span
	}
	return d.label[c.syntax]
}

// values returns how many values a list has, with those in its lists.
func values(v *source.Value) int32 {
	if v.Kind == source.Numbers {
		return int32(bytes.Count(v.Bytes, []byte{','}) + 1)
	}
	if v.Kind != source.List {
		return 1
	}
	n := int32(0)
	for i := range v.Items {
		n += values(&v.Items[i])
	}
	return n
}

// allNull reports whether a list is empty: null stands for an object that is missing.
func allNull(items []source.Value) bool {
	for i := range items {
		if items[i].Kind != source.Null {
			return false
		}
	}
	return true
}

func (c *compiler) elementWord(d *field) string {
	if c.syntax == source.JSON && d.listed() != nil {
		return "a list of lists"
	}
	if c.syntax == source.JSON {
		return "objects"
	}
	return fmt.Sprintf("elements, <%s .../>", d.label[source.XML])
}

// textIsElements reports whether the text of an element is a list of such elements.
func textIsElements(f *frame) bool {
	d := f.scope.text
	return d == nil || f.table.scalar && plain(d.Type) && !d.Type.IsFlags()
}

// closeElementText handles the text of an element of a span. A text that can be divided
// is a list of elements. A string or an id is one element, including its spaces.
func (c *compiler) closeElementText(f *frame, v *source.Value) {
	d := f.scope.text
	if !textIsElements(f) {
		c.set(f, d, v)
		return
	}
	if c.isAnyGiven(f) {
		c.report(c.place(0), f.span.label[c.syntax]+": text beside fields", "give one or the other")
		return
	}
	f.what = inList
	c.setList(&c.frames.Slice()[c.frames.Len()-2], f.span, v)
}

// setList appends the elements in a list, each of as many values as a row has. It does
// not append a list with a mistake.
func (c *compiler) setList(f *frame, d *field, v *source.Value) {
	l := lister{c: c, span: d, table: d.elems}
	c.list.Reset()
	ok := false
	switch v.Kind {
	case source.Text:
		switch {
		case v.More:
			ok = l.part(v.Bytes)
		case d.elems.isSymbol(v.Bytes):
			ok = l.value(v.Kind, v.Bytes)
		default:
			ok = l.text(v.Bytes)
		}
	case source.List:
		ok = l.items(v.Items)
	case source.Numbers:
		ok = l.numbers(v.Bytes)
	default:
		if !d.any || !d.elems.scalar || !isSingle(v.Kind) {
			c.complain(wrongKind, d, v.Kind, v.Bytes, 0)
			break
		}
		l.item-- // it is no item of a list
		ok = l.value(v.Kind, v.Bytes)
	}
	if ok = ok && (v.More || v.Kind == source.Text || l.end()); ok && l.rows > 0 {
		l.give(f)
	}
	if v.More {
		c.pieces.list, c.pieces.wrong = l, !ok
	}
}

// isSymbol reports whether a text is one symbol of the elements, which may have spaces in it.
func (t *table) isSymbol(b []byte) bool {
	f := &t.fields[0]
	return t.scalar && f.Type.IsEnum() && f.Count == 1 && f.symbols.find(source.Trim(b)) >= 0
}

// lister puts the values of a list into rows of an array table.
type lister struct {
	c     *compiler
	span  *field
	table *table
	rows  int // rows begun
	next  int // field of the row that the next value goes to
	index int // in that field
	n     int // values so far
	item  int // items of the list: a colour is one item and several values
	outer int // of them, those of the list itself and not of lists in it
	// commas is how many there are behind the last value of a text that comes in parts.
	commas int
}

func (l *lister) value(kind source.ValueKind, b []byte) bool {
	c := l.c
	if l.next == 0 && l.index == 0 {
		c.list.Append(c.fresh[l.table.index]...)
		l.rows++
	}
	f := &l.table.fields[l.next]
	off := f.Offset + uint32(l.index)*f.size
	row := uint32(l.rows - 1)
	dst := c.list.Slice()[row*l.table.Stride+off:][:f.size]
	at := cell{f, c.elements[l.table.index].next + row, off}
	l.item++
	if l.index == 0 && isHexColour(f, kind, b) { // it gives all of the field's values
		dst = c.list.Slice()[row*l.table.Stride+off:][:f.size*f.Count]
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
func (l *lister) advance(n int) {
	if l.index += n; l.index == int(l.table.fields[l.next].Count) {
		l.index = 0
		if l.next++; l.next == len(l.table.fields) {
			l.next = 0
		}
	}
}

// label returns the name of the list in the source.
func (l *lister) label() string { return l.c.listLabel(l.span) }

func (l *lister) whole() bool { return l.next == 0 && l.index == 0 }

func (l *lister) text(b []byte) bool {
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
func (l *lister) run(b []byte) []byte {
	t, list := l.table, &l.c.list
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
			copy(dst[rows*int(t.Stride):][given:t.Stride], l.c.fresh[t.index][given:])
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
func (l *lister) skip(n int) {
	for n > 0 {
		k := min(n, int(l.table.fields[l.next].Count)-l.index)
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

// items handles the items of a JSON list: the values one after another, or each element
// as a list.
func (l *lister) items(items []source.Value) bool {
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
		if l.table.scalar && uneven(it.Items) >= 0 { // fields may be of any length
			l.c.report(l.c.place(-l.outer), fmt.Sprintf("%s: element %d: %s", l.label(), l.outer, unevenLists), "")
			return false
		}
		if !l.row(it) {
			return false
		}
		if got := l.n - n; got != l.table.group {
			hint := ""
			if l.table.group == 1 {
				hint = fmt.Sprintf("lists of %d values are elements of a span of arrays, [%[1]d]T", got)
			}
			l.c.report(l.c.place(-l.outer), fmt.Sprintf("%s: element %d has %d values, not %d", l.label(), l.outer, got, l.table.group), hint)
			return false
		}
	}
	return true
}

// row handles an element that is a list.
func (l *lister) row(it *source.Value) bool {
	if it.Kind == source.Numbers {
		return l.numbers(it.Bytes)
	}
	return l.nested(it.Items)
}

// nested handles the values of one element, which may be lists again.
func (l *lister) nested(items []source.Value) bool {
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
func (l *lister) end() bool {
	if l.whole() {
		return true
	}
	l.c.report(l.c.place(0), fmt.Sprintf("%s: %d values are no whole number of elements of %d", l.label(), l.n, l.table.group), "")
	return false
}

// sourceName returns the name of a row's field in a source.
func sourceName(f *field, syntax source.Format) string {
	if f.Attr.Role == format.RoleText && syntax == source.XML {
		return "its text"
	}
	return f.label[syntax]
}
