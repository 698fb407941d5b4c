package unparse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// outcome of one way back.
type outcome uint8

const (
	same    outcome = iota
	refused         // a source cannot say it, and Write has said so
	useless         // no source could have the schema
)

// tryBack writes a random level as a source, which must either compile to the
// same bytes or be refused.
func tryBack(t testing.TB, seed1, seed2 uint64) (out []outcome) {
	t.Helper()
	nameless := seed1%8 == 7
	r, err := randlevel.Make(randlevel.Options{Schema: seed1, Rows: seed2, Nameless: nameless})
	require.NoError(t, err)
	if _, err := compile.NewPlan(r.Schema); err != nil {
		return []outcome{useless}
	}
	lvl := r.File
	l := leveltest.Read(t, lvl)
	given := len(l.Nodes()) > 0
	plan, err := compile.NewPlan(l.Schema)
	require.NoError(t, err)
	for _, syntax := range syntaxes {
		var b strings.Builder
		err := unparse.Write(&b, l, unparse.Options{Syntax: syntax, All: seed2%2 == 1})
		if err != nil {
			var e *unparse.Error
			require.ErrorAs(t, err, &e)
			out = append(out, refused)
			continue
		}
		if !given {
			continue // a level without nodes is none to the compiler
		}
		again, err := leveltest.TryBuildBy(t, plan, b.String(), format.WriterOptions{}, compile.Options{})
		require.NoError(t, err, "seeds %d %d\n%s", seed1, seed2, b.String())
		text := write(t, leveltest.Read(t, again), unparse.Options{Syntax: syntax, All: seed2%2 == 1})
		require.Equal(t, b.String(), text, "seeds %d %d", seed1, seed2)
		require.True(t, nameless || string(lvl) == string(again), "seeds %d %d\n%s", seed1, seed2, text)
		out = append(out, same)
	}
	return out
}

func TestRandomLevelsComeBackOrAreRefused(t *testing.T) {
	count := map[outcome]int{}
	seeds, least := uint64(600), 500
	if testing.Short() {
		seeds, least = 100, 80
	}
	for seed := range seeds {
		for _, o := range tryBack(t, seed, 0) {
			count[o]++
		}
		for _, o := range tryBack(t, seed, 1) {
			count[o]++
		}
	}
	t.Logf("%d came back, %d were refused, %d schemas were useless", count[same], count[refused], count[useless])
	require.Greater(t, count[same], least)
}

func FuzzWayBack(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) { tryBack(t, a, b) })
}
