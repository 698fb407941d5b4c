package build

import (
	"io/fs"
	"os"

	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Unwatchable returns a diagnostic for each path at which levelc watch can see no change, and
// read nothing a second time: that of a pipe, a socket or a device. One that is not there yet
// may become that of a file.
func Unwatchable(paths []string) *diag.List {
	list := new(diag.List)
	for _, p := range paths {
		if err := unwatchable(p); err != nil {
			list.Add(unreadable(err))
		}
	}
	return list
}

func unwatchable(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() || info.Mode().IsRegular() {
		return nil
	}
	is := "is no file"
	switch mode := info.Mode(); {
	case mode&fs.ModeNamedPipe != 0:
		is = "is a pipe"
	case mode&fs.ModeSocket != 0:
		is = "is a socket"
	case mode&fs.ModeDevice != 0:
		is = "is a device"
	}
	return &source.Error{Off: -1, Path: path, Msg: is + " and cannot be watched", Hint: "levelc build reads it once", Err: fs.ErrInvalid}
}
