package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// others remembers, by output, the files that levels were made of besides their
// sources.
type others struct {
	mu    sync.Mutex
	byOut map[string]summed
}

// summed is some files, and the sum of what was read from them.
type summed struct {
	paths []string
	sum   cache.Sum
}

func (o *others) set(out string, of summed) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byOut == nil {
		o.byOut = map[string]summed{}
	}
	if len(of.paths) == 0 {
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

// all returns the files of all levels.
func (o *others) all() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []string
	for _, of := range o.byOut {
		all = append(all, of.paths...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sumOthers returns the sum of files, some of which may be missing, and of the names in
// folders. Without files it is zero.
func sumOthers(paths []string) cache.Sum {
	if len(paths) == 0 {
		return cache.Sum{}
	}
	var all strings.Builder
	for _, p := range paths {
		info, err := os.Stat(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			fmt.Fprintf(&all, "%q is missing\n", p)
		case err == nil && info.IsDir():
			fmt.Fprintf(&all, "%q %q\n", p, editor.NamesIn(p))
		default:
			sum, _, err := cache.SumFile(p)
			fmt.Fprintf(&all, "%q %s %v\n", p, sum, err)
		}
	}
	return cache.SumOf([]byte(all.String()))
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
			names = append(names, diag.Printable(p))
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
