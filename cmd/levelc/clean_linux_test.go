package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Names from an old Unix need not be UTF-8.
func TestLevelsOfAnyNameAreRememberedAndCleaned(t *testing.T) {
	dir, types := t.TempDir(), gameSchemaFile(t)
	levels, out := filepath.Join(dir, "levels"), filepath.Join(dir, "out")
	for _, name := range []string{"caf\xe9.xml", "caf\xe8.xml", "\xff/a.xml"} {
		path := filepath.Join(levels, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Skip("this disk wants names in UTF-8: ", err)
		}
		require.NoError(t, os.WriteFile(path, []byte(`<scene title="T"/>`), 0o666))
	}
	for _, want := range []string{"levelc: 3 levels built\n", "levelc: 3 levels up to date\n"} {
		code, said := levelcRun("build", "--schema", types, levels, "--outdir", out)
		require.Equal(t, 0, code, said)
		require.Equal(t, want, said)
	}
	code, said := levelcRun("clean", out)
	require.Equal(t, 0, code, said)
	require.Equal(t, "levelc: 3 levels removed\n", said)
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Empty(t, left)
}
