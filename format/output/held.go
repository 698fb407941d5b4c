package output

import (
	"io"
	"sync"
)

// mostHeld is the length up to which a file is written in one go, when it is complete.
// A format.Writer writes a level of some kilobytes in twenty pieces.
const mostHeld = 64 << 10

// held is a file in memory, as long as it is short. The zero value is empty.
type held struct {
	mu     sync.Mutex
	b      *[mostHeld]byte // nil: nothing was written yet, or gone is true
	n      int
	gone   bool  // the file is not in memory any more
	failed error // why it is nowhere else either
}

var buffers = sync.Pool{New: func() any { return new([mostHeld]byte) }}

// write writes to memory, or reports false if there is no room.
func (h *held) write(p []byte, off int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gone || off < 0 || off > mostHeld || int64(len(p)) > mostHeld-off {
		return false
	}
	if len(p) == 0 {
		return true // a file does not grow by that
	}
	if h.b == nil {
		h.b = buffers.Get().(*[mostHeld]byte)
	}
	if at := int(off); at > h.n {
		clear(h.b[h.n:at])
	}
	h.n = max(h.n, int(off)+copy(h.b[off:], p))
	return true
}

// read reads from memory. ok is false if the file is not there any more.
func (h *held) read(p []byte, off int64) (n int, ok bool, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gone || off < 0 {
		return 0, false, nil
	}
	if h.b != nil && off < int64(h.n) {
		n = copy(p, h.b[off:h.n])
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, true, err
}

// release writes what there is to out, if that is not nil, and then is empty. If that
// fails, what there was is lost, and every later call says so.
func (h *held) release(out *beside) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.n > 0 && out != nil {
		_, h.failed = out.WriteAt(h.b[:h.n], 0)
	}
	if h.b != nil {
		buffers.Put(h.b)
	}
	h.b, h.n, h.gone = nil, 0, true
	return h.failed
}
