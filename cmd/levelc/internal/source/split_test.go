package source

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func splitAll(s string) (items []string, at []int, err error) {
	it := Split([]byte(s))
	for it.Next() {
		items = append(items, string(it.Item()))
		at = append(at, it.At())
	}
	return items, at, it.Err()
}

func TestListsAreSeparatedBySpaceOrCommaOrBoth(t *testing.T) {
	for s, want := range map[string][]string{
		"":            nil,
		" \t\r\n":     nil,
		"1":           {"1"},
		"1 2 3":       {"1", "2", "3"},
		"1,2,3":       {"1", "2", "3"},
		" 1 , 2\n,3 ": {"1", "2", "3"},
		"1,2 3,4":     {"1", "2", "3", "4"},
		"a;b c":       {"a;b", "c"},
		"(1, 2, 3)":   {"1", "2", "3"},
		" ( 1 2 )\n":  {"1", "2"},
		"[1,2]":       {"1", "2"},
		"()":          nil,
		" [ ] ":       nil,
		"[[]]":        {"[]"},
		"[[] []]":     {"[]", "[]"},
		"(":           {"("},
		"(1,2]":       {"(1", "2]"},
		"((1 2))":     {"(1", "2)"},
		"1 2) ":       {"1", "2)"},
	} {
		items, at, err := splitAll(s)
		require.NoError(t, err, s)
		require.Equal(t, want, items, s)
		for i, a := range at {
			require.True(t, strings.HasPrefix(s[a:], want[i]))
		}
	}
}

func TestAListWithAMissingItemIsRefused(t *testing.T) {
	for s, want := range map[string]int{",": 1, "1,": 2, ",1": 1, "1,,2": 2, "1 , ,2": 4, ",,": 1, " , ": 3, "(,)": 2, "(1,)": 3, " (,1)": 3, "[1,,2]": 3} {
		it := Split([]byte(s))
		for it.Next() {
		}
		require.ErrorIs(t, it.Err(), ErrItem, s)
		require.Equal(t, want, it.At(), s)
		require.False(t, it.Next())
		require.ErrorIs(t, it.Err(), ErrItem)
	}
}

func TestSplittingDoesNotAllocate(t *testing.T) {
	b := []byte("1 2,3 4")
	n := 0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for it := Split(b); it.Next(); {
			n += len(it.Item())
		}
	}))
}

func TestTrimCutsWhiteSpaceOnly(t *testing.T) {
	require.Equal(t, "a b", string(Trim([]byte(" \t\r\na b\n "))))
	require.Empty(t, Trim([]byte(" \n")))
	require.Equal(t, ",a,", string(Trim([]byte(",a,"))))
}

func ExampleSplit() {
	it := Split([]byte("1,2 3,4"))
	for it.Next() {
		f, err := ParseFloat32(it.Item())
		fmt.Println(f, err)
	}
	fmt.Println(it.Err())
	// Output:
	// 1 <nil>
	// 2 <nil>
	// 3 <nil>
	// 4 <nil>
	// <nil>
}

// The quick ways agree with the long one wherever they take a list at all, and
// take those that tools write.
func TestQuickListsAreWhatSplitFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	alphabet := "0123456789  ,,..-+e\t\"x/:" // those at the end are the digits' neighbours
	floats, bytes := 0, 0
	for range 200_000 {
		b := make([]byte, rng.IntN(24), 64) // as in a window, there is more behind it
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
			if rng.IntN(2) == 0 {
				b[i] = alphabet[rng.IntN(12)]
			}
		}
		n := 1 + rng.IntN(4)
		var fl, by []byte
		good := true
		list := Split(b)
		for list.Next() {
			f, err := ParseFloat32(list.Item())
			good = good && err == nil
			fl = binary.LittleEndian.AppendUint32(fl, math.Float32bits(f))
			u, err := ParseUint(list.Item(), 8)
			if err == nil {
				by = append(by, byte(u))
			}
		}
		items := len(fl) / 4
		dst := make([]byte, 4*n)
		if Floats32(dst, b) {
			require.True(t, good && items == n && list.Err() == nil, "%q", b)
			require.Equal(t, fl, dst, "%q", b)
			floats++
		}
		if dst = dst[:n]; Uints8(dst, b) {
			require.True(t, len(by) == items && items == n && list.Err() == nil, "%q", b)
			require.Equal(t, by, dst, "%q", b)
			bytes++
		}
	}
	require.NotZero(t, floats)
	require.NotZero(t, bytes)
	room := func(s string) []byte { return append(make([]byte, 0, 64), s...) }
	require.True(t, Floats32(make([]byte, 8), room("-1014.234 0.5")))
	require.True(t, Floats32(make([]byte, 12), room("1,-0,2.25")))
	require.True(t, Floats32(make([]byte, 12), room("12345.678 -123456.7891,0.000000000001")), "up to fifteen characters")
	require.False(t, Floats32(make([]byte, 4), room("12345.67890123456")))
	require.True(t, Uints8(make([]byte, 4), room("159 65 0 255")))
	require.False(t, Uints8(make([]byte, 2), room("159 256")))
	require.False(t, Floats32(make([]byte, 8), room("1  2")), "left to Split")
	require.True(t, Floats32(make([]byte, 8), room("-1234.567 -0")))
	require.False(t, Floats32(make([]byte, 8), room("--1234567 -0")), "a sign too many")
}
