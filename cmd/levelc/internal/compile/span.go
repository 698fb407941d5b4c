package compile

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spill"
)

// The elements of a span come one by one, as child elements or objects under its name,
// or all at once in a list. Both together are refused: the members of a JSON object
// have no order, so it would not be clear which come first.

var errArrival = errors.New("compile: an element did not get the number that it was to have")

// openElement begins an element of a span. Its number in the array table is known
// before the sink has it, because elements of one table are never inside each other:
// kinds cannot stand in elements.
func (c *compiler) openElement(d *field, top *frame, at int64) {
	if c.isGiven(top, d.bit) {
		c.skip = 1
		c.report(source.Pos{Off: at}, d.label[c.syntax]+" is given both as a list and one by one", "")
		return
	}
	c.pushElement(d, at)
}

// pushElement opens a frame for an element of the span d, and returns it.
func (c *compiler) pushElement(d *field, at int64) *frame {
	f := c.pushRow(inElement, d.elems, c.perTable[d.elems.index].elements.next, at)
	f.span = d
	return f
}

// elements is rows of an array table that the sink does not have yet. The sink wants an
// owner before its elements, and many elements in one call.
//
// Invariant: sent + len(rows)/stride is the number of the next element, and
// the runs' lengths sum up to the rows.
type elements struct {
	rows spill.Vec[byte]
	runs spill.Vec[ownerRun]
	sent uint32 // to the sink
	next uint32 // number of the next element
}

// ownerRun is n consecutive elements of one owner.
type ownerRun struct{ owner, n uint32 }

// mostHeld is how many bytes of a table are held before the end of their node.
const mostHeld = 64 << 10

// spanLen returns how many elements the span d in the row of f has so far.
func (c *compiler) spanLen(f *frame, d *field) uint32 { return getUint32(c.inRow(f, d)[4:]) }

// addRows appends n elements to the span d of owner.
func (c *compiler) addRows(d *field, owner *frame, data []byte, n uint32) {
	c.perTable[d.elems.index].elements.rows.Append(data...)
	c.countRows(d, owner, n)
}

// countRows is addRows for rows that are in their place already.
func (c *compiler) countRows(d *field, owner *frame, n uint32) {
	e := &c.perTable[d.elems.index].elements
	if last := e.runs.Top(); last != nil && last.owner == owner.num {
		last.n += n
	} else {
		e.runs.Push(ownerRun{owner.num, n})
	}
	e.next += n
	putUint(c.inRow(owner, d)[4:], uint64(c.spanLen(owner, d)+n))
	if e.rows.Len() >= mostHeld {
		c.flush(owner.table) // of a node; those of elements wait for their node
	}
}

// flush gives the elements of nodes of a kind to the sink, owners first. No element of
// such a node may be open.
func (c *compiler) flush(t *table) {
	for _, a := range t.arrays {
		e := &c.perTable[a.index].elements
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
			if err == nil && first != e.sent {
				err = errArrival
			}
			if !c.fail(err) {
				return
			}
			e.sent += r.n
			rows = rows[n:]
		}
		e.rows.Reset()
		e.runs.Reset()
	}
}

// setSpan takes the elements of a span from one value.
func (c *compiler) setSpan(f *frame, d *field, v *source.Value) {
	isList := v.Kind == source.List || v.Kind == source.Numbers
	switch {
	case c.spanLen(f, d) > 0:
		c.report(c.place(0), d.label[c.syntax]+" is given both as a list and one by one", "")
	case v.Kind == source.Numbers && d.listText() != nil:
		c.report(c.place(0), d.label[c.syntax]+": expected a list of lists, got numbers", "")
	case isList && (d.listText() != nil || d.itemText() != nil || d.elems.group > 0):
		t := taken{rows: listRows{c: c, span: d}, values: c.inner.before, nulls: !d.elems.scalar || d.listText() != nil}
		c.list.Reset()
		ok := c.take(f, d, v, &t)
		if v.More {
			c.pieces.taken, c.pieces.wrong = t, !ok
		}
	case v.Kind == source.List && allNull(v.Items): // as good as none
	case d.elems.group == 0 && v.Kind == source.Text && isEmptyList(v.Bytes):
	case !d.elems.scalar && isSingle(v.Kind) && d.elems.scopes[source.JSON].value != nil:
		c.elementOf(d, d.elems.scopes[source.JSON].value, v, v.At)
	case d.elems.group == 0:
		what := got(v.Kind, v.Bytes)
		if isList {
			what = "a list of values"
		}
		c.report(c.place(0), fmt.Sprintf("%s: expected %s, got %s", d.label[c.syntax], c.elementWord(d), what), "")
	default:
		c.setList(f, d, v)
	}
}

// taken is how much of a list a span has taken: all of it or, if it comes in parts, those
// so far.
type taken struct {
	rows   listRows // of values that are no elements by themselves
	items  int      // elements, or null in their place
	values int32    // in these, and in the lists around that before them
	nulls  bool     // there was only null so far, which is as good as no list
}

// take takes a list, or the next part of one, into the span d. It reports false if it has
// stopped at a mistake.
func (c *compiler) take(f *frame, d *field, v *source.Value, t *taken) bool {
	if t.nulls && v.Kind == source.List && allNull(v.Items) {
		t.items += len(v.Items)
		return true
	}
	if t.nulls { // what there was has to be told of after all
		one := source.Value{Kind: source.List, Items: []source.Value{{Kind: source.Null}}, At: v.At, More: true}
		n := t.items
		t.items, t.nulls = 0, false
		for range n {
			if !c.take(f, d, &one, t) {
				return false
			}
		}
	}
	ok := false
	switch {
	case d.listText() != nil:
		return c.setLists(d, v, t)
	case d.itemText() != nil:
		return c.setItems(f, d, v, t)
	case v.Kind == source.Numbers:
		ok = t.rows.numbers(v.Bytes)
	default:
		ok = t.rows.items(v.Items)
	}
	if ok = ok && (v.More || t.rows.end()); ok {
		t.rows.addTo(f)
	}
	return ok
}

// elementOf appends an element whose text is v. It reports false if the build is over.
func (c *compiler) elementOf(d, text *field, v *source.Value, at int64) bool {
	c.set(c.pushElement(d, at), text, v)
	return c.Close(at)
}

// itemText returns the text of the span's elements, if a value in a list may stand for an
// element: {"lines": ["Halt!", {"who": "guard", "text": "Who goes there?"}]}. Otherwise it
// returns nil, as for elements that are numbers and nothing else, of which a list has all
// values one after the other.
func (d *field) itemText() *field {
	if d.elems == nil || d.elems.scalar || d.elems.group > 0 || d.listText() != nil {
		return nil
	}
	return d.elems.scopes[source.JSON].value
}

// setItems is take for a list whose values are elements.
func (c *compiler) setItems(f *frame, d *field, v *source.Value, t *taken) bool {
	around := c.inner
	defer func() { c.inner = around }()
	one := func(it *source.Value) bool {
		if t.items++; around.item == 0 {
			c.inner = inner{span: d, item: int32(t.items)}
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
			if !one(&it) {
				return false
			}
		}
		return true
	}
	for i := range v.Items {
		if !one(&v.Items[i]) {
			return false
		}
	}
	return true
}

// valueBeside takes an element from a value among objects.
func (c *compiler) valueBeside(d *field, top *frame, name []byte, v *source.Value) {
	c.listedRow(top, int32(d.elems.index), name, v.At)
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

// listText returns the text of the span's elements if that takes lists and only one by one:
// then an element may be written as that list, {"lines": [[1, 2], [3]]}. Otherwise it
// returns nil.
func (d *field) listText() *field {
	if text := d.elems.scopes[source.XML].text; d.elems.group == 0 && takesList(text) {
		return text
	}
	return nil
}

// setLists is take for a list whose elements are lists.
func (c *compiler) setLists(d *field, v *source.Value, t *taken) bool {
	text, around := d.listText(), c.inner
	defer func() { c.inner = around }()
	for i := range v.Items {
		it := &v.Items[i]
		t.items++
		if it.Kind != source.List && it.Kind != source.Numbers {
			c.report(c.place(-t.items), fmt.Sprintf("%s: element %d: expected a list like the others, got %s", c.listLabel(d), t.items, got(it.Kind, it.Bytes)), "")
			return false
		}
		f := c.pushElement(d, v.At)
		if c.inner = (inner{d, int32(t.items), t.values}); around.item > 0 {
			c.inner.span, c.inner.item = around.span, around.item
		}
		c.set(f, text, it)
		c.inner = around
		if !c.Close(v.At) {
			return false
		}
		t.values += values(it)
	}
	return true
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

// isEmptyList reports whether a text is a list without items: "" or "()".
func isEmptyList(b []byte) bool {
	it := source.Split(b)
	return !it.Next() && it.Err() == nil
}

func (c *compiler) elementWord(d *field) string {
	if c.syntax == source.JSON && d.listText() != nil {
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
	c.setList(c.below(), f.span, v)
}

// setList appends the elements in a text, each of as many values as a row has, or one that
// is a value of JSON. It appends none if there is a mistake.
func (c *compiler) setList(f *frame, d *field, v *source.Value) {
	l := listRows{c: c, span: d}
	c.list.Reset()
	ok := false
	switch {
	case v.Kind == source.Text && v.More:
		ok = l.part(v.Bytes)
	case v.Kind == source.Text && !d.elems.isSymbol(v.Bytes):
		ok = l.text(v.Bytes)
	case v.Kind == source.Text:
		ok = l.value(v.Kind, v.Bytes)
	case d.any && d.elems.scalar && isSingle(v.Kind):
		l.item-- // it is no item of a list
		ok = l.value(v.Kind, v.Bytes) && l.end()
	default:
		c.complain(wrongKind, d, v.Kind, v.Bytes, 0)
	}
	if ok {
		l.addTo(f)
	}
	if v.More {
		c.pieces.taken, c.pieces.wrong = taken{rows: l}, !ok
	}
}

// isSymbol reports whether a text is one symbol of the elements, which may have spaces in it.
func (t *table) isSymbol(b []byte) bool {
	f := &t.fields[0]
	return t.scalar && f.Type.IsEnum() && f.Count == 1 && f.symbols.find(source.Trim(b)) >= 0
}
