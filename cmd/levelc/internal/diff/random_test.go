package diff_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

func random(t testing.TB, o randlevel.Options) ([]byte, *level.Level) {
	t.Helper()
	r, err := randlevel.Make(o)
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(r.File), format.Options{})
	require.NoError(t, err)
	return r.File, l
}

// The bytes of a file depend on nothing but its content, so two files differ
// just when there is something to tell. And what is told one way round is told
// the other way round.
func compareRandom(t testing.TB, o randlevel.Options) (same bool) {
	t.Helper()
	plain, changed := o, o
	plain.Change = 0
	fileA, a := random(t, plain)
	fileB, b := random(t, changed)
	var told []string
	there := diff.Levels(a, b, func(c diff.Change) { told = append(told, c.String()) })
	require.Equal(t, bytes.Equal(fileA, fileB), there.Same(), "%+v: %q", o, told)
	require.Equal(t, len(told) == 0, there.Same())
	require.Equal(t, len(a.Nodes())+there.Added-there.Removed, len(b.Nodes()))
	back := diff.Levels(b, a, func(diff.Change) {})
	require.Equal(t, there.Same(), back.Same())
	require.Equal(t, len(b.Nodes())+back.Added-back.Removed, len(a.Nodes()))
	return there.Same()
}

func TestRandomLevelsDifferWhereTheirFilesDo(t *testing.T) {
	equal, other := 0, 0
	seeds, least := uint64(400), 300
	if testing.Short() {
		seeds, least = 80, 60
	}
	for seed := range seeds {
		for change := range uint64(3) {
			if compareRandom(t, randlevel.Options{Schema: seed, Rows: seed, Change: change, Nameless: seed%2 == 0}) {
				equal++
			} else {
				other++
			}
		}
	}
	require.Greater(t, equal, least)
	require.Greater(t, other, least)
}

func TestRandomLevelsOfTwoSchemas(t *testing.T) {
	for seed := range uint64(200) {
		_, a := random(t, randlevel.Options{Schema: seed, Rows: 1, Extras: true})
		_, b := random(t, randlevel.Options{Schema: seed + 1, Rows: 1, Extras: true})
		diff.Levels(a, b, func(c diff.Change) { require.NotEmpty(t, c.String()) })
		s := diff.Levels(a, a, func(c diff.Change) { require.Fail(t, c.String()) })
		require.True(t, s.Same())
	}
}

func FuzzDiff(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(seed, seed, seed)
	}
	f.Fuzz(func(t *testing.T, schema, rows, change uint64) {
		compareRandom(t, randlevel.Options{Schema: schema, Rows: rows, Change: change, Nameless: rows%2 == 0})
	})
}
