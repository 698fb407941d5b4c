package compile

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// checkTyped marks the node that has just been opened under its type. If the node has a
// field for the member that names the type, it warns: the field gets no value. An element
// of XML is no such node.
func (c *compiler) checkTyped(kind []byte, at int64) {
	if c.syntax != source.JSON || c.skip > 0 {
		return
	}
	f := c.frames.Top()
	f.typed = true
	if f.scope.names.find([]byte(c.member)) < 0 {
		return
	}
	c.tellOnce(f, "="+c.member, source.Pos{Off: at, Member: c.member}, true, func() (string, string) {
		return fmt.Sprintf("%s: %s is the name of a kind, so it says what the node is, and the field %[1]s of %[3]s gets no value", c.member, quote(kind), f.scope.where()),
			"--kind-member names another member that says what a node is; or give the field another name in JSON, with json= and in the level"
	})
}

// isOtherKind reports whether a member that no field has is a misspelt kind: its node stands
// under the name of a kind and was taken for one of these.
func (c *compiler) isOtherKind(f *frame, name []byte, v *source.Value) bool {
	if c.policy == UnknownIgnore || c.syntax != source.JSON || f.what != inNode || f.typed || v.Kind != source.String || string(name) != c.member {
		return false
	}
	kinds := &c.plan.kinds[source.XML]
	near := c.guess(nil, v.Bytes, func() []string { return kinds.names.list })
	if near == "" {
		return false
	}
	c.unknownOnce(f, "type="+string(v.Bytes), source.Pos{Off: v.At, Member: c.member}, func() (string, string) {
		return noKindIs(v.Bytes), didYouMean(near)
	})
	if other := kinds.find([]byte(near)).table; other != f.table && c.policy == UnknownError {
		c.unknown.addMeant(meant{table: f.table, num: f.num, kind: other})
	}
	return true
}
