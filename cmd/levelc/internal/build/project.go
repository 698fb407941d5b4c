package build

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
)

// sayProject says once that maps of Tiled have a project that is not read. Such maps
// look complete, but lack the values that they leave to their classes.
func (run *Run) sayProject() {
	p := &run.history.editors
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.firstMap == "" || run.Project != "" || run.Quiet || p.saidProject {
		return
	}
	p.saidProject = true
	if path, ok := projectOf(p.firstMap); ok {
		run.note("%s defines classes or enums; --project reads it, and maps get what they leave to their classes", path)
	}
}

// projectOf finds the only project in a map's folder, or in the nearest folder above
// that has any. It looks no further up than the current folder.
func projectOf(source string) (path string, ok bool) {
	for dir := filepath.Dir(source); ; dir = filepath.Dir(dir) {
		entries, _ := os.ReadDir(dir) // a folder that cannot be read has none
		n := 0
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".tiled-project" && e.Type().IsRegular() {
				path = filepath.Join(dir, e.Name())
				n++
			}
		}
		if n > 0 || dir == "." || !filepath.IsLocal(dir) {
			return path, n == 1 && hasTypes(path)
		}
	}
}

// mostOfProject is how much of a project is searched.
const mostOfProject = 1 << 20

// hasTypes reports whether a project has classes or enums, by the keys of either.
func hasTypes(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, mostOfProject)) // as much as can be read
	return bytes.Contains(text, []byte(`"members"`)) || bytes.Contains(text, []byte(`"values"`))
}
