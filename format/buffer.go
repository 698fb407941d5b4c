package format

import (
	"errors"
	"slices"
)

// Buffer is a file in memory, for Writer.Finish and whatever else writes by offset; its
// bytes are the slice itself. The zero Buffer is an empty file. A Buffer grows as
// append does, and must not be used concurrently.
type Buffer []byte

// WriteAt implements io.WriterAt. Bytes between the end and off become zero. It refuses
// an offset that is negative or that no slice reaches.
func (b *Buffer) WriteAt(p []byte, off int64) (int, error) {
	end := off + int64(len(p))
	if off < 0 || end < off || int64(int(end)) != end {
		return 0, errors.New("lvl: write to a buffer at an impossible offset")
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
