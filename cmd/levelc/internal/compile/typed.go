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
		return fmt.Sprintf("%s: %s is the name of a kind, so it says what the node is, and the field %[1]s of %[3]s gets no value", c.member, quote(kind), f.scope.where),
			"--kind-member names another member that says what a node is; or give the field another name in JSON with json="
	})
}
