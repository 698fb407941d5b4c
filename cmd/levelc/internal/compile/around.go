package compile

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
)

// around is an element or object with an unknown name that is skipped where a node
// could stand. If it contains nodes, its name is mostly not misspelt, but that of a
// group that the types lack. Then the hint is another one, and it is told of even where
// unknown names are ignored.
type around struct {
	on      bool
	ignored bool
	told    int    // index of its problem, from 1 on; 0 if none was reported
	name    string // if it was reported
	key     []byte // ignored: its name
	at      int64
	holds   string // the first kind in it
}

// forget ends it.
func (a *around) forget() { *a = around{key: a.key[:0]} }

// ignore begins one that is not reported unless it holds nodes.
func (a *around) ignore(name []byte, at int64) {
	*a = around{on: true, ignored: true, key: append(a.key[:0], name...), at: at}
}

// open takes the name of an element or object inside it, at any depth.
func (a *around) open(c *compiler, name []byte) {
	if !c.Kind(name) {
		return
	}
	a.on, a.holds = false, c.kindWord(name)
	switch {
	case a.told > 0:
		c.problems.kept[a.told-1].hint = c.holdsKind(a.holds, a.name)
	case a.ignored:
		f := c.frames.Top()
		c.tell(f.scope, "holds="+string(a.key), true, func() problem { return c.elementProblem(f, a.key, a.at, false) })
	}
}

// kindWord returns the name by which messages call a kind: that in a source may be the
// key of a list of them.
func (c *compiler) kindWord(name []byte) string {
	m := c.plan.kinds[c.syntax].find(name)
	return m.table.Attr.Names[m.slot]
}

// holdsKind is the hint for a name of something that holds nodes. If it is near to that of a
// kind, and not its plural, it was misspelt all the same.
func (c *compiler) holdsKind(kind, name string) string {
	near := c.nearest([]byte(name), c.plan.kinds[c.syntax].names.list)
	if near != "" && !strings.EqualFold(name, near+"s") && !strings.EqualFold(noun.Singular(name), near) {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Sprintf("it holds nodes of the kind %s: for them to be read, make %q a kind too, a store.Bulk that is tagged with it", kind, name)
}
