package loader

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/levelc/levelc/store"
)

// Finder is what Find looks into: a *Level or a *File.
type Finder interface {
	// Find returns the node that has an id.
	Find(id string) (store.AnyHandle, bool)
	// findIn returns the node that has an id, in one store, or if that is nil in the store
	// that the world declares first.
	findIn(rows store.Rows, id string) (store.AnyHandle, bool)
}

// Find returns the node in bulk, a store of the world, that has this id in the source of
// the level, which is a *Level or a *File. What the handle may be is said at their
// methods Find, and so is who may call it when. It takes a binary search and does not
// allocate.
func Find[T any](in Finder, bulk *store.Bulk[T], id string) (store.Handle[T], bool) {
	h, ok := in.findIn(bulk, id)
	if !ok {
		return store.Handle[T]{}, false
	}
	return bulk.FromAny(h)
}

// Find returns the node that has this id in the level's source. If nodes of
// several kinds have the id, it returns the one whose kind the world declares
// first. The handle may be dead by now, because the game may have removed the
// node. Find takes a binary search and does not allocate. It reads the strings of the
// world and takes no turn; see the Find of a File.
func (l *Level) Find(id string) (store.AnyHandle, bool) { return l.findIn(nil, id) }

func (l *Level) findIn(rows store.Rows, id string) (found store.AnyHandle, ok bool) {
	i := l.search(id)
	if i < 0 {
		return store.AnyHandle{}, false
	}
	// Entries with the same id are in the order of the file's kinds.
	for ; i < len(l.set.ids.rows) && l.b.strings.Get(l.set.ids.rows[i].id) == id; i++ {
		h := l.set.idHandle(i)
		if l.b.isIn(rows, int(h.Kind())-1) && (!ok || h.Kind() < found.Kind()) {
			found, ok = h, true
		}
	}
	return found, ok
}

// isIn reports whether store st of the world is rows, or any at all if that is nil. A
// store of another world would take the handle for one of its own.
func (b *Binding) isIn(rows store.Rows, st int) bool {
	return rows == nil || st >= 0 && b.stores[st] == rows
}

// search returns the first entry of an id, or -1. No node has the empty id, which a
// closed world has in the place of any.
func (l *Level) search(id string) int {
	if l.set == nil || id == "" {
		return -1
	}
	rows := l.set.ids.rows
	i := sort.Search(len(rows), func(i int) bool { return l.b.strings.Get(rows[i].id) >= id })
	if i == len(rows) || l.b.strings.Get(rows[i].id) != id {
		return -1
	}
	return i
}

// Find returns the node that has this id in the level's source. It is pending
// while the chunk of the node is not loaded. While the chunk is loaded it is the
// node's handle, which may be dead by now. If nodes of several kinds have the id,
// Find returns the one whose kind the world declares first. It takes two
// binary searches and does not allocate.
//
// Find reads the strings of the world and takes no turn: while it runs, no other goroutine
// may load, unload, open or close a level or a chunk through the Binding. In a hook of
// OnNode that is so, because the others wait.
func (f *File) Find(id string) (store.AnyHandle, bool) { return f.findIn(nil, id) }

func (f *File) findIn(rows store.Rows, id string) (store.AnyHandle, bool) {
	if id == "" {
		return store.AnyHandle{}, false // what a closed world has in the place of any id
	}
	i, _ := slices.BinarySearchFunc(f.ids, id, func(e fileID, id string) int {
		return cmp.Compare(f.b.strings.Get(e.id), id)
	})
	found, first := -1, 0
	for ; i < len(f.ids) && f.b.strings.Get(f.ids[i].id) == id; i++ {
		st := f.plan.storeOf(f.ids[i].table)
		if f.b.isIn(rows, st) && (found < 0 || st < first) {
			found, first = i, st
		}
	}
	if found < 0 {
		return store.AnyHandle{}, false
	}
	e := f.ids[found]
	p, _ := f.place(int(e.table), e.row)
	return f.handle(p, int(e.table), e.row), true
}

// IDs iterates over the nodes of the file that have an id, whether their chunk is loaded
// or not, with the handles that Find returns. They ascend by id, and those of one id by the
// order of the file's kinds. The strings are good until Close, after which the loop ends. It
// does not allocate, and takes no turn: see Find.
func (f *File) IDs() iter.Seq2[string, store.AnyHandle] {
	return func(yield func(string, store.AnyHandle) bool) {
		for i := 0; i < len(f.ids); i++ {
			e := f.ids[i]
			id := f.b.strings.Get(e.id)
			p, _ := f.place(int(e.table), e.row)
			if id != "" && !yield(id, f.handle(p, int(e.table), e.row)) {
				return
			}
		}
	}
}
