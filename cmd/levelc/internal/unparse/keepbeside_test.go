package unparse_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/unparse"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

type kept struct {
	X int32 `level:"x"`
	Y int32 `level:"y"`
}

type keptPlace struct {
	Of store.Str `level:"of,key"`
	kept
}

type keptWord struct {
	Of   store.Str `level:"of,key"`
	Text store.Str `level:"text,text"`
	X    int32     `level:"x"`
}

type keptNumber struct {
	Of store.Str `level:"of,key"`
	X  int32     `level:"x"`
}

// keptWorld has kinds and elements beside whose fields a source has more: n anything, and
// the others what their maps do not take.
type keptWorld struct {
	N standin.Bulk[struct {
		Path store.Span[kept] `level:"path"`
	}] `level:"n"`
	Places standin.Bulk[struct {
		All store.Span[keptPlace] `level:"all,map"`
	}] `level:"place,json=places"`
	Words standin.Bulk[struct {
		All store.Span[keptWord] `level:"all,map"`
	}] `level:"word"`
	Numbers standin.Bulk[struct {
		All store.Span[keptNumber] `level:"all,map"`
	}] `level:"number"`
	standin.Array[kept]
	Place  standin.Array[keptPlace]
	Word   standin.Array[keptWord]
	Number standin.Array[keptNumber]
	store.Strings
}

// besides is values of properties, among them what maps and kinds take.
var besides = map[source.Format][]string{
	source.JSON: {`1`, `"a"`, `"3"`, `""`, `true`, `null`, `[]`, `[1]`, `[1,"a"]`, `[[1,2],[3]]`, `[[],null]`, `{}`, `{"x":1}`, `{"x":1,"b":2}`, `[{"x":1}]`, `[{"x":1},2]`, `[[{"x":1}]]`, `{"n":{"n":1}}`, `"n"`},
	source.XML:  {`%s="1"`, `%s="a"`, `%s=""`, `%s="007"`, `<%s/>`, `<%[1]s>1</%[1]s>`, `<%[1]s x="1"/><%[1]s x="2"/>`, `<%[1]s b="1">a</%[1]s>`, `<%[1]s>1</%[1]s><%[1]s/>`, `<%[1]s/><%[1]s xml:space="preserve"> a </%[1]s>`, `<%[1]s><n/></%[1]s>`},
}

func besideNames() []string {
	return []string{"a", "b", "n", "place", "places", "type", "xml:a", "text", "x"}
}

// besideSource is a random source with properties.
func besideSource(r *rand.Rand, syntax source.Format) string {
	own := func(n int) (attrs, inner []string) {
		names := besideNames()
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names[:r.IntN(n)] {
			one := besides[syntax][r.IntN(len(besides[syntax]))]
			switch {
			case syntax == source.JSON:
				attrs = append(attrs, fmt.Sprintf("%q: %s", name, one))
			case strings.HasPrefix(one, "<"):
				inner = append(inner, fmt.Sprintf(one, name))
			default:
				attrs = append(attrs, fmt.Sprintf(one, name))
			}
		}
		return attrs, inner
	}
	kind := []string{"n", "place", "word", "number"}[r.IntN(4)]
	attrs, inner := own(4)
	if kind == "n" {
		in, more := own(3)
		if syntax == source.JSON {
			attrs = append(attrs, fmt.Sprintf(`"path": [{%s}]`, strings.Join(in, ", ")))
		} else {
			inner = append(inner, fmt.Sprintf("<path %s>%s</path>", strings.Join(in, " "), strings.Join(more, "")))
		}
	}
	if syntax == source.JSON {
		return fmt.Sprintf(`{%q: [{%s}]}`, kind, strings.Join(attrs, ", "))
	}
	return fmt.Sprintf("<%s %s>%s</%[1]s>", kind, strings.Join(attrs, " "), strings.Join(inner, ""))
}

// What a source has said, another of its syntax can say, and in the other syntax either the
// same comes out or nothing.
func TestPropertiesBesideMapsAndElementsComeBack(t *testing.T) {
	plan, err := compile.NewPlan(leveltest.SchemaOf[keptWorld](t))
	require.NoError(t, err)
	keep := compile.Options{Unknown: compile.UnknownKeep}
	made := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		of := syntaxes[seed%2]
		text := besideSource(r, of)
		want, _ := leveltest.TryBuildBy(t, plan, text, format.WriterOptions{}, keep)
		if len(want) == 0 {
			continue // there is a mistake, and not only a warning
		}
		made++
		for _, syntax := range syntaxes {
			var b strings.Builder
			if err := unparse.Write(&b, leveltest.Read(t, want), unparse.Options{Syntax: syntax}); err != nil {
				beside := strings.Contains(err.Error(), "is that of a dynamic property as well")
				require.True(t, of != syntax || beside, "%v: %s", err, text)
				continue
			}
			got, err := leveltest.TryBuildBy(t, plan, b.String(), format.WriterOptions{}, keep)
			require.NoError(t, err, "%s\n%s", text, b.String())
			require.True(t, string(want) == string(got), "%s\n%s", text, b.String())
		}
	}
	require.Greater(t, made, 1000)
}
