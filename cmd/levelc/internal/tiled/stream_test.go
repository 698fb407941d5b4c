package tiled_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/editor"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	reader "github.com/levelc/levelc/cmd/levelc/internal/tiled"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/tiled"
)

// Chunks of an infinite map come and go, and cells of those that are not there are
// empty.
func TestChunksAreStreamed(t *testing.T) {
	path := filepath.Join(examples, "caves", "cave_1_-2.tmx")
	f, err := source.Open(path)
	require.NoError(t, err)
	defer f.Close()
	level, err := editor.Translate(context.Background(), f, path, reader.Reader, editor.Options{Schema: reader.Schema()})
	require.NoError(t, err)
	defer level.Close()
	plan, err := compile.NewPlan(reader.Schema())
	require.NoError(t, err)
	var lvl format.Buffer
	_, _, err = plan.Build(context.Background(), []*source.File{level.File}, &lvl, format.WriterOptions{}, compile.Options{ChunkBy: []string{"chunk"}})
	require.NoError(t, err)

	var w tiled.World
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	file, err := b.Open(context.Background(), bytes.NewReader(lvl), int64(len(lvl)))
	require.NoError(t, err)
	require.NoError(t, file.Load(context.Background(), ""))
	var l *tiled.Layer
	for _, l = range w.Layers.All() {
	}
	require.NotNil(t, l)
	require.Zero(t, w.Chunks.Len())
	for _, ref := range w.ChunkRefs.Slice(l.Chunks) {
		require.True(t, ref.Chunk.Pending())
	}
	require.Zero(t, w.At(l, 3, -1))
	require.NoError(t, file.Load(context.Background(), "cave_1_-2/1@2,-2"))
	require.EqualValues(t, 8, w.At(l, 3, -1))
	require.Zero(t, w.At(l, -1, -1))
	require.NoError(t, file.Unload("cave_1_-2/1@2,-2"))
	require.Zero(t, w.At(l, 3, -1))
	require.NoError(t, b.Close())
}

// The cells of a large layer are read in pieces, from TMX and from TMJ.
func TestALayerMayBeLarge(t *testing.T) {
	const wide = 300
	cells := strings.TrimSuffix(strings.Repeat("1,3221225475,0,", wide*wide/3), ",")
	dir := t.TempDir()
	both := map[string]string{
		"map.tmx": `<map version="1.10" orientation="orthogonal" width="%[1]d" height="%[1]d" tilewidth="16" tileheight="16" infinite="0">
<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="9" columns="3"/>
<layer id="1" name="ground" width="%[1]d" height="%[1]d"><data encoding="csv">%[2]s</data></layer></map>`,
		"map.tmj": `{"type": "map", "version": "1.10", "orientation": "orthogonal", "width": %[1]d, "height": %[1]d, "tilewidth": 16, "tileheight": 16, "infinite": false,
"tilesets": [{"firstgid": 1, "name": "t", "tilewidth": 16, "tileheight": 16, "tilecount": 9, "columns": 3}],
"layers": [{"type": "tilelayer", "id": 1, "name": "ground", "width": %[1]d, "height": %[1]d, "data": [%[2]s]}]}`,
	}
	var levels [][]byte
	for name, text := range both {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, text, wide, cells), 0o666))
		b := build(t, path, editor.Options{})
		require.Empty(t, b.messages)
		levels = append(levels, b.lvl)

		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, text, wide, cells[2:]), 0o666))
		require.Contains(t, build(t, path, editor.Options{}).messages, "fewer than the layer is large", name)
		require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, text, wide, "0,"+cells), 0o666))
		require.Contains(t, build(t, path, editor.Options{}).messages, "more than the layer is large", name)
	}
	require.Equal(t, levels[0], levels[1])

	var w tiled.World
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	_, err = b.LoadBytes(context.Background(), levels[0])
	require.NoError(t, err)
	for _, l := range w.Layers.All() {
		for _, x := range []int{0, 1, 2, wide - 1} {
			require.Equal(t, []uint32{1, 3221225475, 0}[x%3], uint32(w.At(l, x, wide-1)))
		}
	}
	require.NoError(t, b.Close())
}

// Of a JSON file that is read to its end, all keys are known: it is no map without an
// orientation, however like one it begins and ends.
func TestDetectKnowsAllOfASmallFile(t *testing.T) {
	layers := `{"height":1,"layers":[` + strings.Repeat(`{"name":"a"},`, 10_000) + `{}],`
	for end, want := range map[string]bool{`"tilewidth":1}`: false, `"orientation":"orthogonal","tileheight":1,"tilewidth":1}`: true} {
		f, err := source.Spool(strings.NewReader(layers+end), "a.json")
		require.NoError(t, err)
		require.Equal(t, want, reader.Detect(f), end)
		require.NoError(t, f.Close())
	}
}
