package editor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Doc is a file of a level.
type Doc struct {
	File *source.File
	Root *Node  // nil when the translation is over
	Path string // as it was opened; "" for standard input

	// Made is what a reader has made of the file. It is kept for the next level that
	// refers to it.
	Made any

	spare   []*Node  // for the next Cursor of Node.Children
	names   []string // of members and nodes, each once
	took    int64    // bytes of memory
	made    int64    // and of Made, if that counts
	shelved bool     // the Shelf closes it

	real    string // the folder of the file itself, if it is not that of Path
	located bool
	others  map[string]string // what Beside has found, if there are two folders to search
	looked  []string          // where it has looked for that
	rooted  bool              // what is made of it depends on where the working directory is
}

// Beside returns the path of something that a file refers to: relative to the folder of
// that file, with the slashes of any system. If the file was reached through a symbolic
// link and there is nothing beside the link, it looks beside the file itself.
func Beside(d *Doc, ref string) string {
	ref = filepath.FromSlash(strings.ReplaceAll(ref, `\`, "/"))
	if strings.HasPrefix(ref, string(filepath.Separator)) || filepath.IsAbs(ref) {
		return ref
	}
	path := filepath.Join(filepath.Dir(d.Path), ref)
	if d.realFolder() == "" {
		return path
	}
	if found, ok := d.others[ref]; ok {
		return found
	}
	d.looked = append(d.looked, path)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		other := filepath.Join(d.real, ref)
		d.looked = append(d.looked, other)
		if _, err := os.Stat(other); err == nil {
			path = other
		}
	}
	if d.others == nil {
		d.others = map[string]string{}
	}
	d.others[ref] = path
	return path
}

// realFolder returns the folder of the file itself, relative if possible. It is empty
// if that is where its path says.
func (d *Doc) realFolder() string {
	if d.located || d.Path == "" {
		return d.real
	}
	d.located = true
	dir, err := filepath.Abs(filepath.Dir(d.Path))
	if err != nil {
		return ""
	}
	file, err := filepath.EvalSymlinks(d.Path)
	if err != nil {
		return ""
	}
	if real, err := filepath.Abs(filepath.Dir(file)); err == nil && real != dir {
		d.real = filepath.Dir(file)
	}
	return d.real
}

// isPlaced reports whether the file still leads to the same folder, and Beside would find
// the same again.
func (d *Doc) isPlaced() bool {
	if d.real == "" {
		return true
	}
	now := &Doc{Path: d.Path}
	if now.realFolder() != d.real {
		return false
	}
	for ref, found := range d.others {
		if Beside(now, ref) != found {
			return false
		}
	}
	return true
}
