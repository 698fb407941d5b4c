package compile

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// known is the meaning of a name at its last occurrence.
type known struct {
	scope *scope // where that was
	entry int32  // index into scope.entries, or -1
	kind  *made  // or nil if it is no kind
	flat  *field // for an element: its span, if it can be taken as a whole
	field *field // for an attribute: its field, if that has one value
	float int16  // if that is a float32: the field's number in a source.TagAttr
	off   uint32 // and its offset in the row
	bit   int    // and the bit that says that it was given
	quick bool   // for an attribute: the function quick can convert most of its values
}

// shapes is what the shapes of tags and of attributes mean in a source.
//
// Invariant: those from end on mean nothing, so that a small source need not clear all.
type shapes struct {
	known  [source.MaxShapes]known
	wanted source.Wanted
	end    int32
}

// at returns the meaning of a shape, to be filled in.
func (s *shapes) at(shape int32) *known {
	s.end = max(s.end, shape+1)
	return &s.known[shape]
}

// forget prepares for another source. No reader may still be using wanted.
func (s *shapes) forget() {
	clear(s.known[:s.end])
	for i := range s.end {
		s.wanted.Field[i].Store(0)
	}
	s.end = 0
}

// look finds the meaning of a name in a scope. It fills in k itself, as copying k would
// wait for the stores to its parts.
func (c *compiler) look(k *known, s *scope, name []byte) {
	*k = known{}
	k.scope, k.entry = s, int32(s.names.find(name))
	if s.nodes && s.rest == nil && (k.entry < 0 || c.syntax == source.JSON) {
		k.kind = c.kindNamed(s, name)
	}
}

// kindNamed finds the kind called name in a scope, or returns nil. The empty name is that of
// outermost objects; as the key of a member it names no kind.
func (c *compiler) kindNamed(s *scope, name []byte) *made {
	if len(name) == 0 && s != &c.plan.document {
		return nil
	}
	return c.plan.kinds[c.syntax].find(name)
}

// lookElement finds the meaning of a tag's name.
func (c *compiler) lookElement(s *scope, t *source.Tag) {
	k := c.shapes.at(t.Shape)
	c.look(k, s, t.Text[1:t.Name])
	if k.entry >= 0 {
		if d := s.entries[k.entry].field; d != nil && d.elems != nil && d.elems.flat {
			k.flat = d
		}
	}
}

// mostWanted is how many bytes of converted values are asked for at a time.
const mostWanted = 64

// lookAttr finds the meaning of an attribute's name, and tells the reader for which field
// its values are.
func (c *compiler) lookAttr(s *scope, t *source.Tag, a *source.TagAttr) {
	k := c.shapes.at(a.Shape())
	c.look(k, s, a.NameIn(t.Text))
	n := int16(0)
	if k.entry >= 0 {
		d := s.entries[k.entry].field
		if d != nil && d.how != howSpan && string(a.NameIn(t.Text)) != spaceName { // Value handles that
			k.field = d
		}
		k.quick = k.field != nil && (d.how == howPlain || d.how == howArray)
		switch {
		case k.field == nil || d.num >= math.MaxInt16: // there are so many fields that the last are not converted
		case d.how == howFloat:
			n = int16(d.num + 1)
			k.float, k.off, k.bit = n, d.Offset, d.bit
		case k.quick && d.bytes <= mostWanted:
			n = int16(-d.num - 1)
		}
	}
	c.shapes.wanted.Field[a.Shape()].Store(int32(n))
}

// wantedField returns the field with a number below 0 in a source.Wanted.
func (p *Plan) wantedField(num int32) *field { return p.fields[-num-1] }

// convert appends a value in a usual form, as its field stores it, or reports false. It
// does for a source.Wanted what flatValue does.
func (p *Plan) convert(to []byte, num int32, b []byte) ([]byte, bool) {
	d := p.wantedField(num)
	n := len(to)
	to = slices.Grow(to, int(d.bytes))[:n+int(d.bytes)]
	if !quick(d, to[n:], b) {
		return to[:n], false
	}
	return to, true
}

// converted takes the next of values, if a has been converted, and reports whether it
// is the value of d.
func (c *compiler) converted(a *source.TagAttr, d *field, values *[]byte) (bits []byte, ok bool) {
	of := c.plan.wantedField(int32(a.Field))
	bits = (*values)[:of.bytes]
	*values = (*values)[len(bits):]
	return bits, of == d
}

// Wanted implements source.Tagger.
func (c *compiler) Wanted() *source.Wanted {
	if c.shapes == nil {
		return nil
	}
	return &c.shapes.wanted
}

// Tag implements source.Tagger. It does what Open, Value and Close do, but need not
// look up names that it has seen in the same scope.
func (c *compiler) Tag(t *source.Tag) bool {
	if c.skip > 0 {
		return t.Parts(c, &c.attr)
	}
	if c.isOver() {
		return false
	}
	name := t.Text[1:t.Name]
	top := c.frames.Top()
	k := &c.shapes.known[t.Shape]
	if k.scope != top.scope {
		c.lookElement(top.scope, t)
	}
	if t.Empty && k.flat != nil && c.flatElement(t, top, k.flat) {
		return c.fatal == nil
	}
	if !c.openIn(top, k, name, t.At+1, true) || !c.attributes(t) {
		return false
	}
	return !t.Empty || c.Close(t.At+int64(len(t.Text))-2)
}

// attributes handles the attributes of a tag that has been opened.
func (c *compiler) attributes(t *source.Tag) bool {
	values, f := t.Values, c.frames.Top()
	for i := range t.Attrs {
		a := &t.Attrs[i]
		k := &c.shapes.known[a.Shape()]
		if k.scope != f.scope && c.skip == 0 {
			c.lookAttr(f.scope, t, a)
		}
		if c.skip > 0 || k.field == nil {
			if a.Field < 0 {
				c.converted(a, nil, &values)
			}
			c.attr = source.Value{Bytes: t.Text[a.Val:a.ValEnd], At: t.At + int64(a.Val)}
			if !c.Value(a.NameIn(t.Text), &c.attr) {
				return false
			}
			continue
		}
		switch {
		case a.Field > 0:
			if k.float == a.Field && c.give(f, k.bit) {
				binary.LittleEndian.PutUint32(c.rows.Slice()[int(f.row)+int(k.off):], a.Bits)
				continue
			}
		case a.Field < 0:
			if bits, ok := c.converted(a, k.field, &values); ok && c.give(f, k.field.bit) {
				copy(c.inRow(f, k.field), bits)
				continue
			}
		case k.quick && c.give(f, k.field.bit):
			if quick(k.field, c.inRow(f, k.field), t.Text[a.Val:a.ValEnd]) {
				continue
			}
			c.takeBack(f, k.field.bit)
		}
		c.here.of(t.At+int64(a.Val), k.field)
		if c.setText(f, k.field, source.Text, t.Text[a.Val:a.ValEnd]); c.fatal != nil {
			return false
		}
	}
	return true
}

// setFlat decides whether an element of the table can be taken as a whole: everything
// that it needs is in its tag.
func (t *table) setFlat() {
	t.flat = t.Class == format.ClassArray && t.words == 1 && !t.scalar && len(t.late) == 0 && t.key == nil
}

// flatElement handles an element of a span that is one tag and has nothing in it that
// depends on the build: numbers, bools, enums. It puts the row in its place at once,
// without a frame. With false it leaves anything else, right or wrong, to Open and
// Value, and the stacks as they were.
func (c *compiler) flatElement(t *source.Tag, top *frame, d *field) bool {
	if c.keep != nil || c.isGiven(top, d.bit) {
		return false
	}
	s, e := d.elems.scopes[source.XML], &c.perTable[d.elems.index].elements
	before := e.rows.Len()
	row := e.rows.Extend(int(d.elems.Stride))
	copy(row, c.perTable[d.elems.index].fresh)
	given, values := uint64(0), t.Values
	for i := range t.Attrs {
		a := &t.Attrs[i]
		k := &c.shapes.known[a.Shape()]
		if bit := uint64(1) << (k.bit & 63); k.scope == s && a.Field > 0 && k.float == a.Field && given&bit == 0 {
			given |= bit
			binary.LittleEndian.PutUint32(row[k.off:], a.Bits)
			continue
		}
		if k.scope != s {
			c.lookAttr(s, t, a)
		}
		var bits []byte
		if a.Field < 0 {
			if b, ok := c.converted(a, k.field, &values); ok {
				bits = b
			}
		}
		if !flatValue(k.field, row, t.Text[a.Val:a.ValEnd], bits, &given) {
			e.rows.Truncate(before)
			return false
		}
	}
	if d.elems.required[0]&^given != 0 {
		e.rows.Truncate(before)
		return false
	}
	c.countRows(d, top, 1)
	return true
}

// flatValue stores a value of a row that depends only on its field, and that given does
// not have yet. bits is the value if it has been converted, or empty.
func flatValue(d *field, row, b, bits []byte, given *uint64) bool {
	if d == nil || *given&(1<<(d.bit&63)) != 0 {
		return false
	}
	*given |= 1 << (d.bit & 63)
	dst := row[d.Offset:][:d.bytes]
	if len(bits) > 0 {
		copy(dst, bits)
		return true
	}
	return quick(d, dst, b)
}

// quick stores a value that depends only on itself and has a usual form. It reports
// false for any other, right or wrong.
func quick(d *field, dst, b []byte) bool {
	switch d.how {
	case howFloat:
		x, err := source.ParseFloat32(b)
		if err != nil {
			return false
		}
		binary.LittleEndian.PutUint32(dst, math.Float32bits(x))
		return true
	case howPlain:
		return scalar(d, dst, source.Text, b) == fine
	case howArray:
		return quickArray(d, dst, b)
	}
	return false
}
