package source

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
)

// Real levels of other people's: all are read, but for those that are known to
// be wrong.
func TestRealLevelsAreRead(t *testing.T) {
	wrong := map[string]string{
		"levels.sdf":  `"--" may not stand in a comment`,
		"invalid.tmx": "a tag is not closed", // as it is meant to be
	}
	var r Reader
	count, seen := map[Format]int{}, 0
	err := filepath.WalkDir(corpus.Folder(t, "levels"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".md" || filepath.Ext(path) == ".tsv" {
			return err
		}
		if seen++; testing.Short() && seen%4 != 0 && wrong[filepath.Base(path)] == "" {
			return nil
		}
		f, err := Open(path)
		require.NoError(t, err)
		defer f.Close()
		if f.Format == Unknown {
			require.NotContains(t, []string{".tmx", ".json", ".ldtk", ".xml"}, filepath.Ext(path))
			return nil
		}
		events := map[string]string{}
		for how, o := range ways {
			rec := &record{at: true, kinds: map[string]bool{"tilelayer": true, "objectgroup": true, "map": true, "tileset": true}}
			if err := f.Read(&r, rec, o); err != nil {
				require.ErrorContains(t, err, wrong[filepath.Base(path)])
				require.NotEmpty(t, wrong[filepath.Base(path)], "%s: %v", path, err)
				if filepath.Ext(path) == ".sdf" {
					require.NoError(t, f.Read(&r, none{}, Options{LenientXML: true}), path)
				}
			}
			events[how] = rec.out.String()
		}
		require.Equal(t, events["whole"], events["descend"], path)
		require.Equal(t, events["whole"], events["small"], path)
		count[f.Format]++
		return nil
	})
	require.NoError(t, err)
	t.Logf("%d levels in XML, %d in JSON", count[XML], count[JSON])
	require.NotZero(t, count[XML])
	require.NotZero(t, count[JSON])
}

// The levels of this repository, and their bad ones, which fail in the reader
// or later but never in another way.
func TestTheLevelsOfThisRepositoryAreRead(t *testing.T) {
	var r Reader
	n := 0
	for _, pattern := range []string{"levels", "bad"} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", pattern, "*.*"))
		require.NoError(t, err)
		for _, path := range files {
			f, err := Open(path)
			require.NoError(t, err)
			err = f.Read(&r, none{}, Options{})
			if pattern == "levels" && f.Format != Unknown {
				require.NoError(t, err, path)
				n++
			}
			if err != nil {
				d := f.Diagnose(err)
				require.Equal(t, path, d.File)
				require.Positive(t, d.Line, "%s: %v", path, err)
				require.False(t, strings.Contains(d.Message, "\n"))
			}
			require.NoError(t, f.Close())
		}
	}
	require.NotZero(t, n)
}
