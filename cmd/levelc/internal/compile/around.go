package compile

import "fmt"

// around is an element or object that is passed over where a node could stand, as its
// name is unknown. If there are nodes in it, it is mostly no misspelt name but a group
// that the types have forgotten, and then the hint is another one.
type around struct {
	on    bool
	told  int    // which of the problems kept it is, counted from 1; 0 if nothing has been said yet
	name  string // if it has been told
	holds string // the first kind in it
}

// open takes the name of an element or object somewhere in it.
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
