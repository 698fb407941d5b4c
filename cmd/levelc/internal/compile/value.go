package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// Value implements source.Handler.
func (c *compiler) Value(name []byte, v *source.Value) bool {
	if c.skip > 0 {
		return true
	}
	top := &c.frames[len(c.frames)-1]
	i := top.scope.names.find(name)
	if i < 0 {
		c.unknownValue(top, name, v)
		return c.fatal == nil
	}
	e := &top.scope.entries[i]
	switch {
	case v.Kind == source.Null: // as if it were not there
	case e.sub != nil:
		c.report(source.Pos{Off: v.At, Member: top.scope.names.list[i]},
			fmt.Sprintf("%s: expected its fields, got %s", name, got(v.Kind, v.Bytes)), c.structHint(e.sub))
	case v.Mixed:
		c.report(source.Pos{Off: v.At, Member: e.field.label[c.syntax]},
			fmt.Sprintf("%s: expected an object like the others in the list, got %s", name, got(v.Kind, v.Bytes)), "")
	default:
		c.set(top, e.field, v, source.Pos{Off: v.At, Member: e.field.label[c.syntax]})
	}
	return c.fatal == nil
}

func (c *compiler) structHint(s *scope) string {
	if len(s.names.list) == 0 {
		return ""
	}
	if c.syntax == JSON {
		return fmt.Sprintf("write an object with %s", list(s.names.list, "and"))
	}
	return fmt.Sprintf("write an element with %s", list(s.names.list, "and"))
}

// Text implements source.Handler. The pieces between the children of an
// element are put together; the stack lets those of a child come in between.
func (c *compiler) Text(v *source.Value) bool {
	if c.skip > 0 {
		return true
	}
	f := &c.frames[len(c.frames)-1]
	if f.scope.text == nil && !(f.what == inElement && f.table.group > 0) {
		c.unknownText(f, v)
		return true
	}
	if !f.texts {
		f.texts, f.textAt = true, v.At
	}
	c.text = append(c.text, v.Bytes...)
	return true
}

// closeText gives an element's text to its field, without the white space
// around it.
func (c *compiler) closeText(f *frame) {
	at := f.at
	if f.texts {
		at = f.textAt
	}
	c.scratch = source.Value{Kind: source.Text, Bytes: source.Trim(c.text[f.text:]), At: at}
	v, pos := &c.scratch, source.Pos{Off: at}
	d := f.scope.text
	if f.what == inElement {
		c.closeElementText(f, v, pos)
		return
	}
	if f.what == inField && len(d.parts) > 0 && c.closeParts(f, d, v, pos) {
		return
	}
	c.set(f, d, v, pos)
}

// closeParts ends an element or object that may have given a field by its
// components, and reports whether there is no text to be set.
func (c *compiler) closeParts(f *frame, d *field, v *source.Value, pos source.Pos) bool {
	given := false
	for i := range d.parts {
		given = given || c.isGiven(f, d.parts[i].bit)
	}
	switch {
	case !given:
		return len(v.Bytes) == 0 // <pos/> says nothing
	case len(v.Bytes) > 0:
		c.give(f, d.bit)
		c.report(pos, d.label[c.syntax]+": text beside components", "give one or the other")
	case !c.give(f, d.bit):
		c.report(pos, d.label[c.syntax]+" is given twice", "")
	}
	return true
}

// set converts a value into a field of the row of f. pos is where the value
// stands.
func (c *compiler) set(f *frame, d *field, v *source.Value, pos source.Pos) {
	if !c.give(f, d.bit) {
		c.report(pos, d.label[c.syntax]+" is given twice", "")
		return
	}
	dst := c.rows[f.row+int(d.Offset):][:d.size*d.Count]
	switch {
	case d.elems != nil:
		c.setSpan(f, d, v, pos)
	case d.Count > 1:
		c.setArray(f, d, dst, v, pos)
	case d.Attr.Role == format.RoleID && f.what != inElement:
		c.setID(f, d, dst, v, pos)
	case plain(d.Type):
		if v.Kind == source.List && isFlags(d.Type) {
			c.setFlags(d, dst, v, pos)
		} else if ft := scalar(d, dst, v.Kind, v.Bytes); ft != fine {
			c.complain(ft, d, v.Kind, v.Bytes, 0, pos)
		}
	default:
		if isRef(d.Type) && len(v.Bytes) == 0 && v.Kind != source.List {
			c.takeBack(f, d.bit) // refers to nothing, so required is not fulfilled
			return
		}
		c.setOther(cell{d, f.table, f.num, d.Offset}, dst, v.Kind, v.Bytes, pos)
	}
}

// cell is where in a table a value lies.
type cell struct {
	field *field
	table *table
	row   uint32
	off   uint32
}

// setOther stores the types that depend on the build: strings and references.
func (c *compiler) setOther(at cell, dst []byte, kind source.ValueKind, b []byte, pos source.Pos) bool {
	if at.field.Type != format.TypeStr {
		return c.setRef(at, dst, kind, b, pos)
	}
	if kind != source.Text && kind != source.String {
		c.complain(wrongKind, at.field, kind, b, 0, pos)
		return false
	}
	id, err := c.sink.String(b)
	putUint(dst, uint64(id))
	return c.fail(err)
}

// one stores one of several values.
func (c *compiler) one(at cell, dst []byte, kind source.ValueKind, b []byte, pos source.Pos) bool {
	if !plain(at.field.Type) {
		return c.setOther(at, dst, kind, b, pos)
	}
	ft := scalar(at.field, dst, kind, b)
	if ft != fine {
		c.complain(ft, at.field, kind, b, 0, pos)
	}
	return ft == fine
}

// setFlags takes JSON's list of flags.
func (c *compiler) setFlags(d *field, dst []byte, v *source.Value, pos source.Pos) {
	all := uint64(0)
	for i := range v.Items {
		it := &v.Items[i]
		pos.Item = int32(i + 1)
		bit := -1
		if it.Kind == source.String {
			bit = d.symbols.find(it.Bytes)
		}
		switch {
		case it.Kind != source.String:
			c.complain(wrongKind, d, it.Kind, it.Bytes, 0, pos)
			return
		case bit < 0:
			c.complain(noSymbol, d, it.Kind, it.Bytes, 0, pos)
			return
		}
		all |= 1 << bit
	}
	putUint(dst, all)
}

// setArray fills an inline array from a list of exactly its length.
func (c *compiler) setArray(f *frame, d *field, dst []byte, v *source.Value, pos source.Pos) {
	n := 0
	switch v.Kind {
	case source.Text:
		it := source.Split(v.Bytes)
		for it.Next() {
			if n < int(d.Count) {
				pos.Item = int32(n + 1)
				at := cell{d, f.table, f.num, d.Offset + uint32(n)*d.size}
				if !c.one(at, dst[uint32(n)*d.size:][:d.size], source.Text, it.Item(), pos) {
					return
				}
			}
			n++
		}
		if it.Err() != nil {
			pos.Item = 0
			c.complain(emptyItem, d, v.Kind, v.Bytes, 0, pos)
			return
		}
	case source.List:
		var ok bool
		if n, ok = c.fillArray(f, d, dst, v.Items, 0, pos); !ok {
			return
		}
	default:
		c.complain(wrongKind, d, v.Kind, v.Bytes, 0, pos)
		return
	}
	if n != int(d.Count) {
		pos.Item = 0
		c.complain(wrongCount, d, v.Kind, v.Bytes, n, pos)
	}
}

// fillArray stores the items of a JSON list from value n on. Lists inside it
// count as their items: a matrix may be written row by row.
func (c *compiler) fillArray(f *frame, d *field, dst []byte, items []source.Value, n int, pos source.Pos) (int, bool) {
	for i := range items {
		it := &items[i]
		pos.Item = int32(n + 1)
		if it.Kind == source.List {
			var ok bool
			if n, ok = c.fillArray(f, d, dst, it.Items, n, pos); !ok {
				return n, false
			}
			continue
		}
		if n < int(d.Count) {
			at := cell{d, f.table, f.num, d.Offset + uint32(n)*d.size}
			if !c.one(at, dst[uint32(n)*d.size:][:d.size], it.Kind, it.Bytes, pos) {
				return n, false
			}
		}
		n++
	}
	return n, true
}
