package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is how many links are followed, as in systems, so that a link to itself
// comes to an end.
const maxLinks = 40

// Trail returns the names that lead to a file: each symbolic link on the way, including
// links to folders, and at last the file itself, or the first name that does not exist.
// All are absolute, and the folder part of each is free of links. The file that path
// leads to changes only with one of these names, so their folders are those to watch.
// Trail makes a few system calls and allocates.
func Trail(path string) ([]string, error) {
	if path == "" { // which Abs takes for the current folder
		return nil, fmt.Errorf("watch: the name of the file is empty: %w", os.ErrInvalid)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	root, names := splitPath(path)
	at := root
	var trail []string
	for links := 0; len(names) > 0; {
		next := filepath.Join(at, names[0])
		names = names[1:]
		info, err := os.Lstat(next)
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			if err != nil || len(names) == 0 {
				return append(trail, next), nil
			}
			at = next
			continue
		}
		trail = append(trail, next)
		target, err := os.Readlink(next)
		if links++; err != nil || links > maxLinks {
			return trail, nil
		}
		if target != "" && os.IsPathSeparator(target[0]) && filepath.VolumeName(target) == "" {
			target = filepath.VolumeName(next) + target // on Windows, it is on the link's drive
		}
		if filepath.IsAbs(target) {
			root, more := splitPath(filepath.Clean(target))
			at, names = root, append(more, names...)
			continue
		}
		names = append(strings.Split(filepath.ToSlash(target), "/"), names...)
	}
	return trail, nil
}

// splitPath returns the root of an absolute path and the names below it.
func splitPath(path string) (root string, names []string) {
	root = filepath.VolumeName(path) + string(filepath.Separator)
	if rest := strings.Trim(path[min(len(root), len(path)):], string(filepath.Separator)); rest != "" {
		names = strings.Split(rest, string(filepath.Separator))
	}
	return root, names
}
