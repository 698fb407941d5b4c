package store

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryShortProgram runs all programs of some commands on a few slots: two
// lives to a slot, so that retirement is met. A program with a command that finds
// nothing to act on is as one without it, and left out.
func TestEveryShortProgram(t *testing.T) {
	length := 5
	commands := []byte{0, 3, 6, 7, 8, 9, 10, 12, 14} // insert, remove, append, release, reserve, drop, commit, clear, trim
	if testing.Short() {
		length = 4
	}
	for _, opts := range [][]Option{
		{Backed(Heap), Reuse(LIFO)}, {Backed(Geometric), Reuse(FIFO)}, {Backed(Heap), Reuse(Lowest)},
		{Backed(Heap), Reuse(LIFO), Skip(RunLength)}, {Backed(Heap), Reuse(FIFO), Skip(RunLength)}, {Backed(Heap), Reuse(Lowest), Skip(RunLength)},
	} {
		var o options
		for _, f := range opts {
			require.NoError(t, f(&o))
		}
		t.Run(fmt.Sprintf("%v/%v/%v", o.backing, o.policy, o.skipper), func(t *testing.T) {
			if raceEnabled {
				return
			}
			opts := append(opts, generations(1, 3), Limit(1<<10))
			if o.backing != Geometric {
				opts = append(opts, BlockBytes(128))
			}
			program, ran := make([]int, length), 0
			for more := true; more; {
				m := newModel(t, opts...)
				last := 0 // the command that the next program differs in
				for last < length && !m.idle(commands[program[last]]) {
					m.stepShort(commands[program[last]], last)
					last++
				}
				if last == length {
					last--
					ran++
					m.compare()
				}
				require.NoError(t, m.b.Close())
				clear(program[last+1:])
				for more = false; last >= 0 && !more; last-- {
					program[last]++
					if more = program[last] < len(commands); !more {
						program[last] = 0
					}
				}
			}
			t.Log(ran, "programs")
		})
	}
}

// idle says whether a command has nothing to act on.
func (m *model) idle(c byte) bool {
	switch c {
	case 3:
		return len(m.order) == 0
	case 7:
		return len(m.ranges) == 0
	case 9, 10:
		return len(m.held) == 0
	}
	return false
}

// stepShort is command k of a short program: of ranges of one to three, the first or
// the second of what there is.
func (m *model) stepShort(c byte, k int) {
	x := uint32(k+1) % 3
	if c == 6 || c == 8 {
		x = uint32(k)%3 + 1
	}
	if c == 12 || c == 14 {
		x = 0 // else they do nothing
	}
	m.step(c, x)
}

func TestBitsAgreeWithALoop(t *testing.T) {
	const n = 200
	for lo := uint64(0); lo < n; lo += 3 {
		for hi := lo; hi < n; hi += 7 {
			words := make([]uint64, 4)
			require.Equal(t, int(hi-lo), fillBits(words, lo, hi, true))
			for i := range uint64(n) {
				require.Equal(t, i >= lo && i < hi, words[i>>6]>>(i&63)&1 != 0)
			}
			require.Zero(t, fillBits(words, lo, hi, true))
			want := uint32(lo)
			if lo == hi {
				want = n
			}
			require.Equal(t, want, nextBit(words, 0, n, 0))
			if lo < hi {
				require.Equal(t, uint32(hi), nextBit(words, uint32(lo), n, ^uint64(0)))
			}
			require.Equal(t, int(hi-lo), fillBits(words, 0, 256, false))
		}
	}
}

func TestGeometricBlocksDouble(t *testing.T) {
	var b Bulk[record]
	require.NoError(t, b.Init(Backed(Geometric)))
	defer b.Close()
	at := uint64(0)
	for size := uint64(16); at < 1<<31; size *= 2 {
		for _, i := range []uint64{at, at + 1, at + size/2, at + size - 1} {
			first, n := b.slots.block(uint32(i))
			require.Equal(t, at, uint64(first))
			require.Equal(t, size, n)
		}
		at += size
	}
}

func TestBlocksHoldAPowerOfTwoNear16K(t *testing.T) {
	for size := 1; size <= 1<<16; size++ {
		bytes := size << blockShift(blockBytes, size)
		require.True(t, bytes >= blockBytes*3/4 && bytes <= blockBytes*3/2 || size >= blockBytes*3/4, "%d", size)
	}
}

// The arithmetic at the end of 32-bit indices, on stores that say they are
// that long without having the memory.
func TestIndicesDoNotWrap(t *testing.T) {
	var b Bulk[byte]
	require.NoError(t, b.Init(Backed(Blocks)))
	defer b.Close()
	require.Equal(t, uint32(math.MaxUint32), b.slots.end)
	b.slots.top = b.slots.end - 3
	b.slots.fresh = b.slots.top
	_, err := b.Reserve(4)
	require.ErrorIs(t, err, ErrFull)
	_, err = b.Reserve(math.MaxInt32)
	require.ErrorIs(t, err, ErrFull)
	require.ErrorIs(t, b.Grow(4), ErrFull)
	if uint64(math.MaxInt) > math.MaxUint32 {
		_, err = b.Reserve(math.MaxInt)
		require.ErrorIs(t, err, ErrFull)
	}
	b.slots.top = b.slots.end
	b.slots.fresh = b.slots.top
	_, err = b.Insert(1)
	require.ErrorIs(t, err, ErrFull)
	b.slots.top, b.slots.fresh = 1, 1

	var a Array[byte]
	require.NoError(t, a.Init(Backed(Blocks)))
	defer a.Close()
	_, err = a.Append(1)
	require.NoError(t, err)
	a.spans.pieces[0].n = math.MaxUint32 - 1
	a.spans.top = a.spans.edge() - 2
	_, err = a.spans.find(3, 0)
	require.ErrorIs(t, err, ErrFull)
	_, err = a.Make(math.MaxInt32)
	require.ErrorIs(t, err, ErrFull)
	require.Nil(t, a.Slice(Span[byte]{math.MaxUint32, math.MaxUint32}))
	require.Nil(t, a.Slice(Span[byte]{math.MaxUint32 - 1, 2}))
	a.spans.pieces[0].n, a.spans.top = slabBytes, 1

	require.EqualValues(t, 1<<26, wordsFor(math.MaxUint32))
	require.Equal(t, uint32(math.MaxUint32-1), nextBit(nil, math.MaxUint32-1, math.MaxUint32-1, 0))
	lo, hi := b.slots.nextFree(math.MaxUint32)
	require.Equal(t, lo, hi)
	require.Zero(t, b.RemoveRange(5, math.MaxUint32))
	b.Release(Range{First: math.MaxUint32, Len: math.MaxUint32, Gen: 1})
}

func TestSystemWithoutAddressSpaceFallsBackToBlocks(t *testing.T) {
	if !canMap {
		t.Skip("no mappings on this system")
	}
	var b Bulk[[1 << 20]byte]
	// 2^32 MiB of rows is more address space than there is.
	require.NoError(t, b.Init(Backed(Reserved), Limit(math.MaxInt32)))
	require.Equal(t, Blocks, b.slots.opt.backing)
	_, err := b.Reserve(5)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	var a Array[[1 << 20]byte]
	require.NoError(t, a.Init(Backed(Reserved), Limit(math.MaxInt32)))
	require.Equal(t, Blocks, a.spans.opt.backing)
	require.NoError(t, a.Close())
	var p Packed[[1 << 20]byte]
	require.NoError(t, p.Init(Backed(Reserved)))
	require.NoError(t, p.Close())
}

func TestAddressesAndBytesAreTheSame(t *testing.T) {
	if !canMap {
		t.Skip("no mappings on this system")
	}
	mem, err := mapSlab(1 << 16)
	require.NoError(t, err)
	mem[17] = 5
	again := bytesAt(addressOf(mem), len(mem))
	require.Equal(t, byte(5), again[17])
	require.NoError(t, mapFree(mem))
}
