package compile

import (
	"encoding/binary"
	"math"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// known is what a name meant where it stood last.
type known struct {
	scope *scope // where that was
	field int32  // in scope.entries; -1 is none
	kind  int32  // in the plan's kinds, where it may be one; -1 is none
}

// look finds what a name means in a scope.
func (c *compiler) look(s *scope, name []byte) known {
	k := known{s, int32(s.names.find(name)), -1}
	if s.nodes && s.rest == nil && (k.field < 0 || c.syntax == source.JSON) {
		k.kind = int32(c.plan.kinds[c.syntax].names.find(name))
	}
	return k
}

// mostWanted is how many floats are wanted converted at a time.
const mostWanted = 16

// lookAttr finds what an attribute's name means, and tells a reader that is ahead
// if that is floats.
func (c *compiler) lookAttr(k *known, s *scope, t *source.Tag, a *source.TagAttr) {
	*k = c.look(s, t.Text[a.Name:a.NameEnd])
	if c.wanted == nil {
		return
	}
	n := int32(0)
	if k.field >= 0 {
		if d := s.entries[k.field].field; d != nil && d.Type == format.TypeF32 && d.how != howOther && d.Count <= mostWanted {
			n = int32(d.Count)
		}
	}
	c.wanted[a.Shape].Store(n)
}

// isFloats reports whether what has been converted is what a field holds.
func isFloats(d *field, bits []byte) bool {
	return d.Type == format.TypeF32 && len(bits) == int(d.bytes) && (d.how == howFloat || d.how == howArray)
}

// Wanted implements source.Tagger.
func (c *compiler) Wanted() *source.Wanted { return c.wanted }

// Tag implements source.Tagger. It does what Open, Value and Close do, but for
// names that it has seen in the same scope it needs not look.
func (c *compiler) Tag(t *source.Tag) bool {
	if c.skip > 0 {
		return t.Parts(c, &c.attr)
	}
	if c.ticks++; c.ticks%1024 == 0 && !c.fail(c.ctx.Err()) {
		return false
	}
	name := t.Text[1:t.Name]
	top := c.frames.Top()
	k := &c.known[t.Shape]
	if k.scope != top.scope {
		*k = c.look(top.scope, name)
	}
	if t.Empty && k.field >= 0 {
		if d := top.scope.entries[k.field].field; d != nil && d.elems != nil && d.elems.flat && c.flatElement(t, top, d) {
			return c.fatal == nil
		}
	}
	if !c.openIn(top, k, name, t.At+1) || !c.attributes(t) {
		return false
	}
	return !t.Empty || c.Close(t.At+int64(len(t.Text))-2)
}

// attributes takes the attributes of a tag that has been opened.
func (c *compiler) attributes(t *source.Tag) bool {
	v := &c.attr
	v.Kind, v.Mixed, v.Items = source.Text, false, nil
	floats := t.Floats
	for i := range t.Attrs {
		a := &t.Attrs[i]
		v.Bytes, v.At = t.Text[a.Val:a.ValEnd], t.At+int64(a.Val)
		f, k := c.frames.Top(), &c.known[a.Shape]
		bits := floats[:4*a.Floats]
		floats = floats[len(bits):]
		if c.skip > 0 {
			c.Value(t.Text[a.Name:a.NameEnd], v)
			continue
		}
		if k.scope != f.scope {
			c.lookAttr(k, f.scope, t, a)
		}
		if k.field < 0 || f.scope.entries[k.field].sub != nil {
			if !c.Value(t.Text[a.Name:a.NameEnd], v) {
				return false
			}
			continue
		}
		d := f.scope.entries[k.field].field
		if len(bits) > 0 && isFloats(d, bits) && c.give(f, d.bit) {
			copy(c.rows.Slice()[int(f.row)+int(d.Offset):][:len(bits)], bits)
			continue
		}
		if d.how == howFloat {
			if x, err := source.ParseFloat32(v.Bytes); err == nil && c.give(f, d.bit) {
				binary.LittleEndian.PutUint32(c.rows.Slice()[int(f.row)+int(d.Offset):][:4], math.Float32bits(x))
				continue
			}
		}
		c.here.at, c.here.member = v.At, d
		c.set(f, d, v)
		if c.fatal != nil {
			return false
		}
	}
	return true
}

// setFlat says whether an element of the table can be taken as a whole: all that
// it needs is in its tag.
func (t *table) setFlat() {
	t.flat = t.Class == format.ClassArray && t.words == 1 && !t.scalar && len(t.late) == 0 && t.key == nil
}

// flatElement takes an element of a span that is all in one tag, and has nothing
// in it that depends on the build: numbers, bools, enums. It lays the row in its
// place at once, without a frame. false leaves anything else, right or wrong, to
// Open and Value, and the stacks as they were.
func (c *compiler) flatElement(t *source.Tag, top *frame, d *field) bool {
	if c.keep != nil || c.isGiven(top, d.bit) {
		return false
	}
	s, e := d.elems.scopes[source.XML], &c.elements[d.elems.index]
	before := e.rows.Len()
	row := e.rows.Extend(int(d.elems.Stride))
	copy(row, c.fresh[d.elems.index])
	given, floats := uint64(0), t.Floats
	for i := range t.Attrs {
		a := &t.Attrs[i]
		k := &c.known[a.Shape]
		if k.scope != s {
			c.lookAttr(k, s, t, a)
		}
		bits := floats[:4*a.Floats]
		floats = floats[len(bits):]
		if k.field < 0 || !flatValue(s.entries[k.field].field, row, t.Text[a.Val:a.ValEnd], bits, &given) {
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

// flatValue stores a value of a row if it needs no more than its field, which is
// not in given. bits is the value as floats, or empty.
func flatValue(d *field, row, b, bits []byte, given *uint64) bool {
	if d == nil || *given&(1<<(d.bit&63)) != 0 {
		return false
	}
	*given |= 1 << (d.bit & 63)
	dst := row[d.Offset:][:d.bytes]
	if len(bits) > 0 && isFloats(d, bits) {
		copy(dst, bits)
		return true
	}
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
