package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A map is a span that takes everything under names that no field has: the members of a
// JSON object whose keys are data, or such elements in XML. The name becomes the
// element's key.

// setKey makes field i the key of a map's elements, or of nodes. If elements have
// exactly one more field, a member that is not an object gives its value, as do an
// attribute and the text of an element.
func (b *planner) setKey(t *table, i int) {
	f := &t.fields[i]
	switch {
	case t.key != nil:
		b.errorf(t.Table, f.Field, "a second key besides %s", t.key.Name)
	case f.Count != 1, t.Class == format.ClassArray && (f.Type != format.TypeStr || f.Attr.Role.IsID()):
		b.errorf(t.Table, f.Field, "a key is a string in the elements of a map")
	case f.Type != format.TypeStr && !f.Type.IsInteger():
		b.errorf(t.Table, f.Field, "the key of a node is a string or an integer")
	}
	t.key = f
	if t.Class == format.ClassArray && len(t.fields) == 2 {
		t.value = &t.fields[1-i]
	}
}

// openEntry begins an element of the map d, under whatever name.
func (c *compiler) openEntry(d *field, name []byte, at int64) bool {
	f := c.pushElement(d, at)
	id, err := c.sink.String(name)
	putUint(c.inRow(f, d.elems.key), uint64(id))
	c.give(f, d.elems.key.bit)
	return c.fail(err)
}

// entryValue handles an element of the map d that is given by a value.
func (c *compiler) entryValue(d *field, top *frame, name []byte, v *source.Value) {
	value := d.elems.value
	if value == nil && isSingle(v.Kind) {
		value = d.elems.scopes[source.JSON].value
	}
	switch {
	case c.belongsElsewhere(name):
	case v.Kind == source.Null:
		c.nullEntry(top, d, name, v)
	case c.isGeneral(name):
		c.unknownGeneral(top, name, v.At)
	case v.Kind == source.List && len(v.Items) == 0 && !takesList(value): // empty, whatever it would have been
		c.emptyEntry(top, name, v.At)
	case value == nil && c.keeps(top):
		c.keepValue(top, name, v)
	case value == nil:
		c.unknownOnce(top, "entry", source.Pos{Off: v.At, Member: string(name)}, func() (string, string) {
			return fmt.Sprintf("%s: expected an object, got %s", shownKey(name), got(v.Kind, v.Bytes)), "it is an element of the map " + d.Name + ", which has several fields"
		})
	case c.openEntry(d, name, v.At):
		f := c.frames.Top()
		c.here.entry(v.At, getUint32(c.inRow(f, d.elems.key)))
		c.set(f, value, v)
		c.Close(v.At)
	}
}

// shownKey returns a key as messages show it.
func shownKey(key []byte) string {
	if len(key) == 0 {
		return `""`
	}
	return string(key)
}

// takesList reports whether a list may be the value of a field, which may be nil. Then
// an empty list is a value.
func takesList(d *field) bool {
	return d != nil && (d.how == howArray || d.how == howSpan || d.Type.IsFlags())
}
