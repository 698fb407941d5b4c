// Package folded knows a file by one path where the file system takes other capitals for
// the same name, as those of Windows and macOS usually do.
package folded

import (
	"os"
	"slices"
	"strings"
)

// Paths are absolute paths of files. Two that differ in capitals alone are one file if the
// system says so: a disk may tell capitals apart on any system. Links with other names stay
// files of their own, because what is beside them may differ.
//
// The zero value is ready to use.
type Paths struct {
	Exact bool // each path is a file of its own

	first map[string][]string // by folded path, the first spelling of each file
}

// First returns the path by which a file is known: the first spelling that was passed of it.
// It reports whether there was one before.
func (p *Paths) First(abs string) (first string, known bool) {
	key := p.key(abs)
	if first, known = p.find(key, abs); known {
		return first, true
	}
	if p.first == nil {
		p.first = map[string][]string{}
	}
	p.first[key] = append(p.first[key], abs)
	return abs, false
}

// Has reports whether First was called for a file.
func (p *Paths) Has(abs string) bool {
	_, known := p.find(p.key(abs), abs)
	return known
}

func (p *Paths) key(abs string) string {
	if p.Exact {
		return abs
	}
	return strings.ToLower(abs)
}

func (p *Paths) find(key, abs string) (string, bool) {
	spelt := p.first[key]
	if slices.Contains(spelt, abs) {
		return abs, true
	}
	if len(spelt) == 0 {
		return "", false
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", false
	}
	for _, other := range spelt {
		if was, err := os.Stat(other); err == nil && os.SameFile(was, info) {
			return other, true
		}
	}
	return "", false
}
