package randlevel_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

func TestLevelsKeepTheRulesAndComeAgain(t *testing.T) {
	nodes, differ := 0, 0
	for seed := range uint64(300) {
		o := randlevel.Options{Schema: seed, Rows: seed + 1, Nameless: seed%2 == 0, Extras: seed%3 == 0}
		l, err := randlevel.Make(o)
		require.NoError(t, err)
		require.NoError(t, format.Verify(bytes.NewReader(l.File), format.Options{}))
		again, err := randlevel.Make(o)
		require.NoError(t, err)
		require.Equal(t, l.File, again.File)
		r, err := format.NewReader(bytes.NewReader(l.File), format.Options{})
		require.NoError(t, err)
		nodes += int(r.Rows(format.TableNode))
		o.Change = 7
		changed, err := randlevel.Make(o)
		require.NoError(t, err)
		require.NoError(t, format.Verify(bytes.NewReader(changed.File), format.Options{}))
		require.Equal(t, l.Schema, changed.Schema)
		if !bytes.Equal(l.File, changed.File) {
			differ++
		}
	}
	require.Greater(t, nodes, 1000)
	require.Greater(t, differ, 60)
}
