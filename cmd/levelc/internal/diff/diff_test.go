package diff_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/testdata/gen"
)

// build compiles a source with a schema and reads the level.
func build(t testing.TB, s *format.Schema, text string, o format.WriterOptions) *level.Level {
	t.Helper()
	return leveltest.Read(t, leveltest.Build(t, s, text, o))
}

func scene(inner string) string {
	return `<scene name="s" title="T">` + inner + `</scene>`
}

// lines compares two levels of the game.
func lines(t testing.TB, a, b string) []string {
	t.Helper()
	var out []string
	s := diff.Levels(build(t, leveltest.GameSchema(t), a, format.WriterOptions{}), build(t, leveltest.GameSchema(t), b, format.WriterOptions{}), func(c diff.Change) {
		out = append(out, c.String())
	})
	require.Equal(t, len(out) == 0, s.Same())
	if len(out) > 0 {
		out = append(out, s.String())
	}
	return out
}

const (
	crates = `<body name="a" pos="0 0"/><body name="b" pos="1 0"/><body name="c" pos="2 0"/>`
	shapes = `<shape form="box"/><shape form="circle" radius="1"/><shape form="box" size="2 2"/>`
)

func TestDifferencesOfLevels(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       []string
	}{
		{"equal", crates, crates, nil},
		{"a field", crates, strings.Replace(crates, "1 0", "1 0.5", 1), []string{
			`changed  body "b" pos: 1 0 -> 1 0.5`, `1 changed`}},
		{"added", crates, crates + `<body name="d" pos="0 0">` + shapes + `</body>`, []string{
			`added    body "d", with 3 nodes in it`, `4 added`}},
		{"removed", crates, strings.Replace(crates, `<body name="b" pos="1 0"/>`, "", 1), []string{
			`removed  body "b"`, `1 removed`}},
		{"renamed", crates, strings.Replace(crates, `"b"`, `"bb"`, 1), []string{
			`changed  body "b" name: "b" -> "bb"`, `1 changed`}},
		{"another id and another content", crates, strings.Replace(crates, `"b" pos="1`, `"bb" pos="7`, 1), []string{
			`removed  body "b"`, `added    body "bb"`, `1 added, 1 removed`}},
		{"order", crates, `<body name="b" pos="1 0"/><body name="c" pos="2 0"/><body name="a" pos="0 0"/>`, []string{
			`order    body "a" stands elsewhere among its siblings`, `1 in another order`}},
		{"moved", `<group name="g">` + crates + `</group><group name="h"/>`,
			`<group name="g"><body name="a" pos="0 0"/><body name="b" pos="1 0"/></group><group name="h"><body name="c" pos="2 0"/></group>`,
			[]string{`moved    body "c" from group "g" to group "h"`, `1 moved`}},
		{"out of its group", `<group name="g">` + crates + `</group>`, `<group name="g"/>` + crates, []string{
			`moved    body "a" from group "g" to scene "s"`, `moved    body "b" from group "g" to scene "s"`, `moved    body "c" from group "g" to scene "s"`, `3 moved`}},
		{"inserted among the nameless", `<body name="a" pos="0 0">` + shapes + `</body>`,
			`<body name="a" pos="0 0"><shape form="box"/><shape form="box" layer="3"/><shape form="circle" radius="1"/><shape form="box" size="2 2"/></body>`,
			[]string{`added    body "a"/shape[1]`, `1 added`}},
		{"changed among the nameless", `<body name="a" pos="0 0">` + shapes + `</body>`,
			`<body name="a" pos="0 0">` + strings.Replace(shapes, `radius="1"`, `radius="2"`, 1) + `</body>`,
			[]string{`changed  body "a"/shape[1] radius: 1 -> 2`, `1 changed`}},
		{"nameless in another order", `<body name="a" pos="0 0">` + shapes + `</body>`,
			`<body name="a" pos="0 0"><shape form="box"/><shape form="box" size="2 2"/><shape form="circle" radius="1"/></body>`,
			[]string{`order    body "a"/shape[1] stands elsewhere among its siblings`, `1 in another order`}},
		{"an element name", `<light pos="0 0 0"/>`, `<lamp pos="0 0 0"/>`, []string{
			`changed  scene "s"/light[0] as an element: light -> lamp`, `1 changed`}},
		{"references", crates + `<joint a="a" b="b"/>`, crates + `<joint a="a" b="c"/>`, []string{
			`changed  scene "s"/joint[0] b: body "b" -> body "c"`, `1 changed`}},
		{"a reference to a renamed node", crates + `<joint a="a" b="b"/>`, strings.ReplaceAll(crates, `"b"`, `"bb"`) + `<joint a="a" b="bb"/>`, []string{
			`changed  body "b" name: "b" -> "bb"`, `1 changed`}},
		{"no reference", crates + `<joint a="a" b="b"/>`, crates + `<joint a="a"/>`, []string{
			`changed  scene "s"/joint[0] b: body "b" -> nil`, `1 changed`}},
		{"strings and symbols", `<trigger name="t" on="enter">one</trigger>`, `<trigger name="t" on="leave">two` + "\n" + `</trigger>`, []string{
			`changed  trigger "t" on: enter -> leave`, `changed  trigger "t" script: "one" -> "two\n"`, `1 changed`}},
		{"flags", `<body name="a" pos="0 0" flags="bullet"/>`, `<body name="a" pos="0 0" flags="bullet sensor"/>`, []string{
			`changed  body "a" flags: bullet -> bullet|sensor`, `1 changed`}},
		{"inside the second of two", `<body name="a" pos="0 0">` + shapes + `</body><body name="b" pos="0 0">` + shapes + `</body>`,
			`<body name="a" pos="0 0">` + shapes + `</body><body name="b" pos="0 0">` + strings.Replace(shapes, `radius="1"`, `radius="2"`, 1) + `</body>`,
			[]string{`changed  body "b"/shape[1] radius: 1 -> 2`, `1 changed`}},
		{"a bool", `<trigger name="t" on="enter"/>`, `<trigger name="t" on="enter" once="false"/>`, []string{
			`changed  trigger "t" once: true -> false`, `1 changed`}},
		{"nothing to compare", ``, ``, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, lines(t, scene(c.a), scene(c.b)))
		})
	}
}

func TestNodesOfTheDocumentInAnotherOrder(t *testing.T) {
	require.Equal(t, []string{`order    body "a" stands elsewhere among its siblings`, `1 in another order`},
		lines(t, `<level>`+crates+`</level>`, `<level><body name="b" pos="1 0"/><body name="c" pos="2 0"/><body name="a" pos="0 0"/></level>`))
}

func polygon(vertices string) string {
	return scene(`<body name="a" pos="0 0"><shape form="polygon">` + vertices + `</shape></body>`)
}

func TestDifferencesOfSpans(t *testing.T) {
	three := `<vertex x="0" y="0"/><vertex x="1" y="0"/><vertex x="1" y="1"/>`
	require.Equal(t, []string{`changed  body "a"/shape[0] vertex[1].y: 0 -> 5`, `1 changed`},
		lines(t, polygon(three), polygon(strings.Replace(three, `x="1" y="0"`, `x="1" y="5"`, 1))))
	require.Equal(t, []string{`changed  body "a"/shape[0] vertex[1:2]: [(x=1 y=0 u=0 v=0)] -> []`, `1 changed`},
		lines(t, polygon(three), polygon(strings.Replace(three, `<vertex x="1" y="0"/>`, ``, 1))))
	require.Equal(t, []string{`changed  scene "s" tags[1:1]: [] -> ["b"]`, `1 changed`},
		lines(t, `<scene name="s" title="T" tags="a,c"/>`, `<scene name="s" title="T" tags="a,b,c"/>`))
	require.Equal(t, []string{`changed  scene "s" tags[0]: "a" -> "x"`, `1 changed`},
		lines(t, `<scene name="s" title="T" tags="a,c"/>`, `<scene name="s" title="T" tags="x,c"/>`))
	many, other := strings.Repeat(`<vertex x="0" y="0"/>`, 500), strings.Repeat(`<vertex x="1" y="1"/>`, 500)
	got := lines(t, polygon(many), polygon(other))
	require.Len(t, got, 2*8+2)
	require.Equal(t, `changed  body "a"/shape[0] vertex: 492 more elements -> others`, got[16])
	got = lines(t, polygon(many), polygon(other+other))
	require.Less(t, len(got[0]), 2500)
	require.Contains(t, got[0], "(x=0 y=0 u=0 v=0) … 484 more] -> [(x=1 y=1")
}

func TestALevelHasNoDifferencesFromItself(t *testing.T) {
	var b strings.Builder
	_, err := gen.Write(&b, gen.Options{Format: gen.XML, Bytes: 200 << 10, Seed: 1})
	require.NoError(t, err)
	x := build(t, leveltest.GameSchema(t), b.String(), format.WriterOptions{})
	y := build(t, leveltest.GameSchema(t), b.String(), format.WriterOptions{Codec: format.CodecLZ4, Align: 4096, BlockBytes: 8 << 10})
	s := diff.Levels(x, y, func(c diff.Change) { require.Fail(t, c.String()) })
	require.True(t, s.Same())
}

// Nodes that are taken away are told of, and no others.
func TestGeneratedLevelsWithoutSomeNodes(t *testing.T) {
	var b strings.Builder
	_, err := gen.Write(&b, gen.Options{Format: gen.XML, Bytes: 100 << 10, Seed: 2})
	require.NoError(t, err)
	text := b.String()
	shorter, n := text, 0
	for at := 0; ; n++ {
		i := strings.Index(shorter[at:], "<pickup ")
		if i < 0 || n == 5 {
			break
		}
		end := strings.Index(shorter[at+i:], "/>")
		shorter = shorter[:at+i] + shorter[at+i+end+2:]
		at += i
	}
	require.Equal(t, 5, n)
	got := lines(t, text, shorter)
	require.Len(t, got, n+1)
	require.Equal(t, "5 removed", got[n])
}

func TestDifferencesOfSchemas(t *testing.T) {
	a, b := leveltest.GameSchema(t), leveltest.GameSchema(t)
	body := &b.Tables[b.Table("body")]
	body.Name, body.Attr.Aliases = "thing", []string{"body"}
	body.Fields[body.Field("health")].Type = format.TypeU8
	body.Fields[body.Field("motion")].Symbols = []string{"static", "dynamic", "kinematic", "soft"}
	body.Fields[body.Field("rot")].Attr.Doc = "does not count"
	body.Fields = append(body.Fields, format.Field{Name: "extra", Type: format.TypeF32, Count: 2, Offset: body.Stride})
	body.Fields = append(body.Fields, format.Field{Name: "owner", Type: format.TypeRef, Count: 1, Offset: body.Stride + 8, Target: "light"})
	body.Stride += 16
	long := strings.Repeat("old|", 40)
	a.Tables[a.Table("light")].Attr.Aliases, b.Tables[b.Table("light")].Attr.Aliases = []string{long + "a"}, []string{long + "b"}
	b.Tables = append([]format.Table{{Name: "new", Class: format.ClassNode, Stride: 4, Fields: []format.Field{{Name: "n", Type: format.TypeU32, Count: 1}}}, b.Tables[1], b.Tables[0]}, b.Tables[2:]...)
	var got []string
	n := diff.Schemas(a, b, func(c diff.Change) { got = append(got, c.String()) })
	require.Len(t, got, n)
	require.Subset(t, got, []string{
		`changed  schema body name: body -> thing`,
		`changed  schema body health: i8 -> u8`,
		`changed  schema body motion symbols: static|dynamic|kinematic -> static|dynamic|kinematic|soft`,
		`added    schema body extra: f32 x 2`,
		`added    schema body owner: ref of light`,
		`added    schema new: node table of 1 field, stride 4`,
		"changed  schema the order of the tables",
	})
	require.Regexp(t, `light aliases: ….{50,}\|a -> ….{50,}\|b\n`, strings.Join(got, "\n"))
	require.NotContains(t, strings.Join(got, "\n"), "count")
	require.Zero(t, diff.Schemas(a, a.Complete(), nil))
}

// Whatever builds or loads otherwise is a difference, even if it prints alike.
func TestDifferencesOfNamesAndOfHowReferencesAreWritten(t *testing.T) {
	field := func(change func(t *format.Table, f *format.Field)) *format.Schema {
		s := &format.Schema{Tables: []format.Table{{Name: "k", Class: format.ClassNode, Fields: []format.Field{{Name: "f", Type: format.TypeU8, Count: 2}}}}}
		change(&s.Tables[0], &s.Tables[0].Fields[0])
		return s
	}
	for want, change := range map[string][2]func(t *format.Table, f *format.Field){
		`k element names: ["a|b" "c"] -> ["a" "b|c"]`: {func(t *format.Table, _ *format.Field) { t.Attr.Names = []string{"a|b", "c"} }, func(t *format.Table, _ *format.Field) { t.Attr.Names = []string{"a", "b|c"} }},
		`k f symbols: ["a|b" "c"] -> ["a" "b|c"]`:     {func(_ *format.Table, f *format.Field) { f.Symbols = []string{"a|b", "c"} }, func(_ *format.Table, f *format.Field) { f.Symbols = []string{"a", "b|c"} }},
		`k f components: ["a b" "c"] -> ["a" "b c"]`:  {func(_ *format.Table, f *format.Field) { f.Attr.Components = []string{"a b", "c"} }, func(_ *format.Table, f *format.Field) { f.Attr.Components = []string{"a", "b c"} }},
		`k f none: -1|no -> -1`:                       {func(_ *format.Table, f *format.Field) { f.Attr.None = []string{"-1", "no"} }, func(_ *format.Table, f *format.Field) { f.Attr.None = []string{"-1"} }},
		`k f form: nothing -> #*`:                     {func(*format.Table, *format.Field) {}, func(_ *format.Table, f *format.Field) { f.Attr.Forms = []string{"#*"} }},
		`k f index: false -> true`:                    {func(*format.Table, *format.Field) {}, func(_ *format.Table, f *format.Field) { f.Attr.Index = true }},
		`k f shape: nothing -> [1 2]`:                 {func(*format.Table, *format.Field) {}, func(_ *format.Table, f *format.Field) { f.Attr.Shape = []uint32{1, 2} }},
	} {
		var got []string
		a, b := field(change[0]), field(change[1])
		require.Equal(t, 1, diff.Schemas(a, b, func(c diff.Change) { got = append(got, c.String()) }), want)
		require.Equal(t, []string{"changed  schema " + want}, got)
	}
}

// A level that was built with other types is compared as far as they have the
// same fields.
func TestLevelsOfTwoSchemas(t *testing.T) {
	wide := leveltest.GameSchema(t)
	body := &wide.Tables[wide.Table("body")]
	body.Fields[body.Field("health")].Type = format.TypeI16
	randlevel.Lay(body)
	require.NoError(t, wide.Complete().Validate())
	a := build(t, leveltest.GameSchema(t), scene(crates), format.WriterOptions{})
	b := build(t, wide, scene(strings.Replace(crates, `pos="1 0"`, `pos="1 0" health="300"`, 1)), format.WriterOptions{})
	var got []string
	s := diff.Levels(a, b, func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, 1, s.Changed)
	require.Contains(t, got, `changed  body "b" health: -1 -> 300`)
}

// A field whose name is an earlier one of another is that field.
func TestLevelsWithARenamedField(t *testing.T) {
	now := leveltest.GameSchema(t)
	body := &now.Tables[now.Table("body")]
	health := &body.Fields[body.Field("health")]
	health.Name, health.Attr.Source, health.Attr.Aliases = "life", "life", []string{"health"}
	require.NoError(t, now.Complete().Validate())
	compare := func(text string) (got []string) {
		a := build(t, leveltest.GameSchema(t), scene(crates), format.WriterOptions{})
		diff.Levels(a, build(t, now, scene(text), format.WriterOptions{}), func(c diff.Change) { got = append(got, c.String()) })
		return got
	}
	same := compare(crates)
	got := compare(strings.Replace(crates, `pos="1 0"`, `pos="1 0" life="30"`, 1))
	require.Len(t, got, len(same)+1)
	require.Contains(t, got, `changed  body "b" health: -1 -> 30`) // by the first level's name, as all of it
}

func TestPropertiesMetadataAndChunks(t *testing.T) {
	make := func(meta, prop, chunk string) *level.Level {
		pack := func(key, v string) format.Props {
			var b format.PropBuilder
			b.Reset()
			b.Key(key)
			b.Text(v)
			p, err := b.Finish()
			require.NoError(t, err)
			return p
		}
		s := &format.Schema{Tables: []format.Table{{Name: "n", Class: format.ClassNode, Stride: 1}}}
		w, err := format.NewWriter(s, format.WriterOptions{Meta: pack("tool", meta)})
		require.NoError(t, err)
		for i := range 2 {
			if i == 1 && chunk != "" {
				label, err := w.String([]byte(chunk))
				require.NoError(t, err)
				require.NoError(t, w.Chunk(label))
			}
			row, err := w.Node(format.FixedTables, 0, 0)
			require.NoError(t, err)
			require.NoError(t, w.Put(format.FixedTables, row, []byte{0}))
			if i == 1 {
				require.NoError(t, w.Prop(format.FixedTables, row, pack("color", prop)))
			}
		}
		var out format.Buffer
		_, err = w.Finish(&out)
		require.NoError(t, err)
		l, err := level.Read(bytes.NewReader(out), format.Options{})
		require.NoError(t, err)
		return l
	}
	var got []string
	s := diff.Levels(make("1.0", "red", ""), make("1.1", "blue", "second"), func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, []string{
		`changed  metadata "tool": "1.0" -> "1.1"`,
		`changed  chunks their number: 1 -> 2`,
		`changed  n[1] {color}: "red" -> "blue"`,
	}, got)
	require.Equal(t, "2 in metadata and chunks, 1 changed", s.String())
	got = nil
	cave := make("1.0", "red", "cave")
	s = diff.Levels(cave, make("1.0", "red", "mine"), func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, []string{`changed  chunks 1 label: "cave" -> "mine"`}, got)
	require.False(t, s.Same())
	got = nil
	other := *cave
	other.Chunks = slices.Clone(cave.Chunks)
	other.Chunks[0].Nodes, other.Chunks[1].Nodes = 0, 2
	s = diff.Levels(cave, &other, func(c diff.Change) { got = append(got, c.String()) })
	require.Equal(t, []string{"changed  chunks 0 nodes: 1 -> 0", "changed  chunks 1 nodes: 1 -> 2"}, got)
	require.Equal(t, "2 in metadata and chunks", s.String())
}

func TestPrinterBoundsItsLines(t *testing.T) {
	c := diff.Change{Op: diff.Changed, Of: "a\x1b", Field: "f", Old: "1", New: "2"}
	var b strings.Builder
	p := diff.NewPrinter(&b, 2, false)
	for range 5 {
		p.Print(c)
	}
	require.NoError(t, p.Finish(diff.Summary{Changed: 5}))
	require.Equal(t, "changed  a\\x1b f: 1 -> 2\nchanged  a\\x1b f: 1 -> 2\n... and 3 more\n5 changed\n", b.String())

	for _, n := range []int{0, 3} {
		b.Reset()
		p = diff.NewPrinter(&b, 2, true)
		for range n {
			p.Print(c)
		}
		require.NoError(t, p.Finish(diff.Summary{Changed: n}))
		var got struct {
			Differences []map[string]string `json:"differences"`
			Left        int                 `json:"left_out"`
			Summary     diff.Summary        `json:"summary"`
		}
		require.NoError(t, json.Unmarshal([]byte(b.String()), &got))
		require.Len(t, got.Differences, min(n, 2))
		for _, d := range got.Differences {
			require.Equal(t, map[string]string{"op": "changed", "part": "node", "of": "a\x1b", "field": "f", "old": "1", "new": "2"}, d)
		}
		require.Equal(t, max(0, n-2), got.Left)
		require.Equal(t, n, got.Summary.Changed)
	}
}

func TestPrinterReturnsTheErrorOfTheOutput(t *testing.T) {
	p := diff.NewPrinter(broken{}, 0, false)
	p.Print(diff.Change{})
	require.ErrorIs(t, p.Finish(diff.Summary{Added: 1}), os.ErrClosed)
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

// Of nodes without an id it is told what has become of them, and not of others
// that look the same or stand near.
func TestNamelessNodesAmongOthers(t *testing.T) {
	const light, body, end = `<light pos="0 0 0"/>`, `<body pos="1 0"/>`, `<light pos="1 0 0"/>`
	for _, c := range []struct {
		name, a, b string
		want       []string
	}{
		{"added before its like", body + light + end, light + body + light + end, []string{
			`added    scene "s"/light[0]`, `1 added`}},
		{"removed before its like", light + body + light, body + light, []string{
			`removed  scene "s"/light[0]`, `1 removed`}},
		{"two removed from many", strings.Repeat(light+end, 50), strings.Repeat(light+end, 10) + end + strings.Repeat(light+end, 20) + light + strings.Repeat(light+end, 18), []string{
			`removed  scene "s"/light[20]`, `removed  scene "s"/light[63]`, `2 removed`}},
		{"a group before one that changes inside",
			`<group><body name="a" pos="1 0"/></group><group depth="4"/>`,
			`<group depth="2"/><group><body name="a" pos="2 0"/></group><group depth="4"/>`,
			[]string{`changed  body "a" pos: 1 0 -> 2 0`, `added    scene "s"/group[0]`, `1 added, 1 changed`}},
		{"a group before one that changes",
			`<group depth="3"><body name="a" pos="1 0"/></group>`,
			`<group depth="5"/><group depth="4"><body name="a" pos="1 0"/></group>`,
			[]string{`changed  scene "s"/group[0] depth: 3 -> 4`, `added    scene "s"/group[0]`, `1 added, 1 changed`}},
		{"one of two groups that differ in ids only",
			`<group><body name="a" pos="1 0"/></group><group><body name="b" pos="1 0"/></group>`,
			`<group><body name="b" pos="1 0"/></group>`,
			[]string{`removed  scene "s"/group[0], with 1 node in it`, `2 removed`}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, lines(t, scene(c.a), scene(c.b))) })
	}
}

// Where too much has changed for the fewest edits to be found, nodes with ids and those
// that exist once divide the others: of those that look the same, it is the one between
// the same neighbours that is gone.
func TestNamelessNodesAmongVeryManyChanges(t *testing.T) {
	const n, gone = 200, 77
	var a, b strings.Builder
	for i := range n {
		anchor := fmt.Sprintf(`<body name="b%d" pos="0 0"/>`, i)
		if i%2 == 1 {
			anchor = fmt.Sprintf(`<body pos="%d 0"/>`, i)
		}
		fmt.Fprintf(&a, `%s<light pos="0 0 0"/><group depth="%d"/>`, anchor, i)
		b.WriteString(anchor)
		if i != gone {
			b.WriteString(`<light pos="0 0 0"/>`)
		}
		fmt.Fprintf(&b, `<group depth="%d"/>`, i+n)
	}
	got := lines(t, scene(a.String()), scene(b.String()))
	require.Equal(t, fmt.Sprintf("1 removed, %d changed", n), got[len(got)-1])
	require.Contains(t, got, fmt.Sprintf(`removed  scene "s"/light[%d]`, gone))
}
