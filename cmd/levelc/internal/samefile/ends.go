package samefile

import (
	"io/fs"
	"os"
	"path/filepath"

	levelwatch "github.com/levelc/levelc/loader/watch"
)

// Ends finds the files that paths lead to behind links. It remembers folders, because
// many paths have few of them.
type Ends struct {
	Here Folder            // where relative paths begin
	dirs map[string]string // by absolute path
}

// NewEnds returns an Ends for paths that begin in the current folder.
func NewEnds() *Ends { return &Ends{Here(), map[string]string{}} }

// Of returns the absolute path of the file, which need not exist, and whether a link leads
// to it from the current folder. A file is replaced, and never written to, so other names
// of the same file do not matter.
func (e *Ends) Of(path string) (end string, linked bool) {
	abs := e.Here.Absolute(path)
	if info, err := os.Lstat(abs); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if trail, err := levelwatch.Trail(abs); err == nil && len(trail) > 0 {
			return trail[len(trail)-1], true
		}
	}
	dir, base := filepath.Split(abs)
	end = filepath.Join(e.folder(filepath.Clean(dir)), base)
	if rel, err := filepath.Rel(string(e.Here), abs); err == nil && filepath.IsLocal(rel) {
		abs = filepath.Join(e.folder(string(e.Here)), rel)
	}
	return end, end != abs
}

// folder returns where a folder is. It may be one that will be made.
func (e *Ends) folder(dir string) string {
	if real, ok := e.dirs[dir]; ok {
		return real
	}
	real, err := filepath.EvalSymlinks(dir)
	if up := filepath.Dir(dir); err != nil && up != dir {
		real = filepath.Join(e.folder(up), filepath.Base(dir))
	} else if err != nil {
		real = dir
	}
	e.dirs[dir] = real
	return real
}
