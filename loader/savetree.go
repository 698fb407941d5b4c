package loader

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// saver writes records as a level: it collects the nodes, arranges them as a tree,
// numbers them in its order, and writes their rows.
type saver struct {
	b      *Binding
	schema *format.Schema // of the file
	ctx    context.Context
	w      *format.Writer
	strict bool

	live   []store.Live // by store; nil for stores of elements
	levels []*Level     // those with an image
	known  []*Level     // those that know ids of their nodes
	nodes  []savedNode
	find   [][]savedSlot // by store, by slot from base on
	base   []uint32      // by store: the lowest slot that may be a node's
	chunks []string      // labels; a file begins with the first chunk
	chunk  int           // index of the one that is being written
	order  []int32       // nodes in document order; nil if that is the order of nodes

	tables []saveTable               // by store
	most   []int                     // by store: about how many rows may be saved
	expect int                       // about how many strings the file has
	elems  []map[uint32]format.Props // by store, by position: of elements
	taken  []uint16                  // by string of the file: the first store with that id, plus one
	shared map[uint64]struct{}       // ids that other stores have too: store, string
	ids    []store.Str               // by node: its id in its level; nil if there are none
	strs   []uint32                  // by string of the world: its number in the file, 0 if none yet; may be short
	digits []byte                    // an id that is a number
}

// savedSlot says which node is in a slot. It has all that a reference asks for, because
// references name nodes all over the world, and each look at one is a miss in the cache.
type savedSlot struct {
	at  uint32 // the node plus one; once the nodes are numbered, its row plus one; or 0
	gen uint32 // of the node
}

// kin is what a node has beside it and in it; -1 means none.
type kin struct{ first, last, next int32 }

// savedNode is a node to be written.
type savedNode struct {
	up        int32 // the node that it stands in; -1 for a root
	slot, gen uint32
	row       uint32 // in the file
	level     int32  // index into levels; -1 for a node of none
	at        uint32 // its row in that level's image
	chunk     int32  // index into chunks; -1 if it has no chunk of its own
	kind      uint16
	name      uint8
	depth     uint16 // the writer refuses more than a file can have
}

// collect finds the nodes of l, or of the world.
func (s *saver) collect(l *Level) {
	s.live = make([]store.Live, len(s.b.stores))
	s.find, s.base = make([][]savedSlot, len(s.b.stores)), make([]uint32, len(s.b.stores))
	for st := range s.b.stores {
		if s.b.world.Schema.Tables[st].Class == format.ClassNode {
			s.live[st], _ = s.b.stores[st].(store.Live)
		}
	}
	if l == nil {
		s.b.dropUnloaded()
		s.levels, s.known = s.b.imaged, s.b.imaged
	} else { // without a look at the others
		s.known = []*Level{l}
		if l.img != nil {
			s.levels = s.known
		}
	}
	s.makeRoom(l)
	s.chunks = []string{""}
	parts := false // some level is in chunks
	for _, l := range s.levels {
		for i, c := range l.img.chunks {
			parts = parts || i > 0 || c.label != ""
		}
	}
	for i, l := range s.levels {
		s.collectImage(int32(i), l.img, parts && i > 0)
	}
	if l == nil {
		s.collectWorld()
	} else if l.img == nil {
		s.collectLevel(l)
	}
}

// makeRoom makes room for the nodes of l, or of the world. It finds the first slot of l's
// nodes in each store, which may have millions of other nodes.
func (s *saver) makeRoom(l *Level) {
	s.most = make([]int, len(s.live))
	if l == nil {
		for st, rows := range s.b.stores {
			if rows, ok := rows.(interface{ Len() int }); ok {
				s.most[st] = rows.Len()
			}
		}
	} else {
		for st := range s.base {
			s.base[st] = math.MaxUint32
		}
		add := func(o *ownRange) {
			s.base[o.store] = min(s.base[o.store], o.First)
			s.most[o.store] += int(o.Len)
		}
		for i := range l.set.nodes {
			add(&l.set.nodes[i].ownRange)
		}
		for i := range l.set.elements {
			add(&l.set.elements[i])
		}
		for i := range l.set.more {
			add(&l.set.more[i])
		}
	}
	all := 0
	for st, n := range s.most {
		if s.live[st] != nil && n > 0 {
			all += n
			s.find[st] = make([]savedSlot, 0, n+1) // a store has nobody in its slot 0
		}
	}
	s.nodes = make([]savedNode, 0, all)
}

// collectImage collects the nodes of a level whose order is known.
func (s *saver) collectImage(level int32, im *image, ownChunk bool) {
	var path [256]int32 // by depth: the nearest node at or above it that is saved
	chunk := 0
	enter := func(node int) {
		for ; chunk < len(im.chunks) && im.chunks[chunk].first <= node; chunk++ {
			if c := im.chunks[chunk]; chunk > 0 || ownChunk || c.label != "" {
				s.chunks = append(s.chunks, c.label)
			}
		}
	}
	for i, n := range im.nodes {
		enter(i)
		up := int32(-1)
		if n.depth > 0 {
			up = path[n.depth-1]
		}
		path[n.depth] = up
		p := im.table(int(n.kind)).place(n.row)
		if k := s.add(int(n.kind), p.slot, p.gen); k >= 0 {
			node := &s.nodes[k]
			node.up, node.level, node.at, node.name = up, level, n.row, n.name
			node.chunk = int32(len(s.chunks) - 1)
			path[n.depth] = k
		}
	}
	enter(len(im.nodes))
}

// collectWorld collects all records that have not been collected.
func (s *saver) collectWorld() {
	for st, live := range s.live {
		if live == nil {
			continue
		}
		stride := int(s.b.world.Schema.Tables[st].Stride)
		for first, rows := range live.RunBytes() {
			for i := range uint32(len(rows) / stride) {
				s.add(st, first+i, live.GenAt(first+i))
			}
		}
	}
}

// collectLevel collects the records of a level whose order is not known.
func (s *saver) collectLevel(l *Level) {
	for k := range l.set.nodes {
		r := &l.set.nodes[k]
		if s.live[r.store] == nil {
			continue
		}
		for i := range r.Len {
			s.add(r.store, r.First+i, r.Gen)
		}
	}
}

// add adds the record in a slot and returns its number. It returns -1 if the record is
// dead or has been added already.
func (s *saver) add(st int, slot, gen uint32) int32 {
	if gen == 0 || s.live[st].GenAt(slot) != gen || s.at(st, slot).at > 0 {
		return -1
	}
	at := slot - s.base[st]
	if need := int(at) + 1 - len(s.find[st]); need > 0 {
		s.find[st] = append(s.find[st], make([]savedSlot, need)...)
	}
	s.nodes = append(s.nodes, savedNode{up: -1, slot: slot, gen: gen, level: -1, chunk: -1, kind: uint16(st)})
	s.find[st][at] = savedSlot{uint32(len(s.nodes)), gen}
	return int32(len(s.nodes) - 1)
}

// at returns what is known of a slot: nothing if no node in it is saved.
func (s *saver) at(st int, slot uint32) savedSlot {
	i := slot - s.base[st] // wraps in front of base
	if uint64(i) >= uint64(len(s.find[st])) {
		return savedSlot{}
	}
	return s.find[st][i]
}

// target returns the node that a handle names, or once the nodes are numbered its row,
// or -1 if it is not saved.
func (s *saver) target(st int, slot, gen uint32) int64 {
	if st < 0 || st >= len(s.find) {
		return -1
	}
	if e := s.at(st, slot); e.gen == gen {
		return int64(e.at) - 1
	}
	return -1
}

// arrange arranges the nodes as a tree and lists them in its order. If none has a parent
// field they are in that order, because those of levels come first.
func (s *saver) arrange() {
	nested := false
	for st := range s.tables {
		nested = nested || len(s.tables[st].parents) > 0 && len(s.find[st]) > 0
	}
	if !nested {
		return
	}
	// A node that moves takes along its contents, whose parent fields may then name
	// other nodes than those around them. Those move in their turn.
	moved := make([]bool, len(s.nodes))
	for again, late := s.move(moved, nil), []bool(nil); again; {
		late = zeroed(late, len(s.nodes))
		again = s.move(moved, late)
	}
	root := len(s.nodes) // what the roots stand in
	tree := slices.Repeat([]kin{{-1, -1, -1}}, root+1)
	for k := range s.nodes {
		if !moved[k] {
			s.link(tree, int32(k))
		}
	}
	for k := range s.nodes {
		if moved[k] {
			s.link(tree, int32(k))
		}
	}
	s.order = make([]int32, 0, len(s.nodes))
	for k := tree[root].first; k >= 0; {
		s.order = append(s.order, k)
		if tree[k].first >= 0 {
			k = tree[k].first
			continue
		}
		for k >= 0 && tree[k].next < 0 {
			k = s.nodes[k].up
		}
		if k >= 0 {
			k = tree[k].next
		}
	}
}

// move moves nodes to the parents that their parent fields name, each node once; of
// several, to the innermost. It reports whether any nodes of a level were among them.
// With late, which is by node, a node waits while one around it moves.
func (s *saver) move(moved, late []bool) (again bool) {
	up := make([]int32, len(s.nodes))
	var now []int32
	for k := range s.nodes {
		n := &s.nodes[k]
		if moved[k] {
			continue
		}
		if late != nil && n.up >= 0 && late[n.up] { // nodes of a level come after those that contain them
			late[k] = true
			continue
		}
		if up[k] = s.parent(int32(k)); n.level < 0 || up[k] != n.up {
			now = append(now, int32(k))
			n.chunk, moved[k] = -1, true
			again = again || n.level >= 0
			if late != nil {
				late[k] = true
			}
		}
	}
	for _, k := range now {
		s.nodes[k].up = up[k]
	}
	s.nest(now)
	s.limit(now, up)
	return again
}

// limit makes roots of those nodes among now that stand in themselves, or deeper than a
// file can hold: a game can do both. depth is memory for a number by node.
func (s *saver) limit(now, depth []int32) {
	clear(depth) // of a root it is 1; 0 is one that is not known yet
	for _, k := range now {
		around := int32(0)
		p := s.nodes[k].up
		for ; p >= 0 && depth[p] == 0 && p != k && around < deepest; p = s.nodes[p].up {
			around++
		}
		if p == k || p >= 0 && around+depth[p] >= deepest || around >= deepest {
			s.nodes[k].up, around, p = -1, 0, -1
		}
		if p >= 0 {
			around += depth[p]
		}
		// None of the nodes around k can become a root any more, so their depths stay.
		for p = k; p >= 0 && depth[p] == 0; p = s.nodes[p].up {
			depth[p] = around + 1
			around--
		}
	}
}

// nth returns the node at a place in document order.
func (s *saver) nth(i int) int32 {
	if s.order == nil {
		return int32(i)
	}
	return s.order[i]
}

// link makes a node the last child of the one above it. The last of tree is for the roots.
func (s *saver) link(tree []kin, k int32) {
	up := &tree[len(tree)-1]
	if p := s.nodes[k].up; p >= 0 {
		up = &tree[p]
	}
	if up.last >= 0 {
		tree[up.last].next = k
	} else {
		up.first = k
	}
	up.last = k
}

// parent returns the node that contains node k. For a node of a level it is the one
// that contained it there, unless a parent field names another node than the nearest of
// its kinds there. For other nodes it is what the first parent field that is not nil
// names. Where there are several, nest has the last word.
func (s *saver) parent(k int32) int32 {
	n := &s.nodes[k]
	for p, names := range s.parentsOf(k) {
		around := n.up
		for n.level >= 0 && around >= 0 && !p.kinds.has(int(s.nodes[around].kind)) {
			around = s.nodes[around].up
		}
		if n.level < 0 || around != names {
			return names
		}
	}
	return n.up
}

// handle reads a reference in a row: a store, a slot and a generation.
func (f *saveField) handle(v []byte) (st int, slot, gen uint32) {
	ne := binary.NativeEndian
	st = f.target
	if f.kind == format.TypeAnyRef {
		st = int(ne.Uint16(v[8:])) - 1
	}
	return st, ne.Uint32(v), ne.Uint32(v[4:])
}

// number numbers the nodes of each kind in their order, which gives their rows in the
// file. From then on target returns these. It also gives nodes their depths, and their
// chunks if they are not where they were.
func (s *saver) number() {
	rows := make([]uint32, len(s.tables))
	for i := range s.nodes {
		n := &s.nodes[s.nth(i)]
		n.row = rows[n.kind]
		rows[n.kind]++
		s.find[n.kind][n.slot-s.base[n.kind]].at = n.row + 1
		switch {
		case n.up >= 0:
			n.depth = s.nodes[n.up].depth + 1
			if s.nodes[n.up].chunk < 0 { // which has moved, and n with it
				n.chunk = -1
			}
		case n.chunk < 0 && len(s.chunks) > 1: // and so are all roots behind it: they are of no region
			if s.chunks[len(s.chunks)-1] != "" {
				s.chunks = append(s.chunks, "")
			}
			n.chunk = int32(len(s.chunks) - 1)
		}
	}
}

// begin begins the chunks up to the given one.
func (s *saver) begin(chunk int) error {
	for ; s.chunk < chunk; s.chunk++ {
		label, err := s.w.StringOf(s.chunks[s.chunk+1])
		if err == nil {
			err = s.w.Chunk(label)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// announce passes the next node to the writer.
func (s *saver) announce(n *savedNode) error {
	if err := s.begin(int(n.chunk)); err != nil {
		return err
	}
	_, err := s.w.Node(int(n.kind)+format.FixedTables, int(n.depth), n.name)
	if err != nil {
		return &Error{Op: "save", Table: s.b.world.Schema.Tables[n.kind].Name, Err: err}
	}
	return nil
}
