package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

func kindsSchema(n int) *format.Schema {
	s := &format.Schema{}
	for i := range n {
		s.Tables = append(s.Tables, makeTable(fmt.Sprintf("kind%04d", i), format.ClassNode, fld("x", format.TypeU32)))
	}
	return s
}

// What was meant is guessed for so many wrong names as takes a moment, be they of
// elements or the types of objects.
func TestGuessesOfKindsAreBounded(t *testing.T) {
	const kinds, wrong = 3000, 900
	var xml, json strings.Builder
	xml.WriteString("<level>")
	json.WriteString(`{"children": [`)
	for i := range wrong {
		fmt.Fprintf(&xml, "<kynd%04d/>", i)
		fmt.Fprintf(&json, "%s{\"type\": \"kynd%04d\"}", strings.Repeat(", ", min(i, 1)), i)
	}
	xml.WriteString("</level>")
	json.WriteString("]}")
	for _, src := range []string{xml.String(), json.String()} {
		out := compileAll(t, kindsSchema(kinds), UnknownError, src)
		require.Len(t, out.problems, wrong)
		guesses := 0
		for _, p := range out.problems {
			if strings.Contains(p, `did you mean "kind`) {
				guesses++
			}
		}
		require.Greater(t, guesses, 50)
		require.LessOrEqual(t, guesses*kinds, mostComparisons)
		require.LessOrEqual(t, out.c.compared, mostComparisons)
	}
}

// The same mistake again and again is looked into once.
func TestOneWrongTypeIsGuessedOnce(t *testing.T) {
	const kinds = 1000
	for _, typ := range []string{"kynd0007", "nothing"} {
		object := fmt.Sprintf(`{"type": %q}`, typ)
		out := compileAll(t, kindsSchema(kinds), UnknownError, `{"thing": [`+strings.Repeat(object+",", 20_000)+object+`]}`)
		require.Len(t, out.problems, 1)
		require.NotZero(t, out.c.compared)
		require.LessOrEqual(t, out.c.compared, 5*kinds)
	}
}
