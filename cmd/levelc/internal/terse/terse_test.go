package terse_test

import (
	"fmt"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

func TestCutKeepsCharactersWhole(t *testing.T) {
	for _, s := range []string{"", "a", "plain text", "größe", "日本語の名前", "🗝🗝🗝", "a🗝b日c"} {
		for n := range len(s) + 2 {
			cut := terse.Cut([]byte(s), n)
			require.LessOrEqual(t, len(cut), n)
			require.True(t, utf8.Valid(cut), "%q cut to %d is %q", s, n, cut)
			require.Equal(t, s[:len(cut)], string(cut))
			if len(s) <= n {
				require.Equal(t, s, string(cut))
			} else {
				require.Greater(t, len(cut), n-utf8.UTFMax)
			}
		}
	}
	require.Len(t, terse.Cut([]byte("\x80\x80\x80\x80\x80\x80\x80\x80"), 5), 5)
}

func TestPrintable(t *testing.T) {
	for s, want := range map[string]string{"": "", "größe 🗝": "größe 🗝", "a\x1b[2J": `"a\x1b[2J"`, "a\nb": `"a\nb"`, "\u202e": `"\u202e"`} {
		require.Equal(t, want, terse.Printable(s))
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -999: "-999", 1234567: "1,234,567", math.MinInt64: "-9,223,372,036,854,775,808"} {
		require.Equal(t, want, terse.Grouped(n))
	}
}

func Example() {
	fmt.Println(terse.Clip([]byte("the quick brown fox"), 9), terse.Clip([]byte("a fox"), 9), terse.Grouped(339968))
	fmt.Println(terse.Quantity(0, "node"), terse.Quantity(1, "node"), terse.Quantity(2, "node"), terse.GroupedQuantity(1, "byte"), terse.GroupedQuantity(1024, "byte"))
	// Output:
	// the quick… a fox 339,968
	// 0 nodes 1 node 2 nodes 1 byte 1,024 bytes
}

func TestWidthIsThatOfATerminal(t *testing.T) {
	for s, want := range map[string]int{"": 0, "plain": 5, "größe": 5, "日本": 4, "🗝": 2, "e\u0301": 1, "a\u200bb": 2} {
		require.Equal(t, want, terse.Width(s), "%q", s)
	}
}
