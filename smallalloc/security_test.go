package smallalloc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests of mimalloc-bench's bench/security that a pool without headers can
// be put to, each for both bitmaps. Overflows of a slot are not among them:
// the pool has nothing between slots.

// wantFree asserts what Free answers and that the pool is whole.
func wantFree(t *testing.T, p *Pool, b []byte, want error) {
	t.Helper()
	live := p.Stats().Classes[0].Live
	ours, err := p.Free(b)
	require.False(t, ours)
	if want == nil {
		require.NoError(t, err)
	} else {
		require.ErrorIs(t, err, want)
		var e *FreeError
		require.ErrorAs(t, err, &e)
	}
	require.Equal(t, live, p.Stats().Classes[0].Live)
	require.NoError(t, p.verify())
}

func TestDoubleFree(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		for _, slots := range []int{10, 64, 70} { // the tail word, a whole word, both
			p := newPool(t, form, Class{48, slots})
			b := p.Alloc(48)
			ours, err := p.Free(b)
			require.True(t, ours)
			require.NoError(t, err)
			wantFree(t, p, b, ErrDoubleFree)
			require.EqualValues(t, 1, p.Stats().DoubleFrees)
		}
	})
}

func TestDoubleFreeDelayed(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{48, 300})
		b := p.Alloc(48)
		for range 200 {
			defer p.Free(p.Alloc(48))
		}
		p.Free(b)
		for range 200 { // other slots come and go
			c := p.Alloc(8)
			d := p.Alloc(8)
			p.Free(c)
			p.Free(d)
		}
		wantFree(t, p, b, ErrDoubleFree)
	})
}

func TestDoubleFreeInterleaved(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{48, 300})
		a, b := p.Alloc(48), p.Alloc(48)
		p.Free(a)
		p.Free(b)
		wantFree(t, p, a, ErrDoubleFree)
		wantFree(t, p, b, ErrDoubleFree)
		require.Equal(t, p.offset(a), p.offset(p.Alloc(48)), "the slot is handed out once")
		require.NotEqual(t, p.offset(a), p.offset(p.Alloc(48)))
	})
}

// After reuse the address is that of the new owner, and nothing tells the old
// owner's free from it. The mistake comes out at the next free of the slot.
func TestDoubleFreeAfterReuseIsFoundAtTheNewOwnersFree(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{48, 300})
		old := p.Alloc(48)
		p.Free(old)
		owner := p.Alloc(48)
		require.Equal(t, p.offset(old), p.offset(owner))
		ours, err := p.Free(old)
		require.True(t, ours)
		require.NoError(t, err)
		wantFree(t, p, owner, ErrDoubleFree)
	})
}

func TestInvalidFreeUnaligned(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{48, 70}, Class{128, 3})
		for _, n := range []int{48, 128} {
			b := p.Alloc(n)
			for i := 1; i < n; i++ {
				wantFree(t, p, b[i:], ErrInterior)
			}
			require.True(t, p.Owns(b[1:]))
			ours, _ := p.Free(b)
			require.True(t, ours)
			wantFree(t, p, b[1:], ErrInterior)
		}
	})
}

func TestInvalidFreeOfTheBits(t *testing.T) {
	memory := make([]byte, 5000)
	p, err := New(Options{Classes: []Class{{48, 100}}, Memory: memory})
	require.NoError(t, err)
	for i := 4800; i < 4820; i++ {
		wantFree(t, p, memory[i:], ErrInterior)
		require.False(t, p.Owns(memory[i:]))
	}
}

func TestInvalidFreeFar(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p, other := newPool(t, form, Class{48, 70}), newPool(t, form, Class{48, 70})
		far := [][]byte{other.Alloc(48), make([]byte, 48), make([]byte, 1<<20), nil, {}}
		for _, b := range far {
			wantFree(t, p, b, nil)
			require.False(t, p.Owns(b))
		}
		require.EqualValues(t, len(far), p.Stats().ForeignFrees)
	})
}

func TestInvalidFreeOfAStackBuffer(t *testing.T) {
	p := newPool(t, Tree, Class{48, 70})
	var buf [48]byte
	ours, err := p.Free(buf[:])
	require.False(t, ours)
	require.NoError(t, err)
}

func TestInvalidFreeOfASlotNeverAllocated(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		memory := make([]byte, 4000)
		p, err := New(Options{Classes: []Class{{48, 70}}, Bitmap: form, Memory: memory})
		require.NoError(t, err)
		for i := range 70 {
			wantFree(t, p, p.region.Bytes(uintptr(i*48), 48, 48), ErrDoubleFree)
		}
	})
}

func TestFreeGoesByTheAddressAlone(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{48, 70}, Class{64, 70})
		for _, cut := range []func(b []byte) []byte{
			func(b []byte) []byte { return b[:0] },
			func(b []byte) []byte { return b[:0:0] },
			func(b []byte) []byte { return b[:1:1] },
			func(b []byte) []byte { return b[:cap(b)] },
		} {
			for _, n := range []int{48, 64} {
				ours, err := p.Free(cut(p.Alloc(n)))
				require.True(t, ours)
				require.NoError(t, err)
			}
		}
		require.Zero(t, p.Stats().Classes[0].Live+p.Stats().Classes[1].Live)
	})
}

func TestErrorsNameThePlace(t *testing.T) {
	p := newPool(t, Tree, Class{8, 10}, Class{48, 70})
	b := p.Alloc(48)
	_, err := p.Free(b[3:])
	require.EqualError(t, err, "smallalloc: free at offset 83, class 48: address is not the start of a slot")
	p.Free(b)
	_, err = p.Free(b)
	require.EqualError(t, err, "smallalloc: free at offset 80, class 48: slot is not in use")
}
