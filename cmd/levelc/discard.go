package main

import (
	"os"

	"github.com/levelc/levelc/format"
)

// discard is where the bytes of a level go that is checked only.
type discard struct{}

// WriteAt implements io.WriterAt.
func (discard) WriteAt(p []byte, _ int64) (int, error) { return len(p), nil }

// tempSpool holds the rows of a level that has no place on the disk.
type tempSpool struct{ file *os.File }

// open implements format.WriterOptions.Spool.
func (t *tempSpool) open() (format.Spool, error) {
	f, err := os.CreateTemp("", "levelc-*.tmp")
	if err != nil {
		return nil, err
	}
	t.file = f
	return f, nil
}

// close removes the file, if there is one.
func (t *tempSpool) close() error {
	if t.file == nil {
		return nil
	}
	t.file.Close() // the writer may have done that
	return os.Remove(t.file.Name())
}
