package main

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// zeros never end.
type zeros struct{ read int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.read += int64(len(p)); z.read > 64<<20 {
		return 0, io.ErrNoProgress
	}
	clear(p)
	return len(p), nil
}

// A pipe is kept as far as it is a level, which --max-bytes bounds: what is none, or goes on
// after one, may never end.
func TestPipesAreKeptAsFarAsTheyAreLevels(t *testing.T) {
	level := compiled(t, "../../testdata/levels/orchard.xml")
	for name, c := range map[string]struct {
		before []byte
		most   int64
		err    error
	}{
		"no level":         {nil, 0, format.ErrMagic},
		"more than it may": {level, 1, format.ErrBudget},
		"more behind it":   {level, 0, format.ErrTrailing},
	} {
		tail := new(zeros)
		r := recompressor{streams: streams{in: io.MultiReader(bytes.NewReader(c.before), tail)}, maxBytes: c.most}
		_, err := r.reread(t.Context(), "-")
		require.ErrorIs(t, err, c.err, name)
		require.Less(t, tail.read, int64(1<<20), name)
	}
	r := recompressor{streams: streams{in: bytes.NewReader(level)}}
	in, err := r.reread(t.Context(), "-")
	require.NoError(t, err)
	kept, err := io.ReadAll(in)
	require.NoError(t, err)
	require.Equal(t, level, kept)
}
