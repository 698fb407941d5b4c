package loader_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// stateOf is everything that can be seen of the stores: what is alive, with
// its handles, and where the next insert would go.
func stateOf(t testing.TB, w *game.World) string {
	var b bytes.Buffer
	dump(t, &b, &w.Scenes)
	dump(t, &b, &w.Groups)
	dump(t, &b, &w.Bodies)
	dump(t, &b, &w.Shapes)
	dump(t, &b, &w.Joints)
	dump(t, &b, &w.Cameras)
	dump(t, &b, &w.Triggers)
	dump(t, &b, &w.Lights)
	dump(t, &b, &w.Pickups)
	fmt.Fprintln(&b, w.Lists.Corners.Len(), w.Lists.Stops.Len(), w.Lists.Bodies.Len(), w.Lists.Words.Len(), w.Lists.Numbers.Len(), w.Strings.Len())
	return b.String()
}

func dump[T any](t testing.TB, b *bytes.Buffer, s *store.Bulk[T]) {
	if c, ok := any(s).(interface{ Check() error }); ok {
		require.NoError(t, c.Check())
	}
	fmt.Fprintln(b, s.Len())
	for h, v := range s.All() {
		fmt.Fprintln(b, h, *v)
	}
	var zero T
	h, err := s.Insert(zero)
	require.NoError(t, err)
	fmt.Fprintln(b, h.Index())
	require.True(t, s.Remove(h))
}

// requireRefused loads a damaged file into a world that has a level already.
func requireRefused(t *testing.T, b *loader.Binding, w *game.World, before string, file []byte, how string, args ...any) {
	t.Helper()
	_, err := b.Load(ctx, bytes.NewReader(file))
	require.Error(t, err, how, args)
	var e *loader.Error
	require.ErrorAs(t, err, &e)
	if before != "" {
		require.Equal(t, before, stateOf(t, w), how, args)
	}
}

func TestATruncatedFileNeverLoads(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, bridge(t))
	file := bridge(t)
	for n := range file {
		before := ""
		if n%97 == 0 {
			before = stateOf(t, &w)
		}
		requireRefused(t, b, &w, before, file[:n], "cut at %d", n)
		if testing.Short() && n > 500 {
			break
		}
	}
	requireRefused(t, b, &w, stateOf(t, &w), append(bytes.Clone(file), 0), "one byte more")
}

func TestAFlippedBitNeverLoads(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	load(t, b, bridge(t))
	file := bridge(t)
	step := 1
	if testing.Short() {
		step = 37
	}
	for bit := 0; bit < 8*len(file); bit += step {
		file[bit/8] ^= 1 << (bit % 8)
		before := ""
		if bit%1009 == 0 {
			before = stateOf(t, &w)
		}
		requireRefused(t, b, &w, before, file, "bit %d of byte %d", bit%8, bit/8)
		file[bit/8] ^= 1 << (bit % 8)
	}
	l := load(t, b, file)
	requireBridge(t, &w, l)
}

// The rows of a refused file must not be seen, however late it is refused: the
// last byte of the last block is what is wrong here.
func TestALateFailureLeavesNothing(t *testing.T) {
	var w game.World
	b := bind(t, &w)
	file := planks(t, 4000)
	file[len(file)-1] ^= 1
	before := stateOf(t, &w)
	for range 3 {
		requireRefused(t, b, &w, before, file, "late")
	}
	file[len(file)-1] ^= 1
	load(t, b, file)
	require.Equal(t, 4000, w.Bodies.Len())
}
