package store

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// lowestFit is the first of size ones that stand together in set.
func lowestFit(set, size uint32) (uint32, bool) {
	for k := uint32(1); k < size; k++ {
		set &= set >> 1
	}
	return uint32(bits.TrailingZeros32(set)), set != 0
}

// TestExtentsAgreeWithASet runs all programs of nine steps.
func TestExtentsAgreeWithASet(t *testing.T) {
	const n = 12
	step := 1
	if testing.Short() || raceEnabled {
		step = 23
	}
	for program := 0; program < 1<<(2*9); program += step {
		var e extents
		in := uint32(0)
		for p, k := program, uint32(0); k < 9; p, k = p>>2, k+1 {
			// Each step adds or takes one to three positions somewhere.
			first, size := k*7%n, k%3+1
			m := uint32(1<<size-1) << first
			right := true
			switch p & 3 {
			case 0, 1:
				right = e.add(first, size) == (in&m == 0)
				if in&m == 0 {
					in |= m
				}
			case 2:
				want, fits := lowestFit(in, size)
				at, ok := e.take(size)
				right = ok == fits && (!ok || at == want)
				if fits {
					in &^= uint32(1<<size-1) << want
				}
			case 3:
				right = e.has(first, size) == uint32(bits.OnesCount32(in&m))
				if in&m == m {
					e.cut(first, size)
					in &^= m
				}
			}
			if !right {
				require.Fail(t, "a wrong answer", "program %x, step %d, %b", program, k, in)
			}
		}
		got := uint32(0)
		for s := range e.all() {
			got |= uint32(1<<s.n-1) << s.first
		}
		if got != in || e.check(32) != nil {
			require.Fail(t, "a wrong set", "program %x: %b, not %b: %v", program, got, in, e.check(32))
		}
	}
}

// TestManyExtentsAgreeWithASet has some thousands of stretches, so that leaves are
// split, emptied and gone through in vain.
func TestManyExtentsAgreeWithASet(t *testing.T) {
	const n = 1 << 14
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 9))
		var e extents
		var in [n + 1]bool
		all := func(first, size int, is bool) bool {
			for _, b := range in[first : first+size] {
				if b != is {
					return false
				}
			}
			return true
		}
		put := func(first, size int, is bool) {
			for i := range in[first : first+size] {
				in[first+i] = is
			}
		}
		for step := range 12_000 {
			size := 1 + rng.IntN(1<<rng.IntN(6))
			first := rng.IntN(n - size)
			switch adding := step%6000 < 3000; { // it fills up, and runs empty again
			case adding || rng.IntN(8) == 0:
				free := all(first, size, false)
				require.Equal(t, free, e.add(uint32(first), uint32(size)))
				if free {
					put(first, size, true)
				}
			case rng.IntN(2) == 0:
				want := 0
				for want+size < n && !all(want, size, true) {
					want++
				}
				at, ok := e.take(uint32(size))
				require.Equal(t, want+size < n, ok)
				if ok {
					require.Equal(t, want, int(at))
					put(want, size, false)
				}
			case all(first, size, true):
				e.cut(uint32(first), uint32(size))
				put(first, size, false)
			}
			if step%512 == 0 {
				require.NoError(t, e.check(n))
			}
		}
		require.NoError(t, e.check(n))
		at := 0
		for s := range e.all() {
			require.True(t, all(at, int(s.first)-at, false) && all(int(s.first), int(s.n), true))
			at = int(s.end())
		}
		require.True(t, all(at, n-at, false))
	}
}

// What comes and goes at one place costs nothing for the others, and nothing for those that
// were there once.
func TestMaximaLookAtWhatChanges(t *testing.T) {
	var m maxima
	for k := range 1024 {
		m.insert(k, uint32(k))
	}
	for m.n > 4 {
		m.remove(m.n - 1)
	}
	require.Equal(t, []uint32{0, 1, 2, 3}, m.numbers())
	require.Equal(t, uint32(3), m.tree[1])
	m.tree[3] = 1 // of the upper half: who computes it again makes it 0
	for range 3 {
		m.insert(m.n, 9)
		k, ok := m.first(4)
		require.True(t, ok)
		require.Equal(t, 4, k)
		m.remove(4)
		m.insert(0, 9)
		m.remove(0)
	}
	require.Equal(t, uint32(1), m.tree[3])
	require.Equal(t, []uint32{0, 1, 2, 3}, m.numbers())
	require.Equal(t, uint32(3), m.tree[1])
}
