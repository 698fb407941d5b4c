package editor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/folded"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Limits of the files of one level.
const (
	MaxFile  = 512 << 20 // bytes of the file of the level itself
	MaxOther = 64 << 20  // bytes of each file that it refers to
	MaxFiles = 4096
	MaxTree  = 2 << 30 // bytes of memory that all Nodes take together
)

// MaxText is the most bytes of a text or string: all cells of a layer are one.
const MaxText = 256 << 20

// Files are the files of one level. Each is read once.
type Files struct {
	docs    []*Doc
	byPath  map[string]*Doc     // by absolute path, in each spelling of it
	known   folded.Paths        // of the files that were read or asked for
	wrong   map[string]error    // by absolute path, for those that cannot be read
	here    string              // the working directory
	listed  map[string][]string // names in folders
	most    int64               // bytes that all Nodes may take
	room    int64               // what is left of that
	packed  map[string][]string // see packer
	asked   []string            // paths other than the level itself, as they were first named
	options source.Options
	ctx     context.Context
	shelf   *Shelf
	lacking []string // files that refer to some that are missing
}

// main reads the level itself, which the caller closes.
func (s *Files) main(f *source.File, path string) (*Doc, error) {
	if f.Size() > MaxFile {
		return nil, tooLarge(f, MaxFile)
	}
	return s.read(f, path)
}

func tooLarge(f *source.File, most int64) error {
	return &source.Error{Off: -1, Path: f.Name, Msg: fmt.Sprintf("has %d bytes, and levels of editors are read up to %d", f.Size(), most), Err: source.ErrLimit}
}

func (s *Files) read(f *source.File, path string) (*Doc, error) {
	d := &Doc{File: f, Path: path}
	room := s.room
	b := builder{doc: d, names: map[string]int{}, room: &s.room, ctx: s.ctx, packer: packer{wanted: s.packed}}
	r := source.Borrow()
	defer source.GiveBack(r)
	if err := f.Read(r, &b, s.options); errors.Is(err, source.ErrStopped) && s.ctx.Err() != nil {
		return nil, s.ctx.Err()
	} else if errors.Is(err, source.ErrStopped) {
		return nil, &source.Error{Off: -1, Path: f.Name, Msg: fmt.Sprintf("has so much in it that it takes more than %d bytes of memory", s.most), Err: source.ErrLimit}
	} else if err != nil {
		return nil, err
	}
	d.Root, d.took = b.root, room-s.room
	s.docs = append(s.docs, d)
	return d, nil
}

// open reads a file, once for all that refer to it.
func (s *Files) open(path string) (*Doc, error) {
	key := s.absolute(path)
	if d := s.byPath[key]; d != nil {
		return d, nil
	}
	if err := s.wrong[key]; err != nil {
		return nil, err
	}
	first, _ := s.known.First(key)
	if err := s.wrong[first]; err != nil {
		return nil, err
	}
	s.asked = append(s.asked, path)
	if d := s.byPath[first]; d != nil {
		s.byPath[key] = d
		return d, nil
	}
	d, err := s.openNew(path)
	if err != nil {
		if s.wrong == nil {
			s.wrong = map[string]error{}
		}
		s.wrong[first] = err
		return nil, err
	}
	s.put(first, d)
	s.byPath[key] = d
	return d, nil
}

// absolute returns the absolute path of a file. A file is known by it, and by other
// spellings of it: in the folder a, the files x and ../a/x are one, and in any other folder
// too.
func (s *Files) absolute(path string) string {
	switch {
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	case filepath.VolumeName(path) != "" || path != "" && os.IsPathSeparator(path[0]):
		if abs, err := filepath.Abs(path); err == nil {
			return abs
		}
		return filepath.Clean(path)
	}
	if s.here == "" { // to ask takes much longer than to join
		if dir, err := os.Getwd(); err == nil {
			s.here = dir
		}
	}
	return filepath.Join(s.here, path)
}

func (s *Files) put(key string, d *Doc) {
	s.known.First(key)
	if s.byPath == nil {
		s.byPath = map[string]*Doc{}
	}
	s.byPath[key] = d
}

func (s *Files) openNew(path string) (*Doc, error) {
	if len(s.docs) >= MaxFiles {
		return nil, &source.Error{Off: -1, Msg: fmt.Sprintf("the level refers to more than %d files", MaxFiles), Err: source.ErrLimit}
	}
	if d := s.shelf.take(path, s.room); d != nil {
		s.room -= d.took
		s.docs = append(s.docs, d)
		return d, nil
	}
	// Reading a pipe or a device would not end.
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &source.Error{Off: -1, Path: path, Msg: "is not a file", Err: fs.ErrInvalid}
	}
	f, err := source.Open(path)
	if err != nil {
		return nil, err
	}
	f.Rest()
	if f.Size() > MaxOther {
		f.Close()
		return nil, tooLarge(f, MaxOther)
	}
	d, err := s.read(f, path)
	if err != nil {
		return nil, &badFile{f, err}
	}
	s.shelf.put(d)
	return d, nil
}

// badFile is the reason why a file that was referred to cannot be used. The file stays
// open, so that its places can be found.
type badFile struct {
	file *source.File
	err  error
}

func (e *badFile) Error() string { return e.file.Name + ": " + e.err.Error() }
func (e *badFile) Unwrap() error { return e.err }

// forget drops the Nodes before the level is compiled. They are most of the memory that
// a level takes.
func (s *Files) forget() {
	for _, d := range s.docs {
		if !d.shelved {
			d.Root = nil
		}
	}
}

// close closes all files but the level itself.
func (s *Files) close() {
	for _, d := range s.docs[min(1, len(s.docs)):] {
		if !d.shelved {
			d.File.Close() // it was only read
		}
	}
	for _, err := range s.wrong {
		var bad *badFile
		if errors.As(err, &bad) {
			bad.file.Close()
		}
	}
}

// places returns the paths that Level.Places lists. What a file refers to may be beside a
// link to it or beside the file itself, so both are such paths. A file that is no link may
// become one, which matters only if something was missing beside it.
func (s *Files) places() (places []string, rooted bool) {
	places = s.lacking
	for _, d := range s.docs {
		if d.real != "" {
			places = append(append(places, d.Path), d.looked...)
		}
		rooted = rooted || d.rooted
	}
	return places, rooted
}

// areSame reports whether the files are still what was read and where they were found, the
// missing ones are still missing, and the names in folders are the same.
func (s *Files) areSame() bool {
	for _, d := range s.docs {
		if !d.File.IsSame() || !d.isPlaced() {
			return false
		}
	}
	for path, err := range s.wrong {
		var bad *badFile
		if errors.As(err, &bad) && !bad.file.IsSame() {
			return false
		}
		if _, now := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !errors.Is(now, fs.ErrNotExist) {
			return false
		}
	}
	for dir, names := range s.listed {
		if !slices.Equal(NamesIn(dir), names) {
			return false
		}
	}
	return true
}

// NamesIn lists the names in a folder, sorted. It leaves out what levelc itself writes
// there, levels and files for make, because otherwise a level would depend on having
// been built. It also leaves out hidden files, which may be temporary. A folder that
// cannot be listed has no names.
func NamesIn(dir string) []string {
	entries, _ := os.ReadDir(dir) // whatever can be listed
	var names []string
	for _, e := range entries {
		name := e.Name()
		if ext := filepath.Ext(name); ext == ".lvl" || ext == ".d" || strings.HasPrefix(name, ".") {
			continue
		}
		names = append(names, name)
	}
	return names
}

// NamesThatFit returns those of the NamesIn a folder that fit one of the patterns of
// Level.Fits, or all if there are none.
func NamesThatFit(dir string, patterns []string) []string {
	names := NamesIn(dir)
	if len(patterns) == 0 {
		return names
	}
	var all []*regexp.Regexp
	for _, p := range patterns {
		re, err := regexp.Compile(p)
		if err != nil { // another levelc has written it
			return names
		}
		all = append(all, re)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return !slices.ContainsFunc(all, func(re *regexp.Regexp) bool { return re.MatchString(name) })
	})
}
