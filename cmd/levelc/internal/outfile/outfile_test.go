package outfile_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/outfile"
)

// Text and what a function writes come to a file in one way.
func TestNothingIsWrittenAfterAnInterrupt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level.txt")
	require.NoError(t, outfile.Write(t.Context(), nil, path, []byte("old")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, outfile.Write(ctx, nil, path, []byte("new")), fault.ErrInterrupted)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "a temporary file was left")
}

func TestTextGoesToStandardOutput(t *testing.T) {
	for _, path := range []string{"", "-"} {
		var out bytes.Buffer
		require.NoError(t, outfile.Write(t.Context(), &out, path, []byte("text")))
		require.Equal(t, "text", out.String())
	}
}
