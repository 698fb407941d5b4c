package loader

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// mapFrom is the least length of rows that are mapped in one piece. Below it, a read
// costs less than the system call and the page faults. Tests change it.
var mapFrom int64 = 64 << 10

// LoadMapped is Load for a file that is trusted not to change. Where it can, it
// makes the file's own pages the memory of the stores. The pages are private and
// are copied when they are written to, so rows that are never touched are never
// read. Handles, iteration, Unload and Close are those of Load. f is read from
// its beginning and may be closed afterwards.
//
// # What is mapped
//
// LoadMapped maps rows of a table that lie in one piece of 64 KiB or more and are, byte
// for byte, what they have to be in the stores. A level without chunks has each table in
// one piece. One with chunks (levelc build --chunk-by) has a piece in each chunk, so small
// chunks are read, and so is a piece whose rows do not come to begin on a page of the
// store. To be mapped needs:
//
//   - blocks that begin on pages (levelc build --align=16K) and are not
//     compressed. Windows promises to map only what begins at multiples of 64
//     KiB, although it takes any page. If it refuses, it still maps files with
//     --align=64K. So does a Linux whose pages have 64 KiB;
//   - rows as the world declares them today, on a little-endian machine;
//   - no handles: those need the generation of their targets, which only the
//     running store knows. Tables with references are read;
//   - strings and spans that are where the file says. This is so in the first
//     level of a world, loaded before anything was put into its Strings and the
//     Arrays concerned. The tables with strings of a second level are read;
//   - stores with the backing Reserved, on Linux, macOS, the BSDs, and Windows 10
//     from version 1803 on.
//
// Everything else is read as Load reads it, and so is anything that is not a
// regular file, such as a pipe. [Level.Mapped] tells how much was mapped. Spans
// without elements, whose start means nothing, keep the start that the file has.
//
// If the system keeps a file in huge pages, as Linux does on some file systems, a table
// of 4 MiB or more that is the first in its store is mapped by huge pages. Touching
// each row then costs a fraction of what it costs page by page (BenchmarkFirstTouch).
// Pages that the system has in its cache are there at once. Others are read when they
// are touched, up to a huge page or more at a time.
//
// # Trust
//
// The file is checked before any row is alive, as far as the option Check asks.
// By default all of it is read once for that, and only the copying is saved. With
// format.CheckNone mapped tables are not looked at.
//
// What is written to the file while the level is loaded may show in rows that were not
// touched before. If the file is truncated, touching a page behind its new end ends the
// program. So replace such a file by renaming another one over it. Windows refuses all
// of this while pages of the file are mapped: unload the level first.
func (b *Binding) LoadMapped(ctx context.Context, f *os.File) (*Level, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, wrap("load", err)
	}
	if !st.Mode().IsRegular() {
		return b.Load(ctx, f) // it has no length to go by
	}
	l, err := b.load(ctx, io.NewSectionReader(f, 0, st.Size()), f)
	return l, inSource(f, err)
}

// Mapped returns how many bytes of the level's rows are pages of its file. It is 0 for
// a level that was read, and after Unload or the Close of the Binding.
func (l *Level) Mapped() int64 {
	if l.set == nil || l.b.closed.Load() {
		return 0
	}
	return l.set.mapped
}

// chooseMapped marks the tables that may be mapped, as far as that is known before rows
// are reserved. It marks none if the file is not as long as its header says: the reader
// will refuse that file, and touching a page behind its end would end the program.
func (ld *load) chooseMapped(f *os.File) {
	if st, err := f.Stat(); err != nil || st.Size() != ld.reader.Size() {
		return
	}
	ld.file, ld.maps = f, zeroed(ld.maps, len(ld.plan.tables))
	ld.begins = zeroed(ld.begins, len(ld.plan.tables))
	ld.rows = zeroed(ld.rows, len(ld.plan.tables))
	longest := ld.rows // run of each table, up to mapFrom
	blocks := ld.reader.Blocks()
	for i := 0; i < len(blocks); {
		var run blockRun
		run, i = nextRun(blocks, i)
		if longest[run.Table] == 0 {
			ld.begins[run.Table] = run.Offset
		}
		longest[run.Table] = max(longest[run.Table], uint32(min(run.size, mapFrom)))
	}
	for t := range ld.plan.tables {
		tp := &ld.plan.tables[t]
		if tp.store < 0 || tp.convert != nil || len(tp.drops)+len(tp.texts) > 0 || longest[t] < uint32(mapFrom) {
			continue
		}
		_, maps := ld.b.stores[tp.store].(store.Mapper)
		for _, r := range tp.reloc {
			maps = maps && r.kind != format.TypeRef && r.kind != format.TypeAnyRef
		}
		ld.maps[t] = maps && format.LittleEndian
	}
	for i := range blocks {
		if blocks[i].Codec != format.CodecNone {
			ld.maps[blocks[i].Table] = false
		}
	}
}

// isMapped reports whether a table's rows are pages of the file.
func (ld *load) isMapped(table int) bool { return ld.file != nil && ld.maps[table] }

// reserveRows reserves n rows for table t of the file.
func (ld *load) reserveRows(t int, n int) (store.Range, error) {
	st := ld.b.stores[ld.plan.tables[t].store]
	if ld.isMapped(t) {
		return st.(store.Mapper).ReservePages(n, ld.begins[t])
	}
	return st.Reserve(n)
}

// mapTables maps the marked tables that need no change in their rows.
func (ld *load) mapTables() error {
	for t, maps := range ld.maps {
		if !maps {
			continue
		}
		if ld.maps[t] = ld.inPlace(&ld.plan.tables[t]); !ld.maps[t] {
			continue
		}
		if err := ld.mapTable(t); err != nil {
			return err
		}
		if ld.b.opts.format.Check == format.CheckNone {
			ld.reader.Skip(t)
		}
	}
	if o := &ld.b.opts; o.format.Check == format.CheckNone && o.hook == nil && !o.keepNodes && ld.plan.parents == nil {
		for _, t := range [4]int{format.TableNode, format.TableProp, format.TablePropBytes, format.TableSrc} {
			ld.reader.Skip(t)
		}
	}
	return nil
}

// inPlace reports whether the strings and spans of the file's rows are right for the
// stores as they are.
func (ld *load) inPlace(tp *tablePlan) bool {
	for _, r := range tp.reloc {
		switch r.kind {
		case format.TypeStr:
			if ld.at.str != 0 {
				return false
			}
		case format.TypeSpan:
			if ld.at.first[r.target] != 0 {
				return false
			}
		}
	}
	return true
}

// blockRun is blocks of a table that lie in the file one right behind the other. Its
// BlockInfo is that of the first, with the rows of all.
type blockRun struct {
	format.BlockInfo
	size int64
}

// nextRun returns the run that begins with block i, and the number of the block behind it.
func nextRun(blocks []format.BlockInfo, i int) (blockRun, int) {
	run := blockRun{blocks[i], int64(blocks[i].Stored)}
	for i++; i < len(blocks) && blocks[i].Table == run.Table && blocks[i].Offset == run.Offset+run.size; i++ {
		run.Rows += blocks[i].Rows
		run.size += int64(blocks[i].Stored)
	}
	return run, i
}

// mapTable maps the rows of a table, one run at a time, and reads short runs and what
// does not fill whole pages.
func (ld *load) mapTable(t int) error {
	blocks := ld.reader.Blocks()
	for i := 0; i < len(blocks); {
		if blocks[i].Table != t {
			i++
			continue
		}
		var run blockRun
		run, i = nextRun(blocks, i)
		if err := ld.mapRun(&run); err != nil {
			return ld.plan.fault(t, err)
		}
	}
	return nil
}

func (ld *load) mapRun(run *blockRun) error {
	tp, r := &ld.plan.tables[run.Table], ld.ranges[run.Table]
	st := ld.b.stores[tp.store].(store.Mapper)
	n := 0
	if run.size >= mapFrom {
		var err error
		n, err = st.Map(r, int(run.First), int(run.Rows), ld.file, run.Offset)
		if errors.Is(err, store.ErrMemory) {
			return err
		} else if err != nil {
			n = 0 // the system does not map this file, so it is read
		}
	}
	ld.set.mapped += int64(n)
	for row, skip := n/tp.stride, n%tp.stride; row < int(run.Rows); skip = 0 {
		dst, err := st.Bytes(r, int(run.First)+row, int(run.Rows)-row)
		if err != nil {
			return err
		}
		if _, err := ld.file.ReadAt(dst[skip:], run.Offset+int64(row*tp.stride+skip)); err != nil {
			if err == io.EOF {
				err = format.ErrTruncated
			}
			return err
		}
		row += len(dst) / tp.stride
	}
	return nil
}
