package ldtk_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/corpus"
	"github.com/levelc/levelc/cmd/levelc/internal/ldtk"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

func detect(t *testing.T, path string) bool {
	t.Helper()
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	return ldtk.Detect(f)
}

func TestDetect(t *testing.T) {
	for _, name := range []string{"lighthouse.ldtk", "islands.ldtk", "beach.ldtk", "islands/East_1.ldtkl"} {
		require.True(t, detect(t, testdata(name)), name)
	}
	for name, text := range map[string]string{
		"a list":            `[{"__header__": {"fileType": "LDtk Project JSON"}}]`,
		"another header":    `{"__header__": {"fileType": "Level"}, "jsonVersion": "1", "defaultPivotX": 0, "defaultPivotY": 0, "defaultGridSize": 16}`,
		"no header":         `{"__header__": "LDtk Project JSON"}`,
		"some settings":     `{"jsonVersion": "1.0", "defaultGridSize": 16, "levels": []}`,
		"in a string":       `{"text": "\"__header__\": {\"fileType\": \"LDtk Project JSON\""}`,
		"of something else": `{"project": {"__header__": {"fileType": "LDtk Project JSON"}}}`,
		"behind much":       `{"much": "` + strings.Repeat("x", 20<<10) + `", "__header__": {"fileType": "LDtk Project JSON"}}`,
		"broken":            `{"__header__": {"fileType": `,
		"empty":             `{}`,
		"XML":               `<ldtk/>`,
	} {
		require.False(t, detect(t, files(t, "p.json", text)), name)
	}
	require.True(t, detect(t, files(t, "p.json", "\n\t{\"__header__\": {\"app\": \"LDtk\", \"fileType\": \"LDtk Project JSON\"}, ")), "by its content alone")
	require.True(t, detect(t, files(t, "p.json", "\uFEFF{\"__header__\": {\"fileType\": \"LDtk Project JSON\"}}")), "behind a byte order mark")
	for name, text := range map[string]string{"p.ldtk": `{"__header__": {"fileType": "Level"}}`, "P.LDTKL": `[`} {
		require.True(t, detect(t, files(t, name, text)), name)
	}
	require.False(t, detect(t, files(t, "p.ldtk", `<ldtk/>`)), "XML")
}

// Of all levels of the corpus LDtk's are LDtk's.
func TestDetectInCorpus(t *testing.T) {
	n := 0
	err := filepath.WalkDir(corpus.Folder(t, "levels"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := source.Open(path)
		if err != nil {
			return nil // not a source at all
		}
		defer f.Close()
		ext := filepath.Ext(path)
		require.Equal(t, ext == ".ldtk" || ext == ".ldtkl", ldtk.Detect(f), path)
		n++
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, n, 50)
	for _, dir := range []string{"levels", "bad"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", dir, "*.json"))
		require.NoError(t, err)
		for _, path := range paths {
			if _, err := os.Stat(path); err == nil {
				require.False(t, detect(t, path), path)
			}
		}
	}
}
