package format

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
)

// emitter fills the blocks of the file one after another.
type emitter struct {
	buf     []byte
	to      blockWriter
	behind  *behind // if to is on another goroutine
	check   checker
	cursor  []uint64 // by span: where the next one starts
	run     []int    // by span: the next run of its elements
	patched []int    // by table: the next patch
}

// write writes blocks, then the head.
func (f *finish) write(out io.WriterAt) (int64, error) {
	s, e := f.plan.schema, &f.emit
	e.cursor = zeroed(e.cursor, len(f.plan.spans))
	e.run = zeroed(e.run, len(f.plan.spans))
	e.patched = zeroed(e.patched, len(s.Tables))
	if len(f.dir.blocks) > maxBlocks {
		return 0, errAt(0, -1, ErrManyBlocks, fmt.Sprintf("%d; larger ones, or fewer chunks, have fewer", len(f.dir.blocks)))
	}
	f.dir.total = zeroed(f.dir.total, len(s.Tables))
	for i := range f.dir.blocks {
		f.dir.total[f.dir.blocks[i].Table] += uint64(f.dir.blocks[i].Rows)
	}
	head := headerOf(f.schema, f.o.Meta, &f.dir, f.align)
	to := &e.to
	to.start(out, &head, f.o.Codec, f.o.Small)
	if b, ok := out.(*Buffer); ok && f.o.Codec == CodecNone {
		f.reserve(b, head.dataPos())
	}
	e.check.start(f.plan, &f.dir, true)
	e.check.strs.valid = true // the interner has taken nothing else
	e.check.strs.expect(len(f.ids) > 0, f.dir.total)
	if err := f.blocks(); err != nil {
		return 0, placed(err, to.pos)
	}
	return int64(to.pos), to.head(&head, f.schema, f.o.Meta, &f.dir)
}

// reserve makes room for the whole file, whose blocks begin at pos, because a buffer that
// grows by blocks takes several times that.
func (f *finish) reserve(b *Buffer, pos uint64) {
	for i := range f.dir.blocks {
		pos += pad(uint64(f.dir.blocks[i].Raw), f.align)
	}
	if have := uint64(len(*b)); pos > have && pos <= math.MaxInt {
		*b = room(*b, int(pos-have), 0)
	}
}

// forTwo reports whether two cores encode the blocks: only if they are compressed, there
// is much to do, and the blocks that wait do not take much memory.
func (f *finish) forTwo() bool {
	if f.o.Codec == CodecNone || f.o.BlockBytes > behindBlock || runtime.GOMAXPROCS(0) == 1 {
		return false
	}
	raw := 0
	for i := range f.dir.blocks {
		raw += f.dir.blocks[i].Raw
	}
	return raw >= behindFrom
}

// blocks writes all blocks, on two cores if that is worth it. The offset in an error is
// counted from the start of its block.
func (f *finish) blocks() (err error) {
	e := &f.emit
	if f.forTwo() {
		e.behind = newBehind(&e.to)
		defer func() {
			err = cmp.Or(e.behind.end(), err) // its blocks come before the one of err
			e.behind = nil
		}()
	}
	return f.eachBlock()
}

// eachBlock makes, checks and writes the blocks one after another.
func (f *finish) eachBlock() error {
	next := 0
	for c := range f.dir.chunks {
		blocks := f.dir.chunkBlocks(c, next)
		next += len(blocks)
		f.emit.check.enter(c, blocks)
		for i := range blocks {
			if err := f.block(&blocks[i]); err != nil {
				return err
			}
		}
		if err := f.emit.check.leave(); err != nil {
			return err
		}
	}
	return nil
}

// placed returns an error of blocks with the offset in the file, for a block at pos.
func placed(err error, pos uint64) error {
	if e := (*Error)(nil); errors.As(err, &e) && e.Rule > 0 && e.Offset >= 0 {
		e.Offset += int64(pos)
	}
	return err
}

// block makes, checks and writes a block.
func (f *finish) block(b *BlockInfo) error {
	e := &f.emit
	rows, room := f.inPlace(b.Table, b.First, b.Rows), []byte(nil)
	if rows != nil && b.Table >= FixedTables { // nobody reads them again
		if err := f.finishRows(b, rows); err != nil {
			return err
		}
	} else {
		if size := int(pad(uint64(b.Raw), f.align)); cap(e.buf) < size {
			e.buf = make([]byte, size)
		}
		rows, room = e.buf[:b.Raw], e.buf
		if err := f.fill(b, rows); err != nil {
			return err
		}
	}
	b.Offset = 0
	if err := e.check.check(b, rows, nil); err != nil {
		return err
	}
	if e.behind == nil {
		return e.to.put(b, rows)
	}
	if room != nil {
		e.buf = e.behind.room()
	}
	return e.behind.put(b, rows, room)
}

// fill fills in the rows of a block.
func (f *finish) fill(b *BlockInfo, to []byte) error {
	switch b.Table {
	case TableBytes:
		f.fillBytes(to, b.First)
	case TableStr:
		rows := FixedRows[StrRow](to)
		for i := range rows {
			k := int(b.First) + i
			rows[i].set(f.starts[k], f.starts[k+1]-f.starts[k])
		}
	case TableIDs:
		rows := FixedRows[IDRow](to)
		for i := range rows {
			id := &f.ids[int(b.First)+i]
			rows[i].set(f.final[id.str], id.row, id.table)
		}
	case TableSrc:
		rows := FixedRows[SrcRow](to)
		for i := range rows {
			s := &f.srcs[int(b.First)+i]
			rows[i].set(s.table, s.row, f.final[s.file], s.line, s.column)
		}
	case TableProp:
		rows := FixedRows[PropRow](to)
		for i := range rows {
			k := int(b.First) + i
			p := &f.props[k]
			rows[i].set(p.table, p.row, f.propAt[k], p.length)
		}
	case TablePropBytes:
		return f.fillPropBytes(to, b.First)
	default:
		if err := f.rows(b.Table, to, b.First); err != nil {
			return err
		}
		return f.finishRows(b, to)
	}
	return nil
}

func (f *finish) fillBytes(to []byte, first uint32) {
	i := lastAt(f.starts, first)
	for len(to) > 0 {
		s := f.strs.get(f.used[i])
		n := copy(to, s[first-f.starts[i]:])
		to, first, i = to[n:], first+uint32(n), i+1
	}
}

func (f *finish) fillPropBytes(to []byte, first uint32) error {
	for i := lastAt(f.propAt, first); len(to) > 0; i++ {
		n := int(f.props[i].length)
		if err := f.tables[TablePropBytes].read(&f.mem, to[:n], f.props[i].at); err != nil {
			return err
		}
		to = to[n:]
	}
	return nil
}

// finishRows fills in the references, spans and strings of one of the game's tables.
func (f *finish) finishRows(b *BlockInfo, to []byte) error {
	f.applyPatches(b, to)
	t := &f.plan.schema.Tables[b.Table]
	span := 0
	for i := range t.Fields {
		fd := &t.Fields[i]
		switch fd.Type {
		case TypeStr:
			for k := range fd.Count {
				f.applyStrings(to, int(fd.Offset+4*k), int(t.Stride))
			}
		case TypeSpan:
			if err := f.applySpans(b, f.plan.owns[b.Table][span], to, int(fd.Offset), int(t.Stride)); err != nil {
				return err
			}
			span++
		}
	}
	return nil
}

func (f *finish) applyStrings(rows []byte, off, stride int) {
	for i := off; i < len(rows); i += stride {
		v := rows[i : i+4]
		binary.LittleEndian.PutUint32(v, f.final[binary.LittleEndian.Uint32(v)]) // in range: number has checked it
	}
}

// applySpans fills in the starts of spans, and compares their counts with the elements
// that were appended.
func (f *finish) applySpans(b *BlockInfo, span int, rows []byte, off, stride int) error {
	e, sp := &f.emit, f.plan.spans[span]
	runs, k, start := f.order[sp.target].runs, e.run[span], e.cursor[span]
	row := b.First
	for i := off; i < len(rows); i += stride {
		v := rows[i : i+8]
		want, have := binary.LittleEndian.Uint32(v[4:]), uint32(0)
		for ; k < len(runs) && runs[k].owner == row; k++ {
			have += runs[k].n
		}
		if want != have {
			t := &f.plan.schema.Tables[sp.table]
			return &Error{Rule: 7, Offset: -1, Table: t.Name, Row: int64(row), Field: t.Fields[sp.field].Name, Err: ErrSpan,
				Detail: "the row counts other elements than were appended for it"}
		}
		binary.LittleEndian.PutUint32(v, uint32(start))
		start += uint64(want)
		row++
	}
	e.run[span], e.cursor[span] = k, start
	return nil
}

func (f *finish) applyPatches(b *BlockInfo, rows []byte) {
	p := f.patches[b.Table]
	k := f.emit.patched[b.Table]
	stride := f.tables[b.Table].stride
	le := binary.LittleEndian
	for ; k < len(p) && p[k].row-b.First < b.Rows; k++ {
		at := rows[int(p[k].row-b.First)*stride+int(p[k].off):]
		le.PutUint32(at, p[k].target+1)
		le.PutUint32(at[4:], 0)
		if p[k].table >= 0 {
			le.PutUint32(at[8:], uint32(p[k].table))
		}
	}
	f.emit.patched[b.Table] = k
}
