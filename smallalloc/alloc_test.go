package smallalloc

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// noAllocs asserts that f leaves the Go heap alone.
func noAllocs(t *testing.T, what string, f func()) {
	t.Helper()
	require.Zero(t, testing.AllocsPerRun(100, f), what)
}

func TestHitsDoNotAllocate(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{8, 100}, Class{48, 1000})
		nodes, err := For[node](p)
		require.NoError(t, err)
		noAllocs(t, "Alloc and Free", func() { p.Free(p.Alloc(48)) })
		noAllocs(t, "TryAlloc", func() {
			b, _ := p.TryAlloc(3)
			p.Free(b)
		})
		noAllocs(t, "a refusal", func() { p.TryAlloc(49) })
		noAllocs(t, "New and Free", func() { nodes.Free(nodes.New()) })
		noAllocs(t, "TryNew, Ref, At", func() {
			n, _ := nodes.TryNew()
			nodes.Free(nodes.At(nodes.Ref(n)))
		})
		noAllocs(t, "Make and Free", func() {
			n, _ := Make[node](p)
			Free(p, n)
		})
		noAllocs(t, "slices", func() {
			s, _ := TrySlice[float32](p, 12)
			FreeSlice(p, s)
		})
		var foreign [8]byte
		noAllocs(t, "a foreign free", func() { p.Free(foreign[:]) })
		noAllocs(t, "Owns", func() { p.Owns(foreign[:]) })
		noAllocs(t, "Reset", p.Reset)
		p.Alloc(48)
		n := 0
		noAllocs(t, "Live", func() {
			for b := range p.Live() {
				n += len(b)
			}
		})
	})
}

func TestSharedHitsDoNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("under -race sync.Pool drops what it is given, at random")
	}
	s := newShared(t, 2, Tree, Class{48, 100})
	noAllocs(t, "Alloc and Free", func() { s.Free(s.Alloc(48)) })
	noAllocs(t, "Ref and At", func() { s.Free(s.At(s.Ref(s.Alloc(48)), 48)) })
}

func TestAPoolIsOneBlockToTheCollector(t *testing.T) {
	p := newPool(t, Tree, DefaultClasses()...)
	need, err := Footprint(DefaultClasses())
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for range 12800 {
		p.Alloc(48)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.LessOrEqual(t, int64(after.HeapObjects)-int64(before.HeapObjects), int64(200))
	require.Equal(t, need, p.Stats().Bytes)
}

// A slot in use keeps the region alive when the pool is gone.
func TestSlotsOutliveThePool(t *testing.T) {
	b := newPool(t, Tree, Class{48, 1000}).Alloc(48)
	fill64(b, 5)
	for range 3 {
		runtime.GC()
		newPool(t, Tree, Class{48, 1000}).Alloc(48)
	}
	want := make([]byte, 48)
	fill64(want, 5)
	require.Equal(t, want, b)
}
