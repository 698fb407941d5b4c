package format

import (
	"encoding/binary"
	"math"
)

// convertTile is how many rows one operation converts before the next operation
// follows: few enough to stay in the first-level cache.
const convertTile = 128

// longWords is the least number of words for which one copy beats moving them one by
// one.
const longWords = 8

// Convert turns rows of the file, little-endian, into rows of the reader in this
// machine's byte order. len(src) and len(dst) must be that many rows of the file's and
// the reader's stride, and may not overlap. Otherwise nothing is done and the error
// wraps ErrRowSize. Convert allocates nothing.
func (p *Plan) Convert(dst, src []byte, rows int) error {
	// A row has at least one byte, so no product of at most len(src) rows wraps.
	if n := uint64(rows); rows < 0 || rows > len(src) || uint64(len(src)) != n*uint64(p.from) || uint64(len(dst)) != n*uint64(p.to) {
		return ErrRowSize
	}
	if p.same {
		copy(dst, src)
		return nil
	}
	t := tile{from: p.from, to: p.to}
	var values [convertTile]uint64
	ws, wd := rowWords(src, p.from), rowWords(dst, p.to)
	if ws == nil || wd == nil {
		ws, wd = nil, nil
	}
	for len(src) > 0 {
		n := min(convertTile, len(src)/p.from)
		done := p.vec.run(dst, src, n, p.to, p.from)
		if done > 0 {
			n = done
		}
		t.n, t.src, t.dst = n, src[:n*p.from], dst[:n*p.to]
		src, dst = src[len(t.src):], dst[len(t.dst):]
		if ws != nil {
			t.srcWords, t.dstWords = ws[:len(t.src)/4], wd[:len(t.dst)/4]
			ws, wd = ws[len(t.srcWords):], wd[len(t.dstWords):]
			if done == 0 {
				moveWords(t.dstWords, t.srcWords, n, p.moves, p.to/4, p.from/4)
			}
		}
		for i := range p.ops {
			if op := &p.ops[i]; done == 0 || !op.gathered {
				op.run(&t, &values)
			}
		}
	}
	return nil
}

// tile is n rows of the reader and of the file that are converted together.
type tile struct {
	dst, src           []byte
	dstWords, srcWords []uint32 // the same rows; nil if they are not of words
	n                  int
	to, from           int // strides
}

func (op *planOp) run(t *tile, values *[convertTile]uint64) {
	switch op.kind {
	case planCopy:
		switch {
		case t.srcWords == nil || (op.src|op.dst|op.n)&3 != 0:
			copyBytes(t.dst[op.dst:], t.src[op.src:], op.n, t.to, t.from)
		case op.n > 4*longWords:
			t.copyWords(op.dst/4, op.src/4, op.n/4)
		} // else it is among the moves
	case planConst:
		for at := op.dst; at < len(t.dst); at += t.to {
			copy(t.dst[at:at+op.n], op.data)
		}
	case planValue:
		for k := range op.n {
			src, dst := op.src+k*int(op.conv.from), op.dst+k*int(op.conv.to)
			if t.widen(&op.conv, dst, src) {
				continue
			}
			v := values[:t.n]
			load(v, t.src, src, t.from, int(op.conv.from))
			op.conv.apply(v)
			store(t.dst, v, dst, t.to, int(op.conv.to))
		}
	}
}

// rowWords returns rows as words if they consist of whole words.
func rowWords(b []byte, stride int) []uint32 {
	if stride%4 != 0 {
		return nil
	}
	return words32(b)
}

// wordMove is one word of a row that moves.
type wordMove struct{ dst, src uint16 }

// moveWords makes the moves of n rows, four moves at a time, so that the words of a row
// share one loop. There are at least four moves, or none.
func moveWords(d, s []uint32, n int, moves []wordMove, dstStride, srcStride int) {
	for len(moves) > 4 {
		moveFour(d, s, n, (*[4]wordMove)(moves), dstStride, srcStride)
		moves = moves[min(4, len(moves)-4):] // the last four may repeat some
	}
	if len(moves) == 4 {
		moveFour(d, s, n, (*[4]wordMove)(moves), dstStride, srcStride)
	}
}

// widen does load, apply and store in one, for the most common conversions. It reports
// whether this is one of them.
func (t *tile) widen(c *conversion, dst, src int) bool {
	d, s := t.dst, t.src
	le, ne := binary.LittleEndian, binary.NativeEndian
	switch {
	case c.from == 2 && c.to == 4 && c.step == stepNone:
		for range t.n {
			ne.PutUint32(d[dst:], uint32(le.Uint16(s[src:])))
			dst, src = dst+t.to, src+t.from
		}
	case c.from == 2 && c.to == 4 && c.step == stepSigned:
		for range t.n {
			ne.PutUint32(d[dst:], uint32(int16(le.Uint16(s[src:]))))
			dst, src = dst+t.to, src+t.from
		}
	case c.from == 4 && c.to == 8 && c.step == stepNone:
		for range t.n {
			ne.PutUint64(d[dst:], uint64(le.Uint32(s[src:])))
			dst, src = dst+t.to, src+t.from
		}
	case c.from == 4 && c.to == 8 && c.step == stepF32F64:
		for range t.n {
			ne.PutUint64(d[dst:], math.Float64bits(float64(math.Float32frombits(le.Uint32(s[src:])))))
			dst, src = dst+t.to, src+t.from
		}
	default:
		return false
	}
	return true
}

// copyWords copies n words of each row, for fields that are long.
func (t *tile) copyWords(dst, src, n int) {
	d, s := t.dstWords, t.srcWords
	for ; dst+n <= len(d) && src+n <= len(s); dst, src = dst+t.to/4, src+t.from/4 {
		copy(d[dst:dst+n], s[src:src+n])
	}
}

// copyBytes copies n bytes of each row; d and s begin at the field.
func copyBytes(d, s []byte, n, dstStride, srcStride int) {
	if n == 1 {
		for i, j := 0, 0; j < len(d) && i < len(s); i, j = i+srcStride, j+dstStride {
			d[j] = s[i]
		}
		return
	}
	for i, j := 0, 0; j+n <= len(d) && i+n <= len(s); i, j = i+srcStride, j+dstStride {
		copy(d[j:j+n], s[i:i+n])
	}
}

// load reads one little-endian number of each row.
func load(v []uint64, s []byte, off, stride, size int) {
	le := binary.LittleEndian
	switch size {
	case 1:
		for i := range v {
			v[i] = uint64(s[off])
			off += stride
		}
	case 2:
		for i := range v {
			v[i] = uint64(le.Uint16(s[off:]))
			off += stride
		}
	case 4:
		for i := range v {
			v[i] = uint64(le.Uint32(s[off:]))
			off += stride
		}
	case 8:
		for i := range v {
			v[i] = le.Uint64(s[off:])
			off += stride
		}
	}
}

// store writes one number of each row in this machine's byte order.
func store(d []byte, v []uint64, off, stride, size int) {
	ne := binary.NativeEndian
	switch size {
	case 1:
		for i := range v {
			d[off] = byte(v[i])
			off += stride
		}
	case 2:
		for i := range v {
			ne.PutUint16(d[off:], uint16(v[i]))
			off += stride
		}
	case 4:
		for i := range v {
			ne.PutUint32(d[off:], uint32(v[i]))
			off += stride
		}
	case 8:
		for i := range v {
			ne.PutUint64(d[off:], v[i])
			off += stride
		}
	}
}
