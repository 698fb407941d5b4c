package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// File is a source on disk, or one that was spooled to disk. It gives a Reader its
// bytes, and later finds the line and column of each Pos in a message. It is not safe
// for concurrent use.
type File struct {
	Name   string // as given, for messages
	Format Format // as detected; may be set before Read
	alien  error  // why the file is no source, if that is known

	f       *os.File // nil while it rests
	path    string
	size    int64
	info    fs.FileInfo // from when it was opened; nil if it was spooled
	rests   bool        // it is open only while it is used
	uses    int         // that are going on
	temp    []string    // to be removed by Close
	spooled bool        // there is no path at which it could be read again
	wrong   *Error      // why the rest of it was not spooled, or nil

	from Origins // for a generated text; otherwise nil

	far farType // in JSON

	text     io.ReaderAt // the text that offsets are about, in UTF-8: f, unless that is decoded
	decoded  *os.File    // the text of a file in another encoding, once a place in it is needed
	narrow   bool        // f is not decoded, as was found then
	end      int64       // of text
	lines    lines
	walk     memberWalk   // in JSON
	expected memberPlaces // in JSON
	list     listWalk     // in JSON
	items    itemWalk     // in XML
}

// Open opens the file at path. A pipe is spooled, see Spool. If something is wrong with
// the path, the error is an *Error without an offset whose message names the path.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, CannotOpen(path, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, CannotOpen(path, err)
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		f.Close()
		return nil, &Error{Off: -1, Path: path, Msg: "is a directory", Err: fs.ErrInvalid}
	case mode&(fs.ModeNamedPipe|fs.ModeCharDevice|fs.ModeSocket) != 0:
		defer f.Close()
		return Spool(f, path)
	case !mode.IsRegular():
		f.Close()
		return nil, &Error{Off: -1, Path: path, Msg: "is not a file", Err: fs.ErrInvalid}
	}
	s := &File{Name: path, f: f, path: path, size: info.Size(), info: info}
	return s.begin()
}

// CannotOpen returns the error of a source that the system does not open, for the reason that
// it gives.
func CannotOpen(path string, err error) error {
	why := err
	var pe *fs.PathError
	if errors.As(err, &pe) {
		why = pe.Err
	}
	e := &Error{Off: -1, Path: path, Msg: "cannot be read: " + why.Error(), Err: err}
	if errors.Is(err, fs.ErrNotExist) {
		e.Msg, e.Hint = "does not exist", "is the path right? It counts from the current folder"
		if near := Near(path); near != "" {
			e.Hint = fmt.Sprintf("did you mean %q?", near)
		}
	}
	return e
}

// tempFile makes a temporary file of what write writes, and returns its size. Close
// removes it.
func (s *File) tempFile(write func(*os.File) error) (f *os.File, size int64, err error) {
	if f, err = os.CreateTemp("", "levelc-*.tmp"); err != nil {
		return nil, 0, err
	}
	if os.Remove(f.Name()) != nil { // some systems do not allow that while it is open
		s.temp = append(s.temp, f.Name())
	}
	if err = write(f); err == nil {
		size, err = f.Seek(0, io.SeekEnd)
	}
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, size, nil
}

// headSize is how many bytes of a source tell what it is.
const headSize = 512

// begin detects the format.
func (s *File) begin() (*File, error) {
	var head [headSize]byte
	n, err := s.f.ReadAt(head[:], 0)
	if err != nil && err != io.EOF {
		s.Close()
		return nil, CannotOpen(s.Name, err)
	}
	s.detect(head[:n])
	s.text, s.end = s, s.size
	return s, nil
}

// detect finds the format, or why there is none, by the first bytes.
func (s *File) detect(head []byte) {
	if s.alien = alienIn(head); s.alien == nil {
		s.Format = detect(head, s.Name)
	}
}

// Size returns the number of bytes of the source.
func (s *File) Size() int64 { return s.size }

// IsSpooled reports whether the source cannot be read again where it came from.
func (s *File) IsSpooled() bool { return s.spooled }

// Bytes returns the whole source.
func (s *File) Bytes() ([]byte, error) {
	b := make([]byte, s.size)
	n, err := io.ReadFull(io.NewSectionReader(s, 0, s.size), b)
	return b[:n], err
}

// Read reports the source to h, with d as the reader. The error is an *Error, or
// ErrStopped. If the file has changed since it was opened, the error is ErrChanged,
// whatever else seemed wrong with it.
func (s *File) Read(d *Reader, h Handler, o Options) error {
	s.uses++
	defer s.done()
	f, err := s.open()
	if err != nil {
		return err
	}
	read := func(h Handler) error {
		switch s.Format {
		case XML:
			return d.XML(io.NewSectionReader(f, 0, s.size), h, o)
		case JSON:
			return d.reading().readJSON(f, s.size, &s.far, h, o)
		}
		return s.unknown()
	}
	if s.IsReadAhead(o) {
		err = piped(h, read)
	} else {
		err = read(h)
	}
	if s.spooled {
		return s.firstWrong(err)
	}
	if info, serr := f.Stat(); serr == nil && s.differs(info) {
		return s.changed()
	}
	return err
}

// IsReadAhead reports whether Read, with these options, will use a goroutine of its own
// for the reader.
func (s *File) IsReadAhead(o Options) bool {
	return o.Ahead > 0 && s.size > o.Ahead && runtime.GOMAXPROCS(0) > 1
}

func (s *File) unknown() error {
	if s.alien != nil {
		return s.alien
	}
	if s.size == 0 {
		return syntax(0, "the file is empty").advise(emptyHint)
	}
	return &Error{Msg: "this is neither XML nor JSON", Hint: `XML begins with "<", JSON with "{" or "["`, Err: ErrSyntax}
}

// Close closes the file and removes what was spooled.
func (s *File) Close() error {
	var err error
	if s.f != nil {
		err = s.f.Close()
	}
	if s.decoded != nil {
		s.decoded.Close()
	}
	for _, name := range s.temp {
		os.Remove(name)
	}
	s.temp = nil
	return err
}
