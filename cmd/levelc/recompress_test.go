package main

import (
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is kept of a pipe has the limit that --max-bytes gives what it decodes to, which a
// zero value leaves to the format, and a little more.
func TestPipesOfAnyLengthAreKeptAsFarAsTheyMayDecode(t *testing.T) {
	for most, want := range map[int64]bool{0: true, 1: false, math.MaxInt64: true} {
		c := recompressor{streams: streams{in: bytes.NewReader(make([]byte, 17<<20))}, maxBytes: most}
		in, err := c.reread(t.Context(), "-")
		require.Equal(t, want, err == nil, "%d: %v", most, err)
		if want {
			n, err := in.Seek(0, io.SeekEnd)
			require.NoError(t, err)
			require.EqualValues(t, 17<<20, n)
		}
	}
}
