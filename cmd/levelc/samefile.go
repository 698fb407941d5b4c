package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// here is the current folder. Asking the system for it takes longer than anything
// else that is done with a path, so code with many paths asks once.
type here string

func currentFolder() here {
	dir, err := os.Getwd()
	if err != nil {
		return "" // paths stay as they are
	}
	return here(dir)
}

// absolute returns the path from the root, as far as it is known.
func (h here) absolute(path string) string {
	switch {
	case h == "" || filepath.IsAbs(path):
		return filepath.Clean(path)
	case runtime.GOOS == "windows" && (filepath.VolumeName(path) != "" || os.IsPathSeparator(firstByte(path))):
		// C:x and \x begin in folders that only the system knows.
		if a, err := filepath.Abs(path); err == nil {
			return a
		}
	}
	return filepath.Join(string(h), path)
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// foldsNames says that the file system usually takes other capitals for the same name.
const foldsNames = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// key returns the same text for two paths of one file, as far as names tell. It
// ignores case where the system usually does.
func (h here) key(path string) string {
	key := h.absolute(path)
	if foldsNames {
		key = strings.ToLower(key)
	}
	return key
}

// fileKey is the key of one path.
func fileKey(path string) string { return currentFolder().key(path) }

// sameFile reports whether two paths lead to one file, by name or behind links.
func sameFile(a, b string) bool { return pathTo(a).is(b) }

// knownPath is a path that others are compared with.
type knownPath struct {
	here here
	key  string
	info os.FileInfo // nil if nothing is there
}

func pathTo(p string) knownPath {
	info, err := os.Stat(p)
	if err != nil {
		info = nil
	}
	here := currentFolder()
	return knownPath{here, here.key(p), info}
}

// isNamed reports whether p is the same path.
func (a knownPath) isNamed(p string) bool { return a.key == a.here.key(p) }

// is reports whether p leads to the same file.
func (a knownPath) is(p string) bool {
	if a.isNamed(p) {
		return true
	}
	if a.info == nil {
		return false
	}
	info, err := os.Stat(p)
	return err == nil && os.SameFile(a.info, info)
}
