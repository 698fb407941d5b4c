package smallalloc

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// forms runs a test for both bitmaps.
func forms(t *testing.T, test func(t *testing.T, form Bitmap)) {
	t.Run("form=tree", func(t *testing.T) { test(t, Tree) })
	t.Run("form=flat", func(t *testing.T) { test(t, Flat) })
}

func newPool(t testing.TB, form Bitmap, classes ...Class) *Pool {
	p, err := New(Options{Classes: classes, Bitmap: form})
	require.NoError(t, err)
	return p
}

func (p *Pool) offset(b []byte) int { return int(p.region.Offset(mem.Addr(b))) }

func TestRequestsGetTheSmallestClassThatFits(t *testing.T) {
	p := newPool(t, Tree, Class{8, 9}, Class{16, 9}, Class{48, 9})
	for n, want := range map[int]int{0: 8, 1: 8, 8: 8, 9: 16, 16: 16, 17: 48, 48: 48} {
		b := p.Alloc(n)
		require.NotNil(t, b)
		require.Len(t, b, n)
		require.Equal(t, want, cap(b))
		require.True(t, p.Owns(b))
	}
	b := p.Alloc(49)
	require.Len(t, b, 49)
	require.False(t, p.Owns(b))
	require.Nil(t, p.Alloc(-1))
	_, ok := p.TryAlloc(-1)
	require.False(t, ok)
	_, ok = p.TryAlloc(49)
	require.False(t, ok)
	require.EqualValues(t, 2, p.Stats().Large, "negative sizes are not requests")
}

func TestTheLowestFreeSlotComesFirst(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		for _, slots := range []int{1, 7, 63, 64, 65, 100, 120, 127, 128, 1000, 4096, 4097, 5000} {
			p := newPool(t, form, Class{16, slots})
			all := make([][]byte, slots)
			for i := range all {
				all[i] = p.Alloc(16)
				require.Equal(t, i*16, p.offset(all[i]))
			}
			_, ok := p.TryAlloc(16)
			require.False(t, ok)
			for _, i := range []int{slots - 1, slots / 2, slots / 3, 0} {
				if ours, _ := p.Free(all[i]); !ours {
					continue // freed already, in small tables
				}
				require.Equal(t, i*16, p.lowest(16))
			}
			for want := p.lowest(16); want >= 0; want = p.lowest(16) {
				require.Equal(t, want, p.offset(p.Alloc(16)))
			}
			require.NoError(t, p.verify())
		}
	})
}

func TestSlotsDoNotOverlapAndKeepTheirContents(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{8, 100}, Class{24, 130}, Class{4096, 3})
		var all [][]byte
		for _, n := range []int{8, 24, 4096} {
			for {
				b, ok := p.TryAlloc(n)
				if !ok {
					break
				}
				b = b[:cap(b)]
				for i := range b {
					b[i] = byte(len(all))
				}
				all = append(all, b)
			}
		}
		require.Len(t, all, 233)
		for i, b := range all {
			require.Equal(t, len(b), countByte(b, byte(i)))
		}
		require.NoError(t, p.verify(), "the bits are not under the slots")
	})
}

func countByte(b []byte, x byte) (n int) {
	for _, c := range b {
		if c == x {
			n++
		}
	}
	return n
}

func TestAMissGoesToTheGoHeapAndIsCounted(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{16, 2})
		a, b := p.Alloc(16), p.Alloc(10)
		c := p.Alloc(12)
		require.True(t, p.Owns(a) && p.Owns(b))
		require.False(t, p.Owns(c))
		require.Len(t, c, 12)
		require.Equal(t, 16, cap(c))
		_, ok := p.TryAlloc(9)
		require.False(t, ok)
		k := p.Stats().Classes[0]
		require.EqualValues(t, 4, k.Requests)
		require.EqualValues(t, 2, k.Misses)
		require.EqualValues(t, 1, k.Refused)
		require.Equal(t, 3, k.Demand)

		ours, err := p.Free(c)
		require.False(t, ours)
		require.NoError(t, err, "a block of the Go heap is nobody's mistake")
		ours, err = p.Free(a)
		require.True(t, ours)
		require.NoError(t, err)
		require.Equal(t, 1, p.Stats().Classes[0].Live)
	})
}

func TestAClassMayHaveMoreSlotsThanASection(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		const slots = 2*sectionSlots + 100
		p := newPool(t, form, Class{8, slots}, Class{16, 10})
		require.Len(t, p.sections, 4)
		all := make([][]byte, slots)
		for i := range all {
			all[i] = p.Alloc(8)
			if p.offset(all[i]) != i*8 {
				t.Fatalf("slot %d is at %d", i, p.offset(all[i]))
			}
		}
		_, ok := p.TryAlloc(8)
		require.False(t, ok)
		require.NoError(t, p.verify())
		for _, i := range []int{slots - 1, sectionSlots + 5, 7} {
			ours, err := p.Free(all[i])
			require.True(t, ours)
			require.NoError(t, err)
		}
		for _, i := range []int{7, sectionSlots + 5, slots - 1} {
			require.Equal(t, i*8, p.offset(p.Alloc(8)))
		}
		k := p.Stats().Classes[0]
		require.Equal(t, slots, k.Peak)
		if form == Tree {
			require.Equal(t, treeReads+2, k.Scan)
		}
	})
}

func TestResetFreesAll(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{8, 130}, Class{32, 5})
		var old []byte
		for range 140 {
			old = p.Alloc(8)
			p.Alloc(32)
		}
		p.Reset()
		require.NoError(t, p.verify())
		require.Empty(t, slices.Collect(p.Live()))
		require.Equal(t, 0, p.offset(p.Alloc(8)), "the lowest slot again")
		st := p.Stats()
		require.Equal(t, 1, st.Classes[0].Live)
		require.Equal(t, 130, st.Classes[0].Peak)
		require.EqualValues(t, 141, st.Classes[0].Requests)
		ours, err := p.Free(old)
		require.False(t, ours)
		require.NoError(t, err)
		require.ErrorIs(t, second(p.Free(p.region.Bytes(8, 8, 8))), ErrDoubleFree, "a slot of before is not in use")
	})
}

// second is the error of a call that returns something else as well.
func second(_ bool, err error) error { return err }

func TestLiveWalksWhatIsInUse(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{8, 70}, Class{48, 3})
		var want []int
		for i := range 73 {
			n := 8
			if i >= 70 {
				n = 48
			}
			b := p.Alloc(n)
			if i%3 == 0 {
				want = append(want, p.offset(b))
			} else {
				defer p.Free(b)
			}
		}
		for b := range p.Live() {
			if !slices.Contains(want, p.offset(b)) {
				p.Free(b) // the slot at hand may be freed
			}
			require.Equal(t, cap(b), len(b))
		}
		var got []int
		for b := range p.Live() {
			got = append(got, p.offset(b))
		}
		require.Equal(t, want, got)
		for range p.Live() {
			break
		}
	})
}

func TestTheZeroPoolIsTheGoHeap(t *testing.T) {
	var p Pool
	b := p.Alloc(8)
	require.Len(t, b, 8)
	require.False(t, p.Owns(b))
	ours, err := p.Free(b)
	require.False(t, ours)
	require.NoError(t, err)
	p.Reset()
	require.Empty(t, p.Stats().Classes)
}
