package loader

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/levelc/levelc/store"
)

// loadedChunk is the rows of a chunk in the stores.
type loadedChunk struct {
	chunk int
	parts []chunkPart // ascending by table
	out   []crossRef  // those into one chunk together
	ties  []tie       // out, by that chunk; others point to them while the chunk is in the world
}

// chunkPart is a chunk's rows of one table.
type chunkPart struct {
	tablePart
	table int
	r     store.Range
}

// noRows is the part of a table that a chunk has no rows of.
var noRows chunkPart

// part returns the chunk's rows of a table, perhaps none. It must not be modified.
func (c *loadedChunk) part(table int) *chunkPart {
	i, ok := slices.BinarySearchFunc(c.parts, table, func(p chunkPart, table int) int { return p.table - table })
	if !ok {
		return &noRows
	}
	return &c.parts[i]
}

// handle returns the handle of a row of the file, which must be in the part.
func (p *chunkPart) handle(kind uint16, row uint32) store.AnyHandle {
	return store.AnyFromBits(kind, uint64(p.r.Gen)<<32|uint64(p.r.First+row-p.first))
}

// Load loads the chunks of a label into the world: all of their rows, or none on an
// error and when ctx is cancelled. References into them, in rows of loaded chunks,
// become handles. If the chunks are already loaded, nothing happens. If the game has closed
// the world's Strings, the error is [store.ErrClosed].
//
// Load reads the chunks' own blocks, once, and takes no longer in a file with
// many other chunks. A reference that leads into another chunk costs 20 bytes of
// memory while its own chunk is loaded; each chunk that such references lead into
// costs 32. Start does the same in steps.
func (f *File) Load(ctx context.Context, label string) error {
	return inFile(f.name, f.load(ctx, label))
}

func (f *File) load(ctx context.Context, label string) error {
	ld, err := f.begin(label)
	if ld == nil { // loaded already, or an error
		return wrap("load", err)
	}
	read := false
	defer func() {
		if !read { // even if the source panics
			ld.rollback()
		}
	}()
	var at Progress
	for err == nil {
		if err = ctx.Err(); err == nil {
			err = ld.next(&at)
		}
	}
	if err != io.EOF {
		return wrap("load", err)
	}
	read = true
	return ld.commit(ctx)
}

// Unload removes the chunks of a label from the world. Handles of their nodes die;
// references to them, in rows of chunks that stay, become pending again. If the chunks
// are not loaded, it returns an error that wraps ErrUnloaded. The Close of the Binding has
// removed them already: the first Unload after it returns nil.
func (f *File) Unload(label string) error {
	r, err := f.region("unload", label)
	if err == nil && f.chunks[r.chunks[0]] == nil {
		err = &Error{Op: "unload", Err: fmt.Errorf("chunk %q is %w", label, ErrUnloaded)}
	}
	if err != nil {
		return inFile(f.name, err)
	}
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	f.drop(r.chunks)
	f.b.opts.logChunk(context.Background(), "chunk unloaded", f, r, 0)
	return nil
}

// drop removes chunks from the stores. The caller holds Binding.mu.
func (f *File) drop(chunks []int) {
	for _, k := range chunks {
		f.link(k, false)
	}
	for i := len(chunks) - 1; i >= 0; i-- {
		f.untie(f.chunks[chunks[i]])
		f.chunks[chunks[i]].release(f)
		f.chunks[chunks[i]] = nil
	}
	f.turns++
}

// Loaded reports whether the chunks of a label are in the world. After the Close of the
// File or the Binding none are, and those of a label that the file does not have never are.
// It does not allocate.
func (f *File) Loaded(label string) bool {
	i, ok := f.labels[label] // which a closed File has none of
	return ok && f.chunks[f.regions[i].chunks[0]] != nil && !f.b.closed.Load()
}

func (f *File) region(op, label string) (*region, error) {
	if f.closed {
		return nil, &Error{Op: op, Err: errFileClosed}
	}
	if i, ok := f.labels[label]; ok {
		return &f.regions[i], nil
	}
	return nil, &Error{Op: op, Err: fmt.Errorf("%w: %q; %s", ErrNoChunk, label, f.labelsSay())}
}

// labelsSay says for an error which labels the file has, if they are few.
func (f *File) labelsSay() string {
	const few, mostShown = 8, 40 // labels, and characters of each
	n := len(f.regions)
	if n == 0 || n > few {
		return fmt.Sprintf("File.Chunks lists the %d that the file has", n)
	}
	var list strings.Builder
	for i := range f.regions {
		fmt.Fprintf(&list, " %.*q,", mostShown, f.regions[i].Label)
	}
	return "the file has" + strings.TrimSuffix(list.String(), ",") + ": see File.Chunks"
}

// reserve reserves rows for all tables of the chunk that the world has.
func (c *loadedChunk) reserve(f *File) error {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	for blocks := f.blocksOf(c.chunk); len(blocks) > 0; {
		p := chunkPart{tablePart: tablePart{first: blocks[0].First, chunk: c.chunk}, table: blocks[0].Table}
		for len(blocks) > 0 && blocks[0].Table == p.table {
			p.n += blocks[0].Rows
			blocks = blocks[1:]
		}
		tp := &f.plan.tables[p.table]
		if tp.store < 0 {
			continue
		}
		var err error
		if p.r, err = f.b.stores[tp.store].Reserve(int(p.n)); err != nil {
			return f.plan.fault(p.table, err)
		}
		c.parts = append(c.parts, p)
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
