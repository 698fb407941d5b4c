package diff_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// These values are longer than what is shown of one, or have properties.

type sign struct {
	Name   store.Str           `level:"name,id"`
	Text   store.Str           `level:"text"`
	Tags   [2]store.Str        `level:"tags"`
	Cells  [20]cell            `level:"cells,enum=a|b|c"`
	Curve  store.Span[float32] `level:"curve"`
	Points store.Span[point]   `level:"point"`
}

type cell uint8

type point struct{ X, Y float32 }

type signs struct {
	Signs   standin.Bulk[sign] `level:"sign"`
	Curves  standin.Array[float32]
	Points  standin.Array[point]
	Strings store.Strings
}

// keep builds a level that keeps what its schema does not name.
func keep(t *testing.T, s *format.Schema, text string) *level.Level {
	t.Helper()
	plan, err := compile.NewPlan(s)
	require.NoError(t, err)
	src, err := source.Spool(strings.NewReader(text), "source")
	require.NoError(t, err)
	defer src.Close()
	var out format.Buffer
	_, _, err = plan.Build(context.Background(), []*source.File{src}, &out, format.WriterOptions{}, compile.Options{Unknown: compile.UnknownKeep})
	require.NoError(t, err)
	l, err := level.Read(bytes.NewReader(out), format.Options{})
	require.NoError(t, err)
	return l
}

func TestDifferencesBeyondWhatIsShown(t *testing.T) {
	s, more := leveltest.SchemaOf[signs](t), leveltest.SchemaOf[signs](t)
	cells := &more.Tables[more.Table("sign")]
	cells.Fields[cells.Field("cells")].Symbols = []string{"a", "b", "c", "d"}
	as, words, word := strings.Repeat("a ", 19), strings.Repeat("ü word ", 40), strings.Repeat("ü", 200)
	for _, c := range []struct {
		name string
		to   *format.Schema
		a, b string
		want []string
	}{
		{"in a long array", s, `<sign cells="` + as + `a"/>`, `<sign cells="` + as + `b"/>`, []string{
			`changed  sign[0] cells[19]: a -> b`}},
		{"in a long array with one more symbol", more, `<sign cells="` + as + `a"/>`, `<sign cells="` + as + `b"/>`, []string{
			`changed  schema sign cells symbols: a|b|c -> a|b|c|d`, `changed  sign[0] cells[19]: a -> b`}},
		{"everywhere in a long array", s, `<sign cells="` + as + `a"/>`, `<sign cells="` + strings.ReplaceAll(as, "a", "b") + `a"/>`, append(each(8, func(k int) string {
			return fmt.Sprintf(`changed  sign[0] cells[%d]: a -> b`, k)
		}), `changed  sign[0] cells: 11 more values -> others`)},
		{"in as much of a long array as is told", s, `<sign cells="` + as + `a"/>`, `<sign cells="` + strings.Replace(as, "a", "b", 8) + `a"/>`, each(8, func(k int) string {
			return fmt.Sprintf(`changed  sign[0] cells[%d]: a -> b`, k)
		})},
		{"at the end of a long text", s, `<sign text="` + words + `1"/>`, `<sign text="` + words + `2"/>`, []string{
			`changed  sign[0] text: "…` + words[len(words)-60:] + `1" -> "…` + words[len(words)-60:] + `2"`}},
		{"at the end of one of two long texts", s, `<sign tags="t ` + word + `1"/>`, `<sign tags="t ` + word + `2"/>`, []string{
			`changed  sign[0] tags[1]: "…` + word[len(word)-60:] + `1" -> "…` + word[len(word)-60:] + `2"`}},
		{"two texts", s, `<sign tags="t u"/>`, `<sign tags="t v"/>`, []string{`changed  sign[0] tags: "t" "u" -> "t" "v"`}},
		{"at the end of a long property", s, `<sign q="` + words + `1"/>`, `<sign q="` + words + `2"/>`, []string{
			`changed  sign[0] {q}: …` + words[len(words)-60:] + `1" -> …` + words[len(words)-60:] + `2"`}},
		{"an element and its property", s, `<sign><curve q="1">1</curve></sign>`, `<sign><curve q="2">3</curve></sign>`, []string{
			`changed  sign[0] curve[0].value: 1 -> 3`, `changed  sign[0] curve[0].{q}: 1 -> 2`}},
		{"elements with properties, and one more", s, `<sign><point x="1" q="1"/></sign>`, `<sign><point x="1" q="2"/><point/></sign>`, []string{
			`changed  sign[0] point[0:1]: [(x=1 y=0 {"q":1})] -> [(x=1 y=0 {"q":2}) (x=0 y=0)]`}},
		{"a plain element with a property, and one more", s, `<sign><curve q="1">1</curve></sign>`, `<sign><curve q="2">1</curve><curve>5</curve></sign>`, []string{
			`changed  sign[0] curve[0:1]: [(value=1 {"q":1})] -> [(value=1 {"q":2}) 5]`}},
		{"a property less", s, `<sign q="1"/>`, `<sign/>`, []string{`changed  sign[0] {q}: 1 -> nothing`}},
		{"a property more", s, `<sign/>`, `<sign q="1"/>`, []string{`changed  sign[0] {q}: nothing -> 1`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			diff.Levels(keep(t, s, c.a), keep(t, c.to, c.b), func(c diff.Change) { got = append(got, c.String()) })
			require.Equal(t, c.want, got)
		})
	}
}

func each(n int, say func(int) string) (out []string) {
	for k := range n {
		out = append(out, say(k))
	}
	return out
}

// A row may have a megabyte of properties, and a level any number of rows.
func TestManyPropertiesTakeNoLongerEach(t *testing.T) {
	s := leveltest.SchemaOf[signs](t)
	levelOf := func(last int) *level.Level {
		var b strings.Builder
		b.WriteString(`{"type":"sign"`)
		for k := range 50000 {
			fmt.Fprintf(&b, `,"k%d":%d`, k, k)
		}
		fmt.Fprintf(&b, `,"last":%d}`, last)
		return keep(t, s, b.String())
	}
	a, b := levelOf(1), levelOf(2)
	began := time.Now()
	var got []string
	diff.Levels(a, b, func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, []string{`changed  sign[0] {last}: 1 -> 2`}, got)
	require.Less(t, time.Since(began), 10*time.Second) // half a second; by a quadratic way 20
}
