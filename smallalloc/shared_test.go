package smallalloc

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

func newShared(t testing.TB, n int, form Bitmap, classes ...Class) *Shared {
	s, err := NewShared(n, Options{Classes: classes, Bitmap: form})
	require.NoError(t, err)
	return s
}

// verify holds the invariants of a shard and its pool.
func (h *shard) verify() error {
	for _, s := range h.pool.sections {
		bit := uint64(1) << s.class
		if h.full.Load()&bit != 0 && s.live < s.slots {
			return fmt.Errorf("class %d is not full", s.class)
		}
		if bit != 0 && h.outside.Load()&bit == 0 && h.pool.classes[s.class].outside > 0 {
			return fmt.Errorf("class %d has blocks outside", s.class)
		}
	}
	return h.pool.verify()
}

func TestSharedHandsOutEverySlotOnce(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		for _, n := range []int{-1, 1, 2, 3, 7, 64} {
			s := newShared(t, n, form, Class{8, 10}, Class{48, 1001})
			require.LessOrEqual(t, len(s.shards), 10)
			var all [][]byte
			for {
				b, ok := s.TryAlloc(48)
				if !ok {
					break
				}
				require.True(t, s.Owns(b))
				binary.LittleEndian.PutUint64(b, uint64(len(all)))
				all = append(all, b)
			}
			require.Len(t, all, 1001, "%d shards", n)
			require.Len(t, slices.Collect(s.Live()), 1001)
			for i, b := range all {
				require.EqualValues(t, i, binary.LittleEndian.Uint64(b))
				ours, err := s.Free(b)
				require.True(t, ours)
				require.NoError(t, err)
				require.ErrorIs(t, second(s.Free(b)), ErrDoubleFree)
				require.ErrorIs(t, second(s.Free(b[1:])), ErrInterior)
			}
			st := s.Stats()
			require.EqualValues(t, 1001, st.Classes[1].Slots)
			require.EqualValues(t, 1001, st.DoubleFrees)
			require.EqualValues(t, 1, st.Classes[1].Misses, "a full shard is not a miss")
			require.EqualValues(t, 1002, st.Classes[1].Requests)
			for range s.Live() {
				t.Fatal("a slot is in use")
			}
		}
	})
}

func TestSharedMissesGoToTheGoHeap(t *testing.T) {
	s := newShared(t, 4, Tree, Class{16, 8})
	var all [][]byte
	for range 12 {
		all = append(all, s.Alloc(16))
	}
	require.Equal(t, 8, s.Stats().Classes[0].Live)
	require.EqualValues(t, 4, s.Stats().Classes[0].Misses)
	require.Len(t, s.Alloc(17), 17)
	require.Nil(t, s.Alloc(-1))
	for _, b := range all {
		_, err := s.Free(b)
		require.NoError(t, err)
	}
	out := 0
	for _, h := range s.shards {
		out += h.pool.classes[0].outside
	}
	require.Zero(t, out, "all blocks outside are accounted for")
	require.EqualValues(t, 4, s.Stats().ForeignFrees)
	ours, err := s.Free(make([]byte, 100))
	require.False(t, ours)
	require.NoError(t, err)
	require.False(t, s.Owns(make([]byte, 16)))
	s.Alloc(16)
	s.Reset()
	require.Zero(t, s.Stats().Classes[0].Live)
}

func TestSharedErrorsNameThePlaceInTheWhole(t *testing.T) {
	s := newShared(t, 2, Tree, Class{64, 100})
	for range 100 { // both shards' slots, whichever is the nearer one
		b := s.Alloc(64)
		require.Nil(t, second(s.Free(b)))
		var e *FreeError
		require.ErrorAs(t, second(s.Free(b)), &e)
		require.Equal(t, 64, e.Size)
		require.Equal(t, int(s.region.Offset(mem.Addr(b))), e.Offset)
		s.Alloc(64) // it, or another
	}
}

// Goroutines allocate, fill, hand on to one another, check and free, and walk
// and count in between. Run it with -race.
func TestSharedUnderManyGoroutines(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		s := newShared(t, runtime.GOMAXPROCS(0), form, Class{8, 200}, Class{48, 300}, Class{128, 50})
		const workers, rounds = 6, 2000
		hand := make(chan []byte, 64)
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(uint64(w), 7))
				for i := range rounds {
					b := s.Alloc(8 + r.IntN(121))
					fill64(b, uint64(len(b)))
					select {
					case hand <- b:
					case other := <-hand:
						mustBeFilled(t, other)
						s.Free(other)
						mustBeFilled(t, b)
						s.Free(b)
					}
					if i%500 == 0 {
						s.Stats()
						for range s.Live() {
							break
						}
					}
				}
			})
		}
		wg.Wait()
		close(hand)
		for b := range hand {
			mustBeFilled(t, b)
			s.Free(b)
		}
		st := s.Stats()
		require.Zero(t, st.DoubleFrees+st.InteriorFrees)
		for _, k := range st.Classes {
			require.Zero(t, k.Live)
		}
		for _, h := range s.shards {
			require.NoError(t, h.verify())
		}
	})
}

func mustBeFilled(t *testing.T, b []byte) {
	want := make([]byte, len(b))
	fill64(want, uint64(len(b)))
	if !slices.Equal(want, b) {
		t.Error("another goroutine wrote to the block")
	}
}

// Memory may be larger than the slots need: what is behind them is the pool's
// too, and no slot begins there.
func TestSharedInLargerMemory(t *testing.T) {
	o := Options{Classes: []Class{{Size: 64, Slots: 10}}}
	need, err := SharedFootprint(3, o.Classes)
	require.NoError(t, err)
	o.Memory = make([]byte, need+7)
	skip := int(-mem.Addr(o.Memory) % mem.Word)
	o.Memory = o.Memory[skip:][:need]
	_, err = NewShared(3, o)
	require.NoError(t, err, "it is enough")
	o.Memory = o.Memory[:need-1]
	_, err = NewShared(3, o)
	require.ErrorIs(t, err, ErrMemory)

	o.Memory = make([]byte, 10*need)
	s, err := NewShared(3, o)
	require.NoError(t, err)
	for at := range o.Memory {
		b := o.Memory[at:]
		ours, err := s.Free(b)
		require.False(t, ours)
		if s.Owns(b) {
			require.Error(t, err)
		} else {
			require.ErrorIs(t, err, ErrInterior, "%d", at)
		}
	}
	require.Zero(t, s.Stats().ForeignFrees)
}

func TestSharedHasTheBitmapThatWasAskedFor(t *testing.T) {
	for form, scan := range map[Bitmap]int{Tree: treeReads, Flat: 1} {
		s, err := NewShared(2, Options{Classes: []Class{{8, 100}}, Bitmap: form})
		require.NoError(t, err)
		s.Alloc(8)
		require.Equal(t, scan, s.Stats().Classes[0].Scan)
	}
}

func TestSharedFootprintRefusesWhatNewSharedDoes(t *testing.T) {
	_, err := SharedFootprint(2, []Class{{7, 1}})
	require.ErrorIs(t, err, ErrClass)
	// All of a region, so that there is no room to round up each shard's part.
	slots := maxRegion / (MaxSize + 1)
	_, err = Footprint([]Class{{MaxSize, slots}})
	require.NoError(t, err)
	_, err = SharedFootprint(slots, []Class{{MaxSize, slots}})
	require.ErrorIs(t, err, ErrClass)
}

// A region of 4 GiB and more has offsets that the reciprocal takes for the next
// shard's: the last bytes of a shard, which hold bits.
func TestEveryOffsetLiesInItsShard(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("no region is as large")
	}
	for n := 2; n <= 9; n++ {
		for _, stride := range []int{64, 8128, maxRegion / n / 64 * 64, maxRegion/n/64*64 - 64, maxRegion / n / 192 * 64, 1<<30 + 64} {
			s := &Shared{}
			s.divided(stride)
			for range n {
				s.shards = append(s.shards, new(shard))
			}
			for i, h := range s.shards {
				for _, at := range []int{0, 1, stride / 2, stride - 33, stride - 32, stride - 8, stride - 1} {
					require.Same(t, h, s.shard(uintptr(i*stride+at)), "byte %d of shard %d of %d bytes", at, i, stride)
				}
			}
			require.Same(t, s.shards[n-1], s.shard(uintptr(n*stride)), "what is left over is the last one's")
		}
	}
}

// A class that is full everywhere costs no lock but that of the shard which counts the
// miss, until something of it is freed.
func TestFullShardsAreNotAsked(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		classes := []Class{{16, 12}}
		for size := 24; len(classes) < 70; size += 8 {
			classes = append(classes, Class{size, 12})
		}
		for _, size := range []int{16, 40, classes[63].Size, classes[64].Size, classes[69].Size} {
			s := newShared(t, 3, form, classes...)
			near := s.near.Get().(*shard)
			s.near.New = func() any { return near }
			var all [][]byte
			for range 12 {
				all = append(all, s.Alloc(size))
			}
			outside := s.Alloc(size)
			require.False(t, s.Owns(outside))
			check := func() {
				for _, h := range s.shards {
					require.NoError(t, h.verify())
				}
			}
			check()
			if size < classes[64].Size {
				for _, h := range s.shards {
					if h != near {
						h.mu.Lock()
					}
				}
				s.Free(s.Alloc(size))
				_, ok := s.TryAlloc(size)
				require.False(t, ok)
				for _, h := range s.shards {
					if h != near {
						h.mu.Unlock()
					}
				}
			}
			other := s.Alloc(24)
			s.Free(other)
			for i, b := range all {
				ours, err := s.Free(b)
				require.True(t, ours)
				require.NoError(t, err)
				require.Error(t, second(s.Free(b)))
				check()
				all[i] = s.Alloc(size)
				require.True(t, s.Owns(all[i]), "it has the slot that was freed")
				check()
			}
			s.Free(outside)
			require.Zero(t, near.outside.Load())
			check()
			require.False(t, s.Owns(s.Alloc(size)))
			s.Reset()
			check()
			require.True(t, s.Owns(s.Alloc(size)))
		}
	})
}

// No shard has a slot for what is larger than every class, so none is asked.
func TestLargeBlocksDoNotWaitForShards(t *testing.T) {
	s := newShared(t, 3, Tree, Class{16, 30})
	near := s.near.Get().(*shard)
	s.near.New = func() any { return near }
	for _, h := range s.shards {
		if h != near {
			h.mu.Lock()
		}
	}
	done := make(chan []byte)
	go func() { done <- s.Alloc(17) }()
	select {
	case b := <-done:
		require.Len(t, b, 17)
	case <-time.After(time.Minute):
		t.Fatal("it waits for a shard that has no room either")
	}
	for _, h := range s.shards {
		if h != near {
			h.mu.Unlock()
		}
	}
	require.Nil(t, s.Alloc(-1))
	_, ok := s.TryAlloc(17)
	require.False(t, ok)
	require.EqualValues(t, 2, s.Stats().Large)
}

func TestZeroPools(t *testing.T) {
	var p Pool
	b := p.Alloc(10)
	require.Len(t, b, 10, "from the Go heap")
	_, ok := p.TryAlloc(10)
	require.False(t, ok)
	ours, err := p.Free(b)
	require.NoError(t, err)
	require.False(t, ours)
	var s Shared
	require.PanicsWithValue(t, "smallalloc: Alloc in a zero Shared; NewShared makes one", func() { s.Alloc(10) })
}

// A Ref leads back to its slot, whichever shard that is in, and no two slots have the same.
func TestRefsOfSharedLeadBack(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		for _, n := range []int{1, 2, 3, 7} {
			s := newShared(t, n, form, Class{8, 10}, Class{48, 101})
			last := Ref(0)
			for {
				b, ok := s.TryAlloc(48)
				if !ok {
					break
				}
				b[0] = 1
			}
			for b := range s.Live() {
				r := s.Ref(b)
				require.Greater(t, r, last)
				last = r
				require.Same(t, &b[0], &s.At(r, 48)[0])
				require.Len(t, s.At(r, 5), 5)
				require.Equal(t, 5, cap(s.At(r, 5)))
				require.Zero(t, s.Ref(b[1:]), "not at a word")
			}
			require.Zero(t, s.Ref(make([]byte, 48)))
			require.Nil(t, s.At(0, 1))
			require.Nil(t, s.At(last, -1))
			require.Nil(t, s.At(last, 49), "behind the last slot")
			for bit := range 32 {
				if far := last | 1<<bit; far > last+6 {
					require.Nil(t, s.At(far, 8), "%#x", far)
				}
			}
		}
	})
	var none Shared
	require.Zero(t, none.Ref([]byte{1}))
	require.Nil(t, none.At(1, 1))
}

// What goroutines hand to each other as Refs stays in its slot.
func TestRefsOfSharedCrossGoroutines(t *testing.T) {
	s := newShared(t, 3, Tree, Class{16, 300})
	refs := make(chan Ref, 50)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for i := range 200 {
				b, ok := s.TryAlloc(16)
				if !ok {
					continue
				}
				binary.LittleEndian.PutUint64(b, uint64(i))
				binary.LittleEndian.PutUint64(b[8:], ^uint64(i))
				refs <- s.Ref(b)
			}
		})
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for r := range refs {
			b := s.At(r, 16)
			if binary.LittleEndian.Uint64(b) != ^binary.LittleEndian.Uint64(b[8:]) {
				t.Errorf("ref %d holds %x", r, b)
			}
			if _, err := s.Free(b); err != nil {
				t.Error(err)
			}
		}
	}()
	all.Wait()
	close(refs)
	<-done
	require.Empty(t, slices.Collect(s.Live()))
}
