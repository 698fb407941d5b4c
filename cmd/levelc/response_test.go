package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestResponseFilesGiveOneArgumentALine(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a", []byte("\uFEFFone two\r\n\r\n  three\n@b\nlast"), 0o666))
	require.NoError(t, os.WriteFile("b", []byte("--\n@a\n"), 0o666))
	got, err := expandResponses([]string{"build", "@", "@a", "@b"})
	require.NoError(t, err)
	require.Equal(t, []string{"build", "@", "one two", "  three", "--", "@a", "last", "@b"}, got)

	got, err = expandResponses([]string{"__complete", "build", "@nowhere"})
	require.NoError(t, err)
	require.Equal(t, []string{"__complete", "build", "@nowhere"}, got)
}

func TestResponseFilesAreBounded(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("round", []byte("@round\n@round\n"), 0o666))
	_, err := expandResponses([]string{"@round"})
	require.ErrorContains(t, err, "nested more than 16 deep")
	require.ErrorAs(t, err, new(usageError))
	require.NoError(t, os.WriteFile("long", nil, 0o666))
	require.NoError(t, os.Truncate("long", maxResponse+1))
	_, err = expandResponses([]string{"@long"})
	require.ErrorContains(t, err, "too long")
}
