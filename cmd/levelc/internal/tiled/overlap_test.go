package tiled_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// box is a chunk: x, y, width and height.
type box [4]int

func (a box) overlaps(b box) bool {
	return a[0] < b[0]+b[2] && b[0] < a[0]+a[2] && a[1] < b[1]+b[3] && b[1] < a[1]+a[3]
}

// chunked is a map of a layer with such chunks.
func chunked(list []box) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, `<chunk x="%d" y="%d" width="%d" height="%d">1%s</chunk>`+"\n", c[0], c[1], c[2], c[3], strings.Repeat(",1", c[2]*c[3]-1))
	}
	return strings.Replace(inMap(`<layer id="1"><data encoding="csv">`+"\n"+b.String()+`</data></layer>`), "<map ", `<map infinite="1" `, 1)
}

func TestChunksThatOverlap(t *testing.T) {
	b := build(t, write(t, "m.tmx", chunked([]box{{0, 0, 2, 2}, {4, 0, 2, 2}, {1, 1, 2, 2}}), "set.tsx", set("", "")), editor.Options{})
	require.Equal(t, 1, b.errors, b.messages)
	require.Contains(t, b.messages, "m.tmx:4:2: the chunk at 1,1 overlaps the one at 0,0\n")
	require.Contains(t, b.messages, "m.tmx:2:2: the other one\n")
	b = build(t, write(t, "m.tmx", chunked([]box{{0, 0, 2, 2}, {0, 1, 2, 2}}), "set.tsx", set("", "")), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:3:2: the chunk at 0,1 overlaps the one at 0,0\n")
	b = build(t, write(t, "m.tmx", chunked([]box{{3, 0, 1, 1}, {3, 0, 2, 2}}), "set.tsx", set("", "")), editor.Options{})
	require.Contains(t, b.messages, "m.tmx:3:2: two chunks of a layer lie at 3,0\n")
	require.Contains(t, b.messages, "m.tmx:2:2: the first one\n")
}

func TestRandomChunksOverlapWhenTheyDo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	counts := map[bool]int{}
	for range 400 {
		var list []box
		want := false
		for range 2 + rnd.IntN(8) {
			c := box{rnd.IntN(24) - 12, rnd.IntN(24) - 12, 1 + rnd.IntN(5), 1 + rnd.IntN(5)}
			for _, o := range list {
				want = want || c.overlaps(o)
			}
			list = append(list, c)
		}
		counts[want]++
		b := build(t, write(t, "m.tmx", chunked(list), "set.tsx", set("", "")), editor.Options{})
		require.Equal(t, want, b.errors > 0, "%v\n%s", list, b.messages)
	}
	require.Greater(t, counts[true], 50)
	require.Greater(t, counts[false], 50)
}

// Chunks in no grid take no longer, either.
func TestManyChunksAreComparedQuickly(t *testing.T) {
	list := make([]box, 0, 50_000)
	for i := range cap(list) {
		list = append(list, box{i * 7919 % 50_000 * 2, i, 1, 8}) // side by side, in an order that is none
	}
	list[0][0], list[0][2] = -3, 2
	text := chunked(list)
	begin := time.Now()
	b := build(t, write(t, "m.tmx", text, "set.tsx", set("", "")), editor.Options{})
	require.Empty(t, b.messages)
	require.Less(t, time.Since(begin), 10*time.Second)
	t.Log(time.Since(begin))
}
