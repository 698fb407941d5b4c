package source

import (
	"errors"
	"io"
	"os"
)

// maxSpool is the most bytes that Spool takes.
const maxSpool = 16 << 30

// probeSize is how much of a source is spooled before its beginning is tried.
const probeSize = 1 << 20

// Spool copies r, which can be read only once, to a temporary file, so that places in
// it can be found again. Close removes the file. If the system can do that at once, the
// file has no name from the beginning. What neither begins as XML or JSON does nor is named
// so is not copied to its end, and neither is what is wrong near its beginning: it may
// have none.
func Spool(r io.Reader, name string) (*File, error) {
	s := &File{Name: name, spooled: true}
	var err error
	s.f, s.size, err = s.tempFile(func(f *os.File) error { return s.spool(f, r) })
	if err != nil {
		s.Close()
		return nil, &Error{Off: -1, Path: name, Msg: "cannot be spooled: " + err.Error(), Err: err}
	}
	return s.begin()
}

func (s *File) spool(f *os.File, r io.Reader) error {
	head, err := io.ReadAll(io.LimitReader(r, headSize))
	if err != nil {
		return err
	}
	if _, err := f.Write(head); err != nil {
		return err
	}
	if s.detect(head); s.Format == Unknown {
		return nil
	}
	n, err := io.Copy(f, io.LimitReader(r, probeSize))
	if err == nil && n == probeSize {
		if s.wrong = s.probe(f); s.wrong != nil {
			return nil
		}
		n, err = io.Copy(f, io.LimitReader(r, maxSpool+1))
	}
	if n > maxSpool {
		return ErrLimit
	}
	return err
}

// probe returns what is wrong in the first half of what has been spooled. It has to be
// wrong whatever the options are with which the source will be read, and whatever follows.
func (s *File) probe(f io.ReaderAt) *Error {
	d := Borrow()
	defer GiveBack(d)
	o := Options{LenientXML: true, Keys: true}
	more := unfinished{f, headSize + probeSize}
	var err error
	if s.Format == XML {
		err = d.XML(io.NewSectionReader(more, 0, maxSpool), nobody{}, o)
	} else {
		err = d.JSON(more, maxSpool, nobody{}, o)
	}
	var wrong *Error
	if errors.As(err, &wrong) && !errors.Is(err, errUnfinished) && wrong.Off >= 0 && wrong.Off < probeSize/2 {
		return wrong
	}
	return nil
}

// firstWrong returns the error of reading what was not spooled to its end, which cannot be
// one about that end.
func (s *File) firstWrong(err error) error {
	var e *Error
	if s.wrong != nil && errors.As(err, &e) && e.Off > s.wrong.Off {
		return s.wrong
	}
	return err
}

// unfinished is a text whose rest has not come yet.
type unfinished struct {
	r    io.ReaderAt
	size int64
}

var errUnfinished = errors.New("the rest has not come yet")

// ReadAt implements io.ReaderAt.
func (u unfinished) ReadAt(p []byte, off int64) (int, error) {
	if off >= u.size {
		return 0, errUnfinished
	}
	whole := int64(len(p)) <= u.size-off
	n, err := u.r.ReadAt(p[:min(int64(len(p)), u.size-off)], off)
	if err == nil && !whole {
		err = errUnfinished
	}
	return n, err
}

// nobody is a Handler that takes everything.
type nobody struct{}

func (nobody) Kind([]byte) bool          { return false }
func (nobody) Open([]byte, int64) bool   { return true }
func (nobody) Value([]byte, *Value) bool { return true }
func (nobody) Text(*Value) bool          { return true }
func (nobody) Close(int64) bool          { return true }
