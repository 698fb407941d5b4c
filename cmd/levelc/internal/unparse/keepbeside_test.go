package unparse_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

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
	source.JSON: {`1`, `"a"`, `"3"`, `""`, `true`, `null`, `[]`, `[1]`, `[1,"a"]`, `[[1,2],[3]]`, `[[],null]`, `[{"x":1},[2],"3",[[]]]`, `[null,{"x":1},{},[null],4]`, `{}`, `{"x":1}`, `{"x":1,"b":2}`, `[{"x":1}]`, `[{"x":1},2]`, `[[{"x":1}]]`, `{"n":{"n":1}}`, `"n"`},
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
				require.True(t, of != syntax, "%v: %s", err, text)
				continue
			}
			got, err := leveltest.TryBuildBy(t, plan, b.String(), format.WriterOptions{}, keep)
			require.NoError(t, err, "%s\n%s", text, b.String())
			require.True(t, string(want) == string(got), "%s\n%s", text, b.String())
		}
	}
	require.Greater(t, made, 1000)
}

// An element that is called as a kind would be a node, so a property of that name is an
// attribute, however many there are.
func TestAPropertyCalledAsAKindIsAnAttribute(t *testing.T) {
	plan, err := compile.NewPlan(leveltest.SchemaOf[keptWorld](t))
	require.NoError(t, err)
	var text strings.Builder
	text.WriteString("<n")
	for i := range 300 {
		fmt.Fprintf(&text, ` a%03d="%d"`, i, i)
	}
	text.WriteString(` number="1" place="2"/>`)
	keep := compile.Options{Unknown: compile.UnknownKeep}
	want, err := leveltest.TryBuildBy(t, plan, text.String(), format.WriterOptions{}, keep)
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, unparse.Write(&b, leveltest.Read(t, want), unparse.Options{Syntax: source.XML}))
	require.Contains(t, b.String(), ` number="1" place="2">`)
	got, err := leveltest.TryBuildBy(t, plan, b.String(), format.WriterOptions{}, keep)
	require.NoError(t, err)
	require.True(t, string(want) == string(got), b.String())
}

// A property of the key of a map's elements comes back if it is a list, as a build makes it,
// and if a build leaves none of its items out.
func TestAPropertyBesideElementsOfItsKey(t *testing.T) {
	s := leveltest.SchemaOf[keptWorld](t)
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	table := func(name string) int {
		return first + slices.IndexFunc(s.Tables, func(t format.Table) bool { return t.Name == name })
	}
	place, all := table("place"), table("place.all")
	for text, why := range map[string]string{
		`[2]`: "", `["3",[4,[]],[null]]`: "",
		`[2,null]`: "would be lost", `[[],2]`: "would be lost", `[[2,{"x":1}]]`: "would be taken",
		`2`: "would be lost", `[]`: "would be taken", `null`: "would be taken", `{"x":1}`: "would be taken",
	} {
		build := func(text string) []byte {
			out, err := leveltest.TryBuildBy(t, plan, text, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
			require.NoError(t, err, text)
			return out
		}
		var props format.Props
		for _, p := range leveltest.Read(t, build(`{"n":[{"a":`+text+`}]}`)).Props {
			props = p
		}
		l := made(t, s, func(w *format.Writer) {
			row, err := w.Node(place, 0, 0)
			require.NoError(t, err)
			key, err := w.StringOf("a")
			require.NoError(t, err)
			start, err := w.Append(all, row, u32(key, 1, 2))
			require.NoError(t, err)
			require.NoError(t, w.Put(place, row, u32(start, 1)))
			require.NoError(t, w.Prop(place, row, props))
		})
		if why != "" {
			require.Contains(t, refusal(t, l, source.JSON), why, text)
			continue
		}
		var again format.Props
		for _, p := range leveltest.Read(t, build(write(t, l, unparse.Options{Syntax: source.JSON}))).Props {
			again = p
		}
		require.Equal(t, props, again, text)
	}
}

// A key is looked up among the properties once for each element of the map.
func TestManyPropertiesBesideTheElementsOfAMap(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"place":{"first":{"x":1}`)
	for i := range 40_000 {
		fmt.Fprintf(&b, `,"e%d":[{"x":1},%[1]d]`, i)
	}
	b.WriteString(`}}`)
	lvl, err := leveltest.TryBuildWith(t, leveltest.SchemaOf[keptWorld](t), b.String(), format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
	require.NoError(t, err)
	l := leveltest.Read(t, lvl)
	start := time.Now()
	require.Contains(t, write(t, l, unparse.Options{Syntax: source.JSON}), `{"x": 1}, 39999]`)
	require.Less(t, time.Since(start), 5*time.Second)
}
