package compile

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// JSON's lists of objects may be inside lists. A span, or the order of nodes, is one
// list. So all lists at such a place must have the same number of objects, which then
// tells them apart, like a matrix that is written row by row. If they do not, a build
// says so; an inferred schema has no place for them.

// openList is a list of JSON with objects in it, directly inside something known.
//
// Invariant: open lists are in the order of their frames, and a list in a list has the
// frame of that.
type openList struct {
	at      int64
	divided int64 // the place of an object in it that was taken for the components of a field; 0 for none
	key     int32 // in listKeys: where the name of a list in a list begins
	frame   int32 // number of frames around it
	table   int32 // the table of its objects; -1 if there were none
	items   int32 // elements so far
	waits   int32 // in unknowns.waiting: where those of its values begin
	values  int32 // values at its beginning that are not objects
	objects uint32
	inner   bool // a list in a list
	told    bool // an object in it was told of
	mixed   bool // its objects are of several tables, or their types name their kinds
}

// grouping says how rows of a table are grouped by lists in a list, in one scope.
type grouping struct {
	scope   *scope
	length  uint32 // of each list; 0 if there was none
	outside bool   // there are also rows outside of such lists
	more    map[*scope]*grouping
}

// of returns the grouping of a scope. Most tables have one.
func (g *grouping) of(s *scope) *grouping {
	if g.scope == s {
		return g
	}
	if g.scope == nil {
		g.scope = s
		return g
	}
	one := g.more[s]
	if one == nil {
		if one = (&grouping{scope: s}); g.more == nil {
			g.more = map[*scope]*grouping{}
		}
		g.more[s] = one
	}
	return one
}

// inList reports whether the next value in the innermost frame is in a list.
func (c *compiler) inList() bool {
	l := c.lists.Top()
	return l != nil && l.frame == int32(c.frames.Len())
}

// BeginList implements source.Lister.
func (c *compiler) BeginList(name []byte, at int64) bool {
	switch {
	case c.skip == 0:
		l := openList{at: at, key: int32(c.listKeys.Len()), frame: int32(c.frames.Len()), table: -1, waits: int32(len(c.unknown.waiting))}
		if c.inList() {
			c.lists.Top().items++
			l.inner = true
			c.listKeys.Append(name...)
		}
		c.lists.Push(l)
	case c.keep != nil:
		c.skip++
		if c.keepOpen(name, at); c.keep.on {
			c.keep.holds.Top().what = aList
		}
	}
	return c.fatal == nil
}

// EndList implements source.Lister.
func (c *compiler) EndList() bool {
	switch {
	case c.skip == 0:
		l, _ := c.lists.Pop()
		c.endAmong(&l)
		if l.inner {
			c.endInner(&l)
		}
		c.listKeys.Truncate(int(l.key))
	case c.keep != nil:
		c.skip--
		c.keepClose()
	}
	return c.fatal == nil
}

// listedObject counts an object that will be a row of the table in its list, if it is in one.
func (c *compiler) listedObject(top *frame, k *known, name []byte, at int64) {
	table := int32(-1)
	switch {
	case k.entry >= 0:
		if d := top.scope.entries[k.entry].field; d != nil && d.elems != nil {
			table = int32(d.elems.index)
		}
	case top.scope.rest != nil:
		table = int32(top.scope.rest.elems.index)
	}
	if table < 0 && k.kind != nil {
		table = int32(k.kind.table.index)
	}
	if c.inList() {
		c.lists.Top().items++
	}
	if table >= 0 {
		c.listedRow(top, table, name, at)
	}
}

// listedRow counts a row of the table in its list, if it is in one, or as one outside.
func (c *compiler) listedRow(top *frame, table int32, name []byte, at int64) {
	if l := c.lists.Top(); c.inList() && l.inner {
		named := bytes.Equal(name, c.listKeys.Slice()[l.key:])
		l.mixed = l.mixed || !named || l.table >= 0 && l.table != table
		l.table = table
		l.objects++
		return
	}
	c.unlistedRow(top, table, name, at)
}

// unlistedRow counts a row of the table that is in no list in a list.
func (c *compiler) unlistedRow(f *frame, table int32, name []byte, at int64) {
	g := c.perTable[table].grouping.of(f.scope)
	if g.outside = true; g.length > 0 {
		c.sayUngrouped(f, string(name), source.Pos{Off: at})
	}
}

// listedValue counts an item of a list that is not an object.
func (c *compiler) listedValue() {
	if c.inList() {
		l := c.lists.Top()
		if l.items == l.values {
			l.values++
		}
		l.items++
	}
}

// besideValues reports whether the innermost list, which has objects, began with other
// values.
func (c *compiler) besideValues() bool {
	return c.inList() && c.lists.Top().values > 0
}

// inListAt returns the place of v, an item of the innermost open list.
func (c *compiler) inListAt(name []byte, v *source.Value) source.Pos {
	return source.Pos{Off: v.At, Member: string(name), Item: c.listItem()}
}

// listItem says where the last item of the innermost open list stands, as source.Pos counts:
// in lists in a list it is the item of the outermost one.
func (c *compiler) listItem() int32 {
	lists := c.lists.Slice()
	for i := len(lists) - 1; i >= 0; i-- {
		if !lists[i].inner {
			return -lists[i].items
		}
	}
	return 0
}

// endInner compares a list in a list with the others.
func (c *compiler) endInner(l *openList) {
	if l.table < 0 || c.plan.tables[l.table].isLists() { // then the objects are wrong in themselves
		return
	}
	top, outer := c.frames.Top(), c.lists.Top()
	g := c.perTable[l.table].grouping.of(top.scope)
	if g.length == 0 {
		g.length = l.objects
	}
	if l.mixed || outer.inner || g.outside || g.length != l.objects {
		name := string(c.listKeys.Slice()[l.key:])
		c.sayUngrouped(top, name, source.Pos{Off: l.at, Member: name, Item: c.listItem()})
	}
}

// sayUngrouped reports that the lists under name become one, which does not say where
// each ends.
func (c *compiler) sayUngrouped(f *frame, name string, pos source.Pos) {
	what := "lists=" + name
	if f.scope.rest != nil && f.scope.names.find([]byte(name)) < 0 {
		what = "lists" // of all keys of the map
	}
	c.unknownOnce(f, what, pos, func() (msg, hint string) {
		msg = "lists of objects in a list: one list of all does not say where each ends"
		if name != "" {
			msg = name + ": " + msg
		}
		return msg, fmt.Sprintf("put each list into an object of its own, or give all of them as many objects, of one kind and without %q", c.member)
	})
}

const unevenLists = "the lists in the list are not all of one length, and it does not keep where each ends"

// uneven finds the first of a list's items that differs in shape from those before it,
// so that one list of all would not tell where it ends. It returns -1 if there is none.
func uneven(items []source.Value) int {
	for i := range items {
		switch {
		case uneven(items[i].Items) >= 0:
			return i
		case alike(&items[0], &items[i]):
		case i == 1 && len(items) > 2 && alike(&items[1], &items[2]):
			return 0 // which is the one unlike the others
		default:
			return i
		}
	}
	return -1
}

// alike reports whether two items have the same shape, and each is even.
func alike(a, b *source.Value) bool {
	for (a.Kind == source.List) == (b.Kind == source.List) && len(a.Items) == len(b.Items) {
		if len(a.Items) == 0 {
			return true
		}
		a, b = &a.Items[0], &b.Items[0]
	}
	return false
}
