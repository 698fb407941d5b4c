package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
)

// A node that is gone in front of others that have changed does not make each of them the
// one behind it, which would have passed the neighbours that are the same.
func TestChangedNodesStayBetweenTheirNeighbours(t *testing.T) {
	s := leveltest.SchemaOf[signs](t)
	for _, n := range []int{3, 400} {
		var a, b strings.Builder
		a.WriteString(`<w><sign text="gone"/>`)
		b.WriteString(`<w>`)
		for i := range n {
			fmt.Fprintf(&a, `<sign text="old %d"/><sign text="same %d"/>`, i, i)
			fmt.Fprintf(&b, `<sign text="new %d"/><sign text="same %d"/>`, i, i)
		}
		a.WriteString(`</w>`)
		b.WriteString(`</w>`)
		x, y := build(t, s, a.String(), format.WriterOptions{}), build(t, s, b.String(), format.WriterOptions{})
		ignore := func(diff.Change) {}
		require.Equal(t, diff.Summary{Removed: 1, Changed: n}, diff.Levels(x, y, ignore))
		require.Equal(t, diff.Summary{Added: 1, Changed: n}, diff.Levels(y, x, ignore))
	}
}
