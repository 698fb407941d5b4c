package infer_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// writer makes small documents at random. Names are few, so that they meet in
// all roles: as attributes, elements, kinds, ids and references.
type writer struct {
	strings.Builder
	r    *rand.Rand
	left int
}

var (
	someNames  = []string{"a", "b", "bs", "c", "id", "name", "type", "x", "y", "z", "value", "text", "key", "children", "$d", "e-f", "parent"}
	someValues = []string{"1", "0", "-3", "300", "70000", "1.5", "0.1", "1e30", "-0", "true", "false", "a", "b", "c", "bs", "1 2", "1 2 3", "a b", "", "007",
		"18446744073709551615", "-9223372036854775808", "1e999", "a,b", "hello world", "x"}
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func (w *writer) xml(name string, depth int) {
	w.left--
	fmt.Fprintf(w, "<%s", name)
	used := map[string]bool{}
	for range w.r.IntN(4) {
		if n := strings.TrimPrefix(pick(w.r, someNames), "$"); !used[n] {
			used[n] = true
			fmt.Fprintf(w, " %s=%q", n, pick(w.r, someValues))
		}
	}
	w.WriteString(">")
	if w.r.IntN(4) == 0 {
		w.WriteString(pick(w.r, someValues))
	}
	for range w.r.IntN(5) {
		if depth < 6 && w.left > 0 {
			w.xml(strings.TrimPrefix(pick(w.r, someNames), "$"), depth+1)
		}
	}
	fmt.Fprintf(w, "</%s>", name)
}

func (w *writer) json(depth int) {
	w.left--
	w.WriteString("{")
	used := map[string]bool{}
	for range w.r.IntN(6) {
		n := pick(w.r, someNames)
		if w.r.IntN(20) == 0 {
			n = fmt.Sprintf("k_%d", w.r.IntN(1000))
		}
		if used[n] {
			continue
		}
		if len(used) > 0 {
			w.WriteString(",")
		}
		used[n] = true
		fmt.Fprintf(w, "%q:", n)
		w.value(depth + 1)
	}
	w.WriteString("}")
}

func (w *writer) value(depth int) {
	switch n := w.r.IntN(12); {
	case n < 4 && depth < 6 && w.left > 0:
		w.json(depth)
	case n < 7 && depth < 6 && w.left > 0:
		w.WriteString("[")
		for i := range w.r.IntN(4) {
			if i > 0 {
				w.WriteString(",")
			}
			w.value(depth + 1)
		}
		w.WriteString("]")
	case n == 7:
		w.WriteString("null")
	default:
		v := pick(w.r, someValues)
		if source.IsNumber([]byte(v)) && v != "007" || v == "true" || v == "false" {
			w.WriteString(v)
			return
		}
		fmt.Fprintf(w, "%q", v)
	}
}

func TestRandomSourcesBuildWithTheirSchema(t *testing.T) {
	built, lossy := 0, 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := writer{r: r, left: 3 + r.IntN(60)}
		if r.IntN(2) == 0 {
			w.xml("scene", 0)
		} else {
			w.json(0)
		}
		file, err := source.Spool(bytes.NewReader([]byte(w.String())), "random")
		require.NoError(t, err)
		files := []*source.File{file}
		res, err := infer.Files(context.Background(), files, infer.Options{})
		if err != nil {
			require.ErrorIs(t, err, infer.ErrNothing, w.String())
			file.Close()
			continue
		}
		policy := compile.UnknownError
		for _, n := range res.Notes {
			if n.Lost {
				policy = compile.UnknownWarn
			}
		}
		_, err = compile.NewPlan(res.Schema)
		require.NoError(t, err, "seed %d: %s", seed, w.String())
		said := build(t, res.Schema, policy, files...)
		require.NotContains(t, said, "ERROR", "seed %d: %s\n%s\n%v", seed, w.String(), strings.Join(said, "\n"), res.Notes)
		file.Close()
		built++
		if policy == compile.UnknownWarn {
			lossy++
		}
	}
	t.Logf("%d sources built, %d of them with places left out", built, lossy)
}
