package source

import "io"

// Reader reads sources one after the other and keeps its buffers between them.
// The zero value is ready to use. It is not safe for concurrent use.
type Reader struct {
	xml  xmlReader
	json jsonReader
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
