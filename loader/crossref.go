package loader

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// crossRef is a reference from one chunk into another. It is remembered, so that it can
// become a handle when the other chunk is loaded, and pending when that is unloaded.
type crossRef struct {
	chunk  int32  // where it leads to
	row    uint32 // with the reference, counted in its part
	target uint32 // row of the file
	word   uint16 // in the row
	table  uint16 // of the row
	to     uint16 // table of the target
	any    bool
}

// relocate turns positions in the file into positions in the stores. The first of the
// rows is row of the chunk that is being read.
func (ld *chunkLoad) relocate(p *chunkPart, row int, rows []byte) error {
	c, f := ld.in[len(ld.in)-1], ld.f
	tp := &f.plan.tables[p.table]
	if tp.verbatim() {
		return nil
	}
	w, n, err := f.plan.dropRefs(tp, rows)
	if ld.dropped += n; err != nil {
		return err
	}
	stride := uint(tp.stride) / 4
	for _, r := range tp.reloc {
		for k := range uint(r.count) {
			switch r.kind {
			case format.TypeStr:
				relocateStr(w, r.off+k, stride, f.strings.str)
			case format.TypeSpan:
				elems := c.part(r.target)
				relocateSpan(w, r.off+2*k, stride, elems.r.First-elems.first)
			case format.TypeRef:
				ld.relocateRef(c, w, stride, crossRef{word: uint16(r.off + 2*k), row: uint32(row), table: uint16(p.table), to: uint16(r.target)})
			case format.TypeAnyRef:
				ld.relocateAnyRef(c, w, stride, crossRef{word: uint16(r.off + 3*k), row: uint32(row), table: uint16(p.table), any: true})
			}
		}
	}
	for _, t := range tp.texts {
		t.fill(w, stride, f.strings.more)
	}
	return nil
}

// relocateRef relocates a field that refers to rows of table x.to. x describes the
// field's reference in the first of the rows.
func (ld *chunkLoad) relocateRef(c *loadedChunk, w []uint32, stride uint, x crossRef) {
	own := c.part(int(x.to))
	for i := uint(x.word) + 1; i < uint(len(w)); i += stride {
		v := w[i-1]
		switch {
		case v == 0:
		case v-1-own.first < own.n:
			w[i-1], w[i] = v-1-own.first+own.r.First, own.r.Gen
		default:
			x.target = v - 1
			h := ld.cross(x)
			w[i-1], w[i] = uint32(h.Bits()), uint32(h.Bits()>>32)
		}
		x.row++
	}
}

func (ld *chunkLoad) relocateAnyRef(c *loadedChunk, w []uint32, stride uint, x crossRef) {
	f := ld.f
	for i := uint(x.word) + 2; i < uint(len(w)); i += stride {
		v, t := w[i-2], kindIn(w[i])
		if v != 0 {
			h := store.AnyHandle{}
			if t <= 0xffff && f.plan.storeOf(uint16(t)) >= 0 {
				if own := c.part(int(t)); v-1-own.first < own.n {
					h = own.handle(uint16(f.plan.tables[t].store+1), v-1)
				} else {
					x.target, x.to = v-1, uint16(t)
					h = ld.cross(x)
				}
			}
			w[i-2], w[i-1], w[i] = uint32(h.Bits()), uint32(h.Bits()>>32), kindWord(h.Kind())
		}
		x.row++
	}
}

// cross remembers a reference into another chunk and returns its present value. For a
// row that no chunk has, which only an unchecked file can name, it returns nil.
func (ld *chunkLoad) cross(x crossRef) store.AnyHandle {
	f := ld.f
	p, ok := f.place(int(x.to), x.target)
	if !ok {
		return store.AnyHandle{}
	}
	x.chunk = int32(p.chunk)
	ld.sort.add(x, len(f.chunks))
	return f.handle(p, int(x.to), x.target)
}

// tie is the references of one loaded chunk into another, which may be loaded or not.
// The ties into one chunk are a list, so that loading and unloading it costs what leads
// there, and not a look at each chunk of the file.
type tie struct {
	from       *loadedChunk
	first      int // index into from.out
	prev, next *tie
}

func (t *tie) to() int32 { return t.from.out[t.first].chunk }

// tie adds the references of a chunk that has been loaded.
func (f *File) tie(c *loadedChunk) {
	for i := range c.ties {
		t := &c.ties[i]
		head := &f.into[t.to()]
		if t.next = *head; t.next != nil {
			t.next.prev = t
		}
		*head = t
	}
}

// untie removes the references of a chunk that is about to go.
func (f *File) untie(c *loadedChunk) {
	for i := range c.ties {
		t := &c.ties[i]
		if t.next != nil {
			t.next.prev = t.prev
		}
		if t.prev != nil {
			t.prev.next = t.next
		} else {
			f.into[t.to()] = t.next
		}
	}
	c.ties = nil
}

// link makes handles of the references into a chunk that has been loaded, or makes
// those into one that is about to go pending, in the rows of all other chunks.
func (f *File) link(chunk int, join bool) {
	to := partHandles{c: f.chunks[chunk], table: -1}
	for t := f.into[chunk]; t != nil; t = t.next {
		rows := partRows{c: t.from, table: -1}
		for i := t.first; i < len(t.from.out) && int(t.from.out[i].chunk) == chunk; i++ {
			x := &t.from.out[i]
			if row := rows.at(f, x); row != nil {
				x.patch(row, to.of(f, x), join)
			}
		}
	}
}

// relink writes the references out of a chunk that has just been loaded once more,
// because other chunks came or went while it was read.
func (f *File) relink(c *loadedChunk) {
	rows := partRows{c: c, table: -1}
	for i := range c.out {
		x := &c.out[i]
		if row := rows.at(f, x); row != nil {
			p, _ := f.place(int(x.to), x.target)
			x.write(row, f.handle(p, int(x.to), x.target))
		}
	}
}

// write sets the reference in its row.
func (x *crossRef) write(row []byte, to store.AnyHandle) {
	at := row[4*int(x.word):]
	binary.NativeEndian.PutUint32(at, uint32(to.Bits()))
	binary.NativeEndian.PutUint32(at[4:], uint32(to.Bits()>>32))
}

// patch writes the reference, unless the game has changed it. live is the handle of what
// it leads to.
func (x *crossRef) patch(row []byte, live store.AnyHandle, join bool) {
	wait := store.AnyFromBits(live.Kind(), uint64(x.target)+1)
	from, to := wait, live
	if !join {
		from, to = live, wait
	}
	ne, at := binary.NativeEndian, row[4*int(x.word):]
	if ne.Uint32(at) != uint32(from.Bits()) || ne.Uint32(at[4:]) != uint32(from.Bits()>>32) || x.any && ne.Uint16(at[8:]) != from.Kind() {
		return
	}
	x.write(row, to)
}

// partHandles makes the handles of a loaded chunk's rows. It looks a table up once for
// references to it that follow each other, which most do.
type partHandles struct {
	c     *loadedChunk
	table int // the last one, or -1
	part  *chunkPart
	kind  uint16
}

// of returns the handle of what a reference into the chunk leads to.
func (h *partHandles) of(f *File, x *crossRef) store.AnyHandle {
	if h.table != int(x.to) {
		h.table = int(x.to)
		h.part, h.kind = h.c.part(h.table), uint16(f.plan.tables[h.table].store+1)
	}
	return h.part.handle(h.kind, x.target)
}

// partRows finds the rows of a loaded chunk that references stand in, in the same way.
type partRows struct {
	c     *loadedChunk
	table int // the last one, or -1
	r     store.Range
	live  store.Live // one of these is not nil
	elems store.Elements
}

// at returns the row of a reference, or nil if it was removed.
func (p *partRows) at(f *File, x *crossRef) []byte {
	if p.table != int(x.table) {
		p.table = int(x.table)
		p.r, p.live, p.elems = p.c.part(p.table).r, nil, nil
		st := f.b.stores[f.plan.tables[p.table].store]
		if f.plan.schema.Tables[p.table].Class == format.ClassArray {
			p.elems, _ = st.(store.Elements)
		} else {
			p.live, _ = st.(store.Live)
		}
	}
	switch {
	case p.elems != nil:
		return p.elems.SpanBytes(p.r.First+x.row, 1)
	case p.live != nil:
		return p.live.RowBytes(p.r.First+x.row, p.r.Gen)
	}
	return nil
}
