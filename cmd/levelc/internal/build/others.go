package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// others remembers, by output, the files that levels were made of besides their
// sources.
type others struct {
	mu    sync.Mutex
	byOut map[string]summed
}

// summed is what a level was made of besides its sources, and the sum of that.
type summed struct {
	paths  []string // files, and folders whose list of files matters
	fits   []string // patterns of the names in folders that matter; if there are none, all do
	places []string // paths of which it matters where they lead
	here   bool     // it matters where the working folder is
	sum    cache.Sum
}

// othersOf returns what a fact says.
func othersOf(l *cache.Level) summed { return summed{l.Others, l.Fits, l.Places, l.Here, l.OthersSum} }

func (s *summed) isEmpty() bool { return len(s.paths) == 0 && len(s.places) == 0 && !s.here }

func (o *others) set(out string, of summed) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byOut == nil {
		o.byOut = map[string]summed{}
	}
	if of.isEmpty() {
		delete(o.byOut, out)
		return
	}
	o.byOut[out] = of
}

func (o *others) of(out string) summed {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.byOut[out]
}

// all returns the files and the places of all levels.
func (o *others) all() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []string
	for _, of := range o.byOut {
		all = append(append(all, of.paths...), of.places...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// now returns the sum as it is now: of files, some of which may be missing, of the names in
// folders, and of where places lead. If there is nothing to sum it is zero.
func (s *summed) now() cache.Sum {
	if s.isEmpty() {
		return cache.Sum{}
	}
	var all strings.Builder
	for _, p := range s.paths {
		info, err := os.Stat(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			fmt.Fprintf(&all, "%q is missing\n", p)
		case err == nil && info.IsDir():
			fmt.Fprintf(&all, "%q %q\n", p, editor.NamesThatFit(p, s.fits))
		default:
			sum, _, err := cache.SumFile(p)
			fmt.Fprintf(&all, "%q %s %v\n", p, sum, err)
		}
	}
	for _, p := range s.places {
		real, err := filepath.EvalSymlinks(p)
		if errors.Is(err, fs.ErrNotExist) {
			real, err = "", fs.ErrNotExist
		}
		fmt.Fprintf(&all, "%q leads to %q %v\n", p, real, err)
	}
	if s.here {
		fmt.Fprintf(&all, "in %q\n", samefile.Here())
	}
	return cache.SumOf([]byte(all.String()))
}

// change says what may have changed, as a reason to build a level again.
func (s *summed) change(out string) string {
	if names := younger(s.paths, out); names != "" || len(s.places) == 0 && !s.here {
		return "a file that the source refers to changed" + names
	}
	return "a file that the source refers to changed, or is in another place"
}

// younger names the files that have been written since an output was, for a message. It
// is "" if the times tell nothing.
func younger(paths []string, out string) string {
	made, err := os.Stat(out)
	if err != nil {
		return ""
	}
	var names []string
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && info.ModTime().After(made.ModTime()) {
			names = append(names, p)
		}
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return ": " + names[0]
	default:
		return fmt.Sprintf(": %s and %d more", names[0], n-1)
	}
}
