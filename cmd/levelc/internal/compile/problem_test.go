package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// An error fails the build, so it is told however many warnings come before it.
func TestAnErrorBehindMoreWarningsThanAreKeptIsTold(t *testing.T) {
	var warned strings.Builder
	for i := range leastKept + 10 {
		fmt.Fprintf(&warned, `<group n%d="1"/>`, i)
	}
	for what, wrong := range map[string]string{
		"a value":     `<body name="a" pos="0 0" health="much"/>`,
		"a reference": `<joint a="nobody"/>`,
	} {
		out := compileAll(t, gameSchema(), UnknownWarn, "<scene>"+warned.String()+wrong+"</scene>")
		require.Len(t, out.problems, leastKept+1, what)
		require.False(t, strings.HasPrefix(out.problems[leastKept], "warning"), "%s: %s", what, out.problems[leastKept])
		require.Equal(t, 1, out.c.problems.errors)
		require.Equal(t, leastKept+10, out.c.problems.warnings)
	}
}

// And the other way round.
func TestErrorsTakeNoRoomFromWarnings(t *testing.T) {
	wrong := strings.Repeat(`<body name="a" pos="0 0" health="much"/>`, leastKept+10)
	out := compileAll(t, gameSchema(), UnknownWarn, "<scene>"+wrong+`<group odd="1"/></scene>`)
	require.Len(t, out.problems, leastKept+1)
	require.Contains(t, out.problems[leastKept], `warning`)
	require.Contains(t, out.problems[leastKept], `unknown name "odd"`)
}
