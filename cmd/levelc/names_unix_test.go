//go:build unix

package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A terminal obeys no name of a file, whatever is said of the file.
func TestATerminalObeysNoName(t *testing.T) {
	t.Chdir(t.TempDir())
	const (
		level = "a\x1b[31m.xml"
		tiled = "m\x1b[31m.tmx"
		set   = "dir/s\x1b[31m.json"
	)
	require.NoError(t, os.Mkdir("dir", 0o777))
	for name, text := range map[string]string{
		level: `<l><a id="x"/></l>`,
		tiled: `<map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8" infinite="0"/>`,
		set:   `{"type": "tileset", "tilewidth": 1, "tileheight": 1, "tilecount": 1, "columns": 1, "name": "t", "tiles": []}`,
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
	says := func(what string, args ...string) {
		t.Helper()
		_, said := levelcRun(args...)
		require.Contains(t, said, what, "%q", args)
		require.NotContains(t, said, "\x1b", "%q", args)
	}
	const out = "o\x1b[31m"
	require.NoError(t, os.Mkdir(out, 0o777))
	says("has no cache", "clean", out)
	says("new", "build", level, "--outdir", out, "--explain")
	says("is a map of Tiled", "check", tiled)
	says("is a map of Tiled", "infer", tiled)
	says("left out", "check", "dir")
	require.NoError(t, os.WriteFile(out+"/a\x1b[31m.lvl", nil, 0o666))
	says("is kept", "clean", out)
	require.NoError(t, os.WriteFile(out+"/.levelc-cache", []byte("none"), 0o666))
	says("no cache of levelc", "build", level, "--outdir", out)
}
