package main

import (
	"bytes"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
)

// identity identifies this levelc: a released one by its version, any other by its
// build ID, or by its own bytes if it has none.
func identity() (string, error) {
	info, ok := debug.ReadBuildInfo()
	if ok {
		v := versionOf(info)
		replaced := slices.ContainsFunc(info.Deps, func(m *debug.Module) bool { return m.Replace != nil })
		if v.Version != "devel" && !v.Modified && !strings.Contains(v.Version, "+") && !replaced {
			return v.Version + " " + v.Format, nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return identityOf(path)
}

// identityOf returns what distinguishes an executable from others. Its build ID is in
// its first pages. A sum would take all of it, which is more than the sources and
// levels of many builds.
func identityOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, idWithin)
	n, err := io.ReadFull(f, head)
	if err == nil || err == io.ErrUnexpectedEOF {
		if id := buildID(head[:n]); id != "" {
			return id, nil
		}
	}
	sum, _, err := cache.SumFile(path)
	return sum.String(), err
}

// idWithin is how far the go command itself looks for a build ID.
const idWithin = 32 << 10

// The linker writes the build ID to an ELF note whose owner is Go, and on other systems
// to the beginning of the code.
var idMarks = [][]byte{[]byte("Go\x00\x00"), []byte("\xff Go build ID: \"")}

// buildID returns the build ID in the first bytes of an executable, or "". It accepts
// only an ID as the go command makes it: four hashes, the last of which is that of the
// linked file. An ID that somebody passed to the linker identifies nothing.
func buildID(head []byte) string {
	for _, mark := range idMarks {
		for at := head; ; {
			_, behind, ok := bytes.Cut(at, mark)
			if !ok {
				break
			}
			if len(behind) >= idLen && isBuildID(behind[:idLen]) {
				return string(behind[:idLen])
			}
			at = behind
		}
	}
	return ""
}

const (
	idHash = 20 // characters of base64
	idLen  = 4*idHash + len("///")
)

func isBuildID(id []byte) bool {
	for i, c := range id {
		slash := i%(idHash+1) == idHash
		switch {
		case slash && c != '/':
			return false
		case slash:
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return true
}
