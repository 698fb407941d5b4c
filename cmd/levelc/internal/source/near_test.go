package source

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFileThatIsNotThereIsLookedForUnderNamesLikeIt(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"Maps/cave.tmx", "Maps/road.tsx", "Maps/road.png", "Maps/town1.tmx", "Maps/hall.xml"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	_ = os.Symlink(filepath.Join(dir, "nothing"), filepath.Join(dir, "link.xml")) // where there are links
	for path, want := range map[string]string{
		"Maps/cavee.tmx": "Maps/cave.tmx", "Maps/hall.json": "Maps/hall.xml", "Maps/road.tmx": "Maps/road.tsx",
		"Maps/town2.tmx": "", "Maps/road.jpg": "Maps/road.tsx", "Maps/attic.tmx": "", "Maps/cave.tmx/x": "", "other/cave.tmx": "", "link.xml": "", "linkk.xml": "", "LINK.xml": "", "link.xml/cave.tmx": "", "Maps": "", "Mapss/none": "", "": "",
	} {
		near := Near(filepath.Join(dir, path))
		if want != "" {
			want = filepath.Join(dir, want)
		}
		require.Equal(t, want, near, path)
	}
	for path, want := range map[string]string{"Maps/CAVE.tmx": "Maps/cave.tmx", "Maps/cave.TMX": "Maps/cave.tmx", "maps/cave.tmx": "Maps/cave.tmx", "maps/Cave.tmx": "Maps/cave.tmx"} {
		path = filepath.Join(dir, path)
		if _, err := os.Stat(path); err == nil {
			continue // capitals are not told apart here
		}
		require.Equal(t, filepath.Join(dir, want), Near(path))
		_, err := Open(path)
		var e *Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, fmt.Sprintf("did you mean %q?", filepath.Join(dir, want)), e.Hint)
	}
}

func TestAFolderOfTooManyFilesIsNotSearched(t *testing.T) {
	dir := t.TempDir()
	for i := range mostNames {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d", i)), nil, 0o666))
	}
	near := filepath.Join(dir, "f999")
	require.Equal(t, near, Near(near+"x"), "as many as may be")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "more"), nil, 0o666))
	require.Empty(t, Near(near+"x"))
}
