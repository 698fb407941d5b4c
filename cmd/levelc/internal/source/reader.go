package source

import (
	"io"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
)

// Reader reads sources one after another and keeps its buffers between them. The zero
// value is ready to use. It is not safe for concurrent use.
type Reader struct{ by reading }

// idle are Readers for the next sources.
var idle = sync.Pool{New: func() any { return new(Reader) }}

// Borrow returns a Reader for few sources, because making one takes longer than reading a
// small file. It is to be given back, and has no pool to spill to. It may be called
// concurrently.
func Borrow() *Reader { return idle.Get().(*Reader) }

// GiveBack takes a Reader from Borrow that is not used any more.
func GiveBack(d *Reader) { idle.Put(d) }

// reading is a *readers. As Reader only has it as an interface, packages that have a
// Reader do not compile the containers in it: Go compiles all methods of a generic type in
// each package that reaches it through the fields of a type that it names.
type reading interface {
	readXML(r io.Reader, h Handler, o Options) error
	readJSON(r io.ReaderAt, size int64, far *farType, h Handler, o Options) error
	spillTo(p *smallalloc.Pool)
	counts(to []spill.Count) []spill.Count
}

// readers is a reader of each syntax.
type readers struct {
	xml  xmlReader
	json jsonReader
}

func (d *Reader) reading() reading {
	if d.by == nil {
		d.by = new(readers)
	}
	return d.by
}

func (d *readers) spillTo(p *smallalloc.Pool) {
	d.xml.spillTo(p)
	d.json.spillTo(p)
}

func (d *readers) counts(to []spill.Count) []spill.Count { return d.json.counts(d.xml.counts(to)) }

func (d *readers) readXML(r io.Reader, h Handler, o Options) error { return d.xml.read(r, h, o) }

func (d *readers) readJSON(r io.ReaderAt, size int64, far *farType, h Handler, o Options) error {
	d.json.search.far = far
	return d.json.read(r, size, h, o)
}

// keepMost is the largest buffer that is kept for the next source. A larger one was
// made for one huge value.
const keepMost = 1 << 20

// SpillTo sets the pool that stacks, lists and texts spill to if a level is too deep,
// or its values too long, for the reader's own storage. nil means the Go heap only. The
// slots go back to the pool after each source. Call it between sources; the statistics
// begin anew.
func (d *Reader) SpillTo(p *smallalloc.Pool) { d.reading().spillTo(p) }

// Spills appends the statistics of the reader's containers to list.
func (d *Reader) Spills(list []spill.Count) []spill.Count { return d.reading().counts(list) }

// XML reads one XML document from r and reports it to h. The error is an
// *Error, or ErrStopped.
func (d *Reader) XML(r io.Reader, h Handler, o Options) error {
	return d.reading().readXML(r, h, o)
}

// JSON reads one JSON text of size bytes from r and reports it to h. It takes an
// io.ReaderAt because it reads further ahead in r if the type of a large object comes
// after its contents. The error is an *Error, or ErrStopped.
func (d *Reader) JSON(r io.ReaderAt, size int64, h Handler, o Options) error {
	return d.reading().readJSON(r, size, nil, h, o)
}
