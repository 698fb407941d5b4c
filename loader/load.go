package loader

import (
	"context"
	"io"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// Load binds the world and loads one level into it. To load more than one
// level, Bind once and use Binding.Load.
func Load(ctx context.Context, src io.Reader, world any, opts ...Option) (*Level, error) {
	b, err := Bind(world, opts...)
	if err != nil {
		return nil, err
	}
	return b.Load(ctx, src)
}

// Load streams a level from src into the stores of the world. It returns a Level,
// which answers questions about the level and can unload it. src is read once, to
// its end; a pipe or a network stream will do.
//
// Two goroutines read a large level. If src is an io.ReaderAt and an io.Seeker,
// as a file is, they read at the same time, by ReadAt; otherwise they read in
// turns and forward. Both have ended when Load returns.
//
// A load allocates a fixed number of times, whatever the size of the level. With
// KeepNodes, Reloadable or OnNode it also does so once for every few thousand
// nodes, and with Reloadable for each 256 KiB of rows. Loading into memory that an
// unloaded level left behind allocates almost nothing. On any error, and when ctx
// is cancelled, the stores are as they were before. ctx is looked at before each
// block of rows, and now and then between calls of a hook of OnNode; a Read that blocks is
// not interrupted, so to give up a source that is stuck, close it. In a hook, loading by any
// method of the Binding blocks forever.
func (b *Binding) Load(ctx context.Context, src io.Reader) (*Level, error) {
	l, err := b.load(ctx, src, nil)
	return l, inSource(src, err)
}

// load is Load, of a file if there is one; see begin.
func (b *Binding) load(ctx context.Context, src io.Reader, file *os.File) (*Level, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap("load", err)
	}
	ld, err := b.begin(src, file)
	if err != nil {
		return nil, wrap("load", err)
	}
	return ld.run(ctx)
}

// run reads all blocks and commits the level.
func (ld *load) run(ctx context.Context) (*Level, error) {
	read := false
	defer func() {
		if !read { // as when the source panics
			ld.rollback()
		}
	}()
	var at Progress
	for {
		err := ctx.Err()
		if err == nil {
			err = ld.next(&at)
		}
		switch {
		case err == io.EOF:
			read = true
			return ld.commit(ctx)
		case err != nil:
			return nil, wrap("load", err)
		}
	}
}

// load is a level on its way into the stores: its rows lie in reserved ranges,
// where nothing sees them yet.
type load struct {
	b *Binding
	*lane
	set  *rangeSet
	img  *image   // nil unless something of the file is kept
	file *os.File // nil unless rows may be mapped from it

	joining bool // all blocks have been read, and what is left is the image's; see join

	start   time.Time // for the log; zero without one
	name    string    // of the file, for the log
	dropped int       // references to skipped nodes that the logger is to hear of
}

// begin begins a load. Of a file, if there is one, rows may be mapped.
func (b *Binding) begin(src io.Reader, file *os.File) (*load, error) {
	if err := b.bound(); err != nil {
		return nil, err
	}
	ln := b.takeLane()
	if err := ln.open(b, src); err != nil {
		b.giveLane(ln)
		return nil, err
	}
	ld := &load{b: b, lane: ln, set: b.takeSet(ln.setSize())}
	ln.place(len(ln.plan.tables))
	if file != nil {
		ld.chooseMapped(file)
	}
	err := ld.reserve()
	if err == nil && file != nil {
		err = ld.mapTables()
	}
	if err != nil {
		ld.rollback()
		return nil, err
	}
	ld.prepareVectors()
	if b.opts.keepNodes {
		ld.img = newImage(b, ld.plan, ld.reader, b.opts.keepRows)
	}
	if b.opts.log != nil {
		ld.start, ld.name = time.Now(), fileName(src)
		if file != nil {
			ld.name = file.Name()
		}
	}
	return ld, nil
}

// zeroed returns s with n zero elements.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// reserve takes consecutive rows in the store of every table, so that a reference may
// point forward to a row that has not been read yet.
func (ld *load) reserve() error {
	b, set := ld.b, ld.set
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loads++ // commit or rollback ends it
	if err := b.notClosed(); err != nil {
		return err
	}
	at := &ld.at
	at.count(ld.plan.schema.Tables, ld.reader.Rows)
	for t := range ld.plan.tables {
		tp := &ld.plan.tables[t]
		n := ld.reader.Rows(t)
		if tp.store < 0 || n == 0 { // the world does not have the table, or skips it
			continue
		}
		r, err := ld.reserveRows(t, int(n))
		if err != nil {
			return ld.plan.fault(t, err)
		}
		ld.ranges[t] = r
		at.first[t], at.gen[t], at.kind[t] = r.First, r.Gen, uint16(tp.store+1)
		if own := (ownRange{tp.store, r}); ld.plan.schema.Tables[t].Class == format.ClassNode {
			set.nodes = append(set.nodes, nodeRange{own, at.below[t]})
		} else {
			set.elements = append(set.elements, own)
		}
	}
	strs, err := ld.plan.defaults.reserve(b.stringsFor(ld.wantsText()), ld.reader.Rows(format.TableStr), ld.reader.Rows(format.TableBytes))
	if err != nil {
		return &Error{Op: "load", Table: "$str", Err: err}
	}
	set.strings, at.str, at.more = strs.StringRange, strs.str, strs.more
	return nil
}

// wantsText reports whether the load needs strings of the file even if the world has none:
// for its ids, and for the labels of chunks if nodes are kept.
func (ld *load) wantsText() bool {
	return ld.reader.Rows(format.TableIDs) > 0 ||
		ld.b.opts.keepNodes && slices.ContainsFunc(ld.reader.Chunks(), func(c format.Chunk) bool { return c.Label != 0 })
}

// next reads one block, puts its rows in place and counts them. When there are no more
// blocks it does a piece of what is left for the image, and returns io.EOF if that is
// nothing.
func (ld *load) next(at *Progress) error {
	if ld.joining {
		return ld.join()
	}
	blk, err := ld.reader.NextInto(ld)
	if err == io.EOF {
		ld.joining = true
		return ld.join()
	}
	if err != nil {
		return err
	}
	at.Bytes = ld.readUpTo(blk.Offset)
	if ld.img != nil { // before the rows are relocated
		if err := ld.img.take(ld.b, ld.plan, blk); err != nil {
			return err
		}
	}
	set := ld.set
	switch {
	case blk.Table == format.TableBytes:
		if hasStrings(set.strings) && !blk.Placed {
			return ld.b.placeText(set.strings, blk)
		}
	case blk.Table == format.TableStr:
		if hasStrings(set.strings) {
			data := blk.Data
			if blk.Shared {
				data = append(ld.scratch(len(data))[:0], data...)
			}
			return ld.b.placeStrings(set.strings, blk.First, data)
		}
	case blk.Table == format.TableIDs:
		if hasStrings(set.strings) {
			// Never more than the bytes that have been read can account for.
			set.ids.expect(int(min(int64(ld.reader.Rows(format.TableIDs)), blk.Offset/int64(len(format.IDRow{})))))
			set.ids.add(format.FixedRows[format.IDRow](blk.Data), &ld.at)
		}
	case blk.Table == format.TableNode:
		if ld.img != nil || ld.b.opts.hook != nil || ld.plan.parents != nil {
			piecesAdd(&ld.nodes, format.FixedRows[format.NodeRow](blk.Data))
		}
	case ld.plan.schema.Tables[blk.Table].Class != format.ClassFixed:
		at.Rows += uint64(blk.Rows)
		return ld.placeRows(blk)
	}
	return nil
}

func (ld *load) join() error {
	if ld.img != nil && ld.img.join(ld.lane) {
		return nil
	}
	return io.EOF
}

// readUpTo returns where the block at an offset ends in the file. For a compressed
// block, the length of its rows does not tell that.
func (ld *load) readUpTo(offset int64) int64 {
	blocks := ld.reader.Blocks()
	k := sort.Search(len(blocks), func(k int) bool { return blocks[k].Offset >= offset })
	return offset + int64(blocks[k].Stored)
}

func (ld *load) placeRows(blk format.Block) error {
	tp := &ld.plan.tables[blk.Table]
	if tp.store < 0 || ld.isMapped(blk.Table) {
		return nil
	}
	r := ld.ranges[blk.Table]
	if tp.convert != nil {
		return ld.convert(blk.Table, int(blk.First), blk.Data, func(row int, rows []byte) error {
			if err := ld.relocate(blk.Table, rows); err != nil {
				return err
			}
			return ld.copyRows(tp, r, blk.Table, row, rows)
		})
	}
	if blk.Shared {
		return ld.copyShared(tp, r, blk)
	}
	if blk.Settled {
		return nil
	}
	if err := ld.relocate(blk.Table, blk.Data); err != nil || blk.Placed {
		return err
	}
	return ld.copyRows(tp, r, blk.Table, int(blk.First), blk.Data)
}

// Place returns the final memory of a long block's rows, so that they are read straight
// into it; see format.Placer.
func (ld *load) Place(table int, first, rows uint32) []byte {
	if table == format.TableBytes {
		return ld.placeForText(int(first), int(rows))
	}
	tp := &ld.plan.tables[table]
	if tp.store < 0 || tp.convert != nil || ld.isMapped(table) {
		return nil
	}
	dst, err := ld.b.stores[tp.store].Bytes(ld.ranges[table], int(first), int(rows))
	if err != nil || len(dst) != int(rows)*tp.stride {
		return nil
	}
	return dst
}

func (ld *load) placeForText(first, n int) []byte {
	if !hasStrings(ld.set.strings) {
		return nil
	}
	dst, err := ld.b.strings.TextBytes(ld.set.strings, first, n)
	if err != nil || len(dst) != n {
		return nil
	}
	return dst
}

// Settle relocates the rows of such a block. It leaves that to placeRows if references
// have to be dropped and counted, and if the image keeps the rows as they are in the
// file.
func (ld *load) Settle(table int, rows []byte) bool {
	if ld.img != nil && ld.img.rows {
		return false
	}
	tp := &ld.plan.tables[table]
	return len(tp.drops) == 0 && ld.relocate(table, rows) == nil
}

// relocate turns positions in the file into positions in the stores.
func (ld *load) relocate(table int, rows []byte) error {
	tp := &ld.plan.tables[table]
	if tp.verbatim() {
		return nil
	}
	words, n, err := ld.plan.dropRefs(tp, rows)
	if n > 0 { // never in Settle, which several goroutines call
		ld.dropped += n
	}
	if err != nil {
		return err
	}
	stride := uint(tp.stride) / 4
	loops, others := tp.reloc, words
	if c := ld.code[table]; c.to > 0 {
		others = tp.vectors.relocate(words, stride, ld.codes[c.from:c.to])
		for i := range tp.vectors.rest {
			tp.vectors.rest[i].apply(words[:len(words)-len(others)], stride, &ld.at)
		}
	}
	for i := range loops {
		loops[i].apply(others, stride, &ld.at)
	}
	for _, t := range tp.texts {
		t.fill(words, stride, ld.at.more)
	}
	return nil
}

// copyRows copies rows to their places in the store. row is the first of them, counted
// in the file.
func (ld *load) copyRows(tp *tablePlan, r store.Range, table, row int, data []byte) error {
	if err := fillRows(ld.b.stores[tp.store], r, row, tp.stride, data); err != nil {
		return ld.plan.fault(table, err)
	}
	return nil
}

// placeText copies bytes of strings into r.
func (b *Binding) placeText(r store.StringRange, blk format.Block) error {
	if err := b.fillText(r, int(blk.First), blk.Data); err != nil {
		return &Error{Op: "load", Table: "$bytes", Err: err}
	}
	return nil
}

// placeStrings relocates rows of $str, from row first on, and copies them into r. It
// changes data.
func (b *Binding) placeStrings(r store.StringRange, first uint32, data []byte) error {
	row := int(first) - 1
	if row < 0 {
		row, data = 0, data[8:]
	}
	relocateText(data, r.Bytes.First)
	if err := b.fillEntries(r, row, data); err != nil {
		return &Error{Op: "load", Table: "$str", Err: err}
	}
	return nil
}

// commit makes every row of the level alive at once and calls the game's hook for them.
// If the hook fails or panics, they are removed again.
func (ld *load) commit(ctx context.Context) (*Level, error) {
	set := ld.set
	if err := ld.fillParents(); err != nil {
		ld.rollback()
		return nil, err
	}
	ld.b.mu.Lock()
	defer ld.b.mu.Unlock()
	ld.b.loads--
	lvl, seen := &Level{b: ld.b, set: set, img: ld.img}, false
	defer func() {
		ld.b.freeLane(ld.lane)
		if !seen {
			lvl.drop()
		}
	}()
	for i := range set.nodes {
		ld.b.commit(set.nodes[i].ownRange)
	}
	for _, o := range set.elements {
		ld.b.commit(o)
	}
	var texts *store.Strings
	if hasStrings(set.strings) {
		texts = ld.b.strings
		texts.Commit(set.strings)
	}
	if ld.img != nil {
		ld.img.settle(set, &ld.at, texts)
		ld.img.finish(ld.lane, ld.label)
		ld.b.imaged = append(ld.b.imaged, lvl)
	}
	if err := ld.callHook(ctx); err != nil {
		return nil, err
	}
	ld.b.opts.logLoad(ld, lvl)
	seen = true
	return lvl, nil
}

// label returns the text of a string of the file, after the strings have been committed.
func (ld *load) label(id uint32) string {
	if id == 0 || !hasStrings(ld.set.strings) {
		return ""
	}
	return ld.b.strings.Get(store.StrFromID(ld.at.str + id))
}

// rollback gives all reserved rows back. Nothing has seen them.
func (ld *load) rollback() {
	ld.reader.Stop()
	ld.b.mu.Lock()
	defer ld.b.mu.Unlock()
	ld.b.loads--
	ld.b.release(ld.set)
	ld.b.freeLane(ld.lane)
}

func (b *Binding) commit(o ownRange) { b.stores[o.store].Commit(o.Range) }
