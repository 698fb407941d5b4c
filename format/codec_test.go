package format

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

var codecs = []struct {
	codec Codec
	small bool
}{{CodecLZ4, false}, {CodecLZ4, true}, {CodecZstd, false}, {CodecZstd, true}}

// TestCompressedLevelHoldsTheSameRows also holds that blocks shrink.
func TestCompressedLevelHoldsTheSameRows(t *testing.T) {
	plain := testLevel(t, 700, WriterOptions{BlockBytes: 4096})
	want := allRows(t, plain)
	for _, c := range codecs {
		if canEncode(c.codec) != nil {
			t.Logf("%s is not built in", c.codec)
			continue
		}
		packed := testLevel(t, 700, WriterOptions{BlockBytes: 4096, Codec: c.codec, Small: c.small})
		require.Less(t, len(packed), len(plain), "%v", c)
		require.NoError(t, Verify(bytes.NewReader(packed), Options{}), "%v", c)
		require.Equal(t, want, allRows(t, packed), "%v", c)
	}
}
