package format

import (
	"math"
	"reflect"
)

const (
	// keepBesideRows is the most bytes that a writer keeps from one file to the next, besides
	// memory of rows. keepCodecs is what the LZ4 encoder takes of that at most.
	keepBesideRows = 8 << 20
	keepCodecs     = 1 << 20
	// keepList is the most that a list keeps while Finish goes on and has no more use
	// for it: the memory of a huge level is needed for what follows.
	keepList = 1 << 20
)

// keep empties a list. It keeps the list's memory if that fits in left, the bytes that
// may still be kept.
func keep[T any](left *int, s *[]T) {
	if n := bytesOf(*s); n <= *left {
		*left -= n
		*s = (*s)[:0]
		return
	}
	*s = nil
}

// bytesOf returns how much memory a list has.
func bytesOf[T any](s []T) int { return cap(s) * sizeOf[T]() }

func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// rest empties the writer, and keeps some of its memory for the next file: of rows at most
// as many bytes as that may hold, and none if it has blocks of another size.
func (w *Writer) rest(next *WriterOptions) {
	left := int(min(next.Memory, math.MaxInt))
	if next.BlockBytes != w.o.BlockBytes {
		left = 0
	}
	w.keepBlocks(&left)
	left = keepBesideRows - keepCodecs
	for i := range w.tables {
		t := &w.tables[i]
		keep(&left, &t.put)
		keep(&left, &t.marks)
		piecesKeep(&t.runs, &left)
		piecesKeep(&t.patches, &left)
	}
	w.strs.keep(&left)
	piecesKeep(&w.ids, &left)
	keep(&left, &w.chunks)
	keep(&left, &w.srcs)
	keep(&left, &w.props)
	w.maps.keep(&left)
	w.fin.keep(&left)
}

// keepBlocks keeps the first block of each table for the same table, which is likely to
// have as many rows in the next file. It keeps the other blocks for any table.
func (w *Writer) keepBlocks(left *int) {
	clear(w.mem.full)
	keep(left, &w.mem.full)
	for i := range w.tables {
		t := &w.tables[i]
		if len(t.blocks) > 0 && t.blocks[0].buf != nil {
			t.first, t.blocks[0].buf = t.blocks[0].buf, nil
		}
		keep(left, &t.first)
	}
	free := w.mem.free[:0]
	add := func(buf []byte) {
		if cap(buf) <= paged {
			return // they are quickly made, and too many to keep
		}
		if keep(left, &buf); buf != nil {
			free = append(free, buf)
		}
	}
	for _, buf := range w.mem.free {
		add(buf)
	}
	clear(w.mem.free[len(free):])
	for i := range w.tables {
		t := &w.tables[i]
		for k := range t.blocks {
			add(t.blocks[k].buf)
		}
		clear(t.blocks)
		keep(left, &t.blocks)
	}
	w.mem.free = free
}

func (f *finish) keep(left *int) {
	for i := range f.order {
		keep(left, &f.order[i].runs)
		keep(left, &f.order[i].moved)
		f.order[i].byRow = nil
	}
	clear(f.patches)
	keep(left, &f.patches)
	for i := range f.joined {
		keep(left, &f.joined[i])
	}
	keep(left, &f.ids)
	keep(left, &f.keys)
	keep(left, &f.room)
	keep(left, &f.final)
	keep(left, &f.used)
	keep(left, &f.starts)
	keep(left, &f.propAt)
	keep(left, &f.begins)
	keep(left, &f.within)
	keep(left, &f.dir.chunks)
	keep(left, &f.dir.blocks)
	f.emit.keep(left)
}

// keep lets go of what was checked.
func (k *keyCheck) keep(left *int) {
	clear(k.keys[:cap(k.keys)])
	keep(left, &k.keys)
}

func (e *emitter) keep(left *int) {
	keep(left, &e.buf)
	keep(left, &e.to.packed)
	keep(left, &e.to.padded)
	keep(left, &e.to.front)
	e.to.out = nil
	e.to.enc.zstd.rest()
	c := &e.check
	c.dir, c.blocks = nil, nil
	keep(left, &c.strs.own)
	keep(left, &c.strs.starts)
	c.strs.all, c.strs.place = nil, nil
	keep(left, &c.lens.lens)
	c.lens.keys.keep(left)
	keep(left, &c.scan.swap)
}
