package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Null in JSON is as good as nothing. A member that is null is one that is not given, and
// nothing is said of it, nor under a name that the types do not have, if nodes could stand
// there. But among objects null takes a place in a list, and in a map it
// has a key, which games use for an empty slot. A level has neither. So each place is
// told of once, with the number of those that follow.

// nullBeside reports null among the objects of a span: without an element in its place,
// those behind it move up. Only a policy that lets more pass makes that a warning.
func (c *compiler) nullBeside(f *frame, name []byte, pos source.Pos) {
	c.tellOnce(f, "null="+string(name), pos, c.policy != UnknownError, func() (string, string) { return nullWords(name) })
}

func nullWords(name []byte) (msg, hint string) {
	return fmt.Sprintf("%s: null among objects has no element, and those behind it move up", name), "write {} for one of defaults, or leave it out"
}

// nullNode warns of null in a list of nodes. A node is mostly found by its id, but
// something may count. Where indexes are ids, null counts.
func (c *compiler) nullNode(f *frame, name []byte, v *source.Value) {
	if c.skipIndex(name) {
		return
	}
	c.tellOnce(f, "null="+string(name), c.inListAt(name, v), true, func() (string, string) {
		msg := "null among objects makes no node, and those behind it move up"
		if len(name) > 0 {
			msg = string(name) + ": " + msg
		}
		return msg, "if something counts the nodes, write an object for one of defaults, or give them ids"
	})
}

// nullKey warns of null under a key of a map, or of an object that holds nodes.
func (c *compiler) nullKey(f *frame, key []byte, at int64, hint string) {
	c.lostKey(f, key, at, "null is nothing", hint)
}

// emptyEntry warns of an empty list under a key of a map. A list of elements has one with
// this key for each of its items.
func (c *compiler) emptyEntry(f *frame, key []byte, at int64) {
	c.lostKey(f, key, at, "an empty list has no element", "if the key alone says something, write {} for an element of defaults")
}

func (c *compiler) lostKey(f *frame, key []byte, at int64, why, hint string) {
	c.tellOnce(f, why, source.Pos{Off: at, Member: string(key)}, true, func() (string, string) {
		return shownKey(key) + ": " + why + ", so the key is left out", hint
	})
}

// nullEntry warns of null in the map d.
func (c *compiler) nullEntry(f *frame, d *field, key []byte, v *source.Value) {
	switch {
	case v.Mixed:
		c.tellOnce(f, "null in a list", c.inListAt(key, v), true, func() (string, string) { return nullWords(key) })
	case d.elems.value != nil:
		c.nullKey(f, key, v.At, "give it a value, or leave it out")
	default:
		c.nullKey(f, key, v.At, "write {} for an element of defaults, or leave it out")
	}
}

// isNothing reports whether a value stands for no node: null, or an empty list.
func isNothing(v *source.Value) bool {
	return v.Kind == source.Null || v.Kind == source.List && len(v.Items) == 0
}
