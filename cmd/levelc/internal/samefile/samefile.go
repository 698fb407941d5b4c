package samefile

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Folder is the current folder. Asking the system for it takes longer than anything
// else that is done with a path, so code with many paths asks once.
type Folder string

// Here returns the current folder, or "" if the system does not say; then relative paths stay
// as they are.
func Here() Folder {
	dir, err := os.Getwd()
	if err != nil {
		return "" // paths stay as they are
	}
	return Folder(dir)
}

// Absolute returns the path from the root, as far as it is known.
func (h Folder) Absolute(path string) string {
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

// FoldsNames says that the file system usually takes other capitals for the same name.
const FoldsNames = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// Key returns the same text for two paths of one file, as far as names tell. It
// ignores case where the system usually does.
func (h Folder) Key(path string) string {
	key := h.Absolute(path)
	if FoldsNames {
		key = strings.ToLower(key)
	}
	return key
}

// Key is the key of one path.
func Key(path string) string { return Here().Key(path) }

// Same reports whether two paths lead to one file, by name or behind links.
func Same(a, b string) bool { return To(a).Is(b) }

// Path is a path that others are compared with.
type Path struct {
	here Folder
	key  string
	info os.FileInfo // nil if nothing is there
}

// To returns the path p, for comparing it with others. What is there is looked up now.
func To(p string) Path {
	info, _ := os.Stat(p)
	here := Here()
	return Path{here, here.Key(p), info}
}

// IsNamed reports whether p is the same path.
func (a Path) IsNamed(p string) bool { return a.key == a.here.Key(p) }

// Is reports whether p leads to the same file.
func (a Path) Is(p string) bool {
	if a.IsNamed(p) {
		return true
	}
	if a.info == nil {
		return false
	}
	info, err := os.Stat(p)
	return err == nil && os.SameFile(a.info, info)
}
