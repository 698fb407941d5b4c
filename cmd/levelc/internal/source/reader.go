package source

import "io"

// Reader reads sources one after the other and keeps its buffers between them.
// The zero value is ready to use. It is not safe for concurrent use.
type Reader struct {
	xml  xmlReader
	json jsonReader
}

// keepMost is how large a buffer may be to be kept for the next source. What is
// larger was made for one huge value.
const keepMost = 1 << 20

// keep returns b, emptied, if it is to be kept.
func keep(b []byte) []byte {
	if cap(b) > keepMost {
		return nil
	}
	return b[:0]
}

// XML reads one XML document from r and reports it to h. The error is an
// *Error, or ErrStopped.
func (d *Reader) XML(r io.Reader, h Handler, o Options) error {
	return d.xml.read(r, h, o)
}

// JSON reads one JSON text of size bytes from r and reports it to h. It reads
// on in r where the type of a large object stands behind its content, which is
// why it takes an io.ReaderAt. The error is an *Error, or ErrStopped.
func (d *Reader) JSON(r io.ReaderAt, size int64, h Handler, o Options) error {
	return d.json.read(r, size, h, o)
}
