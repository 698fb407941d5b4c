package source

import (
	"bufio"
	"io"
	"strings"
)

// Origins says what a generated text was made of.
type Origins interface {
	// Origin is the file and the place in it that the byte at off of the text
	// was made of. The Pos may name a member.
	Origin(off int64) (*File, Pos)
}

// Generate makes a File of a text that levelc itself writes: the level of an
// editor in levelc's own XML. It is called name, and places in it are those that
// from gives, so that messages speak of the file that a person knows. The text
// lies in a temporary file, which Close removes.
func Generate(name string, from Origins, write func(io.Writer) error) (*File, error) {
	s := &File{Name: name, spooled: true, from: from}
	wrong := func(err error) error {
		return &Error{Off: -1, Msg: "what " + name + " means cannot be kept in a temporary file: " + err.Error(), Err: err}
	}
	var err error
	if s.f, err = s.tempFile(strings.NewReader("")); err != nil {
		return nil, wrong(err)
	}
	w := bufio.NewWriterSize(s.f, 64<<10)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	if err == nil {
		s.size, err = s.f.Seek(0, io.SeekEnd)
	}
	if err != nil {
		s.Close()
		return nil, wrong(err)
	}
	return s.begin()
}

// origin is the file that a person knows, and p in it.
func (s *File) origin(p Pos) (*File, Pos) {
	if s == nil || s.from == nil || p.Off < 0 {
		return s, p
	}
	f, at := s.from.Origin(p.Off)
	if at.Member != "" && p.Member != "" {
		at.Name = p.Name
	}
	return f, at
}

// Bytes is the source as a whole.
func (s *File) Bytes() ([]byte, error) {
	b := make([]byte, s.size)
	n, err := io.ReadFull(io.NewSectionReader(s, 0, s.size), b)
	return b[:n], err
}

// IsSpooled reports whether the file was read from where it cannot be read again.
func (s *File) IsSpooled() bool { return s.spooled }

// IsGenerated reports whether the text is levelc's own, see Generate.
func (s *File) IsGenerated() bool { return s.from != nil }

// Where is the name of the file that a person knows for off, and the place.
func (s *File) Where(off int64) (name string, at Place, err error) {
	f, p := s.origin(Pos{Off: off})
	at, err = f.Position(p)
	return f.Name, at, err
}
