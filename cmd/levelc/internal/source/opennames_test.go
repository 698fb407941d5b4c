package source

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOpenNamesAgreeWithMaps(t *testing.T) {
	var o openNames
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		type object struct {
			mark int
			has  map[string]bool
		}
		names := 1 + r.IntN(3000)
		open := []object{{o.begin(), map[string]bool{}}}
		for range 6000 {
			in := open[len(open)-1]
			switch n := r.IntN(200); {
			case n == 0 && len(open) < 20:
				open = append(open, object{o.begin(), map[string]bool{}})
			case n == 1 && len(open) > 1:
				o.end(in.mark)
				open = open[:len(open)-1]
			case n == 2 && len(open) == 1: // the next object of an outermost list
				o.end(in.mark)
				open[0] = object{o.begin(), map[string]bool{}}
			default:
				name := fmt.Sprint(r.IntN(names))
				require.Equal(t, in.has[name], o.add(in.mark, []byte(name)), "seed %d: %s in %d of %d", seed, name, in.mark, len(open))
				in.has[name] = true
			}
		}
		o.rest(keepItems)
		require.Empty(t, o.names)
		for _, s := range o.slots {
			require.Zero(t, s)
		}
	}
}

func TestNamesOfALargeObjectAllocateNothingEach(t *testing.T) {
	const n = 20000
	var b strings.Builder
	b.WriteString(`{"rooms":{`)
	for i := range n {
		fmt.Fprintf(&b, `%s"room%d":{"x":%d}`, strings.Repeat(",", min(i, 1)), i, i)
	}
	b.WriteString("}}")
	var d Reader
	read := func() {
		require.NoError(t, d.JSON(strings.NewReader(b.String()), int64(b.Len()), none{}, Options{}))
	}
	read()
	require.Less(t, testing.AllocsPerRun(1, read), float64(n/20))
}
