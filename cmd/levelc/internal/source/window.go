package source

import "io"

// window slides over a reader: buf[pos:end] is what has been read and not yet
// passed, and base is the offset of buf[0] in the text.
//
// Invariant: 0 <= pos <= end <= len(buf).
type window struct {
	r        io.Reader
	buf      []byte
	pos, end int
	base     int64
	err      error // why reading ended: io.EOF or worse
}

const windowSize = 128 << 10

func (w *window) reset(r io.Reader, size int) {
	if len(w.buf) < size || len(w.buf) > 8*size {
		w.buf = make([]byte, size)
	}
	*w = window{r: r, buf: w.buf}
}

// off returns the offset of buf[i] in the text.
func (w *window) off(i int) int64 { return w.base + int64(i) }

// more keeps buf[pos:end], moves it to the front, and adds at least one byte.
// It reports whether it did; if not, err says why. The buffer doubles when
// what is kept fills it, so that a token that is scanned again after each call
// costs no more than twice its length.
func (w *window) more() bool {
	if w.err != nil {
		return false
	}
	if w.pos > 0 {
		copy(w.buf, w.buf[w.pos:w.end])
		w.base += int64(w.pos)
		w.end -= w.pos
		w.pos = 0
	}
	if w.end == len(w.buf) {
		grown := make([]byte, 2*len(w.buf))
		copy(grown, w.buf)
		w.buf = grown
	}
	start := w.end
	for idle := 0; w.end < len(w.buf) && w.err == nil; {
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		w.err = err
		if n > 0 {
			idle = 0
		} else if idle++; idle > 100 && err == nil {
			w.err = io.ErrNoProgress
		}
	}
	w.check()
	return w.end > start
}

// need returns the bytes at hand, at least n of them if the text has that many.
func (w *window) need(n int) []byte {
	for w.end-w.pos < n && w.more() {
	}
	return w.buf[w.pos:w.end]
}
