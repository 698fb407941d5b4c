package operand

import (
	"io/fs"
	"os"
	"path/filepath"
)

// WalkFolder is filepath.WalkDir, except that the folder itself may be a symbolic link, or a
// junction of Windows, which Go takes for neither link nor folder. Links below it are not
// followed.
func WalkFolder(dir string, visit fs.WalkDirFunc) error {
	root := dir
	if leadsToFolder(dir) {
		root += string(filepath.Separator) // behind which the system follows it
	}
	return filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if p == root {
			p = dir
		}
		return visit(p, d, err)
	})
}

// leadsToFolder reports whether a path is no folder but leads to one.
func leadsToFolder(p string) bool {
	info, err := os.Lstat(p)
	if err != nil || info.IsDir() {
		return false
	}
	return isFolder(p)
}

func isFolder(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}
