package loader

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
)

// A file's rows name each other by position: row+1 of a table, a string id, the
// start of a span. Relocation adds what the stores' ranges begin with. Each
// loop does one field over one block, while the block is still in the cache
// that it was read into; zero is null in all of them and stays zero without a
// branch.

// bases is where a level's rows come to lie, for each table of the file.
type bases struct {
	first []uint32
	gen   []uint32
	kind  []uint16
	str   uint32 // id that string 1 of the file gets, minus 1
}

func (r *relocation) apply(rows []byte, stride int, b *bases) {
	for i := range r.count {
		switch r.kind {
		case format.TypeStr:
			relocateStr(rows, r.off+4*i, stride, b.str)
		case format.TypeRef:
			relocateRef(rows, r.off+8*i, stride, b.first[r.target]-1, b.gen[r.target])
		case format.TypeAnyRef:
			relocateAnyRef(rows, r.off+12*i, stride, b)
		case format.TypeSpan:
			relocateSpan(rows, r.off, stride, b.first[r.target])
		}
	}
}

// nonZero is all ones for v > 0, else 0.
func nonZero(v uint32) uint32 { return uint32(-int64(v) >> 63) }

func relocateStr(rows []byte, off, stride int, add uint32) {
	for ; off+4 <= len(rows); off += stride {
		p := rows[off : off+4 : off+4]
		v := binary.LittleEndian.Uint32(p)
		binary.LittleEndian.PutUint32(p, v+add&nonZero(v))
	}
}

func relocateRef(rows []byte, off, stride int, add, gen uint32) {
	for ; off+8 <= len(rows); off += stride {
		p := rows[off : off+8 : off+8]
		v := binary.LittleEndian.Uint32(p)
		m := nonZero(v)
		binary.LittleEndian.PutUint64(p, uint64(v+add&m)|uint64(gen&m)<<32)
	}
}

func relocateAnyRef(rows []byte, off, stride int, b *bases) {
	for ; off+12 <= len(rows); off += stride {
		p := rows[off : off+12 : off+12]
		v := binary.LittleEndian.Uint32(p)
		if v == 0 {
			continue
		}
		t := binary.LittleEndian.Uint16(p[8:])
		binary.LittleEndian.PutUint32(p, v-1+b.first[t])
		binary.LittleEndian.PutUint32(p[4:], b.gen[t])
		binary.LittleEndian.PutUint16(p[8:], b.kind[t])
	}
}

func relocateSpan(rows []byte, off, stride int, first uint32) {
	for ; off+8 <= len(rows); off += stride {
		p := rows[off : off+8 : off+8]
		v := binary.LittleEndian.Uint64(p)
		start, count := uint32(v), uint32(v>>32)
		binary.LittleEndian.PutUint64(p, uint64((start+first)&nonZero(count))|uint64(count)<<32)
	}
}
