package compile

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Value implements source.Handler.
func (c *compiler) Value(name []byte, v *source.Value) bool {
	if string(name) == spaceName && c.syntax == source.XML {
		c.setSpace(v)
	}
	if v.More || c.pieces.on {
		if v = c.piece(name, v); v == nil {
			return c.fatal == nil
		}
	}
	if v.Kind == source.Numbers || v.Kind == source.List && hasRows(v.Items) {
		if v = c.longList(name, v); v == nil {
			return c.fatal == nil
		}
	}
	if c.skip > 0 {
		if c.skip == 1 && c.unknown.skipped.told == toldTyped {
			c.skippedMember(name, v)
		}
		if c.policy == UnknownError {
			c.hideMember(name, v)
		}
		if c.keep != nil {
			c.keepMember(name, v)
		}
		return true
	}
	if v.Mixed {
		c.listedValue()
	}
	top := c.frames.Top()
	i := top.scope.names.find(name)
	if i < 0 && top.scope.rest != nil {
		c.entryValue(top.scope.rest, top, name, v)
		return c.fatal == nil
	}
	if i < 0 {
		if top.what == inHolder {
			c.heldValue(top, name, v)
		} else {
			c.unknownValue(top, name, v)
		}
		return c.fatal == nil
	}
	e := &top.scope.entries[i]
	switch {
	case v.Mixed && e.field != nil:
		c.valueAmong(top, e.field, name, v)
	case v.Kind == source.Null: // as if it were missing
	case e.sub != nil && e.sub.value != nil && isSingle(v.Kind): // as <name>value</name> in XML
		c.valueForStruct(e, top, name, v)
	case e.sub != nil:
		c.giveAll(top, e.sub)
		c.report(source.Pos{Off: v.At, Member: top.scope.names.list[i]},
			fmt.Sprintf("%s: expected its fields, got %s", name, got(v.Kind, v.Bytes)), c.structHint(e.sub))
	default:
		c.here.of(v.At, e.field)
		c.set(top, e.field, v)
	}
	return c.fatal == nil
}

// mostText limits the texts of the elements that are open at one time.
const mostText = 32 << 20

// Text implements source.Handler. It joins the pieces between the children of an
// element; the stack allows the pieces of a child to come between.
func (c *compiler) Text(v *source.Value) bool {
	if v.More || c.pieces.on {
		if v = c.textPart(v); v == nil {
			return c.fatal == nil
		}
	}
	blank := c.syntax == source.XML && len(source.Trim(v.Bytes)) == 0
	if c.skip > 0 {
		if c.keep != nil {
			c.keepInnerText(v, blank)
		}
		return true
	}
	f := c.frames.Top()
	if blank && c.trims(f) {
		return true
	}
	if c.takesNoText(f) {
		c.unknownText(f, v)
		return true
	}
	if f.took {
		c.report(source.Pos{Off: v.At}, "more text, behind an element: a long list must be in one piece", "")
		return true
	}
	if c.text.Len()+len(v.Bytes) > mostText {
		c.report(source.Pos{Off: v.At}, fmt.Sprintf("more than %d MiB of text in open elements", mostText>>20), "")
		return true
	}
	if !f.texts {
		f.texts, f.textAt = true, v.At
	}
	c.text.Append(v.Bytes...)
	return true
}

// takesNoText reports whether text in an element has no place.
func (c *compiler) takesNoText(f *frame) bool {
	return f.scope.text == nil && !(f.what == inElement && f.table.group > 0)
}

// closeText gives an element's text to its field. Numbers, ids and the like are taken
// without the white space around them. A string in a child element that stands for a
// value loses it only where it breaks the line, unless xml:space says otherwise: a row
// of a map begins with the blanks that it is drawn with. A string that is a node's own
// text is kept as it is, to the last line break: it may be a script.
func (c *compiler) closeText(f *frame) {
	at := f.at
	if f.texts {
		at = f.textAt
	}
	text, d := c.text.Slice()[f.text:], f.scope.text
	switch {
	case c.trims(f):
		text = source.Trim(text)
	case c.unwraps(f):
		text = source.Unwrap(text)
	}
	c.scratch = source.Value{Kind: source.Text, Bytes: text, At: at}
	c.here = here{at: at}
	v := &c.scratch
	if f.what == inElement {
		c.closeElementText(f, v)
		return
	}
	if f.what == inField && len(d.parts) > 0 && c.closeParts(f, d, v) {
		return
	}
	if plain(d.Type) {
		c.findZeros(d, text)
	}
	c.set(f, d, v)
}

// closeParts ends an element or object that may have given a field by its components.
// It reports whether there is no text to be set.
func (c *compiler) closeParts(f *frame, d *field, v *source.Value) bool {
	switch {
	case !c.isDivided(f, d):
		return len(v.Bytes) == 0 // <pos/> says nothing
	case len(v.Bytes) > 0:
		c.give(f, d.bit)
		c.report(c.place(0), d.label[c.syntax]+": text beside components", "give one or the other")
	case !c.give(f, d.bit):
		c.report(c.place(0), d.label[c.syntax]+" is given twice", "")
	}
	return true
}

// set converts a value into a field of the row of f.
func (c *compiler) set(f *frame, d *field, v *source.Value) {
	if v.Kind != source.List && d.how != howSpan {
		c.setText(f, d, v.Kind, v.Bytes)
		return
	}
	if !c.give(f, d.bit) {
		c.givenTwice(f, d, v.Kind, v.Bytes)
		return
	}
	switch {
	case d.how == howSpan:
		c.setSpan(f, d, v)
	case d.how == howArray:
		c.setArray(f, d, c.inRow(f, d), v)
	case d.Type.IsFlags():
		c.setFlags(d, c.inRow(f, d), v)
	default:
		c.complain(wrongKind, d, v.Kind, v.Bytes, 0)
	}
}

// setText is set for a value that is not a list, and not for a span.
func (c *compiler) setText(f *frame, d *field, kind source.ValueKind, b []byte) {
	if !c.give(f, d.bit) {
		c.givenTwice(f, d, kind, b)
		return
	}
	dst := c.inRow(f, d)
	switch d.how {
	case howFloat, howPlain:
		if d.how == howFloat && (kind == source.Number || kind == source.Text) {
			if x, err := source.ParseFloat32(b); err == nil {
				binary.LittleEndian.PutUint32(dst, math.Float32bits(x))
				return
			}
		}
		if ft := scalar(d, dst, kind, b); ft != fine {
			c.complain(ft, d, kind, b, 0)
		}
	case howArray:
		c.setArrayText(f, d, dst, kind, b)
	case howID:
		c.setID(f, d, dst, kind, b)
	default:
		if d.Type.IsRef() && (len(b) == 0 || kind == source.Text && len(source.Trim(b)) == 0 || d.isNone(kind, b)) {
			if !f.table.scalar { // an element that is nothing else is there all the same
				c.takeBack(f, d.bit) // it refers to nothing, which is not enough for required
			}
			return
		}
		c.setOther(cell{d, f.num, d.Offset}, dst, kind, b, 0)
	}
}

// inRow returns the bytes of a field in the row of f.
func (c *compiler) inRow(f *frame, d *field) []byte {
	return c.rows.Slice()[int(f.row)+int(d.Offset):][:d.bytes]
}

// givenTwice reports a field that has a value already.
func (c *compiler) givenTwice(f *frame, d *field, kind source.ValueKind, b []byte) {
	switch { // the reader of JSON reports a member that is written twice in one object
	case c.syntax == source.XML:
		c.report(c.place(0), d.label[c.syntax]+" is given twice", "")
	case d == f.table.key:
		c.sameAsKey(f, d, kind, b)
	}
}

// cell is the place of a value in a table.
type cell struct {
	field *field
	row   uint32
	off   uint32
}

// one stores one of several values, item n of a list, and reports whether it could.
func (c *compiler) one(at cell, dst []byte, kind source.ValueKind, b []byte, n int) bool {
	if !plain(at.field.Type) {
		return c.setOther(at, dst, kind, b, n)
	}
	ft := scalar(at.field, dst, kind, b)
	if ft != fine {
		c.complain(ft, at.field, kind, b, n)
	}
	return ft == fine
}

// setOther stores the types that depend on the build: strings and references.
func (c *compiler) setOther(at cell, dst []byte, kind source.ValueKind, b []byte, n int) bool {
	if at.field.Type != format.TypeStr {
		return c.setRef(at, dst, kind, b, n)
	}
	any := at.field.any && (kind == source.Number || kind == source.Bool)
	if kind != source.Text && kind != source.String && !any {
		c.complain(wrongKind, at.field, kind, b, n)
		return false
	}
	id, err := c.sink.String(b)
	putUint(dst, uint64(id))
	return c.fail(err)
}

// setFlags stores a JSON list of flags.
func (c *compiler) setFlags(d *field, dst []byte, v *source.Value) {
	all := uint64(0)
	for i := range v.Items {
		it := &v.Items[i]
		if it.Kind != source.String {
			c.complain(wrongKind, d, it.Kind, it.Bytes, i+1)
			return
		}
		bit := d.symbols.find(it.Bytes)
		if bit < 0 {
			c.complain(noSymbol, d, it.Kind, it.Bytes, i+1)
			return
		}
		all |= 1 << bit
	}
	putUint(dst, all)
}

// setArray fills an inline array from JSON's list of exactly its length.
func (c *compiler) setArray(f *frame, d *field, dst []byte, v *source.Value) {
	if d.Type == format.TypeF32 && floats(dst, v.Items) {
		return
	}
	if i := uneven(v.Items); i >= 0 {
		if other := max(1-i, 0); v.Items[i].Kind == source.List && other < len(v.Items) && v.Items[other].Kind != source.List {
			c.complain(wrongKind, d, source.List, nil, i+1)
			return
		}
		c.report(c.place(-i-1), d.label[c.syntax]+": "+unevenLists, "")
		return
	}
	n, ok := c.fillArray(f, d, dst, v.Items, 0)
	c.countArray(d, source.List, nil, n, ok)
	if d.Type.IsRef() && !f.table.scalar && allEmpty(v.Items) {
		c.takeBack(f, d.bit) // as a single one that refers to nothing
	}
}

// allEmpty reports whether a list has no text in it.
func allEmpty(items []source.Value) bool {
	for i := range items {
		if it := &items[i]; len(it.Bytes) > 0 || !allEmpty(it.Items) {
			return false
		}
	}
	return true
}

// setArrayText fills an inline array from a text.
func (c *compiler) setArrayText(f *frame, d *field, dst []byte, kind source.ValueKind, b []byte) {
	if isHexColour(d, kind, b) {
		if ft := hexColour(dst, b); ft != fine {
			c.complain(ft, d, kind, b, 0)
		}
		return
	}
	if kind != source.Text {
		c.complain(wrongKind, d, kind, b, 0)
		return
	}
	if quickArray(d, dst, b) || d.Type == format.TypeF32 && splitFloats(dst, b) {
		return
	}
	n, ok := c.splitArray(f, d, dst, b)
	c.countArray(d, kind, b, n, ok)
}

// countArray compares the number of items, n, with that of an inline array, if they are
// ok.
func (c *compiler) countArray(d *field, kind source.ValueKind, b []byte, n int, ok bool) {
	if ok && n != int(d.Count) {
		c.say(&mistake{fault: wrongCount, field: d, kind: kind, text: b, count: n}, 0)
	}
}

// quickArray fills dst from a list in a usual form, and reports false for any other.
func quickArray(d *field, dst, b []byte) bool {
	switch d.Type {
	case format.TypeF32:
		return source.Floats32(dst, b)
	case format.TypeU8:
		return source.Uints8(dst, b)
	}
	return false
}

// splitFloats fills dst with float32s from a list in a text. It reports false if the
// text is something else, or has another length.
func splitFloats(dst, b []byte) bool {
	it := source.Split(b)
	for it.Next() {
		if len(dst) == 0 {
			return false
		}
		x, err := source.ParseFloat32(it.Item())
		if err != nil {
			return false
		}
		binary.LittleEndian.PutUint32(dst, math.Float32bits(x))
		dst = dst[4:]
	}
	return len(dst) == 0 && it.Err() == nil
}

// floats is splitFloats for JSON's list.
func floats(dst []byte, items []source.Value) bool {
	if len(dst) != 4*len(items) {
		return false
	}
	for i := range items {
		if items[i].Kind != source.Number {
			return false
		}
		x, err := source.ParseFloat32(items[i].Bytes)
		if err != nil {
			return false
		}
		binary.LittleEndian.PutUint32(dst[4*i:], math.Float32bits(x))
	}
	return true
}

// splitArray stores the items of a list in a text.
func (c *compiler) splitArray(f *frame, d *field, dst []byte, b []byte) (n int, ok bool) {
	it := source.Split(b)
	for it.Next() {
		if !c.setItem(f, d, dst, source.Text, it.Item(), n) {
			return n, false
		}
		n++
	}
	if it.Err() != nil {
		c.complain(emptyItem, d, source.Text, b, n+1)
	}
	return n, it.Err() == nil
}

// fillArray stores the items of a JSON list from value n on. Lists inside it count as
// their items: a matrix may be written row by row.
func (c *compiler) fillArray(f *frame, d *field, dst []byte, items []source.Value, n int) (int, bool) {
	for i := range items {
		it := &items[i]
		if it.Kind == source.List {
			var ok bool
			if n, ok = c.fillArray(f, d, dst, it.Items, n); !ok {
				return n, false
			}
			continue
		}
		if !c.setItem(f, d, dst, it.Kind, it.Bytes, n) {
			return n, false
		}
		n++
	}
	return n, true
}

// setItem stores value n of an inline array, which counts from 0. Those beyond its length
// are only counted.
func (c *compiler) setItem(f *frame, d *field, dst []byte, kind source.ValueKind, b []byte, n int) bool {
	if n >= int(d.Count) {
		return true
	}
	off := uint32(n) * d.size
	return c.one(cell{d, f.num, d.Offset + off}, dst[off:][:d.size], kind, b, n+1)
}
