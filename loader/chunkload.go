package loader

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// chunkLoad is the chunks of a label that are being loaded. Their rows are in reserved
// ranges, where nothing sees them yet.
type chunkLoad struct {
	f *File
	r *region
	lane
	read    format.ChunkReader
	in      []*loadedChunk // those that have begun; the last is being read
	reading bool
	sorting bool // it has been read, and its references are being put in order
	sort    crossSort
	begun   int  // nodes of the chunks before the last one
	turns   uint // File.turns when the first one began
	dropped int  // references to skipped nodes that the logger is to hear of
}

// begin starts to load the chunks of a label. It returns nil if they are loaded.
func (f *File) begin(label string) (*chunkLoad, error) {
	r, err := f.region("load", label)
	if f.b != nil { // else this is the zero File, and region has said so
		err = cmp.Or(f.b.notClosed(), err, f.textOpen())
	}
	if err != nil || f.chunks[r.chunks[0]] != nil { // those of a label come and go together
		return nil, err
	}
	ld := f.spare
	if f.spare = nil; ld == nil {
		ld = &chunkLoad{f: f, lane: lane{plan: f.plan}}
	}
	ld.r, ld.in, ld.nodes.n, ld.reading, ld.sorting, ld.turns, ld.dropped = r, nil, 0, false, false, f.turns, 0
	bytes, _ := ld.size()
	if err := f.src.Allow(ld.withGrowth(bytes), fmt.Sprintf("the chunks %q", label)); err != nil {
		ld.end()
		return nil, err
	}
	return ld, nil
}

// next begins a chunk, or reads one block, puts it in place and counts it, or puts as
// many references in order. It returns io.EOF if nothing is left.
func (ld *chunkLoad) next(at *Progress) error {
	if err := ld.f.b.enter(); err != nil {
		return err
	}
	defer ld.f.b.leave()
	switch {
	case ld.f.closed:
		return errFileClosed
	case ld.sorting:
		ld.sorting = !ld.sort.piece(ld.in[len(ld.in)-1])
		return nil
	case ld.reading:
		blk, err := ld.read.Next()
		if err == io.EOF {
			ld.reading, ld.sorting = false, true
			return ld.fillParents(ld.in[len(ld.in)-1])
		}
		if err != nil {
			return err
		}
		at.Bytes += int64(len(blk.Data))
		return ld.take(blk, at)
	case len(ld.in) == len(ld.r.chunks):
		return io.EOF
	}
	return ld.open(ld.r.chunks[len(ld.in)])
}

// open begins to read a chunk and reserves its rows.
func (ld *chunkLoad) open(chunk int) error {
	if err := ld.read.Reset(ld.f.src, chunk, ld.f.skips...); err != nil {
		return err
	}
	c := &loadedChunk{chunk: chunk}
	ld.in, ld.reading, ld.begun = append(ld.in, c), true, ld.nodes.n
	return c.reserve(ld.f)
}

// skips reports whether a table's blocks are not read: strings and ids came with Open,
// and tables without a store are read only to be checked.
func (ld *chunkLoad) skips(t int) bool {
	switch t {
	case format.TableBytes, format.TableStr, format.TableIDs:
		return true
	case format.TableNode:
		return false
	}
	return ld.plan.skips(t) || ld.plan.tables[t].store < 0 && ld.f.b.opts.format.Check != format.CheckFull
}

// size returns how much there is to read.
func (ld *chunkLoad) size() (bytes int64, rows uint64) {
	for _, chunk := range ld.r.chunks {
		for _, bi := range ld.f.blocksOf(chunk) {
			if ld.skips(bi.Table) {
				continue
			}
			bytes += int64(bi.Raw)
			if ld.plan.tables[bi.Table].store >= 0 {
				rows += uint64(bi.Rows)
			}
		}
	}
	return bytes, rows
}

// withGrowth adds to the size of the chunks' decoded blocks what their rows take more in the
// stores.
func (ld *chunkLoad) withGrowth(bytes int64) int64 {
	if !ld.plan.grows {
		return bytes
	}
	total := uint64(bytes)
	for _, chunk := range ld.r.chunks {
		for _, bi := range ld.f.blocksOf(chunk) {
			total = min(total+ld.plan.growth(bi.Table, bi.Rows), math.MaxInt64)
		}
	}
	return int64(total)
}

// take puts a block in place.
func (ld *chunkLoad) take(blk format.Block, at *Progress) error {
	if blk.Table == format.TableNode {
		if ld.f.b.opts.hook != nil || ld.plan.parents != nil {
			piecesAdd(&ld.nodes, format.FixedRows[format.NodeRow](blk.Data))
		}
		return nil
	}
	tp := &ld.plan.tables[blk.Table]
	if tp.store < 0 {
		return nil
	}
	at.Rows += uint64(blk.Rows)
	p := ld.in[len(ld.in)-1].part(blk.Table)
	row, data := int(blk.First-p.first), blk.Data
	if tp.convert == nil {
		return ld.put(p, row, data)
	}
	return ld.convert(blk.Table, row, data, func(row int, rows []byte) error { return ld.put(p, row, rows) })
}

// put relocates rows, the first of which is row of the chunk, and copies them to their
// places.
func (ld *chunkLoad) put(p *chunkPart, row int, rows []byte) error {
	tp := &ld.plan.tables[p.table]
	if err := ld.relocate(p, row, rows); err != nil {
		return err
	}
	if err := fillRows(ld.f.b.stores[tp.store], p.r, row, tp.stride, rows); err != nil {
		return ld.plan.fault(p.table, err)
	}
	return nil
}

// rollback gives all rows back.
func (ld *chunkLoad) rollback() {
	ld.f.b.mu.Lock()
	defer ld.f.b.mu.Unlock()
	ld.giveBack()
}

// giveBack is rollback for callers that hold Binding.mu.
func (ld *chunkLoad) giveBack() {
	for i := len(ld.in) - 1; i >= 0; i-- {
		ld.in[i].release(ld.f)
	}
	ld.end()
}

// end leaves the buffers to the next load, if there may be one.
func (ld *chunkLoad) end() {
	ld.sort.reset()
	if ld.in = nil; !ld.f.closed {
		ld.f.spare = ld
	}
}

// commit makes the rows of the chunks alive, and joins references between them and the
// other loaded chunks.
func (ld *chunkLoad) commit(ctx context.Context) error {
	f, in := ld.f, ld.in
	switch {
	case f.closed:
		ld.rollback()
		return wrap("load", errFileClosed)
	case f.chunks[ld.r.chunks[0]] != nil: // another load of the label came first
		ld.rollback()
		return nil
	}
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	if err := cmp.Or(f.b.notClosed(), f.textOpen()); err != nil {
		ld.giveBack()
		return wrap("load", err)
	}
	defer ld.end()
	seen := false
	for _, c := range in {
		f.chunks[c.chunk] = c
		f.tie(c)
	}
	defer func() {
		if !seen { // even if a store or the hook panics
			f.drop(ld.r.chunks)
		}
	}()
	for _, c := range in {
		for i := range c.parts {
			f.b.stores[f.plan.tables[c.parts[i].table].store].Commit(c.parts[i].r)
		}
	}
	for _, c := range in {
		f.link(c.chunk, true)
		if ld.turns != f.turns {
			f.relink(c)
		}
	}
	f.turns++
	if err := ld.callHook(ctx); err != nil {
		return err
	}
	f.b.opts.logChunk(ctx, "chunk loaded", f, ld.r, ld.dropped)
	seen = true
	return nil
}

// callHook calls the hook for the chunks' nodes.
func (ld *chunkLoad) callHook(ctx context.Context) error {
	f := ld.f
	if f.b.opts.hook == nil {
		return nil
	}
	begin := 0
	for _, c := range ld.in {
		end := begin + int(f.src.Chunks()[c.chunk].Nodes)
		err := f.b.tellNodes(ctx, f.plan, piecesBetween(&ld.nodes, begin, end), ld.firstRowsOf(c), func(table int, row uint32) store.AnyHandle {
			p, _ := f.place(table, row)
			return f.handle(p, table, row)
		})
		if err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// firstRowsOf returns, by table of the file, the first row of a chunk.
func (ld *chunkLoad) firstRowsOf(c *loadedChunk) []uint32 {
	rows := ld.firstRows()
	for i := range c.parts {
		rows[c.parts[i].table] = c.parts[i].first
	}
	return rows
}
