//go:build darwin || freebsd || netbsd

package cache

import (
	"io/fs"
	"syscall"
)

func identify(info fs.FileInfo) (identity, bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return identity{}, false
	}
	return identity{uint64(st.Dev), uint64(st.Ino), st.Size, st.Mtimespec.Nano(), st.Ctimespec.Nano()}, true
}
