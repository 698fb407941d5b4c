package format

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Buffer is a file in memory, for Writer.Finish and whatever else writes by offset; its
// bytes are the slice itself. The zero Buffer is an empty file. A Buffer grows as
// append does, and must not be used concurrently.
type Buffer []byte

// mostBuffer is more bytes than any machine has, and few enough that slices.Grow does not
// panic.
const mostBuffer = math.MaxInt >> (16 * (bits.UintSize / 64))

// WriteAt implements io.WriterAt. Bytes between the end and off become zero. It refuses
// an offset that is negative or that no slice reaches.
func (b *Buffer) WriteAt(p []byte, off int64) (int, error) {
	end := off + int64(len(p))
	if off < 0 || end < off || end > mostBuffer {
		return 0, fmt.Errorf("lvl: write of %d bytes to a buffer at offset %d, where none reaches", len(p), off)
	}
	if n := int(end) - len(*b); n > 0 {
		old := len(*b)
		*b = slices.Grow(*b, n)[:end]
		if gap := int(off); gap > old {
			clear((*b)[old:gap])
		}
	}
	return copy((*b)[off:], p), nil
}
