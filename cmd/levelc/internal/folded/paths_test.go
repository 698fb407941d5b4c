package folded

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOneFileIsKnownByItsFirstSpelling(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("town.tmx"), nil, 0o666))
	// On a disk that tells capitals apart, a link is what the others have by themselves.
	if err := os.Link(at("town.tmx"), at("Town.TMX")); err != nil && !os.IsExist(err) {
		t.Skip("no links here: ", err)
	}
	require.NoError(t, os.Link(at("town.tmx"), at("other.tmx")))

	var p Paths
	for _, c := range []struct {
		path, first string
		known       bool
	}{
		{"Town.TMX", "Town.TMX", false}, {"town.tmx", "Town.TMX", true}, {"Town.TMX", "Town.TMX", true},
		{"other.tmx", "other.tmx", false},
		{"gone", "gone", false}, {"Gone", "Gone", false}, {"gone", "gone", true},
	} {
		first, known := p.First(at(c.path))
		require.Equal(t, at(c.first), first, c.path)
		require.Equal(t, c.known, known, c.path)
	}
	require.True(t, p.Has(at("town.tmx")))
	require.False(t, p.Has(at("nothing")))

	exact := Paths{Exact: true}
	exact.First(at("Town.TMX"))
	require.False(t, exact.Has(at("town.tmx")))
	require.True(t, exact.Has(at("Town.TMX")))
}

// Two names that differ in capitals alone may be two files.
func TestTwoFilesStayTwo(t *testing.T) {
	dir := t.TempDir()
	small, large := filepath.Join(dir, "a"), filepath.Join(dir, "A")
	require.NoError(t, os.WriteFile(small, nil, 0o666))
	if _, err := os.Stat(large); err == nil {
		t.Skip("this disk takes a and A for one file")
	}
	require.NoError(t, os.WriteFile(large, nil, 0o666))
	var p Paths
	for range 2 {
		for _, path := range []string{small, large} {
			first, _ := p.First(path)
			require.Equal(t, path, first)
		}
	}
}
