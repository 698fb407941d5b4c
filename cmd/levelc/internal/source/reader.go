package source

import (
	"io"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
)

// Reader reads sources one after the other and keeps its buffers between them.
// The zero value is ready to use. It is not safe for concurrent use.
type Reader struct {
	xml  xmlReader
	json jsonReader
}

// keepMost is how large a buffer may be to be kept for the next source. What is
// larger was made for one huge value.
const keepMost = 1 << 20

// SpillTo sets the pool that stacks, lists and texts spill to when a level is
// too deep or its values too long for what the reader itself has room for, nil
// for the Go heap alone. The slots go back to it behind each source. Call it
// between sources; the accounts begin anew.
func (d *Reader) SpillTo(p *smallalloc.Pool) {
	d.xml.spillTo(p)
	d.json.spillTo(p)
}

// Spills appends the accounts of the reader's containers to to.
func (d *Reader) Spills(to []spill.Count) []spill.Count {
	return d.json.counts(d.xml.counts(to))
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
