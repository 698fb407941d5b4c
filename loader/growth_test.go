package loader_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A small file may decode to as much as MaxBytes permits. Reading it takes the memory for
// that once, and not for all the steps in which it came.
func TestWhatASmallFileDecodesToIsHeldOnce(t *testing.T) {
	const long = 8 << 20
	a := newAuthor(t, game.World{}, format.WriterOptions{Codec: format.CodecLZ4})
	a.node("scene", 0, "s", fields{"name": string(bytes.Repeat([]byte("a"), long))})
	var out format.Buffer
	_, err := a.w.Finish(&out)
	if errors.Is(err, format.ErrCodec) {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Less(t, len(out), long/50)
	taken := func(f func()) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / long
	}
	walk := func(src io.Reader) func() {
		return func() {
			for _, err := range loader.Walk(src) {
				require.NoError(t, err)
			}
		}
	}
	require.Less(t, taken(walk(bytes.NewReader(out))), 2.2)
	require.Less(t, taken(walk(io.MultiReader(bytes.NewReader(out)))), 2.2)

	var w game.World
	b := bind(t, &w)
	inHeap := 1.5 // a store may be there, too
	require.Less(t, taken(func() { require.NoError(t, load(t, b, out).Unload()) }), 2.2+inHeap)
	require.Less(t, taken(func() {
		f, err := b.Open(ctx, bytes.NewReader(out), int64(len(out)))
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}), 2.2+inHeap)
}
