package tiled_test

import (
	"bytes"
	"context"
	"path/filepath"
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
