package source

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// mostNames is how many names a folder may have to be searched for a misspelt one.
const mostNames = 1000

// Near returns the path that was probably meant by one at which there is nothing, or "".
// Some systems tell capitals apart and others do not, so that a level that was right on
// one of them may not be so on another.
func Near(path string) string {
	dir, base := filepath.Dir(path), filepath.Base(path)
	if _, err := os.Stat(dir); err != nil {
		if dir == path || len(dir) == len(filepath.VolumeName(dir)) {
			return ""
		}
		if dir = Near(dir); dir == "" {
			return ""
		}
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "" // a pipe might wait for ever to be opened
	}
	f, err := os.Open(dir)
	if err != nil {
		return ""
	}
	names, _ := f.Readdirnames(mostNames + 1)
	f.Close() // it was only read
	if len(names) > mostNames {
		return ""
	}
	slices.Sort(names)
	best, at := 0, ""
	for _, name := range names {
		if n := likeness(base, name); n > best {
			best, at = n, name
		}
	}
	found := filepath.Join(dir, at)
	if at == "" || found == filepath.Clean(path) {
		return ""
	}
	if _, err := os.Stat(found); err != nil { // a link to nothing, which path may be too, with other capitals
		return ""
	}
	return found
}

// likeness is 0 if a name of a file is not what was meant by another.
func likeness(is, meant string) int {
	ext, other := filepath.Ext(is), filepath.Ext(meant)
	stem, name := strings.TrimSuffix(is, ext), strings.TrimSuffix(meant, other)
	switch same := strings.EqualFold(ext, other); {
	case is == meant:
		return 4 // in a folder whose own name was wrong
	case same && strings.EqualFold(stem, name):
		return 3
	case same && spell.IsSlip(stem, name):
		return 2
	case byExtension(meant) != Unknown && strings.EqualFold(stem, name):
		return 1
	}
	return 0
}
