package source

import (
	"bufio"
	"io"
	"os"
)

// Origins says what a generated text was made of.
type Origins interface {
	// Origin returns the file, and the place in it, that the byte at off of the text
	// was made of. The Pos may name a member.
	Origin(off int64) (*File, Pos)
}

// Generate makes a File of a text that levelc itself writes: the level of an editor in
// levelc's own XML. It is called name. Places in it are those that from returns, so
// that messages are about the file that the user knows. The text is in a temporary
// file, which Close removes.
func Generate(name string, from Origins, write func(io.Writer) error) (*File, error) {
	s := &File{Name: name, spooled: true, from: from}
	var err error
	s.f, s.size, err = s.tempFile(func(f *os.File) error {
		w := bufio.NewWriterSize(f, 64<<10)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	})
	if err != nil {
		s.Close()
		return nil, &Error{Off: -1, Msg: "what " + name + " means cannot be kept in a temporary file: " + err.Error(), Err: err}
	}
	return s.begin()
}

// origin returns the file that the user knows, and p in it.
func (s *File) origin(p Pos) (*File, Pos) {
	if s == nil || s.from == nil || p.Off < 0 {
		return s, p
	}
	f, at := s.from.Origin(p.Off)
	if at.Member != "" && at.Member == p.Member { // else what is named here is a value there
		at.Name = p.Name
	}
	return f, at
}

// IsGenerated reports whether the text is levelc's own, see Generate.
func (s *File) IsGenerated() bool { return s.from != nil }

// Where returns the name of the file that the user knows for off, and the place.
func (s *File) Where(off int64) (name string, at Place, err error) {
	f, p := s.origin(Pos{Off: off})
	at, err = f.Position(p)
	return f.Name, at, err
}
