package loader_test

import (
	"bytes"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

func TestBytesAreLoadedInPlaceAndNotWritten(t *testing.T) {
	for name, file := range map[string][]byte{"small": bridge(t), "large": planks(t, 6000)} {
		before := bytes.Clone(file)
		var streamed, inPlace game.World
		load(t, bind(t, &streamed), file)
		_, err := bind(t, &inPlace).LoadBytes(ctx, file)
		require.NoError(t, err, name)
		require.Equal(t, contentOf(t, &streamed), contentOf(t, &inPlace), name)
		require.Equal(t, before, file, name)
	}
}

func TestBytesOfAnyAlignmentLoad(t *testing.T) {
	file := bridge(t)
	room := make([]byte, len(file)+16)
	var w game.World
	b := bind(t, &w)
	for at := range 9 {
		copy(room[at:], file)
		l, err := b.LoadBytes(ctx, room[at:at+len(file)])
		require.NoError(t, err)
		requireBridge(t, &w, l)
		require.NoError(t, l.Unload())
	}
}

func TestFilesOfAFileSystemLoad(t *testing.T) {
	files := fstest.MapFS{"levels/bridge.lvl": {Data: bridge(t)}}
	var w game.World
	b := bind(t, &w)
	l, err := b.LoadFS(ctx, files, "levels/bridge.lvl")
	require.NoError(t, err)
	requireBridge(t, &w, l)
	_, err = b.LoadFS(ctx, files, "levels/tunnel.lvl")
	require.ErrorIs(t, err, fs.ErrNotExist)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	files["levels/cut.lvl"] = &fstest.MapFile{Data: bridge(t)[:100]}
	_, err = b.LoadFS(ctx, files, "levels/cut.lvl")
	require.EqualError(t, err, "load levels/cut.lvl: lvl: offset 100: the file ends early")
	require.ErrorIs(t, err, format.ErrTruncated)
}
