package mem

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRegionsStartAtAWord(t *testing.T) {
	for n := range 40 {
		r := Make(n)
		require.Equal(t, n, r.Len())
		if n > 0 {
			require.Zero(t, Addr(r.Bytes(0, 1, 1))%Word)
		}
	}
	block := make([]byte, 64)
	for shift := range len(block) + 1 {
		r := Over(block[shift:])
		require.LessOrEqual(t, r.Len(), len(block)-shift)
		if r.Len() > 0 {
			require.Less(t, len(block)-shift-r.Len(), Word)
			require.Zero(t, Addr(r.Bytes(0, 1, 1))%Word)
		}
	}
	empty := Over(nil)
	require.Zero(t, empty.Len())
}

func TestOffsetsTellWhatLiesInTheRegion(t *testing.T) {
	block := make([]byte, 128)
	whole := Over(block)
	r := whole.Part(32, 64)
	require.Equal(t, 64, r.Len())
	inside := whole.Bytes(40, 8, 8)
	require.EqualValues(t, 8, r.Offset(Addr(inside)))
	require.EqualValues(t, 8, r.Offset(AddrOf(&inside[0])))
	require.Greater(t, r.Offset(Addr(whole.Bytes(0, 8, 8))), uintptr(1<<20), "in front")
	require.EqualValues(t, 64, r.Offset(Addr(whole.Bytes(96, 8, 8))), "behind")
}

func TestViewsShareTheBytes(t *testing.T) {
	r := Make(64)
	b := r.Bytes(16, 3, 24)
	require.Len(t, b, 3)
	require.Equal(t, 24, cap(b))
	*At[uint64](&r, 16) = math.MaxUint64
	require.Equal(t, []byte{255, 255, 255}, b)
	*Cast[uint16](b) = 0
	require.Equal(t, []byte{0, 0, 255}, b)
	s := CastSlice[uint32](b, 2)
	require.Len(t, s, 2)
	require.Equal(t, 6, cap(s))
	Fill(s, 7)
	require.Equal(t, []uint32{0x07070707, 0x07070707}, s)
	require.Equal(t, "\x07\x07\x07", Text(b))
	require.Len(t, r.Words(8, 3), 3)
	require.Nil(t, r.Words(64, 0))
	require.Empty(t, Text(nil))
}

func TestBitsAndStringsOfKeys(t *testing.T) {
	type id uint32
	type name string
	require.EqualValues(t, 77, Bits(id(77)))
	require.EqualValues(t, uint64(math.MaxUint64), Bits(int64(-1)))
	require.EqualValues(t, 0xFFFF, Bits(int16(-1)))
	require.EqualValues(t, 0xFF, Bits(int8(-1)))
	require.EqualValues(t, 5, Bits(uintptr(5)))
	require.Zero(t, Bits([3]byte{1, 2, 3}))
	require.Equal(t, "x", String(name("x")))
	require.Equal(t, "", String(int8(1)))
	require.Equal(t, 24, Size[[3]int64]())
}

func TestHashDependsOnEveryByteTheLengthAndTheKey(t *testing.T) {
	key := Key{0x1234567890ABCDEF, 0xFEDCBA0987654321}
	seen := map[uint64]string{}
	note := func(s string) {
		h := Hash(s, key)
		require.Equal(t, h, Hash(strings.Clone(s), key))
		if other, clash := seen[h]; clash {
			t.Fatalf("%q and %q have the same hash", s, other)
		}
		seen[h] = s
	}
	for n := range 70 {
		zero := make([]byte, n)
		note(string(zero))
		for i := range n {
			for _, x := range []byte{1, 128} {
				zero[i] = x
				note(string(zero))
				require.NotEqual(t, Hash(string(zero), key), Hash(string(zero), Key{key[0] + 2, key[1]}))
				zero[i] = 0
			}
		}
	}
	require.NotEqual(t, Hash("", key), Hash("", Key{key[0], key[1] + 2}))
}

func TestHashSpreadsNamesEvenly(t *testing.T) {
	var count [64]int
	const n = 64 * 1000
	for i := range n {
		count[Hash(fmt.Sprint("body", i), Key{0x1234567890ABCDEF, 0xFEDCBA0987654321})>>58]++
	}
	for place, c := range count {
		require.InDelta(t, n/64, c, 6*32, "place %d", place) // six deviations
	}
}
