package loader

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"time"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// ErrNotReloadable marks a Reload of a level that was loaded without Reloadable.
var ErrNotReloadable = errors.New("the level was not loaded with Reloadable")

// ChangeKind is what a reload did to a node. It is [Changed], [Added] or [Removed].
type ChangeKind uint8

const (
	Changed ChangeKind = iota // fields were written; the handle is the one from before
	Added                     // it is new
	Removed                   // it is gone, its handle is dead
)

func (k ChangeKind) String() string {
	switch k {
	case Changed:
		return "changed"
	case Added:
		return "added"
	case Removed:
		return "removed"
	}
	return "unknown"
}

// Change is what a reload did to one node.
type Change struct {
	What   ChangeKind
	Handle store.AnyHandle
	Kind   string   // name of the world's table
	Fields []string // of a changed node: those that were written
}

// Reload reads a later version of the level's file, and makes the level what that
// file says. Nodes that are in both versions keep their handles, and pointers to
// them stay good. New nodes appear, and those that are gone die. Reload returns
// what it did: first what was removed, then the rest in the order of the new
// file. On an error, and when ctx is cancelled, the stores and the level are as
// they were before. The level must have been loaded with Reloadable. If the game has
// closed one of the stores, the error is [store.ErrClosed].
//
// # Which nodes are the same
//
// Nodes of one kind and one id are the same. The other nodes are matched with
// those of the same kind that stand in the same node, or are roots as well:
//
//   - first nodes without ids that are equal, at the beginning and at the end of
//     the siblings;
//   - then nodes anywhere among the siblings that are equal in all but their ids,
//     so that a node whose id alone has changed keeps its handle;
//   - then the remaining nodes without ids, one after the other.
//
// Equal means all fields, spans and children.
//
// # Whose value counts
//
// Reload writes a field if its value in the new file differs from its value in
// the file that the level came from. All other fields keep what the game has made
// of them: a body that rolls keeps its position while somebody edits its
// friction.
//
// A span is compared as a whole. If its length is the same and the game has not
// replaced it, its elements are changed where they lie, field by field; otherwise
// the row gets a new span. A span that the game had put there is the game's to free.
// A node that the game has removed stays dead. A field with the tag "-" is left
// alone; in a new node it is zero.
//
// # Cost
//
// A reload reads the file and goes over the nodes of both versions, whatever has
// changed. What is equal at the beginning and at the end of siblings is only compared;
// what is between is hashed, and that costs the most. A level of nodes with ids, lists and
// references takes seven to eleven times as long as its load (BenchmarkReload). If one of
// many small nodes without ids has changed, it is four to nine times the load with KeepNodes
// into stores that are warm, and up to fourteen times if they have short lists, which a
// load takes next to no time for (BenchmarkReloadOne). If all of them have changed, it is
// twenty to twenty-five times a load with Reloadable (BenchmarkReloadPlain). Long
// lists of numbers take little more than a load (BenchmarkReloadList). A reload holds both
// versions in memory until it is done, and up to a few hundred bytes a node. It and its
// list of changes allocate a fixed number of times, but for the memory of the new version.
// Old spans and strings that nothing names any more are given back with the level. OnNode
// is not called; in the hook of a load, Reload blocks forever.
func (l *Level) Reload(ctx context.Context, src io.Reader) ([]Change, error) {
	switch {
	case l.set == nil:
		return nil, &Error{Op: "reload", Err: errLevelUnloaded}
	case l.img == nil || !l.img.rows:
		return nil, &Error{Op: "reload", Err: ErrNotReloadable}
	}
	start := time.Now()
	im, err := l.b.readImage(ctx, src)
	if err == nil {
		err = cmp.Or(im.countable(), l.img.countable())
	}
	if err != nil {
		return nil, inSource(src, wrapAs("reload", err))
	}
	l.b.mu.Lock()
	defer l.b.mu.Unlock()
	if err := cmp.Or(l.b.notClosed(), l.b.storesOpen("reload")); err != nil {
		return nil, wrap("reload", err)
	}
	r := &reload{b: l.b, lvl: l, old: newSide(l.img), new: newSide(im), shapes: shapesOf(l.b), seed: maphash.MakeSeed()}
	r.common = make([]common, len(r.shapes))
	r.findStrings()
	r.match()
	r.compare()
	err = countable(len(r.fields), "changed fields", mostNumbers)
	if err == nil {
		err = r.place()
	}
	if err != nil {
		r.release()
		return nil, inSource(src, wrap("reload", err))
	}
	changes := r.apply()
	l.b.opts.logReload(ctx, fileName(src), changes, im.dropped, start)
	return changes, nil
}

// readImage reads a level without touching the stores.
func (b *Binding) readImage(ctx context.Context, src io.Reader) (*image, error) {
	if err := cmp.Or(b.notClosed(), ctx.Err()); err != nil {
		return nil, err
	}
	ln := b.takeLane()
	defer b.giveLane(ln)
	if err := ln.open(b, src); err != nil {
		return nil, err
	}
	im := newImage(b, ln.plan, ln.reader, true)
	im.strs.Expect(ln.reader.Rows(format.TableStr), ln.reader.Rows(format.TableBytes))
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		blk, err := ln.reader.Next()
		if err == io.EOF {
			im.finish(ln, im.strs.Text)
			return im, nil
		}
		if err != nil {
			return nil, err
		}
		switch blk.Table {
		case format.TableNode:
			piecesAdd(&ln.nodes, format.FixedRows[format.NodeRow](blk.Data))
		case format.TableStr, format.TableBytes:
			err = im.strs.Add(blk)
		default:
			err = im.take(b, ln.plan, blk)
		}
		if err != nil {
			return nil, err
		}
	}
}

// reload is the state of one Reload: two versions of a level, which of their nodes are
// the same, and what has to be done. Nothing visible changes before apply.
type reload struct {
	b        *Binding
	lvl      *Level
	old, new *side
	shapes   []shape  // by store
	was      []uint32 // by string of the new version: the equal one of the old version; see findStrings
	seed     maphash.Seed
	added    [257]uint64 // of hash: by depth, what nodes have added to the hash of their parent; 0 outside of it
	renamed  bool        // equal numbers of strings do not mean equal strings
	common   []common    // by store
	alike    []bool      // by node of the new version: it and all below it are like their matches; see pairIfAlike
	unlike   unlike

	edits  []edit       // those of nodes in their order
	fields []int32      // of edits
	fresh  [][]uint32   // by store: nodes of the new version that need new places
	spans  []freshSpans // by store: its elements that do
	ranges []ownRange   // for them, in the order of their reservation
	strs   store.StringRange
	ids    []idRow
	moved  []store.AnyHandle // the handles that ids name
}

// edit is some fields of a row that have to be written in place.
type edit struct {
	table    int32
	row      uint32 // of the new version
	from, to uint32 // of reload.fields
	node     int32  // of the new version; -1 for an element
}

// apply does what has been prepared. Nothing in it can fail.
func (r *reload) apply() []Change {
	list := r.newChanges()
	for i := range r.old.nodes {
		if r.old.other[i] < 0 {
			n := &r.old.nodes[i]
			p := r.old.tables[n.kind].place(n.row)
			if r.b.stores[n.kind].(store.Live).RemoveRow(p.slot, p.gen) {
				list.add(Removed, r.b, n.kind, p)
			}
		}
	}
	for _, o := range r.ranges {
		r.b.stores[o.store].Commit(o.Range)
	}
	if hasStrings(r.strs) {
		r.b.strings.Commit(r.strs)
		r.lvl.set.moreStrings = append(r.lvl.set.moreStrings, r.strs)
	}
	r.lvl.set.more = append(r.lvl.set.more, r.ranges...)
	for i := range r.edits {
		e := &r.edits[i]
		table := int(e.table)
		r.write(table, e.row, r.fields[e.from:e.to], r.memory(table, r.new.tables[table].place(e.row)))
	}
	edits := r.edits
	for j := range r.new.nodes {
		n := &r.new.nodes[j]
		if r.new.other[j] < 0 {
			list.add(Added, r.b, n.kind, r.new.tables[n.kind].place(n.row))
			continue
		}
		for len(edits) > 0 && edits[0].node < 0 {
			edits = edits[1:]
		}
		if len(edits) > 0 && edits[0].node == int32(j) {
			list.add(Changed, r.b, n.kind, r.new.tables[n.kind].place(n.row))
			list.name(r.b, n.kind, r.fields[edits[0].from:edits[0].to])
			edits = edits[1:]
		}
	}
	r.lvl.set.ids.rows, r.lvl.set.ids.moved = r.ids, r.moved
	r.new.image.texts, r.new.strs = r.b.strings, format.StringTable{} // placeStrings has them there, if they are anywhere
	r.lvl.img = r.new.image
	if len(list.all) == 0 {
		return nil
	}
	return list.all
}

// changeList is the list that a reload returns, with memory that it takes at once.
type changeList struct {
	all    []Change
	fields []string // those of all
}

// newChanges makes room for everything that apply may report.
func (r *reload) newChanges() (list changeList) {
	n, fields := 0, 0
	for _, other := range [2][]int32{r.old.other, r.new.other} {
		for _, i := range other {
			if i < 0 {
				n++
			}
		}
	}
	for i := range r.edits {
		if e := &r.edits[i]; e.node >= 0 {
			n, fields = n+1, fields+int(e.to-e.from)
		}
	}
	if n > 0 {
		list.all, list.fields = make([]Change, 0, n), make([]string, 0, fields)
	}
	return list
}

func (l *changeList) add(what ChangeKind, b *Binding, kind uint16, p place) {
	l.all = append(l.all, Change{What: what, Kind: b.world.Schema.Tables[kind].Name,
		Handle: p.handle(kind + 1)})
}

// name gives the last change its fields.
func (l *changeList) name(b *Binding, kind uint16, fields []int32) {
	from := len(l.fields)
	for _, f := range fields {
		l.fields = append(l.fields, b.world.Schema.Tables[kind].Fields[f].Name)
	}
	l.all[len(l.all)-1].Fields = l.fields[from:len(l.fields):len(l.fields)]
}

// memory returns a row in the stores, or nil if it is dead or nowhere.
func (r *reload) memory(table int, p place) []byte {
	if p == nowhere {
		return nil
	}
	if r.b.world.Schema.Tables[table].Class == format.ClassNode {
		return r.b.stores[table].(store.Live).RowBytes(p.slot, p.gen)
	}
	return r.b.stores[table].(store.Elements).SpanBytes(p.slot, 1)
}
