package view_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/view"
	"github.com/levelc/levelc/format"
)

func TestHostileFilesAreErrors(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/hostile/*.lvl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		f, err := os.Open(name)
		require.NoError(t, err)
		var e *format.Error
		require.ErrorAs(t, view.Dump(io.Discard, f, view.Options{MaxBytes: 1 << 20}), &e, name)
		require.NoError(t, f.Close())
	}
}

// FuzzDump writes over bytes behind the head of a file and dumps it without
// checks: even of rows that no reader would let pass, a dump is a dump. Each
// three bytes of the input are a position and a value.
func FuzzDump(f *testing.F) {
	level := small(f)
	r, err := format.NewReader(bytes.NewReader(level), format.Options{})
	require.NoError(f, err)
	begin := int(r.Blocks()[0].Offset)
	seeds := 0
	for _, b := range r.Blocks() { // each byte of each block, the highest value
		var patch []byte
		for i := range b.Stored {
			at := int(b.Offset) + i - begin
			patch = append(patch, byte(at), byte(at>>8), 0xff)
		}
		f.Add(patch)
		seeds++
	}
	require.Positive(f, seeds)
	f.Fuzz(func(t *testing.T, patch []byte) {
		bad := bytes.Clone(level)
		for ; len(patch) >= 3; patch = patch[3:] {
			if at := begin + int(patch[0]) + int(patch[1])<<8; at < len(bad) {
				bad[at] = patch[2]
			}
		}
		_ = view.Dump(io.Discard, bytes.NewReader(bad), view.Unchecked()) // padding may be wrong now
	})
}
