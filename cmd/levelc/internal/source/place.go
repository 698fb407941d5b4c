package source

import (
	"io"
	"os"
)

// Place is where a Pos is, for people. The zero Place is the file as a whole.
type Place struct {
	Line, Col int    // from 1 on; Col counts bytes (of UTF-8)
	Text      string // the line, or a part of a long one, without its end
	At        int    // index of Col in Text
	More      bool   // the line goes on behind Text; if At < Col-1, it also begins before Text
}

// Position finds a Pos. It reads the file once, up to the farthest place that was asked
// for, to count lines, and then little for each place. For a member of a JSON object it
// reads that object. For a Pos that the file does not have (any more) it returns the
// nearest place. A negative Off gives the zero Place.
func (s *File) Position(p Pos) (Place, error) {
	if p.Off < 0 {
		return Place{}, nil
	}
	s.uses++
	defer s.done()
	if err := s.openText(); err != nil {
		return Place{}, err
	}
	off := p.Off
	switch {
	case s.Format == JSON && (p.Member != "" || p.Item != 0):
		off = s.jsonMember(p)
	case s.Format == XML && p.Name && p.Member != "":
		off = s.xmlName(p)
	case s.Format == XML && !p.Name && (p.Item > 0 || p.Byte > 0 || space(s.piece(off, 1), 0) > 0):
		off = s.xmlItem(p)
	}
	return s.place(min(off, s.end))
}

// openText opens the text that offsets are about, if that is not the file.
func (s *File) openText() error {
	if s.decoded != nil || s.narrow || s.Format != XML {
		return nil
	}
	var x xmlReader
	x.opt.LenientXML, x.opt.Limits = true, Limits{}.withDefaults()
	x.window.reset(io.NewSectionReader(s, 0, s.size), 4096)
	marked, err := x.encoding()
	if err == nil && !isWide(marked) {
		err = x.declaration(marked)
	}
	d, ok := x.window.r.(*decoder)
	if err != nil || !ok {
		s.narrow = true
		return nil
	}
	text := io.MultiReader(io.NewSectionReader(s, 0, x.base), upToError{d})
	wide, end, err := s.tempFile(func(w *os.File) error {
		_, err := io.Copy(w, text)
		return err
	})
	if err != nil {
		return err
	}
	s.decoded, s.text, s.end = wide, wide, end
	return nil
}

// upToError treats the first error as the end: a Reader has seen only what comes before
// it.
type upToError struct{ r io.Reader }

func (u upToError) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// piece returns n bytes of the text at off, or fewer at its end.
func (s *File) piece(off int64, n int) []byte {
	if off < 0 {
		n += int(off)
		off = 0
	}
	n = int(min(int64(n), s.end-off))
	if n <= 0 {
		return nil
	}
	b := make([]byte, n)
	n, _ = s.text.ReadAt(b, off)
	return b[:n]
}
