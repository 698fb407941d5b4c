package compile_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
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
		if strings.Contains(d.Message, "null among objects makes no node") { // only JSON can have it
			continue
		}
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
	built, worlds := 0, uint64(60)
	if testing.Short() {
		worlds = 20
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

// spoil makes one value of a level wrong, and reports whether it has found one.
func spoil(r *rand.Rand, l *level) bool {
	var rows []*row
	var add func(*row)
	add = func(one *row) {
		rows = append(rows, one)
		for _, span := range sortedKeys(one.elems) {
			for _, e := range one.elems[span] {
				add(e)
			}
		}
	}
	for _, n := range l.all {
		add(n.row)
	}
	for range 50 {
		one := pick(r, rows...)
		f := &one.table.Fields[r.IntN(len(one.table.Fields))]
		v := slices.Clone(one.given[f.Name])
		if v == nil || f.Attr.Role.IsID() || f.Attr.Role.IsKey() {
			continue
		}
		wrong := ""
		switch {
		case f.Attr.Required && r.IntN(2) == 0 && !isValue(one.table) && !isNumbers(one.table):
			delete(one.given, f.Name)
			return true
		case f.Type.IsFloat():
			wrong = "1e999"
		case f.Type <= format.TypeI64:
			wrong = pick(r, "1.5", "18446744073709551616", "-9223372036854775809")
		case f.Type.IsRef():
			wrong = pick(r, "nobody", "n1x", "99999")
		case f.Type != format.TypeBool && f.Type != format.TypeStr:
			wrong = pick(r, "redd", "upp", "Light-Blue", "nothing")
		default:
			continue
		}
		v[r.IntN(len(v))] = wrong
		one.given[f.Name] = v
		return true
	}
	return false
}

// What is said of a mistake does not depend on the notation either.
func TestMistakesAreToldInTheSameWordsInAllNotations(t *testing.T) {
	told, worlds := 0, uint64(60)
	if testing.Short() {
		worlds = 20
	}
	bare := func(said []string) (out []string) { // of an item a component may be named, or the list
		for _, s := range said {
			if _, rest, ok := strings.Cut(s, ": "); ok {
				s = rest
			}
			if where, _, ok := strings.Cut(s, " lacks "); ok { // names may differ in JSON
				s = where[strings.LastIndexByte(where, ' ')+1:] // of the row: a struct without fields may be left out
			}
			out = append(out, s)
		}
		sort.Strings(out)
		return out
	}
	for seed := range worlds {
		s := makeWorld(rand.New(rand.NewPCG(seed, 1)))
		plan, err := compile.NewPlan(s)
		if err != nil {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 9))
		l := makeLevel(r, s, false)
		if !spoil(r, l) {
			continue
		}
		texts := notate(r, l, 0)
		_, want := compileTexts(t, plan, texts, compile.Options{})
		for i := range 4 {
			other := notate(r, l, min(i, 2))
			_, got := compileTexts(t, plan, other, compile.Options{})
			require.Equal(t, bare(want), bare(got), "seed %d\n%s\n=====\n%s", seed, strings.Join(texts, "\n"), strings.Join(other, "\n"))
		}
		told += min(1, len(want))
	}
	require.Greater(t, told, int(worlds)/2)
}
