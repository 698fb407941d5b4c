package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// here is the current folder. To ask the system for it takes longer than all else
// that is done with a path, so who has many paths asks once.
type here string

func currentFolder() here {
	dir, err := os.Getwd()
	if err != nil {
		return "" // paths stay as they are
	}
	return here(dir)
}

// absolute is the path from the root, as far as it can be told.
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

// key is the same for two paths of one file, as far as names tell. Where the
// system usually takes upper and lower case for the same, so does it.
func (h here) key(path string) string {
	key := h.absolute(path)
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		key = strings.ToLower(key)
	}
	return key
}

// fileKey is the key of one path.
func fileKey(path string) string { return currentFolder().key(path) }
