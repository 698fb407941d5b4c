package loader

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// Levels that are unloaded, in whatever order, cost a look at all the others a few
// times altogether, and those that stay keep their order.
func TestUnloadingLooksAtAllLevelsSeldom(t *testing.T) {
	const n = 1000
	orders := map[string]func(i int) int{
		"first to last": func(i int) int { return i },
		"last to first": func(i int) int { return n - 1 - i },
		"mixed":         func(i int) int { return i * 7 % n },
	}
	for name, order := range orders {
		t.Run(name, func(t *testing.T) {
			b := new(Binding)
			b.useOwnStorage()
			var levels []*Level
			for range n {
				levels = append(levels, &Level{b: b, set: new(rangeSet), img: new(image)})
			}
			b.imaged = append(b.imaged, levels...)
			looks := 0
			for i := range n {
				before := len(b.imaged)
				levels[order(i)].drop()
				if len(b.imaged) < before {
					looks += before
				}
				left := n - i - 1
				require.LessOrEqual(t, len(b.imaged), 2*left)
				if i == n/3 {
					b.dropUnloaded()
					at := 0
					for _, l := range levels {
						if l.img != nil {
							require.Same(t, l, b.imaged[at])
							at++
						}
					}
					require.Len(t, b.imaged, left)
				}
			}
			require.Less(t, looks, 3*n)
		})
	}
}

// Whoever saves each of many levels by itself looks at the others in none of these saves.
func TestSavingALevelLooksAtNoOther(t *testing.T) {
	s, file := kindsAndLevel(t, 3, 3)
	for name, opts := range map[string][]Option{"nodes are kept": {KeepNodes()}, "nodes are not kept": nil} {
		t.Run(name, func(t *testing.T) {
			b, ts, err := BindSchema(s, opts...)
			require.NoError(t, err)
			defer ts.Close()
			l, err := b.LoadBytes(t.Context(), file)
			require.NoError(t, err)
			b.imaged = append(b.imaged, nil) // a look at it panics
			require.NoError(t, l.Save(t.Context(), new(bytes.Buffer), SaveOptions{}))
			b.imaged = b.imaged[:len(b.imaged)-1]
		})
	}
}
