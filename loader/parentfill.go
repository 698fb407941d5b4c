package loader

import (
	"context"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// A world may gain a parent field that levels built before do not have. What the field says
// is in such a level all the same: $node has the tree. So the field is filled from there,
// as levelc would have set it. Levels that lack no field have nothing to do with this.

// parentFill is a parent field that a table of the file does not have.
type parentFill struct {
	off  int // in the record
	any  bool
	may  kindSet // tables of the file that it may name
	size int
}

// fileRow is a row of a table of the file.
type fileRow struct {
	table uint16
	row   uint32
}

const fileRowBytes = 8

// treePath is where a pass over $node has got to: by depth, the nodes that enclose the next.
type treePath [256]fileRow

// addParents plans the parent fields of table i of the file, which is table j of the world.
func (b *Binding) addParents(p *plan, i, j int, fileTable []int) {
	var lacks []*format.Field
	for _, f := range b.columns[j-format.FixedTables] {
		if !b.schema.Tables[j].IsParent(f.Field) {
			continue
		}
		if lacks == nil {
			if lacks = format.MissingFields(&p.schema.Tables[i], &b.schema.Tables[j]); len(lacks) == 0 {
				return
			}
		}
		if !slices.ContainsFunc(lacks, func(l *format.Field) bool { return l.Name == f.Name }) {
			continue
		}
		fill := parentFill{off: int(f.Offset), any: f.Type == format.TypeAnyRef, size: int(f.Size())}
		if !fill.any {
			fill.may.add(fileTable[f.to+format.FixedTables])
		}
		for _, name := range f.Symbols {
			if st := b.table(name); st >= 0 {
				fill.may.add(fileTable[st+format.FixedTables])
			}
		}
		if fill.may == nil { // the file has none of the kinds, or they are skipped
			continue
		}
		if p.parents == nil {
			p.parents = make([][]parentFill, len(p.tables))
		}
		p.parents[i] = append(p.parents[i], fill)
	}
}

// eachNode passes over rows of $node and yields each with the row that it is. path is that
// of the first node; next has, by table, the row of the next node.
func (path *treePath) eachNode(nodes []format.NodeRow, next []uint32, yield func(n fileRow, depth int) error) error {
	for i := range nodes {
		n, depth := fileRow{table: nodes[i].Kind()}, int(nodes[i].Depth())
		if int(n.table) < len(next) { // as in any file that is checked
			n.row = next[n.table]
			next[n.table]++
			if err := yield(n, depth); err != nil {
				return err
			}
		}
		path[depth] = n
	}
	return nil
}

// nearest returns the innermost of the nodes around a depth that f may name.
func (path *treePath) nearest(depth int, f *parentFill) (fileRow, bool) {
	for depth > 0 {
		depth--
		if n := path[depth]; f.may.has(int(n.table)) {
			return n, true
		}
	}
	return fileRow{}, false
}

// eachParent yields every parent field that has to be filled, and the node that it names.
func (p *plan) eachParent(nodes iter.Seq[[]format.NodeRow], path *treePath, next []uint32, yield func(n fileRow, f *parentFill, up fileRow) error) error {
	for rows := range nodes {
		err := path.eachNode(rows, next, func(n fileRow, depth int) error {
			for i := range p.parents[n.table] {
				f := &p.parents[n.table][i]
				if up, ok := path.nearest(depth, f); ok {
					if err := yield(n, f, up); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// put sets the field in a record. kind and bits are those of a handle, or in the rows that
// an image keeps, the number of the table and the row+1.
func (f *parentFill) put(record []byte, kind uint16, bits uint64) {
	ne, v := binary.NativeEndian, record[f.off:][:f.size]
	ne.PutUint32(v, uint32(bits))
	ne.PutUint32(v[4:], uint32(bits>>32))
	if f.any {
		ne.PutUint16(v[8:], kind)
	}
}

// reservedRow is a row of a table of the file in the range that is reserved for it.
type reservedRow struct {
	table int
	rows  store.Range
	row   uint32
}

// fillParent sets the field in a reserved row.
func (b *Binding) fillParent(p *plan, at reservedRow, f *parentFill, h store.AnyHandle) error {
	record, err := b.stores[p.tables[at.table].store].Bytes(at.rows, int(at.row), 1)
	if err != nil {
		return p.fault(at.table, err)
	}
	f.put(record, h.Kind(), h.Bits())
	return nil
}

// fillParents fills the parent fields of all rows, which are in place but not alive yet.
// In a file that is not checked, $node may have more nodes than there are rows.
func (ld *load) fillParents() error {
	p := ld.plan
	if p.parents == nil {
		return nil
	}
	var path treePath
	return p.eachParent(piecesBetween(&ld.nodes, 0, ld.nodes.n), &path, ld.firstRows(), func(n fileRow, f *parentFill, up fileRow) error {
		r := ld.ranges[n.table]
		if n.row >= r.Len || up.row >= ld.ranges[up.table].Len {
			return nil
		}
		return ld.b.fillParent(p, reservedRow{int(n.table), r, n.row}, f, ld.at.handle(int(up.table), up.row))
	})
}

// fillParents does the same for a chunk that has been read. The nodes around it may be in
// another chunk, loaded or not.
func (ld *chunkLoad) fillParents(c *loadedChunk) error {
	f := ld.f
	if f.plan.parents == nil {
		return nil
	}
	var path treePath
	copy(path[:], f.paths[c.chunk])
	return f.plan.eachParent(piecesBetween(&ld.nodes, ld.begun, ld.nodes.n), &path, ld.firstRowsOf(c), func(n fileRow, fill *parentFill, up fileRow) error {
		p, own := c.part(int(n.table)), c.part(int(up.table))
		row := n.row - p.first
		if row >= p.n {
			return nil
		}
		h := own.handle(uint16(f.plan.tables[up.table].store+1), up.row)
		if up.row-own.first >= own.n {
			h = ld.cross(crossRef{word: uint16(fill.off / 4), row: row, table: n.table, target: up.row, to: up.table, any: fill.any})
		}
		return f.b.fillParent(f.plan, reservedRow{int(n.table), p.r, row}, fill, h)
	})
}

// fillParents does the same in the rows that are kept, which have the references of a file.
func (im *image) fillParents(p *plan, nodes *pieces[format.NodeRow]) {
	var path treePath
	_ = p.eachParent(piecesBetween(nodes, 0, nodes.n), &path, make([]uint32, len(p.tables)), func(n fileRow, f *parentFill, up fileRow) error {
		st, to := p.tables[n.table].store, p.tables[up.table].store
		if n.row < im.table(st).n && up.row < im.table(to).n {
			record := im.row(st, n.row)
			f.put(record, uint16(to), uint64(up.row)+1)
		}
		return nil
	})
}

// readPaths notes for each chunk the nodes that enclose its first one, if a parent field may
// have to name them. It reads $node and nothing else. Where chunks are small and deep in the
// tree, these take far more than the file, so MaxBytes bounds them.
func (f *File) readPaths(ctx context.Context) error {
	if f.plan.parents == nil {
		return nil
	}
	f.paths = make([][]fileRow, len(f.chunks))
	var path treePath
	next := make([]uint32, len(f.plan.tables))
	for chunk := range f.chunks {
		first := true
		err := f.readOnly(ctx, chunk, func(blk format.Block) error {
			nodes := format.FixedRows[format.NodeRow](blk.Data)
			if first && len(nodes) > 0 {
				around := path[:nodes[0].Depth()]
				f.taken += int64(len(around)) * fileRowBytes
				if err := f.src.Allow(f.taken, "strings, ids and the nodes around chunks"); err != nil {
					return err
				}
				f.paths[chunk], first = slices.Clone(around), false
			}
			return path.eachNode(nodes, next, func(fileRow, int) error { return nil })
		}, format.TableNode)
		if err != nil {
			return err
		}
	}
	return nil
}
