package unparse_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// realLevels are the files of the corpus that are levels by their names.
func realLevels(t *testing.T) (dir string, paths []string) {
	t.Helper()
	dir = corpus.Folder(t, "levels")
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch filepath.Ext(path) {
		case ".xml", ".tmx", ".tsx", ".tx", ".sdf", ".json", ".ldtk", ".ldtkl", ".world", ".prefab":
			paths = append(paths, path)
		}
		return err
	}))
	return dir, paths
}

// Real levels, built with the schemas that are inferred from them, come back as
// they were, or with a reason why a syntax cannot say them.
func TestRealLevelsComeBack(t *testing.T) {
	dir, paths := realLevels(t)
	back, refusals, skipped := 0, 0, 0
	lenient := source.Options{LenientXML: true}
	for _, path := range paths {
		name, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		f, err := source.Open(path)
		require.NoError(t, err)
		t.Cleanup(func() { f.Close() })
		inferred, err := infer.Files(context.Background(), []*source.File{f}, infer.Options{Source: lenient})
		if err != nil {
			skipped++
			continue
		}
		plan, err := compile.NewPlan(inferred.Schema)
		require.NoError(t, err)
		var lvl format.Buffer
		_, _, err = plan.Build(context.Background(), []*source.File{f}, &lvl, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownIgnore, Source: lenient})
		if errors.Is(err, compile.ErrLevel) {
			skipped++
			continue
		}
		require.NoError(t, err, name)
		l, err := level.Read(bytes.NewReader(lvl), format.Options{})
		require.NoError(t, err, name)
		for _, syntax := range syntaxes {
			var text strings.Builder
			err := unparse.Write(&text, l, unparse.Options{Syntax: syntax})
			var no *unparse.Error
			if errors.As(err, &no) {
				t.Logf("%s as %v: %v", name, syntax, err)
				refusals++
				continue
			}
			require.NoError(t, err, name)
			again, err := build(t, l.Schema, []byte(text.String()))
			require.NoError(t, err, "%s as %v", name, syntax)
			require.True(t, bytes.Equal(lvl, again), "%s as %v", name, syntax)
			back++
		}
	}
	t.Logf("%d files: %d ways back, %d refused, %d files not built", len(paths), back, refusals, skipped)
	require.Greater(t, back, len(paths))
}
