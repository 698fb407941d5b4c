package unparse_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/gen"
)

// build compiles a source; its problems are the error.
func build(t testing.TB, s *format.Schema, text []byte) ([]byte, error) {
	t.Helper()
	return leveltest.TryBuild(t, s, text, format.WriterOptions{})
}

func write(t testing.TB, l *level.Level, o unparse.Options) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, unparse.Write(&b, l, o))
	return b.String()
}

var syntaxes = []source.Format{source.XML, source.JSON}

// requireSame requires that a level comes out byte for byte, by way of either
// syntax, with and without the fields that have their defaults.
func requireSame(t *testing.T, lvl []byte) {
	t.Helper()
	l := leveltest.Read(t, lvl)
	for _, syntax := range syntaxes {
		for _, all := range []bool{false, true} {
			text := write(t, l, unparse.Options{Syntax: syntax, All: all})
			again, err := build(t, l.Schema, []byte(text))
			require.NoError(t, err, "%s", text[:min(len(text), 4000)])
			require.Equal(t, lvl, again, "%s", text[:min(len(text), 4000)])
		}
	}
}

func TestLevelsComeBackByteForByte(t *testing.T) {
	paths, err := filepath.Glob("../../../../testdata/levels/*")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(paths), 10)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			lvl, err := build(t, leveltest.GameSchema(t), text)
			require.NoError(t, err)
			requireSame(t, lvl)
		})
	}
}

func TestGeneratedLevelsComeBackByteForByte(t *testing.T) {
	for seed := range uint64(4) {
		var b bytes.Buffer
		_, err := gen.Write(&b, gen.Options{Format: gen.XML, Bytes: 100 << 10, Seed: seed})
		require.NoError(t, err)
		lvl, err := build(t, leveltest.GameSchema(t), b.Bytes())
		require.NoError(t, err)
		requireSame(t, lvl)
	}
}
