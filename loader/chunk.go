package loader

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// loadedChunk is the rows that a chunk has in the stores.
type loadedChunk struct {
	chunk int
	parts []chunkPart // ascending by table
	out   []crossRef  // ascending by the chunk that they lead to
}

// chunkPart is a chunk's rows of one table.
type chunkPart struct {
	tablePart
	table int
	r     store.Range
}

// part is the chunk's rows of a table, none where it has none.
func (c *loadedChunk) part(table int) *chunkPart {
	i, ok := slices.BinarySearchFunc(c.parts, table, func(p chunkPart, table int) int { return p.table - table })
	if !ok {
		return new(chunkPart)
	}
	return &c.parts[i]
}

// handle is that of a row of the file that the part has.
func (p *chunkPart) handle(kind uint16, row uint32) store.AnyHandle {
	return store.AnyFromBits(kind, uint64(p.r.Gen)<<32|uint64(p.r.First+row-p.first))
}

// Load brings the chunks of a label into the world: all of their rows or, on
// an error and when ctx is cancelled, none. References into them, in rows of
// chunks that are loaded, resolve. Where they are loaded already nothing happens.
//
// It reads the chunks' own blocks, once. A reference that leads into another
// chunk costs 24 bytes of memory while its chunk is loaded.
func (f *File) Load(ctx context.Context, label string) error {
	r, err := f.region("load", label)
	if err != nil {
		return err
	}
	if f.chunks[r.chunks[0]] != nil {
		return nil // those of a label come and go together
	}
	if err := f.src.Allow(r.Size, fmt.Sprintf("the chunks %q", label)); err != nil {
		return wrap("load", err)
	}
	var in []*loadedChunk
	f.nodes, f.dropped = f.nodes[:0], 0
	for _, k := range r.chunks {
		c, err := f.loadChunk(ctx, k)
		if err != nil {
			f.b.mu.Lock()
			defer f.b.mu.Unlock()
			for i := len(in) - 1; i >= 0; i-- {
				in[i].release(f)
			}
			return wrap("load", err)
		}
		in = append(in, c)
	}
	if err := f.commit(in); err != nil {
		return err
	}
	f.b.opts.logChunk(ctx, "chunk loaded", r, f.dropped)
	return nil
}

// Unload removes the chunks of a label from the world. Handles of their nodes
// die; references to them, in rows of chunks that stay, are pending again. It
// returns an error that wraps ErrUnloaded where they are not loaded.
func (f *File) Unload(label string) error {
	r, err := f.region("unload", label)
	if err != nil {
		return err
	}
	if f.chunks[r.chunks[0]] == nil {
		return &Error{Op: "unload", Err: fmt.Errorf("chunk %q: %w", label, ErrUnloaded)}
	}
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	f.drop(r.chunks)
	f.b.opts.logChunk(context.Background(), "chunk unloaded", r, 0)
	return nil
}

// drop takes chunks out of the stores. The caller holds Binding.mu.
func (f *File) drop(chunks []int) {
	for _, k := range chunks {
		f.link(k, false)
	}
	for i := len(chunks) - 1; i >= 0; i-- {
		f.chunks[chunks[i]].release(f)
		f.chunks[chunks[i]] = nil
	}
}

// Loaded reports whether the chunks of a label are in the world.
func (f *File) Loaded(label string) bool {
	r, err := f.region("load", label)
	return err == nil && f.chunks[r.chunks[0]] != nil
}

func (f *File) region(op, label string) (*region, error) {
	if f.closed {
		return nil, &Error{Op: op, Err: fmt.Errorf("the file is closed: %w", ErrUnloaded)}
	}
	for i := range f.regions {
		if f.regions[i].Label == label {
			return &f.regions[i], nil
		}
	}
	return nil, &Error{Op: op, Err: fmt.Errorf("%w: %q", ErrNoChunk, label)}
}

// loadChunk reads a chunk into reserved rows.
func (f *File) loadChunk(ctx context.Context, chunk int) (*loadedChunk, error) {
	if err := f.read.Reset(f.src, chunk); err != nil {
		return nil, err
	}
	for _, t := range [3]int{format.TableBytes, format.TableStr, format.TableIDs} {
		f.read.Skip(t)
	}
	if f.b.opts.format.Check != format.CheckFull {
		f.read.Skip(format.TableProp)
		f.read.Skip(format.TablePropBytes)
		f.read.Skip(format.TableSrc)
	}
	for t, skip := range f.plan.skipped {
		if skip {
			f.read.Skip(t)
		}
	}
	c := &loadedChunk{chunk: chunk}
	err := c.reserve(f)
	for err == nil {
		if err = ctx.Err(); err == nil {
			err = c.next(f)
		}
	}
	if err != io.EOF {
		f.b.mu.Lock()
		defer f.b.mu.Unlock()
		c.release(f)
		return nil, err
	}
	slices.SortStableFunc(c.out, func(x, y crossRef) int { return int(x.chunk) - int(y.chunk) })
	return c, nil
}

// reserve takes rows for all tables of the chunk that the world has.
func (c *loadedChunk) reserve(f *File) error {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	for t := range f.places {
		tp := &f.plan.tables[t]
		if tp.store < 0 {
			continue
		}
		k, ok := slices.BinarySearchFunc(f.places[t], c.chunk, tablePart.inChunk)
		if !ok {
			continue
		}
		p := f.places[t][k]
		r, err := f.b.stores[tp.store].Reserve(int(p.n))
		if err != nil {
			return &Error{Op: "load", Table: f.plan.schema.Tables[t].Name, Err: err}
		}
		c.parts = append(c.parts, chunkPart{tablePart: p, table: t, r: r})
	}
	return nil
}

// release gives the rows back, committed or not, in the reverse order of their
// reservation. The caller holds Binding.mu.
func (c *loadedChunk) release(f *File) {
	for i := len(c.parts) - 1; i >= 0; i-- {
		p := &c.parts[i]
		f.b.stores[f.plan.tables[p.table].store].Release(p.r)
	}
}

// next brings one block into its place.
func (c *loadedChunk) next(f *File) error {
	blk, err := f.read.Next()
	if err != nil {
		return err
	}
	if blk.Table == format.TableNode {
		if f.b.opts.hook != nil {
			f.nodes = append(f.nodes, blk.Data...)
		}
		return nil
	}
	tp := &f.plan.tables[blk.Table]
	if tp.store < 0 {
		return nil
	}
	p := c.part(blk.Table)
	row, data := int(blk.First-p.first), blk.Data
	if tp.convert == nil {
		return c.put(f, p, row, data)
	}
	from := int(f.plan.schema.Tables[blk.Table].Stride)
	for piece := max(1, convertBytes/max(from, tp.stride)); len(data) > 0; {
		n := min(piece, len(data)/from)
		out := f.scratch(n * tp.stride)
		if err := tp.convert.Convert(out, data[:n*from], n); err != nil {
			return err
		}
		if err := c.put(f, p, row, out); err != nil {
			return err
		}
		row, data = row+n, data[n*from:]
	}
	return nil
}

// put relocates rows, the chunk's from row on, and copies them to where they
// stay.
func (c *loadedChunk) put(f *File, p *chunkPart, row int, rows []byte) error {
	tp := &f.plan.tables[p.table]
	if err := c.relocate(f, p, row, rows); err != nil {
		return err
	}
	st := f.b.stores[tp.store]
	for len(rows) > 0 {
		dst, err := st.Bytes(p.r, row, len(rows)/tp.stride)
		if err != nil {
			return &Error{Op: "load", Table: f.plan.schema.Tables[p.table].Name, Err: err}
		}
		n := copy(dst, rows)
		row, rows = row+n/tp.stride, rows[n:]
	}
	return nil
}

// commit makes the rows of chunks alive and joins them to those that are there.
func (f *File) commit(in []*loadedChunk) error {
	b := f.b
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range in {
		for i := range c.parts {
			b.stores[f.plan.tables[c.parts[i].table].store].Commit(c.parts[i].r)
		}
		f.chunks[c.chunk] = c
	}
	for _, c := range in {
		f.link(c.chunk, true)
	}
	err := f.callHook(in)
	if err != nil {
		chunks := make([]int, len(in))
		for i, c := range in {
			chunks[i] = c.chunk
		}
		f.drop(chunks)
	}
	return err
}

// callHook tells the game of the chunks' nodes, whose rows of $node are f.nodes.
func (f *File) callHook(in []*loadedChunk) error {
	if f.b.opts.hook == nil {
		return nil
	}
	nodes := f.nodes
	for _, c := range in {
		n := 4 * int(f.src.Chunks()[c.chunk].Nodes)
		rows := make([]uint32, len(f.plan.tables))
		for i := range c.parts {
			rows[c.parts[i].table] = c.parts[i].first
		}
		err := f.b.tellNodes(f.plan, nodes[:n], rows, func(table int, row uint32) store.AnyHandle {
			p, _ := f.place(table, row)
			return f.handle(p, table, row)
		})
		if err != nil {
			return err
		}
		nodes = nodes[n:]
	}
	return nil
}
