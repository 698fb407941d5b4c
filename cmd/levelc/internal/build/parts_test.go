package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// levelc watch looks at a folder again and again, and says once what it leaves out.
func TestWhatIsLeftOutIsSaidOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("maps", 0o777))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join("maps", name), []byte(text), 0o666))
	}
	const set = `{"type":"tileset", "name":"a", "tilewidth":8, "tileheight":8}`
	write("a.json", set)
	write("b.xml", "<b/>")
	var said strings.Builder
	h := NewHistory()
	jobs := func() []Job {
		run := NewRun(Options{Each: true, Outdir: "out", NoCache: true, Jobs: 1, Identity: func() (string, error) { return "this", nil }}, Streams{Err: &said}, h)
		jobs, list, err := run.JobsOf(t.Context(), []string{"maps"})
		require.NoError(t, err)
		require.Empty(t, list.All())
		return jobs
	}
	require.Len(t, jobs(), 1)
	require.Len(t, jobs(), 1)
	require.Equal(t, "levelc: note: 1 file left out that is no level by itself: a tileset of Tiled, "+filepath.Join("maps", "a.json")+"; --reader=plain builds all\n", said.String())

	said.Reset()
	write("c.json", set)
	require.Len(t, jobs(), 1)
	require.Contains(t, said.String(), "2 files left out that are no levels by themselves: 2 tilesets of Tiled, such as ")

	write("a.json", `{"type":"a"}`)
	require.Len(t, jobs(), 2)
}
