package smallalloc

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The source promises that 1,000 allocations of 8 bytes need exactly 8,125 bytes.
// Here the pool has no more than that: slots and bits lie in it side by side.
func TestAThousandAllocationsOfEightBytesTake8125Bytes(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		classes := []Class{{Size: 8, Slots: 1000}}
		block := make([]uint64, 8128/8) // aligned
		memory := bytesOf(block)

		_, err := New(Options{Classes: classes, Bitmap: form, Memory: memory[:8124]})
		require.ErrorIs(t, err, ErrMemory, "one byte less is too little")

		p, err := New(Options{Classes: classes, Bitmap: form, Memory: memory[:8125]})
		require.NoError(t, err)
		for i := range 1000 {
			b, ok := p.TryAlloc(8)
			require.True(t, ok, "allocation %d", i)
			for j := range b {
				b[j] = 0xFF
			}
		}
		_, ok := p.TryAlloc(8)
		require.False(t, ok)
		for i, x := range memory[:8000] {
			require.Equal(t, byte(0xFF), x, "byte %d belongs to a slot", i)
		}
		for i, x := range memory[8000:8125] {
			require.Equal(t, byte(0), x, "byte %d of the bits: all in use", i)
		}
		p.Reset()
		for i, x := range memory[8000:8125] {
			require.Equal(t, byte(0xFF), x, "byte %d of the bits: all free", i)
		}
		require.Equal(t, []byte{0, 0, 0}, memory[8125:], "nothing is written behind it")
		require.Equal(t, 8125, p.Stats().Bytes)
	})
}

// bytesOf is the bytes of words, by way of the package's own region.
func bytesOf(words []uint64) []byte {
	b := make([]byte, len(words)*8+8)
	for i := range b {
		p, err := New(Options{Classes: []Class{{8, 1}}, Memory: b[i:]})
		if err == nil && p.region.Len() == len(b)-i {
			clear(b)
			return b[i : i+len(words)*8]
		}
	}
	panic("no aligned byte")
}

// 12,800 slots of 48 bytes, all in use but the first and the last: the flat form
// finds the last one after 200 words of 64 bits (the source: 400 of 32), the
// tree after three.
func TestWordsReadInTheWorstCase(t *testing.T) {
	for form, want := range map[Bitmap]int{Flat: 200, Tree: 3} {
		p := newPool(t, form, Class{48, 12800})
		var all [][]byte
		for range 12800 {
			all = append(all, p.Alloc(48))
		}
		require.LessOrEqual(t, p.Stats().Classes[0].Scan, 3, "form %d, in order", form)
		p.Free(all[0])
		p.Free(all[12799])
		p.Alloc(48)
		p.Alloc(48)
		require.Equal(t, want, p.Stats().Classes[0].Scan, "form %d", form)
		require.LessOrEqual(t, want, map[Bitmap]int{Flat: 200, Tree: 4}[form])
	}
}
