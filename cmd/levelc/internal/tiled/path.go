package tiled

import (
	"path/filepath"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Paths in the files of a map may have the separators of any system.

// baseOf returns a path without its folder.
func baseOf(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// suffix returns the extension of a path, with the dot.
func suffix(path string) string { return filepath.Ext(baseOf(path)) }

func withoutSuffix(path string) string { return strings.TrimSuffix(path, suffix(path)) }

// stem returns the name that a file gives to what is in it.
func stem(path string) string {
	name := strings.TrimSpace(withoutSuffix(baseOf(path)))
	if name == "" || name == "-" {
		return "map"
	}
	return name
}

// nameOf returns the name of a file without folder and extension.
func (r *reader) nameOf(d *editor.Doc) string {
	path := d.Path
	if path == "" && d == r.Main && !strings.ContainsAny(d.File.Name, "<>") {
		path = d.File.Name
	}
	return stem(path)
}

// path returns the path of something that a file refers to, relative to the folder of
// the level's first source, with slashes.
func (r *reader) path(d *editor.Doc, ref string) string {
	ref = strings.ReplaceAll(ref, `\`, "/")
	if ref == "" || ref[0] == '/' || len(ref) > 2 && ref[1] == ':' && ref[2] == '/' || strings.Contains(ref, "://") {
		return ref // a path of one machine, or outside of any folder
	}
	return r.Relative(d, editor.Beside(d, ref))
}
