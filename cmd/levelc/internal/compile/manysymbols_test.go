package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// What was meant is guessed for so many wrong symbols as takes a moment.
func TestGuessesOfSymbolsAreBounded(t *testing.T) {
	names := make([]string, 10_000)
	for i := range names {
		names[i] = fmt.Sprint("symbol", i)
	}
	s := &format.Schema{Tables: []format.Table{makeTable("a", format.ClassNode, symbols(fld("k", format.TypeEnum16), names...))}}
	out := compileAll(t, s, UnknownError, "<level>"+strings.Repeat(`<a k="symbul7"/>`, 900)+"</level>")
	require.Equal(t, 900, len(out.problems)) // which a failure does not list
	guesses := 0
	for _, p := range out.problems { // some name thousands of symbols, so a failure shows only the start
		start := p[:min(len(p), 200)]
		require.True(t, strings.Contains(p, `k: unknown symbol "symbul7"`), start)
		if strings.Contains(p, `did you mean "symbol7"?`) {
			guesses++
		} else {
			require.True(t, strings.Contains(p, "it takes symbol0, symbol1, "), start)
		}
	}
	require.Greater(t, guesses, 50)
	require.LessOrEqual(t, guesses*len(names), mostComparisons)
}
