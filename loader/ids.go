package loader

import (
	"iter"
	"slices"
	"sort"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// levelIDs finds nodes by their ids. There may be an entry for each node, so entries
// are as small as possible: they count the level's nodes kind by kind, and the handle
// is made when somebody asks.
//
// Invariants: rows ascend by the text of id; moved is nil, or as long as rows.
type levelIDs struct {
	rows  []idRow
	moved []store.AnyHandle // by entry, once a reload has moved rows
}

type idRow struct {
	id  store.Str
	row uint32 // counted over the level's nodes, see nodeRange
}

// count notes how many nodes there are of each kind. All nodes together fit 32 bits;
// elements need not.
func (b *bases) count(tables []format.Table, rows func(table int) uint32) {
	n := uint32(0)
	for t := range b.below {
		b.below[t] = n
		if tables[t].Class == format.ClassNode {
			n += rows(t)
		}
	}
}

// expect makes room for n entries.
func (x *levelIDs) expect(n int) { x.rows = slices.Grow(x.rows, max(n-len(x.rows), 0)) }

// add takes rows of $id.
func (x *levelIDs) add(rows []format.IDRow, b *bases) {
	n := len(x.rows)
	x.rows = slices.Grow(x.rows, len(rows))
	out := x.rows[n:][:len(rows)]
	kind, below := b.kind, b.below[:len(b.kind)]
	k := 0
	for i := range rows {
		in := &rows[i]
		str, t := in.Str(), uint(in.Table())
		if t >= uint(len(kind)) || kind[t] == 0 {
			continue // the world does not have this kind
		}
		out[k] = idRow{id: store.StrFromID(str + b.str&nonZero(str)), row: below[t] + in.Row()}
		k++
	}
	x.rows = x.rows[:n+k]
}

// idHandle returns the handle of entry i. It returns nil if the entry names no node, as
// in an unchecked file.
func (s *rangeSet) idHandle(i int) store.AnyHandle {
	x := &s.ids
	if x.moved != nil {
		return x.moved[i]
	}
	row := x.rows[i].row
	k := sort.Search(len(s.nodes), func(k int) bool { return s.nodes[k].below > row })
	if k == 0 {
		return store.AnyHandle{} // the file was not checked
	}
	n := &s.nodes[k-1]
	return store.AnyFromBits(uint16(n.store+1), uint64(n.Gen)<<32|uint64(n.First+row-n.below))
}

// ID returns the id that a node has in the level's source, as for a saved game that names
// nodes, or for a message. ok is false if the node has none or is not the level's: the
// game has made it, say. The handle may be dead by now. A record with an id field has the
// id at hand; this is for those without.
//
// ID takes a pass over the ids of the level, 8 bytes each, and does not allocate: the
// string is memory of the world's Strings, good until Unload. To ask for many nodes, make
// a map of IDs. Like Find it takes no turn.
func (l *Level) ID(node store.AnyHandle) (id string, ok bool) {
	if l.set == nil || node.IsNil() {
		return "", false
	}
	i := l.set.idOf(node)
	if i < 0 {
		return "", false
	}
	id = l.b.strings.Get(l.set.ids.rows[i].id)
	return id, id != "" // which all are in a closed world
}

// IDs iterates over the nodes of the level that have an id in its source, with the handles
// that Find returns, as for a console that completes ids, or to make a map of them. They
// ascend by id, and those of one id by the order of the file's kinds. The strings are good
// until Unload, after which the loop ends. It does not allocate, and like Find it takes no
// turn.
func (l *Level) IDs() iter.Seq2[string, store.AnyHandle] {
	return func(yield func(string, store.AnyHandle) bool) {
		for i := 0; l.set != nil && i < len(l.set.ids.rows); i++ {
			id, node := l.b.strings.Get(l.set.ids.rows[i].id), l.set.idHandle(i)
			if id != "" && !node.IsNil() && !yield(id, node) {
				return
			}
		}
	}
}

// idOf returns the entry of a node's id, or -1.
func (s *rangeSet) idOf(node store.AnyHandle) int {
	x := &s.ids
	if x.moved != nil {
		return slices.Index(x.moved, node)
	}
	for k := range s.nodes {
		n := &s.nodes[k]
		row := node.Index() - n.First
		if n.store != int(node.Kind())-1 || uint32(node.Bits()>>32) != n.Gen || row >= n.Len {
			continue
		}
		return slices.IndexFunc(x.rows, func(e idRow) bool { return e.row == n.below+row })
	}
	return -1
}
