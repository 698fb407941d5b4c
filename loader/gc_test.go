//go:build !race

package loader_test

import (
	"bytes"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/game"
)

// cycles is how often the collector has run, those that a test asked for left
// out.
func cycles() uint64 {
	s := []metrics.Sample{{Name: "/gc/cycles/automatic:gc-cycles"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// A program that loads level after level gives the collector as little to do as
// one that does nothing: no cycle is started by it.
func TestLoadingStartsNoCollections(t *testing.T) {
	n, times := 3000, 200
	if testing.Short() {
		times = 40
	}
	if runtime.GOOS == "js" {
		n, times = 300, 20 // its stores are on Go's heap
	}
	file := planks(t, n)
	var w game.World
	b := bind(t, &w)
	src := bytes.NewReader(file)
	once := func() {
		src.Reset(file)
		l, err := b.Load(ctx, src)
		if err != nil {
			t.Fatal(err)
		}
		for _, body := range w.Bodies.All() {
			body.Health++
		}
		if err := l.Unload(); err != nil {
			t.Fatal(err)
		}
	}
	once()
	runtime.GC()
	before := cycles()
	for range times {
		once()
	}
	allowed := 0
	if runtime.GOOS == "js" || strconv.IntSize == 32 {
		allowed = times / 20 // stores grow block by block, whose lists are on Go's heap
	}
	require.LessOrEqual(t, int(cycles()-before), allowed, "%d levels of %d nodes", times, 2*n)
}
