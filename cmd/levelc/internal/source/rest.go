package source

import (
	"io"
	"os"
)

// Rest closes the file until it is needed, and from then on after each use, because a
// build of many thousand sources would reach the system's limit of open files. If there
// is another file by then, or it has changed, the error is ErrChanged. A spooled file
// has no name to be found by and stays open.
func (s *File) Rest() {
	if s.spooled {
		return
	}
	s.rests = true
	s.pause()
}

// done ends a use, of which there may be several at a time.
func (s *File) done() {
	s.uses--
	s.pause()
}

// pause closes the file if it rests and is not in use.
func (s *File) pause() {
	if s.rests && s.uses == 0 && s.f != nil {
		s.f.Close() // it was only read
		s.f = nil
	}
}

// open returns the file, which may have to be opened again.
func (s *File) open() (*os.File, error) {
	if s.f != nil {
		return s.f, nil
	}
	f, err := os.Open(s.path)
	if err != nil {
		return nil, CannotOpen(s.Name, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, CannotOpen(s.Name, err)
	}
	if !os.SameFile(info, s.info) || s.differs(info) {
		f.Close()
		return nil, s.changed()
	}
	s.f = f
	return f, nil
}

// IsSame reports whether the file at the path is still what was opened. A spooled or
// generated text does not change.
func (s *File) IsSame() bool {
	if s.spooled {
		return true
	}
	info, err := os.Stat(s.path)
	return err == nil && os.SameFile(info, s.info) && !s.differs(info)
}

// differs reports whether the file is not what it was when it was opened, as far as its
// size and its time show.
func (s *File) differs(info os.FileInfo) bool {
	return info.Size() != s.size || !info.ModTime().Equal(s.info.ModTime())
}

func (s *File) changed() error {
	return &Error{Off: -1, Path: s.Name, Msg: "changed while it was read", Hint: "try again", Err: ErrChanged}
}

// ReadAt reads the source's bytes.
func (s *File) ReadAt(p []byte, off int64) (int, error) {
	s.uses++
	defer s.done()
	f, err := s.open()
	if err != nil {
		return 0, err
	}
	return f.ReadAt(p, off)
}

var _ io.ReaderAt = (*File)(nil)
