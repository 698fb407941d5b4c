package source

import (
	"fmt"
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
	for s, want := range map[string]int{",": 1, "1,": 2, ",1": 1, "1,,2": 2, "1 , ,2": 4, ",,": 1, " , ": 3} {
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
