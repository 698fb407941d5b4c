package compile_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// notate writes a level as a few files, each in one of the notations.
func notate(r *rand.Rand, l *level, syntax int) (texts []string) {
	for rest := l.roots; len(rest) > 0; {
		n := len(rest)
		if r.IntN(3) == 0 {
			n = 1 + r.IntN(n)
		}
		if syntax == 0 || syntax == 2 && r.IntN(2) == 0 {
			m := xmlMaker{maker{r, l}}
			texts = append(texts, m.file(rest[:n]))
		} else {
			m := jsonMaker{maker{r, l}}
			texts = append(texts, m.file(rest[:n]))
		}
		rest = rest[n:]
	}
	return texts
}

// compileTexts builds a level of some texts, and returns what is said of them, without
// places.
func compileTexts(t testing.TB, plan *compile.Plan, texts []string, o compile.Options) (lvl []byte, said []string) {
	var files []*source.File
	for i, text := range texts {
		f, err := source.Spool(strings.NewReader(text), fmt.Sprint("file", i))
		require.NoError(t, err)
		defer f.Close()
		files = append(files, f)
	}
	var out format.Buffer
	found, _, err := plan.Build(context.Background(), files, &out, format.WriterOptions{}, o)
	if found == nil {
		require.NoError(t, err)
	}
	for _, d := range found.Diagnostics.All() {
		said = append(said, strings.ReplaceAll(fmt.Sprintf("%s (%s)", d.Message, d.Hint), "lacks its text", "lacks text"))
	}
	sort.Strings(said)
	if err == nil {
		require.NoError(t, format.Verify(bytes.NewReader(out), format.Options{}))
	}
	return out, said
}

// A level is the same in whatever notation it is written, and so is what is said of it.
func TestRandomLevelsAgreeInAllNotations(t *testing.T) {
	built, worlds := 0, uint64(120)
	if testing.Short() {
		worlds = 30
	}
	for seed := range worlds {
		s := makeWorld(rand.New(rand.NewPCG(seed, 1)))
		plan, err := compile.NewPlan(s)
		if err != nil {
			continue // two fields have one name
		}
		for k := range uint64(3) {
			r := rand.New(rand.NewPCG(seed, 2+k))
			o := compile.Options{}
			if k == 2 {
				o.Unknown = compile.UnknownKeep
			}
			l := makeLevel(r, s, k == 2)
			texts := notate(r, l, 0)
			want, said := compileTexts(t, plan, texts, o)
			for i := range 4 {
				other := notate(r, l, min(i, 2))
				got, told := compileTexts(t, plan, other, o)
				both := strings.Join(texts, "\n") + "\n=====\n" + strings.Join(other, "\n")
				require.Equal(t, said, told, "seed %d %d\n%s", seed, k, both)
				require.True(t, bytes.Equal(want, got), "seed %d %d\n%s", seed, k, both)
			}
			if len(said) == 0 {
				built++
			}
		}
	}
	require.Greater(t, built, int(worlds))
}
