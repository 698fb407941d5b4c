package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/schemaof"
)

func TestASchemaFileMayBeInUTF16(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.schema")
	code, said := levelcRun("schema", "export", gameSchemaFile(t), "-o", path)
	require.Zero(t, code, said)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	want, err := schemaof.Read(t.Context(), nil, path)
	require.NoError(t, err)
	for name, saved := range leveltest.Encodings(string(text)) {
		require.NoError(t, os.WriteFile(path, []byte(saved), 0o666))
		got, err := schemaof.Read(t.Context(), nil, path)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
		got, err = schemaof.Read(t.Context(), strings.NewReader(saved), "-")
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
}
