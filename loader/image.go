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
// takes all decoded rows, and 4 bytes for each string. The text of the strings is that in
// the world's Strings, where it stays until the level goes.
type image struct {
	world *format.Schema
	rows  bool // the rows are kept, for Reload

	nodes     []imageNode // document order
	chunks    []imageChunk
	props     []imageProp // ascending by table and row
	propBytes []byte
	meta      []byte

	has      []imageTable // those with rows, ascending by store: a world may have many kinds
	ids      []imageID
	own      uint32   // strings of the file, with ""
	defaults []string // the strings behind them: defaults of fields that the file does not have

	texts   *store.Strings     // has the strings, but for those of a version that a reload reads
	strs    format.StringTable // has the file's own of these
	strAt   []uint32           // by string: its id in texts
	dropped int                // references to skipped nodes that the logger is to hear of, if rows are kept

	reading *imageReading // nil once the image is whole
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

// imageTable says where the rows of one table are in the store, and has them if rows are
// kept.
type imageTable struct {
	store int
	imageRows

	first, gen uint32  // of the first row, while the rows lie as they do in the file
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

// put sets the place of a node, after those of all rows before it.
func (t *imageTable) put(row uint32, p place) {
	switch {
	case t.at != nil:
		t.at[row] = p
	case row == 0 && p != nowhere:
		t.first, t.gen = p.slot, p.gen
	case p != place{t.first + row, t.gen} || p == nowhere:
		at := slices.Repeat([]place{nowhere}, int(t.n))
		for k := range at[:row] {
			at[k] = t.place(uint32(k))
		}
		at[row], t.at = p, at
	}
}

// text returns a string that a row names.
func (im *image) text(id uint32) string {
	switch {
	case im.texts != nil:
		return im.texts.Get(store.StrFromID(im.str(id)))
	case id >= im.own:
		return im.defaults[id-im.own]
	}
	return im.strs.Text(id)
}

// strings returns how many strings rows may name, with "".
func (im *image) strings() int { return int(im.own) + len(im.defaults) }

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
func (im *image) row(table int, row uint32) []byte { return im.table(table).from(row, 1) }

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
	im := &image{world: b.world.Schema, rows: rows, meta: append([]byte(nil), r.Meta()...),
		own: max(1, r.Rows(format.TableStr)), defaults: p.defaults.texts, reading: new(imageReading)}
	n := 0
	for t := range p.tables {
		if p.tables[t].store >= 0 && r.Rows(t) > 0 {
			n++
		}
	}
	im.has = make([]imageTable, 0, n)
	for t := range p.tables {
		if tp := &p.tables[t]; tp.store >= 0 && r.Rows(t) > 0 {
			im.has = append(im.has, imageTable{store: tp.store, imageRows: newImageRows(tp.stride, r.Rows(t))})
		}
	}
	slices.SortFunc(im.has, func(a, b imageTable) int { return a.store - b.store })
	return im
}

// take keeps what the image needs of a block, before it is relocated.
func (im *image) take(b *Binding, p *plan, blk format.Block) error {
	switch blk.Table {
	case format.TableProp:
		im.reading.takeProps(p, format.FixedRows[format.PropRow](blk.Data))
	case format.TablePropBytes:
		piecesAdd(&im.reading.propBytes, blk.Data)
	case format.TableStr, format.TableBytes:
	case format.TableIDs:
		if im.rows {
			im.reading.takeIDs(p, format.FixedRows[format.IDRow](blk.Data))
		}
	default:
		if tp := &p.tables[blk.Table]; im.rows && tp.store >= 0 {
			return im.takeRows(b, p, tp, blk)
		}
	}
	return nil
}

// takeRows keeps rows, in the layout of the world.
func (im *image) takeRows(b *Binding, p *plan, tp *tablePlan, blk format.Block) error {
	t := im.table(tp.store)
	from := int(p.schema.Tables[blk.Table].Stride)
	for data := blk.Data; len(data) > 0; {
		out := t.room(uint32(len(data) / from))
		n := len(out) / tp.stride
		if tp.convert == nil {
			copy(out, data)
		} else if err := tp.convert.Convert(out, data[:n*from], n); err != nil {
			return err
		}
		if err := im.translate(b, p, tp, out); err != nil {
			return err
		}
		t.used, data = t.used+uint32(n), data[n*from:]
	}
	return nil
}

// translate puts the rows of a file, in the layout of the world, into the image's terms.
func (im *image) translate(b *Binding, p *plan, tp *tablePlan, out []byte) error {
	ne := binary.NativeEndian
	columns := b.columns[tp.store]
	for i := range columns {
		f := &columns[i]
		if f.Type != format.TypeAnyRef && (f.Type != format.TypeRef || p.loaded[f.to]) {
			continue
		}
		for at := int(f.Offset); at < len(out); at += tp.stride {
			for v := out[at:][:f.Size()]; len(v) > 0; v = v[f.Type.Size():] {
				st := -1
				if f.Type == format.TypeAnyRef {
					st = p.storeOf(ne.Uint16(v[8:]))
				}
				if st < 0 && ne.Uint32(v) != 0 {
					switch p.refsTo(f, v) {
					case Fail:
						return &Error{Op: "load", Table: b.world.Schema.Tables[tp.store].Name, Field: f.Name, Err: ErrSkipped}
					case Warn:
						im.dropped++
					}
				}
				if st < 0 || ne.Uint32(v) == 0 {
					clear(v[:f.Type.Size()])
					continue
				}
				ne.PutUint16(v[8:], uint16(st))
			}
		}
	}
	for _, t := range tp.texts {
		for at := 4 * int(t.off); at < len(out); at += tp.stride {
			ne.PutUint32(out[at:], im.own+t.text)
		}
	}
	return nil
}

// settle notes where a load has put the rows and the strings in the stores. texts has the
// latter, the defaults behind the file's own; it is nil if they are nowhere.
func (im *image) settle(set *rangeSet, b *bases, texts *store.Strings) {
	for i := range set.nodes {
		im.settleRows(set.nodes[i].ownRange)
	}
	for _, o := range set.elements {
		im.settleRows(o)
	}
	if im.texts = texts; im.rows && texts != nil {
		im.strAt = make([]uint32, im.strings())
		for id := 1; id < len(im.strAt); id++ {
			im.strAt[id] = b.str + uint32(id)
		}
	}
}

func (im *image) settleRows(o ownRange) {
	t := im.table(o.store)
	t.first, t.gen = o.First, o.Gen
}

// str returns the id in the world's Strings of a string in a row.
func (im *image) str(id uint32) uint32 {
	if uint64(id) >= uint64(len(im.strAt)) { // none of its strings had to be anywhere, or the file is not checked
		return 0
	}
	return im.strAt[id]
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

// rowIn is rowAt for elements, which have no handles: it returns the row at a position of the
// store.
func (im *image) rowIn(t *imageTable, at uint32) (row uint32, ok bool) {
	if t.runs == nil {
		return at - t.first, at-t.first < t.n
	}
	for _, p := range im.propsIn(t.store) {
		if t.place(p.row).slot == at {
			return p.row, true
		}
	}
	return 0, false
}
