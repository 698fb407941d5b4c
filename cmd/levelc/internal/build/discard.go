package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/levelc/levelc/format"
)

// discard takes the bytes of a level that is only checked.
type discard struct{}

// WriteAt implements io.WriterAt.
func (discard) WriteAt(p []byte, _ int64) (int, error) { return len(p), nil }

// tempSpool holds rows of a level that is not written to the disk.
type tempSpool struct {
	file *os.File
	gone bool // it has no name any more, and vanishes however the program ends
}

// open implements format.WriterOptions.Spool.
func (t *tempSpool) open() (format.Spool, error) {
	f, err := os.CreateTemp("", "levelc-*.tmp")
	if err != nil {
		return nil, err
	}
	t.file = f
	t.gone = os.Remove(f.Name()) == nil // some systems do not allow that while it is open
	return f, nil
}

// cannotCheck says for which source a temporary file had no room, and in which folder.
func cannotCheck(name string, err error) error {
	var pe *fs.PathError
	if !errors.As(err, &pe) || filepath.Dir(pe.Path) != filepath.Clean(os.TempDir()) {
		return err
	}
	return fmt.Errorf("%s cannot be checked: its rows need a temporary file in %s: %w", name, os.TempDir(), pe.Err)
}

// close removes the file, if there is one.
func (t *tempSpool) close() error {
	if t.file == nil {
		return nil
	}
	t.file.Close() // the writer may have done that
	if t.gone {
		return nil
	}
	return os.Remove(t.file.Name())
}
