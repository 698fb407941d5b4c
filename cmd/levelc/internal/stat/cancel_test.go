package stat_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/stat"
	"github.com/levelc/levelc/format"
)

// looks is a context that ends after so many looks at it.
type looks struct {
	context.Context
	left *int
}

func (l looks) Err() error {
	if *l.left--; *l.left < 0 {
		return context.Canceled
	}
	return nil
}

// Whenever the context ends, counting does, trials included.
func TestCountingEndsWithTheContext(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/levels/orchard.xml")
	require.NoError(t, err)
	l := build(t, text, format.WriterOptions{})
	n := 0
	for ; ; n++ {
		left := n
		_, err := stat.Of(looks{t.Context(), &left}, l, stat.Options{Trials: true})
		if left >= 0 {
			require.NoError(t, err)
			break
		}
		require.ErrorIs(t, err, context.Canceled, "after %d looks", n)
	}
	require.Greater(t, n, len(l.Schema.Tables)+6, "each trial looks at it")
}
