package bench

import (
	"errors"
	"io"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/testdata/gen"
)

func TestEveryPeerDecodesTheSameLevel(t *testing.T) {
	want := contentOf(t, compiled(t, "500KB"))
	require.Greater(t, want.Nodes(), 1000)
	for _, n := range []int{
		len(want.Scenes), len(want.Groups), len(want.Bodies), len(want.Shapes), len(want.Joints),
		len(want.Cameras), len(want.Triggers), len(want.Lights), len(want.Pickups),
	} {
		require.NotZero(t, n, "a kind without nodes")
	}
	peers, missing := Peers()
	for _, why := range missing {
		t.Log(why)
	}
	for _, peer := range peers {
		t.Run(peer.Name, func(t *testing.T) {
			data, err := peer.Encode(want)
			require.NoError(t, err)
			t.Logf("%d bytes for %d nodes", len(data), want.Nodes())
			for range 2 { // a reused level is the same again
				got, err := peer.Decode(data)
				require.NoError(t, err)
				require.Equal(t, want.Nodes(), got.Nodes())
				if !reflect.DeepEqual(want, got) { // quicker than require while all is well
					require.Equal(t, want, got)
				}
			}
		})
	}
}

// The count of the generator, which knows nothing of levelc.
func TestContentIsWhatWasGenerated(t *testing.T) {
	got := contentOf(t, compiled(t, "500KB"))
	stats, err := gen.Write(io.Discard, gen.Options{Format: gen.XML, Bytes: gen.Small, Seed: 1})
	require.NoError(t, err)
	require.InDelta(t, gen.Small, stats.Bytes, 5<<10)
	require.Equal(t, stats.Nodes, got.Nodes())
	vertices, stops := 0, 0
	for _, s := range got.Shapes {
		vertices += len(s.Outline)
	}
	for _, c := range got.Cameras {
		stops += len(c.Path)
	}
	require.Equal(t, stats.Vertices, vertices)
	require.Equal(t, stats.Stops, stops)
}

// A file that is much smaller or larger than the others holds something else.
func TestFilesAreOfComparableSize(t *testing.T) {
	for _, s := range subjects(t, "500KB", func(string) bool { return true }) {
		t.Logf("%s: %d bytes", s.name, s.file)
		require.Greater(t, s.file, 100<<10, s.name)
		require.Less(t, s.file, 1<<20, s.name)
	}
}

func TestLevelcDoesNotAllocatePerNode(t *testing.T) {
	file := compiled(t, "500KB")
	load, unload := warm(t, fromReader(file))
	once := func() { require.NoError(t, errors.Join(load(), unload())) }
	once()
	require.Less(t, testing.AllocsPerRun(10, once), 20.0)
}
