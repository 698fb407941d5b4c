package infer_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
)

// said is a source.Handler that counts the words of a source: what its values say,
// however they are written. What is as good as absent does not count.
type said struct {
	words map[string]int
	names bool // those of elements and members count too: data may have become either
	join  source.Joiner
}

func (s *said) Kind([]byte) bool { return false }

func (s *said) Open(name []byte, _ int64) bool {
	if s.names {
		s.word(string(name))
	}
	return true
}

func (s *said) Close(int64) bool { return true }

func (s *said) Text(v *source.Value) bool {
	s.add(v)
	return true
}

func (s *said) Value(name []byte, v *source.Value) bool {
	if v = s.join.Join(v); v == nil {
		return true
	}
	forTools := v.Kind == source.Text && source.ForTools(name) || v.Kind != source.Text && string(name) == "$schema" && !v.Mixed
	if s.names {
		s.word(string(name))
	} else if forTools {
		return true
	}
	s.add(v)
	return true
}

func (s *said) add(v *source.Value) {
	switch v.Kind {
	case source.Null:
	case source.List:
		for i := range v.Items {
			s.add(&v.Items[i])
		}
	default:
		for _, w := range strings.FieldsFunc(string(v.Bytes), func(r rune) bool { return strings.ContainsRune(" ,\t\n\r", r) }) {
			s.word(w)
		}
	}
}

func (s *said) word(w string) {
	w = strings.Trim(w, "[]()") // which may be around a list
	if source.IsNumber([]byte(w)) {
		if f, err := strconv.ParseFloat(w, 64); err == nil {
			w = strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	if bare, form := strings.CutPrefix(strings.TrimPrefix(w, "url("), "#"); form { // a reference loses it
		w = bare
	}
	switch w {
	case "true":
		w = "1"
	case "false", "0", "-0", "", "none", "null", "-1": // or it says none
		return
	}
	s.words[w]++
}

func words(t *testing.T, text string, names bool) map[string]int {
	t.Helper()
	f, err := source.Spool(strings.NewReader(text), "text")
	require.NoError(t, err)
	defer f.Close()
	s := &said{words: map[string]int{}, names: names}
	var r source.Reader
	require.NoError(t, f.Read(&r, s, source.Options{}), text)
	return s.words
}

// keep builds sources with all that their schema does not say as properties; nil is a
// level of which something stood in no node.
func keep(t *testing.T, s *format.Schema, text string) []byte {
	t.Helper()
	f, err := source.Spool(strings.NewReader(text), "kept")
	require.NoError(t, err)
	defer f.Close()
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	out := new(format.Buffer)
	sum, _, err := plan.Build(context.Background(), []*source.File{f}, out, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
	require.NoError(t, err, text)
	if sum.Diagnostics.Count(diag.Warning) > 0 {
		return nil
	}
	return *out
}

// Whatever the source, what it says is in the level that its own schema builds, and
// comes back from there in both syntaxes.
func TestRandomSourcesComeBack(t *testing.T) {
	came := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 99))
		w := writer{r: r, left: 3 + r.IntN(40)}
		w.document()
		text := w.String()
		res, err := infer.Files(context.Background(), spool(t, text), infer.Options{})
		if err != nil {
			require.ErrorIs(t, err, infer.ErrNothing)
			continue
		}
		all := strings.Join(notes(res), "\n")
		if strings.Contains(text, "1e999") || strings.Contains(all, "becomes one text") || strings.Contains(all, "the type is not kept") {
			continue
		}
		lvl := keep(t, res.Schema, text)
		if lvl == nil {
			continue
		}
		want := words(t, text, false)
		for _, syntax := range []source.Format{source.JSON, source.XML} {
			var b bytes.Buffer
			if err := unparse.Write(&b, leveltest.Read(t, lvl), unparse.Options{Syntax: syntax, All: true}); err != nil {
				require.ErrorAs(t, err, new(*unparse.Error))
				continue
			}
			got := words(t, b.String(), true)
			for word, n := range want {
				require.GreaterOrEqual(t, got[word], n, "seed %d: %q\n%s\n%s\n%v", seed, word, text, b.String(), res.Notes)
			}
			require.Equal(t, lvl, keep(t, res.Schema, b.String()), "seed %d: %s\n%s", seed, text, b.String())
			came++
		}
	}
	require.Greater(t, came, 300)
}
