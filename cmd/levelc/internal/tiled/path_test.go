package tiled_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Paths of files are told from the level's folder and with slashes, whichever system wrote
// them. Those of one machine, and addresses, stay what they are.
func TestPathsAreToldFromTheLevelsFolder(t *testing.T) {
	for path, want := range map[string][2]string{ // from a file beside the level, and in sets
		`a.png`:           {"a.png", "sets/a.png"},
		`./x/../a.png`:    {"a.png", "sets/a.png"},
		`../a.png`:        {"../a.png", "a.png"},
		`..\..\art\a.png`: {"../../art/a.png", "../art/a.png"},
		`art\a.png`:       {"art/a.png", "sets/art/a.png"},
		`C:\art\a.png`:    {"C:/art/a.png", "C:/art/a.png"},
		`C:/art/a.png`:    {"C:/art/a.png", "C:/art/a.png"},
		`c:a.png`:         {"c:a.png", "sets/c:a.png"},
		`/art/a.png`:      {"/art/a.png", "/art/a.png"},
		`\\host\a.png`:    {"//host/a.png", "//host/a.png"},
		`https://h/a.png`: {"https://h/a.png", "https://h/a.png"},
	} {
		image := `<image source="` + path + `"/>`
		b := build(t, write(t,
			"m.tmx", `<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1"><tileset firstgid="1" source="sets\s.tsx"/><imagelayer id="1">`+image+`</imagelayer></map>`,
			"sets/s.tsx", `<tileset name="s" tilewidth="16" tileheight="16" tilecount="1" columns="1">`+image+`</tileset>`), editor.Options{})
		require.Empty(t, b.messages, path)
		require.Contains(t, lines(b, "layer")[0], ` image="`+want[0]+`"`, path)
		require.Contains(t, lines(b, "tileset")[0], ` image="`+want[1]+`"`, path)
	}
}
