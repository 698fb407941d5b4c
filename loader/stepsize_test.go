//go:build !race && !invariants && !wasm

package loader_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// A step takes memory for what it reads, and not for what came before: nothing is moved to
// a larger place as a level grows. The first step, which reserves rows, is not meant. On
// wasm what the stores take is on Go's heap as well, and counts.
func TestAStepTakesMemoryForOneBlock(t *testing.T) {
	const most = 2 << 20 // of a few blocks: read-ahead is in it, and what is small at first doubles
	file := planks(t, 40000)
	for name, opts := range map[string][]loader.Option{
		"nothing": nil,
		"nodes":   {loader.KeepNodes()},
		"rows":    {loader.Reloadable()},
		"hook":    {loader.OnNode(func(loader.Placed) error { return nil })},
	} {
		t.Run(name, func(t *testing.T) {
			var w game.World
			ld := bind(t, &w, opts...).Start(bytes.NewReader(file))
			ld.Step(0)
			var before, after runtime.MemStats
			for at := ld.Progress(); !ld.Done(); at = ld.Progress() {
				runtime.ReadMemStats(&before)
				ld.Step(0)
				runtime.ReadMemStats(&after)
				require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(most), "after %d of %d bytes", at.Bytes, at.TotalBytes)
			}
			_, err := ld.Finish()
			require.NoError(t, err)
		})
	}
}

// A level keeps no text for Reload but that in the world's Strings, and a reload holds that
// of the new version once. Under way, memory that grows counts as well.
func TestTextIsHeldOnce(t *testing.T) {
	const long = 8 << 20
	text := string(bytes.Repeat([]byte("a"), long))
	level := func(title string) *bytes.Reader {
		a := newAuthor(t, game.World{}, format.WriterOptions{})
		a.node("scene", 0, "s", fields{"name": text, "title": title})
		return bytes.NewReader(a.file())
	}
	old, now := level("old"), level("new")
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	const inHeap = 1.5 // the store may be there
	taken := func(f func()) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / long
	}
	var l *loader.Level
	require.Less(t, taken(func() {
		var err error
		l, err = b.Load(ctx, old)
		require.NoError(t, err)
	}), .5+inHeap)
	require.Less(t, taken(func() {
		changes, err := l.Reload(ctx, now)
		require.NoError(t, err)
		require.Len(t, changes, 1)
	}), 2.5)
}
