package source

import "io"

// Reader reads sources one after the other and keeps its buffers between them.
// The zero value is ready to use. It is not safe for concurrent use.
type Reader struct {
	xml xmlReader
}

// XML reads one XML document from r and reports it to h. The error is an
// *Error, or ErrStopped.
func (d *Reader) XML(r io.Reader, h Handler, o Options) error {
	return d.xml.read(r, h, o)
}
