//go:build !nozstd && !nocodecs

package format

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// To make an encoder takes longer than to write a small file.
func TestWhoeverHasWrittenAFileLeavesTheEncoderToOthers(t *testing.T) {
	plain := testLevel(t, 3, WriterOptions{})
	for name, write := range map[string]func(){
		"a writer that is closed": func() { testLevel(t, 3, WriterOptions{Codec: CodecZstd}) },
		"Rewrite": func() {
			_, err := Rewrite(new(Buffer), bytes.NewReader(plain), RewriteOptions{Codec: CodecZstd})
			require.NoError(t, err)
		},
	} {
		left := false
		for range 20 { // the collector, and the race detector, take some
			for idleEncoders[0].Get() != nil {
			}
			write()
			left = left || idleEncoders[0].Get() != nil
		}
		require.True(t, left, name)
	}
}
