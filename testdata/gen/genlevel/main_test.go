package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

func TestLevelsGoToAFileOrToStandardOutput(t *testing.T) {
	var want bytes.Buffer
	_, err := gen.Write(&want, gen.Options{Format: gen.JSON, Bytes: 50 << 10, Seed: 3})
	require.NoError(t, err)

	var stdout, stderr bytes.Buffer
	require.NoError(t, run([]string{"-size", "50KB", "-format", "json", "-seed", "3"}, &stdout, &stderr))
	require.Equal(t, want.String(), stdout.String())
	require.Empty(t, stderr.String())

	name := filepath.Join(t.TempDir(), "level.json")
	require.NoError(t, run([]string{"-size", "50KB", "-format", "json", "-seed", "3", "-o", name}, &stdout, &stderr))
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, want.String(), string(got))
	require.Regexp(t, `level.json: \d+ bytes, \d+ nodes, \d+ vertices\n$`, stderr.String())
}

func TestWrongArgumentsAreErrors(t *testing.T) {
	for _, args := range [][]string{
		{"-size", "much"}, {"-format", "yaml"}, {"-seed", "-1"}, {"level.xml"}, {"-o", filepath.Join(t.TempDir(), "no", "folder.xml")},
	} {
		var stdout, stderr bytes.Buffer
		require.Error(t, run(args, &stdout, &stderr), args)
		require.Empty(t, stdout.String())
	}
	require.ErrorIs(t, run([]string{"-h"}, &bytes.Buffer{}, &bytes.Buffer{}), flag.ErrHelp)
}
