package loader

import (
	"math/bits"

	"github.com/levelc/levelc/format"
)

// imageRows is the rows of one table as they were in the file, in the layout of the world's
// record. They lie in pieces, so that to keep a block takes as long at the end of a level as
// at its beginning.
type imageRows struct {
	pieces [][]byte // each of 1<<shift rows, but the last
	shift  uint8
	stride int
	n      uint32 // rows, as the file says
	used   uint32 // of them, those that have been taken
}

func newImageRows(stride int, n uint32) imageRows {
	perPiece := max(1, imagePiece/max(1, stride))
	return imageRows{shift: uint8(bits.Len(uint(perPiece)) - 1), stride: stride, n: n}
}

// room returns memory for the next rows, at most n. They count when used is raised.
func (t *imageRows) room(n uint32) []byte {
	if k := int(t.used >> t.shift); k == len(t.pieces) {
		size := int(min(1<<t.shift, t.n-t.used)) * t.stride
		t.pieces = append(t.pieces, format.BytesOf(make([]uint64, (size+7)/8))[:size]) // aligned for any row
	}
	return t.from(t.used, n)
}

// from returns n rows from the given one on, or as many of them as are in one piece.
func (t *imageRows) from(row, n uint32) []byte {
	if n == 0 {
		return nil
	}
	p := t.pieces[row>>t.shift][int(row&(1<<t.shift-1))*t.stride:]
	return p[:min(len(p), int(n)*t.stride)]
}
