package loader

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

var (
	// ErrNoChunk marks a label that no chunk of the file has.
	ErrNoChunk = errors.New("no chunk has this label")
	// ErrKeeps marks an Open through a Binding with KeepNodes or Reloadable.
	ErrKeeps = errors.New("a level that is loaded chunk by chunk keeps neither nodes nor rows: bind without KeepNodes and Reloadable")
)

// File is a level that is loaded and unloaded chunk by chunk, as a game streams
// the regions around its player. Opening it brings the strings and ids of the
// level into the world. Loading a chunk costs its own blocks; nothing else is
// read.
//
//	f, err := b.Open(ctx, file, size)
//	for _, c := range f.Chunks() { // which to load is the game's choice
//		if near(c.Label) {
//			err = f.Load(ctx, c.Label) // or Start, a step in each frame
//		}
//	}
//
// # References between chunks
//
// A reference to a node whose chunk is not loaded is pending
// ([store.Handle.Pending]): it resolves nowhere, but is neither nil nor dead.
// When the chunk is loaded, the reference becomes the node's handle, where the
// level has it. When the chunk is unloaded again, handles of its nodes that the
// game has copied die. Those that stand where the level has them, in rows of other
// chunks, are pending again. A field that the game has set to something else
// meanwhile is left alone.
//
// A copy of a pending reference, in another field or a variable of the game, stays
// pending, because the File does not know of it. [File.Resolve] returns the node's
// handle for it once the chunk is loaded. [File.ChunkOf] says which chunk a pending
// reference waits for.
//
// # What a File does not do
//
// Nodes that come in chunks lose only what ties chunks together. The parent that
// a hook is told of is nil if it stands in an earlier chunk, and the depth counts
// from there. The order of the nodes is not kept, nor are rows for Reload. Open
// refuses a Binding with KeepNodes or Reloadable, with an error that wraps
// ErrKeeps. If the world loads other levels with these options, bind it a second
// time without them. Two Bindings do not wait for each other, so the caller must
// not let their loads overlap. Binding.Save writes the nodes of a File as it does
// those of the game's own.
//
// Open makes a File. The zero File has no chunks, no ids and no metadata, and its Close
// does nothing.
//
// A File is for one goroutine at a time. Several Files and Levels may load into
// one world in parallel, see Binding; only Find must not run beside the loads of others.
// In a hook of OnNode, Open, and the Load, Unload and Close of a File, block forever.
type File struct {
	b        *Binding
	src      *format.File
	name     string // of the file, if the source is one
	meta     format.Props
	plan     *plan
	skips    []int      // tables of the file whose blocks a load of chunks does not read
	spare    *chunkLoad // for the next load; nil while one is under way
	regions  []region
	labels   map[string]int // by label: index of its region
	regionOf []uint32       // by chunk of the file
	chunks   []*loadedChunk // by chunk of the file; nil while it is not loaded
	into     []*tie         // by chunk of the file: references of loaded chunks that lead there
	places   [][]tablePart  // by table of the file: which chunk has which rows
	paths    [][]fileRow    // by chunk of the file: what encloses its first node; see readPaths
	passed   []int          // see readOnly
	taken    int64          // of the budget, by Open
	strings  levelStrings
	ids      []fileID
	many     bool // more than one chunk has ids
	turns    uint // how often chunks came or went
	closed   bool
}

// region is the chunks of one label.
type region struct {
	Chunk
	chunks []int
}

// Chunk describes the chunks of one label.
type Chunk struct {
	Label string
	Nodes int   // including those of kinds that the world does not have or skips
	Bytes int64 // in the file
	Size  int64 // decoded
}

// tablePart is consecutive rows of a table in one chunk.
type tablePart struct {
	first, n uint32
	chunk    int
}

// inChunk orders parts by their chunks.
func (p tablePart) inChunk(chunk int) int { return p.chunk - chunk }

// fileID is an entry of the level's ids, ascending by the string's bytes.
type fileID struct {
	id    store.Str
	row   uint32
	table uint16
}

// Open binds the world and opens a level of size bytes to be loaded chunk by
// chunk. To open more than one level, Bind once and use Binding.Open.
func Open(ctx context.Context, src io.ReaderAt, size int64, world any, opts ...Option) (*File, error) {
	b, err := Bind(world, opts...)
	if err != nil {
		return nil, err
	}
	return b.Open(ctx, src, size)
}

// Open opens a level of size bytes. It reads the head of the file, the strings and the
// ids; no node is in the world yet. If the world has a parent field that the level
// lacks, it reads the tree of the nodes as well. src must stay open until Close.
func (b *Binding) Open(ctx context.Context, src io.ReaderAt, size int64) (*File, error) {
	f, err := b.openFile(ctx, src, size)
	return f, inSource(src, err)
}

func (b *Binding) openFile(ctx context.Context, src io.ReaderAt, size int64) (*File, error) {
	if b.opts.keepNodes {
		return nil, &Error{Op: "open", Err: ErrKeeps}
	}
	if err := cmp.Or(b.bound(), ctx.Err()); err != nil {
		return nil, wrap("open", err)
	}
	ff, err := format.OpenFile(src, size, b.opts.format)
	if err != nil {
		return nil, wrap("open", err)
	}
	f := &File{b: b, src: ff, name: fileName(src), meta: ff.Meta(), chunks: make([]*loadedChunk, len(ff.Chunks())), into: make([]*tie, len(ff.Chunks()))}
	if f.plan, err = sharedPlan(b, ff.Schema()); err != nil {
		return nil, wrapAs("open", err)
	}
	f.spare = &chunkLoad{f: f, lane: lane{plan: f.plan}}
	for t := range f.plan.tables {
		if f.spare.skips(t) {
			f.skips = append(f.skips, t)
		}
	}
	f.index()
	if err := f.fill(ctx); err != nil {
		return nil, wrapAs("open", err)
	}
	return f, nil
}

// fill loads the strings and the ids, or nothing.
func (f *File) fill(ctx context.Context) error {
	if err := f.b.enter(); err != nil {
		return err
	}
	defer f.b.leave()
	read := false
	defer func() {
		if !read { // even if the source panics
			f.dropStrings()
		}
	}()
	if err := f.reserveStrings(); err != nil {
		return err
	}
	if err := f.readStrings(ctx); err != nil {
		return err
	}
	if err := f.readPaths(ctx); err != nil {
		return err
	}
	b := f.b
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := f.group(); err != nil {
		return err
	}
	if hasStrings(f.strings.StringRange) {
		b.strings.Commit(f.strings.StringRange)
	}
	if f.many {
		slices.SortStableFunc(f.ids, func(x, y fileID) int { return cmp.Compare(b.strings.Get(x.id), b.strings.Get(y.id)) })
	}
	read = true
	return nil
}

func (f *File) dropStrings() {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	if hasStrings(f.strings.StringRange) {
		f.b.strings.Release(f.strings.StringRange)
	}
}

// textOpen returns an error if the game has closed the store that has the file's strings: a
// chunk's rows would name strings that are gone.
func (f *File) textOpen() error {
	if hasStrings(f.strings.StringRange) && isClosed(f.b.strings) {
		return &Error{Op: "load", Table: "$str", Err: store.ErrClosed}
	}
	return nil
}

// index notes which chunk has which rows.
func (f *File) index() {
	f.places = make([][]tablePart, len(f.plan.tables))
	blocks := f.src.Blocks()
	for i := range blocks {
		bi := &blocks[i]
		p := f.places[bi.Table]
		if k := len(p); k > 0 && p[k-1].chunk == bi.Chunk {
			p[k-1].n += bi.Rows
			continue
		}
		f.places[bi.Table] = append(p, tablePart{first: bi.First, n: bi.Rows, chunk: bi.Chunk})
	}
}

// blocksOf returns the blocks of a chunk.
func (f *File) blocksOf(chunk int) []format.BlockInfo {
	blocks := f.src.Blocks()
	i, _ := slices.BinarySearchFunc(blocks, chunk, func(bi format.BlockInfo, chunk int) int { return bi.Chunk - chunk })
	return blocks[i:][:f.src.Chunks()[chunk].Blocks]
}

// place finds the part of a table that has a given row.
func (f *File) place(table int, row uint32) (tablePart, bool) {
	parts := f.places[table]
	i, ok := slices.BinarySearchFunc(parts, row, func(p tablePart, row uint32) int {
		switch {
		case p.first > row:
			return 1
		case row-p.first >= p.n:
			return -1
		}
		return 0
	})
	if !ok {
		return tablePart{}, false
	}
	return parts[i], true
}

func (f *File) reserveStrings() error {
	b, ids := f.b, f.src.Rows(format.TableIDs)
	b.mu.Lock()
	defer b.mu.Unlock()
	strs := b.stringsFor(ids > 0)
	if strs == nil {
		return nil
	}
	for _, bi := range f.src.Blocks() {
		switch bi.Table {
		case format.TableBytes, format.TableStr, format.TableIDs:
			f.taken += int64(bi.Raw)
		}
	}
	if err := f.src.Allow(f.taken, "strings and ids"); err != nil {
		return err
	}
	var err error
	f.strings, err = f.plan.defaults.reserve(strs, f.src.Rows(format.TableStr), f.src.Rows(format.TableBytes))
	if err != nil {
		return &Error{Op: "open", Table: "$str", Err: err}
	}
	return nil
}

// readStrings reads what all chunks need, wherever it is; writers put it into the first
// chunk. It also checks rows that the world has no store for, as Load does.
func (f *File) readStrings(ctx context.Context) error {
	tables := []int{format.TableBytes, format.TableStr, format.TableIDs}
	for chunk := range f.chunks {
		here := func(table int) bool {
			_, ok := slices.BinarySearchFunc(f.places[table], chunk, tablePart.inChunk)
			return ok
		}
		if !slices.ContainsFunc(tables, here) {
			continue
		}
		before := len(f.ids)
		if err := f.readOnly(ctx, chunk, f.takeStrings, tables...); err != nil {
			return err
		}
		f.many = f.many || before > 0 && len(f.ids) > before
	}
	return nil
}

// readOnly reads the blocks of some tables of a chunk.
func (f *File) readOnly(ctx context.Context, chunk int, take func(format.Block) error, tables ...int) error {
	f.passed = f.passed[:0]
	for _, bi := range f.blocksOf(chunk) {
		if !slices.Contains(tables, bi.Table) {
			f.passed = append(f.passed, bi.Table)
		}
	}
	read := &f.spare.read
	if err := read.Reset(f.src, chunk, f.passed...); err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		blk, err := read.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = take(blk)
		}
		if err != nil {
			return err
		}
	}
}

// takeStrings puts a block of strings or ids in place.
func (f *File) takeStrings(blk format.Block) error {
	if !hasStrings(f.strings.StringRange) {
		return nil
	}
	switch blk.Table {
	case format.TableBytes:
		return f.b.placeText(f.strings.StringRange, blk)
	case format.TableStr:
		return f.b.placeStrings(f.strings.StringRange, blk.First, blk.Data)
	case format.TableIDs:
		f.takeIDs(format.FixedRows[format.IDRow](blk.Data))
	}
	return nil
}

// takeIDs keeps rows of $id.
func (f *File) takeIDs(rows []format.IDRow) {
	f.ids = slices.Grow(f.ids, len(rows))
	for i := range rows {
		id := &rows[i]
		if str := id.Str(); f.plan.storeOf(id.Table()) >= 0 {
			f.ids = append(f.ids, fileID{id: store.StrFromID(str + f.strings.str&nonZero(str)), row: id.Row(), table: id.Table()})
		}
	}
}

// group joins chunks of the same label. The caller holds Binding.mu.
func (f *File) group() error {
	f.labels = map[string]int{} // by text, because a file may have a label more than once
	chunks, blocks := f.src.Chunks(), f.src.Blocks()
	f.regionOf = make([]uint32, len(chunks))
	for i, c := range chunks {
		label, err := f.label(i, c.Label)
		if err != nil {
			return err
		}
		k, ok := f.labels[label]
		if !ok {
			label = strings.Clone(label) // the world may be closed before the File
			k = len(f.regions)
			f.labels[label] = k
			f.regions = append(f.regions, region{Chunk: Chunk{Label: label}})
		}
		f.regionOf[i] = uint32(k)
		r := &f.regions[k]
		r.chunks = append(r.chunks, i)
		r.Nodes += int(c.Nodes)
		for _, bi := range blocks[:c.Blocks] {
			r.Bytes += int64(bi.Stored)
			r.Size += int64(bi.Raw)
		}
		blocks = blocks[c.Blocks:]
	}
	return nil
}

// label returns a chunk's label, from the world's strings if it has any.
func (f *File) label(chunk int, id uint32) (string, error) {
	switch {
	case id == 0:
		return "", nil
	case hasStrings(f.strings.StringRange):
		return f.b.strings.Get(store.StrFromID(id + f.strings.str)), nil
	}
	return f.src.Label(chunk)
}

// Chunks returns what the file can load, in the order of the file. Most files begin
// with a chunk without a label, "", which has the strings and the nodes that belong to
// no region. The caller may change the slice.
func (f *File) Chunks() []Chunk {
	out := make([]Chunk, len(f.regions))
	for i := range f.regions {
		out[i] = f.regions[i].Chunk
	}
	return out
}

// Meta returns the file's metadata: what a program that writes levels has put into
// format.WriterOptions.Meta, such as the bounds of the regions. levelc build writes none.
func (f *File) Meta() format.Props {
	return f.meta
}

// ChunkOf returns the label of the chunk that a pending reference leads into: what to
// load when somebody goes through a door to another region.
//
//	if door.Leads.Pending() {
//		label, _ := f.ChunkOf(w.Doors.Any(door.Leads))
//		err = f.Load(ctx, label) // door.Leads is a handle now
//	}
//
// The reference has to be from a row of this level, or what Find has returned: a pending
// reference does not say to which file it belongs. ok is false if it is not pending, or
// names nothing here. ChunkOf takes a pass over the kinds of the file and a binary search,
// and does not allocate.
func (f *File) ChunkOf(ref store.AnyHandle) (label string, ok bool) {
	p, _, ok := f.placeOf(ref)
	if !ok {
		return "", false
	}
	return f.regions[f.regionOf[p.chunk]].Label, true
}

// Resolve returns the node's handle for a pending reference that the game has kept, if the
// chunk of the node is loaded by now. If the node was removed since, its handle is dead,
// and ok is true all the same. In all other cases ok is false and Resolve returns ref as
// it is: it is not pending, its chunk is not loaded, it names nothing here, or the File or
// its Binding is closed.
//
//	h, _ := f.Resolve(w.Items.Any(room.Best)) // a copy from before its chunk was loaded
//	room.Best, _ = w.Items.FromAny(h)
//
// As for ChunkOf, the reference has to be of this file. That of another one, which may have
// a row with the same number, would be taken for one of this. Resolve takes a pass over the
// kinds of the file and two binary searches, and does not allocate. It reads nothing but
// the File, so it is for the goroutine of the File, where a hook of OnNode may call it.
func (f *File) Resolve(ref store.AnyHandle) (h store.AnyHandle, ok bool) {
	p, table, ok := f.placeOf(ref)
	if !ok || f.chunks[p.chunk] == nil || f.b.closed.Load() {
		return ref, false
	}
	return f.handle(p, table, ref.Index()-1), true
}

// placeOf finds the table and the part of it that have the row of a pending reference.
func (f *File) placeOf(ref store.AnyHandle) (p tablePart, table int, ok bool) {
	if !ref.Pending() || ref.Kind() == 0 || f.closed || f.plan == nil {
		return tablePart{}, 0, false
	}
	for t := range f.plan.tables {
		if f.plan.tables[t].store != int(ref.Kind())-1 || f.plan.schema.Tables[t].Class != format.ClassNode {
			continue
		}
		if p, ok := f.place(t, ref.Index()-1); ok {
			return p, t, true
		}
	}
	return tablePart{}, 0, false
}

// handle returns the handle of a row in part p, which is pending while the chunk is not
// loaded.
func (f *File) handle(p tablePart, table int, row uint32) store.AnyHandle {
	kind := uint16(f.plan.tables[table].store + 1)
	if c := f.chunks[p.chunk]; c != nil {
		return c.part(table).handle(kind, row)
	}
	return store.AnyFromBits(kind, uint64(row)+1)
}

// Close unloads all chunks and removes the strings of the level from the world. The
// caller closes the file itself. A second Close does nothing and returns nil, as that of
// a Binding does, so that it can be deferred; the Unload of a Level returns an error.
func (f *File) Close() error {
	if f.closed || f.b == nil { // the zero File has no level
		return nil
	}
	f.closed = true
	b := f.b
	b.mu.Lock()
	defer b.mu.Unlock()
	var gone []*region // what the logger is to hear of
	for i := range f.regions {
		if r := &f.regions[i]; f.chunks[r.chunks[0]] != nil && b.opts.log != nil && !b.closed.Load() {
			gone = append(gone, r)
		}
	}
	for i := len(f.chunks) - 1; i >= 0; i-- {
		if c := f.chunks[i]; c != nil {
			c.release(f)
			f.chunks[i] = nil
		}
	}
	if hasStrings(f.strings.StringRange) {
		b.strings.Release(f.strings.StringRange)
	}
	// A game may keep the File. The source may be the whole file in memory.
	f.src, f.spare, f.ids, f.regions, f.regionOf, f.labels = nil, nil, nil, nil, nil, nil
	f.chunks, f.into, f.places, f.paths = nil, nil, nil, nil
	for _, r := range gone { // they are, even if the logger's handler panics
		b.opts.logChunk(context.Background(), "chunk unloaded", f, r, 0)
	}
	return nil
}
