package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// make goes by times: a level that is left alone is not older than its sources,
// unless one of them was written after the build had begun.
func TestALevelThatIsLeftAloneIsFresh(t *testing.T) {
	dir, types := t.TempDir(), gameSchemaFile(t)
	out := filepath.Join(dir, "out")
	a := fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 3)
	c := fileOf(t, dir, "c.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 4)
	now := time.Now().Truncate(time.Second)
	at := func(path string, ago time.Duration) {
		t.Helper()
		require.NoError(t, os.Chtimes(path, time.Time{}, now.Add(-ago)))
	}
	build := func(more ...string) {
		t.Helper()
		code, said := levelcRun(append([]string{"build", "--schema", types, a, c, "--outdir", out}, more...)...)
		require.Equal(t, 0, code, said)
	}
	age := func(name string) time.Duration {
		t.Helper()
		info, err := os.Stat(filepath.Join(out, name))
		require.NoError(t, err)
		return now.Sub(info.ModTime())
	}
	build()
	at(types, 10*time.Hour)
	at(filepath.Join(out, "a.lvl"), 8*time.Hour)
	at(filepath.Join(out, "c.lvl"), 8*time.Hour)
	at(a, time.Hour)
	at(c, 9*time.Hour)
	build()
	require.Equal(t, 8*time.Hour, age("a.lvl"), "nobody has asked for a depfile")
	build("--depfile", filepath.Join(dir, "d"))
	require.Equal(t, time.Hour, age("a.lvl"))
	require.Equal(t, 8*time.Hour, age("c.lvl"), "it is young enough")
	at(types, 2*time.Hour)
	build("--depfile", filepath.Join(dir, "d"))
	require.Equal(t, 2*time.Hour, age("c.lvl"))
	at(a, -time.Hour)
	build("--depfile", filepath.Join(dir, "d"))
	require.Equal(t, time.Hour, age("a.lvl"))
}
