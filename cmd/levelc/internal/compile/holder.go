package compile

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A holder is an object of JSON that holds nodes under their keys. It may stand
// wherever a node of their kind could: under the kind's JSON name, and not in a list.
//
//	{"rooms": {"hall": {"light": 3}, "attic": {}}}   [{"id": "hall", "light": 3}, {"id": "attic"}]

// holderOf returns the scope inside an object under a name of a kind, if that is a
// holder: nothing in it has a name of its own.
func holderOf(t *table, name string, syntax source.Format) *scope {
	if syntax != source.JSON || t.Attr.JSON != "" && t.Attr.JSON != name {
		return nil
	}
	for i := range t.Fields {
		if t.Fields[i].Attr.Role.IsKey() {
			if name == format.NoKey {
				return &scope{name: "the outermost object"}
			}
			return &scope{name: name}
		}
	}
	return nil
}

// openHolder begins a holder of the nodes that m describes.
func (c *compiler) openHolder(m *made, top *frame, at int64) {
	c.push(inHolder, m.inside, top, at)
	c.frames.Top().made = m
}

// closeHolder checks a holder at its end. An outermost holder is all of its file, and a
// file without any node is a mistake.
func (c *compiler) closeHolder(f *frame) {
	if c.frames.Len() == 2 && c.nodes == c.nodesBefore && c.problems.errors == c.errorsBefore {
		c.problems.add(problem{file: c.file, pos: source.Pos{Off: f.at}, warning: c.policy != UnknownError,
			msg: fmt.Sprintf("no node in the file: the outermost object holds nodes of the kind %s under their keys, and there is none in it", f.made.table.Name)})
	}
}

// openHeld begins an object in the holder top. name is its type, if that is a kind.
func (c *compiler) openHeld(top *frame, name, key []byte, at int64, typed bool) bool {
	m, holder := top.made, top.at
	if typed {
		m = c.plan.kinds[source.JSON].find(name)
	}
	switch {
	case c.inList():
		c.heldList(top, key)
		c.skip = 1
		return true
	case m.table.key == nil:
		c.skip = 1
		c.unknown.hide(key)
		c.report(source.Pos{Off: at, Member: c.member}, fmt.Sprintf("a node of the kind %s under a key, %s", quote(name), quote(key)),
			fmt.Sprintf("a field of %s that has the option key would take it; without one such nodes stand in lists", m.table.Name))
		return true
	}
	if m.table != top.made.table { // Open has counted those of the usual kind
		c.unlistedRow(c.below(), int32(m.table.index), name, at)
	}
	if !c.openNode(m, at) {
		return false
	}
	if typed {
		c.checkTyped(name, at)
	}
	if c.skip == 0 {
		c.keyNode(c.frames.Top(), key, holder)
	}
	return c.fatal == nil
}

// heldList reports a list in a holder, when its first item comes.
func (c *compiler) heldList(top *frame, key []byte) {
	if l := c.lists.Top(); l.items == 0 {
		c.sayNotHeld(top, key, "a list")
	}
	c.listedValue()
}

// heldValue handles a member of a holder that is not an object.
func (c *compiler) heldValue(top *frame, key []byte, v *source.Value) {
	switch {
	case v.Mixed: // Value has counted it
		if c.lists.Top().items == 1 {
			c.sayNotHeld(top, key, "a list")
		}
	case c.belongsElsewhere(key):
	case v.Kind == source.Null:
		c.nullKey(top, key, v.At, "write {} for a node of defaults, or leave it out")
	default:
		c.sayNotHeld(top, key, got(v.Kind, v.Bytes))
	}
}

func (c *compiler) sayNotHeld(top *frame, key []byte, got string) {
	c.unknown.hide(key)
	t := top.made.table
	hint := fmt.Sprintf("what stands in %s are nodes of the kind %s under their keys", top.scope.where(), t.Name)
	if top.scope.where() == t.Attr.Names[top.made.slot] {
		hint += fmt.Sprintf("; one such node by itself stands in a list, [{%q: ...}]", t.key.label[source.JSON])
	}
	c.report(source.Pos{Off: top.at, Member: string(key)}, fmt.Sprintf("%s: expected an object, got %s", key, got), hint)
}

// keyNode makes key the key of the node at that offset, in a holder.
func (c *compiler) keyNode(f *frame, key []byte, at int64) {
	d := f.table.key
	c.key, c.here = key, here{at: at, member: hereKey}
	kind := source.String
	if d.Type != format.TypeStr {
		kind = source.Number
		var num [8]byte
		n := num[:d.size]
		if ft := number(d.Type, n, key); ft != fine {
			c.unknown.hide(key)
			m := mistake{fault: ft, field: d, kind: kind, text: key}
			c.report(c.place(0), m.describe(d.label[source.JSON]), m.advise())
			return
		}
		if one := c.decimal(d.Type, n); !bytes.Equal(one, key) {
			c.unknown.hide(key)
			c.report(c.place(0), fmt.Sprintf("%s: as a key, the number %s has one form only, and %s is another", d.label[source.JSON], one, quote(key)),
				fmt.Sprintf("write %q", one))
			return
		}
	}
	c.setText(f, d, kind, key)
}

// sameAsKey compares a member that repeats a node's key with the key.
func (c *compiler) sameAsKey(f *frame, d *field, kind source.ValueKind, b []byte) {
	has := c.inRow(f, d)
	if d.Type != format.TypeStr {
		var num [8]byte
		n := num[:d.size]
		if ft := scalar(d, n, kind, b); ft != fine {
			c.complain(ft, d, kind, b, 0)
		} else if !bytes.Equal(n, has) {
			c.sayOtherKey(d, bytes.Clone(c.decimal(d.Type, has)), b)
		}
		return
	}
	if kind != source.String {
		c.complain(wrongKind, d, kind, b, 0)
	} else if key := c.sink.Text(getUint32(has)); !bytes.Equal(key, b) {
		c.sayOtherKey(d, key, b)
	}
}

func (c *compiler) sayOtherKey(d *field, key, b []byte) {
	c.unknown.hide(b)
	c.report(c.place(0), fmt.Sprintf("%s: %s, but the node stands under the key %s", d.label[source.JSON], quote(b), quote(key)),
		"leave it out, or let the two be one")
}
