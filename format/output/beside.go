package output

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// beside is a new file in the folder of an output. Its errors name the output.
type beside struct {
	*os.File
	of *File
}

// mostBase is how much of an output's name the names of its temporary files contain: a
// name as long as file systems allow has no room for more.
const mostBase = 64

// newBeside makes a file. Unlike one of os.CreateTemp, it has the permissions that the
// user gives to new files.
func newBeside(o *File) (*beside, error) {
	dir, base := filepath.Split(o.place)
	for tries := 0; ; tries++ {
		name := fmt.Sprintf("%s%s%08x%s", dir, before(base), rand.Uint32(), behind)
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case err == nil:
			return &beside{f, o}, nil
		case !errors.Is(err, fs.ErrExist) || tries == 100:
			return nil, o.failed(err)
		}
	}
}

// The names of temporary files are like .hall.lvl.1b2c3d4e.tmp. before returns what comes
// before the number; behind is what follows it.
func before(base string) string {
	if len(base) > mostBase { // whole characters only: some systems refuse others
		base = strings.ToValidUTF8(base[:mostBase], "")
	}
	return "." + base + "."
}

const behind = ".tmp"

// IsTemporary reports whether name is that of a temporary file of an output, both
// without their folder. A process that is killed leaves such files behind.
func IsTemporary(name, of string) bool {
	number, ok := strings.CutPrefix(name, before(of))
	if !ok {
		return false
	}
	number, ok = strings.CutSuffix(number, behind)
	_, err := hex.DecodeString(number)
	return ok && err == nil && len(number) == 8
}

func (b *beside) WriteAt(p []byte, off int64) (int, error) {
	n, err := b.File.WriteAt(p, off)
	return n, b.of.failed(err)
}

func (b *beside) ReadAt(p []byte, off int64) (int, error) {
	n, err := b.File.ReadAt(p, off)
	if err == io.EOF {
		return n, err
	}
	return n, b.of.failed(err)
}

// remove removes the file, unless somebody has, perhaps with its folder.
func (b *beside) remove(p *patience) error {
	b.File.Close() // it may be closed already
	if err := remove(b.Name(), p); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
