package loader

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// image is what a level keeps of its file beside the rows in the stores. It is in the
// terms of the world: tables are numbers of stores, and nodes of kinds that the world
// does not have are replaced by their children. References, strings and spans are those
// of the file.
//
// It takes 8 bytes for each node, and the dynamic properties. If rows are kept, it also
// takes all decoded rows and strings.
type image struct {
	world *format.Schema
	rows  bool // the rows are kept, for Reload
	texts bool // and so are the strings

	nodes     []imageNode // document order
	chunks    []imageChunk
	props     []imageProp // ascending by table and row
	propBytes []byte
	meta      []byte

	has      []imageTable // those with rows, ascending by store: a world may have many kinds
	strs     format.StringTable
	defaults []string // strings that the file does not have, see defaultStr
	ids      []imageID
	idRows   int // in the file, of all kinds

	strAt, defaultAt []uint32 // by string: its id in the world's Strings
}

// imageNode is row of store kind. A root has the depth 0.
type imageNode struct {
	kind  uint16
	depth uint8
	name  uint8 // index into the element names of its kind
	row   uint32
}

type imageChunk struct {
	first int // index into nodes
	label string
}

type imageProp struct {
	table uint16
	row   uint32
	start uint32
	len   uint32
}

type imageID struct {
	str, row uint32
	table    uint16
}

// imageTable says where the rows of one table are in the store. If rows are kept, it
// also has them as they were in the file, in the layout of the world's record.
type imageTable struct {
	store int
	words []uint64 // the rows; 64-bit words for their alignment
	used  int      // bytes of words
	n     uint32
	most  int // words to expect, as the file says

	first, gen uint32  // of the first row, while the rows are where they were loaded
	at         []place // of each node, once a reload has moved some
	runs       runs    // of the elements, then
}

// place is a slot and its generation, which is 0 for elements.
type place struct{ slot, gen uint32 }

func (p place) handle(kind uint16) store.AnyHandle {
	return store.AnyFromBits(kind, uint64(p.gen)<<32|uint64(p.slot))
}

// nowhere is the place of a row that is in no store: a reload found a change in a node
// that the game had removed.
var nowhere = place{slot: math.MaxUint32}

func (t *imageTable) place(row uint32) place {
	switch {
	case t.at != nil:
		return t.at[row]
	case t.runs != nil:
		return t.runs.place(row)
	}
	return place{t.first + row, t.gen}
}

// bytes returns the rows.
func (t *imageTable) bytes() []byte { return format.BytesOf(t.words)[:t.used] }

// extend appends n bytes and returns them.
func (t *imageTable) extend(n int) []byte {
	words := (t.used + n + 7) / 8
	t.words = roomUpTo(t.words, words-len(t.words), t.most)[:words]
	t.used += n
	return t.bytes()[t.used-n:]
}

// roomUpTo returns s with room for n more. If most, the expected total, is at most four
// times what is needed now, it makes room for all of it.
func roomUpTo[T any](s []T, n, most int) []T {
	if need := len(s) + n; need > cap(s) {
		s = append(make([]T, 0, max(need, min(4*need, most))), s...)
	}
	return s
}

// defaultStr marks a string in a row that is not one of the file's: the default of a
// field that the file does not have. The lower bits are an index into defaults.
const defaultStr = 1 << 31

// text returns a string that a row names.
func (im *image) text(id uint32) []byte {
	if id&defaultStr != 0 {
		return []byte(im.defaults[id&^defaultStr])
	}
	return im.strs.Get(id)
}

// table returns the table of a store. One without rows is not for writing to.
func (im *image) table(st int) *imageTable {
	k := sort.Search(len(im.has), func(k int) bool { return im.has[k].store >= st })
	if k == len(im.has) || im.has[k].store != st {
		return &noTable
	}
	return &im.has[k]
}

var noTable imageTable

// row returns a row of a table.
func (im *image) row(table int, row uint32) []byte { return im.rowsOf(table, row, 1) }

// rowsOf returns n rows of a table.
func (im *image) rowsOf(table int, row, n uint32) []byte {
	stride := int(im.world.Tables[table].Stride)
	return im.table(table).bytes()[int(row)*stride:][:int(n)*stride]
}

// propsOf returns the dynamic properties of a row, or nil.
func (im *image) propsOf(table int, row uint32) format.Props {
	i := im.firstProp(table, row)
	if i == len(im.props) || int(im.props[i].table) != table || im.props[i].row != row {
		return nil
	}
	p := &im.props[i]
	return format.Props(im.propBytes[p.start:][:p.len])
}

// propsIn returns the entries of a table's rows, ascending.
func (im *image) propsIn(table int) []imageProp {
	return im.props[im.firstProp(table, 0):im.firstProp(table+1, 0)]
}

// firstProp returns the place of the first entry that is not below a row.
func (im *image) firstProp(table int, row uint32) int {
	return sort.Search(len(im.props), func(i int) bool {
		p := &im.props[i]
		return cmp.Or(cmp.Compare(int(p.table), table), cmp.Compare(p.row, row)) >= 0
	})
}

// newImage starts the image of a file whose head has been read.
func newImage(b *Binding, p *plan, r *format.Reader, rows bool) *image {
	im := &image{world: b.world.Schema, rows: rows, texts: rows, meta: append([]byte(nil), r.Meta()...),
		defaults: p.defaults.texts}
	for _, c := range r.Chunks() {
		im.texts = im.texts || c.Label != 0
	}
	if rows {
		im.idRows = int(r.Rows(format.TableIDs))
	}
	n := 0
	for t := range p.tables {
		if p.tables[t].store >= 0 && r.Rows(t) > 0 {
			n++
		}
	}
	im.has = make([]imageTable, 0, n)
	for t := range p.tables {
		if tp := &p.tables[t]; tp.store >= 0 && r.Rows(t) > 0 {
			im.has = append(im.has, imageTable{store: tp.store, most: int((uint64(r.Rows(t))*uint64(tp.stride) + 7) / 8)})
		}
	}
	slices.SortFunc(im.has, func(a, b imageTable) int { return a.store - b.store })
	return im
}

// take keeps what the image needs of a block, before it is relocated.
func (im *image) take(b *Binding, p *plan, blk format.Block) error {
	switch blk.Table {
	case format.TableProp:
		im.takeProps(p, blk.Data)
	case format.TablePropBytes:
		im.propBytes = append(im.propBytes, blk.Data...)
	case format.TableStr, format.TableBytes:
		if im.texts {
			return im.strs.Add(blk)
		}
	case format.TableIDs:
		if im.rows {
			im.takeIDs(p, blk.Data)
		}
	default:
		tp := &p.tables[blk.Table]
		if tp.store < 0 || blk.Rows == 0 {
			return nil
		}
		im.table(tp.store).n += blk.Rows
		if im.rows {
			return im.takeRows(b, p, tp, blk)
		}
	}
	return nil
}

func (im *image) takeProps(p *plan, rows []byte) {
	le := binary.LittleEndian
	for ; len(rows) > 0; rows = rows[16:] {
		if st := p.storeOf(le.Uint16(rows)); st >= 0 {
			im.props = append(im.props, imageProp{table: uint16(st), row: le.Uint32(rows[4:]), start: le.Uint32(rows[8:]), len: le.Uint32(rows[12:])})
		}
	}
}

func (im *image) takeIDs(p *plan, rows []byte) {
	le := binary.LittleEndian
	im.ids = roomUpTo(im.ids, len(rows)/12, im.idRows)
	for ; len(rows) > 0; rows = rows[12:] {
		if st := p.storeOf(le.Uint16(rows[8:])); st >= 0 {
			im.ids = append(im.ids, imageID{str: le.Uint32(rows), row: le.Uint32(rows[4:]), table: uint16(st)})
		}
	}
}

// takeRows keeps rows, in the layout of the world.
func (im *image) takeRows(b *Binding, p *plan, tp *tablePlan, blk format.Block) error {
	out := im.table(tp.store).extend(int(blk.Rows) * tp.stride)
	if tp.convert == nil {
		copy(out, blk.Data)
	} else if err := tp.convert.Convert(out, blk.Data, int(blk.Rows)); err != nil {
		return err
	}
	ne := binary.NativeEndian
	t := &b.world.Schema.Tables[tp.store]
	for _, f := range b.columns[tp.store] {
		if f.Type != format.TypeAnyRef && (f.Type != format.TypeRef || p.loaded[f.to]) {
			continue
		}
		for at := int(f.Offset); at < len(out); at += tp.stride {
			for v := out[at:][:f.Size()]; len(v) > 0; v = v[f.Type.Size():] {
				st := -1
				if f.Type == format.TypeAnyRef {
					st = p.storeOf(ne.Uint16(v[8:]))
				}
				if st < 0 && ne.Uint32(v) != 0 && b.opts.skipRefs == Fail {
					return &Error{Op: "load", Table: t.Name, Field: f.Name, Err: ErrSkipped}
				}
				if st < 0 || ne.Uint32(v) == 0 {
					clear(v[:f.Type.Size()])
					continue
				}
				ne.PutUint16(v[8:], uint16(st))
			}
		}
	}
	for _, t := range tp.texts.All() {
		for at := 4 * int(t.off); at < len(out); at += tp.stride {
			ne.PutUint32(out[at:], defaultStr|t.text)
		}
	}
	return nil
}

// finish makes the nodes and chunks of the image after all blocks have been taken by the
// lane, which has the rows of $node.
func (im *image) finish(ln *lane) {
	p, nodes := ln.plan, ln.nodes
	if im.rows && p.parents != nil {
		im.fillParents(p, nodes)
	}
	ln.rows = zeroed(ln.rows, len(im.world.Tables))
	rows := ln.rows
	var below [256]uint8 // by depth in the file: the depth that a child gets in the world
	im.nodes = make([]imageNode, 0, len(nodes)/4)
	chunks := ln.reader.Chunks()
	left := uint32(0)
	for ; len(nodes) > 0; nodes = nodes[4:] {
		for left == 0 && len(im.chunks) < len(chunks) {
			c := chunks[len(im.chunks)]
			im.chunks = append(im.chunks, imageChunk{first: len(im.nodes), label: string(im.strs.Get(c.Label))})
			left = c.Nodes
		}
		left--
		t, d := binary.LittleEndian.Uint16(nodes), nodes[2]
		st := p.storeOf(t)
		depth := uint8(0)
		if d > 0 {
			depth = below[d-1]
		}
		below[d] = depth
		if st < 0 || im.world.Tables[st].Class != format.ClassNode { // the latter in a file that is not checked
			continue
		}
		below[d] = depth + 1
		im.nodes = append(im.nodes, imageNode{kind: uint16(st), depth: depth, name: nameIn(p.names[t], nodes[3]), row: rows[st]})
		rows[st]++
	}
	for len(im.chunks) < len(chunks) {
		im.chunks = append(im.chunks, imageChunk{first: len(im.nodes), label: string(im.strs.Get(chunks[len(im.chunks)].Label))})
	}
	im.props = slices.DeleteFunc(im.props, func(p imageProp) bool { // a checked file has none of these
		return uint64(p.start)+uint64(p.len) > uint64(len(im.propBytes))
	})
	slices.SortFunc(im.props, func(a, b imageProp) int {
		return cmp.Or(cmp.Compare(a.table, b.table), cmp.Compare(a.row, b.row))
	})
	if !im.rows {
		im.strs = format.StringTable{}
	}
}

// nameIn returns the world's index for a slot of the file. A slot that is no index of a
// name is returned as it is.
func nameIn(names []uint8, slot uint8) uint8 {
	if int(slot) < len(names) {
		return names[slot]
	}
	return slot
}

// settle notes where a load has put the rows in the stores.
func (im *image) settle(set *rangeSet, b *bases) {
	for i := range set.nodes {
		im.settleRows(set.nodes[i].ownRange)
	}
	for _, o := range set.elements {
		im.settleRows(o)
	}
	if im.rows {
		im.strAt = make([]uint32, im.strs.Len())
		for id := 1; id < len(im.strAt) && set.hasStr; id++ {
			im.strAt[id] = b.str + uint32(id)
		}
		im.defaultAt = make([]uint32, len(im.defaults))
		for i := range im.defaultAt {
			im.defaultAt[i] = b.more + uint32(i)
		}
	}
}

func (im *image) settleRows(o ownRange) {
	t := im.table(o.store)
	t.first, t.gen = o.First, o.Gen
}

// str returns the id in the world's Strings of a string in a row.
func (im *image) str(id uint32) uint32 {
	switch {
	case id == 0 || im.strAt == nil: // none of its strings had to be anywhere
		return 0
	case id&defaultStr != 0:
		return im.defaultAt[id&^defaultStr]
	}
	return im.strAt[id]
}

// setStr sets what str returns for a string that a row may name.
func (im *image) setStr(id, at uint32) {
	if id&defaultStr != 0 {
		im.defaultAt[id&^defaultStr] = at
	} else {
		im.strAt[id] = at
	}
}

// rowAt returns the row of a table that has a handle. Once rows have moved, it finds
// those with properties only.
func (im *image) rowAt(table int, h store.AnyHandle) (row uint32, ok bool) {
	t, k := im.table(table), uint16(table+1)
	if t.at == nil && t.runs == nil {
		row = h.Index() - t.first
		return row, row < t.n && t.place(row).handle(k) == h
	}
	for _, p := range im.propsIn(table) {
		if t.place(p.row).handle(k) == h {
			return p.row, true
		}
	}
	return 0, false
}
