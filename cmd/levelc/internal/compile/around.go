package compile

import "fmt"

// around is an element or object with an unknown name that is skipped where a node
// could stand. If it contains nodes, its name is mostly not misspelt, but that of a
// group that the types lack. Then the hint is another one.
type around struct {
	on    bool
	told  int    // index of its problem, from 1 on; 0 if none was reported
	name  string // if it was reported
	holds string // the first kind in it
}

// open takes the name of an element or object inside it, at any depth.
func (a *around) open(c *compiler, name []byte) {
	if !c.Kind(name) {
		return
	}
	a.on, a.holds = false, string(name)
	if a.told > 0 {
		c.problems.kept[a.told-1].hint = holdsKind(a.holds, a.name)
	}
}

func holdsKind(kind, name string) string {
	return fmt.Sprintf("it holds nodes of the kind %s: for them to be read, make %q a kind too, a store.Bulk that is tagged with it", kind, name)
}
