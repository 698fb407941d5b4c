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
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/infer"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

const objectInParts = "has an object in it"

// wideDocument writes JSON whose first objects are too large to be read in one step,
// which lists in parts are for.
func wideDocument(seed uint64) string {
	w := writer{r: rand.New(rand.NewPCG(seed, 7))}
	if w.left = 3 + w.r.IntN(40); w.r.IntN(4) == 0 {
		w.list(0)
	} else {
		w.json(0)
	}
	return strings.Replace(w.String(), "{", "{"+strings.Repeat(" ", 66<<10), 3)
}

// wide is a wideDocument, which messages show without its spaces.
type wide string

func (w wide) String() string { return strings.Join(strings.Fields(string(w)), " ") }

// A list that is reported in parts has the same type, and makes the same rows and
// messages, as a whole one.
func TestListsInPartsAreWholeLists(t *testing.T) {
	ctx := context.Background()
	parts := source.Options{ListParts: 2}
	compiled := func(plan *compile.Plan, f *source.File, policy compile.Policy, o source.Options) (level []byte, said string) {
		out := new(format.Buffer)
		sum, _, err := plan.Build(ctx, []*source.File{f}, out, format.WriterOptions{}, compile.Options{Unknown: policy, Source: o})
		var text bytes.Buffer
		require.NoError(t, diag.Write(&text, &sum.Diagnostics, diag.Options{}))
		if err != nil {
			require.ErrorIs(t, err, compile.ErrLevel)
			return nil, text.String()
		}
		return *out, text.String()
	}
	same, wrong, refused := 0, 0, 0
	var last *compile.Plan
	seeds := uint64(150)
	if testing.Short() {
		seeds = 75
	}
	for seed := range seeds {
		doc := wideDocument(seed)
		f, err := source.Spool(strings.NewReader(doc), "random")
		require.NoError(t, err)
		want, err := infer.Files(ctx, []*source.File{f}, infer.Options{})
		if err != nil {
			f.Close()
			continue
		}
		got, err := infer.Files(ctx, []*source.File{f}, infer.Options{Source: parts})
		if err != nil {
			require.ErrorContains(t, err, objectInParts, wide(doc))
			refused++
		} else {
			require.Equal(t, want.Schema, got.Schema, "seed %d: %s", seed, wide(doc))
			require.Equal(t, notes(want), notes(got), "seed %d: %s", seed, wide(doc))
		}
		plan, err := compile.NewPlan(want.Schema)
		require.NoError(t, err)
		for _, s := range []*compile.Plan{plan, last} {
			for _, policy := range []compile.Policy{compile.UnknownError, compile.UnknownIgnore, compile.UnknownKeep} {
				if s == nil {
					continue
				}
				level, said := compiled(s, f, policy, source.Options{})
				inParts, but := compiled(s, f, policy, parts)
				if strings.Contains(but, objectInParts) {
					continue
				}
				require.Equal(t, said, but, "seed %d: %s", seed, wide(doc))
				require.True(t, bytes.Equal(level, inParts), "seed %d: %s", seed, wide(doc))
				if level != nil {
					same++
				} else {
					wrong++
				}
			}
		}
		last = plan
		f.Close()
	}
	t.Logf("%d levels, %d that are refused, %d with objects too late", same, wrong, refused)
	require.Greater(t, same, int(seeds/2))
	require.Greater(t, wrong, int(seeds/4))
}

// Nothing is counted twice, or forgotten, that a list has only once.
func TestAListInPartsIsCountedOnce(t *testing.T) {
	wide := strings.Repeat(" ", 66<<10)
	keys := func(n int, value string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":%s`, i, value)
		}
		return b.String()[1:]
	}
	words := `["a b","c",1,"d",2,"e"]`
	for _, doc := range []string{
		`{"v":[null,null,null,1]}`, `{"v":[null,1,null,2,3]}`, `{"v":[null,null,null,null,null]}`, `{"v":[1,null,null,null]}`, `{"v":["x",null,null,null]}`,
		`{"v":[[],[],[1],null]}`, `{"v":[null,[1],[2,3],[4]]}`, `{"v":[[1],[2],[3],4,5,6]}`, `{"v":[true,false,true]}`, `{"v":["a","b","c","d"],"w":["a","b"]}`,
		`{"v":[["a"],["b"],["c","d"]]}`, `{"v":[[[1,2]],[[3,4],[5,6]],[[7,8]]]}`,
		`{"m":{` + keys(600, words) + `}}`, `{"m":{` + keys(600, `[true,false,null]`) + `}}`,
		`{"a":{"l":` + words + `},"b":{"l":` + words + `},"c":{"l":` + words + `}}`,
		`{"a":{"l":["x","y","z"]},"b":{"l":["x","y","z"]},"c":{"l":["z","y","x"]},"d":7}`,
	} {
		files := spool(t, strings.Replace(doc, "{", "{"+wide, 4))
		want, err := infer.Files(context.Background(), files, infer.Options{})
		require.NoError(t, err, doc)
		for n := 1; n < 4; n++ {
			got, err := infer.Files(context.Background(), files, infer.Options{Source: source.Options{ListParts: n}})
			require.NoError(t, err, doc)
			require.Equal(t, shape(want), shape(got), doc)
			require.Equal(t, want.Schema, got.Schema, doc)
			require.Equal(t, notes(want), notes(got), doc)
		}
	}
}

// A text that XML has in place of what JSON loses is no value of JSON's objects.
func TestObjectsThatLoseTheirMembersAreNoTexts(t *testing.T) {
	requireBuilds(t, []string{
		`<level><door><grid><grid>lead</grid></grid></door></level>`,
		`{"doors":[{"grid":[{"grid":"lead"}]}]}`,
	}, true)
}
