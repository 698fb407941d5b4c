package compile

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// requireAt requires that text has one problem, at the '¦' in it, which is none of it.
func requireAt(t *testing.T, s *format.Schema, marked, msg string) {
	t.Helper()
	before, behind, marks := strings.Cut(marked, "¦")
	require.True(t, marks, marked)
	plan, err := NewPlan(s)
	require.NoError(t, err)
	found, err := plan.Rows(t.Context(), openAll(t, before+behind), newMemory(plan.Schema()), Options{})
	require.ErrorIs(t, err, ErrLevel, marked)
	said := found.Diagnostics.All()
	require.Len(t, said, 1, marked)
	require.Contains(t, said[0].Message, msg, marked)
	require.Equal(t, strings.Count(before, "\n")+1, said[0].Line, marked)
	require.Equal(t, len(before)-strings.LastIndexByte(before, '\n'), said[0].Col, marked)
}

// Names of files are bytes, but a level has texts. The name is at fault, and not the level.
func TestPlacesNeedANameInUTF8(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	src, err := source.Spool(strings.NewReader(`<body pos="0 0"/>`), "levels/\xff.xml")
	require.NoError(t, err)
	defer src.Close()
	for places, want := range map[bool]error{true: ErrLevel, false: nil} {
		found, err := plan.Rows(t.Context(), []*source.File{src}, newMemory(plan.Schema()), Options{Places: places})
		require.Equal(t, want, err)
		if places {
			require.Len(t, found.Diagnostics.All(), 1)
			require.Contains(t, found.Diagnostics.All()[0].Message, "its name is not UTF-8")
		}
	}
	// What another source names may be in the one that was not read.
	other, err := source.Spool(strings.NewReader(`<joint a="x" b="x"/>`), "other.xml")
	require.NoError(t, err)
	defer other.Close()
	found, err := plan.Rows(t.Context(), []*source.File{src, other}, newMemory(plan.Schema()), Options{Places: true})
	require.Equal(t, ErrLevel, err)
	require.Len(t, found.Diagnostics.All(), 1)
}

func TestTheItemOfAListIsShownThatIsWrong(t *testing.T) {
	for text, msg := range map[string]string{
		`<body pos="0 0" flags="bullet|¦bulet|sleeping"/>`:                     `unknown symbol "bulet"`,
		`<body pos="0 0" flags=" bullet,&#9; ¦b&#117;let"/>`:                   `unknown symbol "bulet"`,
		"<body pos='0 0'><flags> sleeping\n\t<!-- x -->¦bulet</flags></body>":  `unknown symbol "bulet"`,
		"<body pos='0 0'><flags>\r\n sleeping\r\n\t¦bulet\r\n</flags></body>":  `unknown symbol "bulet"`,
		"<body pos='0 0' flags='bullet\r\n&#13;\r\n¦bulet'/>":                  `unknown symbol "bulet"`,
		"<body pos='0 0'><flags><![CDATA[bullet\r\n\r¦bulet]]></flags></body>": `unknown symbol "bulet"`,
		`{"type":"body","pos":[0,0],"flags":"bullet|¦bulet"}`:                  `unknown symbol "bulet"`,
		`{"type":"body","pos":[0,0],"flags":"bull\u0065t\t¦bulet \n"}`:         `unknown symbol "bulet"`,
		`{"type":"body","pos":[0,0],"flags":["bullet",¦"bulet"]}`:              `unknown symbol "bulet"`,
		`<body pos="0 ¦1x"/>`:            `"1x" is not a number`,
		`<body pos="[0, ¦1x]"/>`:         `"1x" is not a number`,
		`{"type":"body","pos":[0,¦"1"]}`: `got the string "1"`,
		`<body pos="1,¦,2"/>`:            `a value is missing beside a comma`,
		`<body pos="1,2,¦"/>`:            `a value is missing beside a comma`,
		`<body pos="0 0"><shape><weights>1 2,¦,3</weights></shape></body>`:        `a value is missing beside a comma`,
		`<body pos="0 0"><shape weights="1 2 3 ¦x"/></body>`:                      `"x" is not a number`,
		`{"type":"body","pos":[0,0],"shape":{"type":"shape","weights":[1,¦"2"]}}`: `got the string "2"`,
	} {
		requireAt(t, gameSchema(), text, msg)
	}
	tint := role(fld("value", format.TypeU8), format.RoleText)
	tint.Count = 3
	s := &format.Schema{Tables: []format.Table{
		makeTable("lamp", format.ClassNode, span("tint", "lamp.tint")),
		makeTable("lamp.tint", format.ClassArray, tint),
	}}
	requireAt(t, s, `<lamp tint="#00ff00 1 2 3 #0000ff 4 5 ¦x"/>`, `"x" is not a number`)
	requireAt(t, s, `{"type":"lamp","tint":["#00ff00",1,2,3,¦"#ff"]}`, `"#ff" is no colour`)
}

func TestATypeThatIsNoStringIsShown(t *testing.T) {
	for _, text := range []string{
		`{"type":¦5}`, `[{"name":"a","type":¦5}]`, `{"things":[{"type":"group"},{"in":{},"type":¦[5]}]}`,
	} {
		requireAt(t, gameSchema(), text, "type: expected a kind of node in quotes, got ")
	}
}

// Its place is counted in the list itself, and not in one in that.
func TestNullInAListInAListIsShown(t *testing.T) {
	requireAt(t, gameSchema(), `{"type":"body","pos":[0,0],"shape":{"part":[{"name":"a"},¦null]}}`, "null among objects")
	requireAt(t, gameSchema(), `{"type":"body","pos":[0,0],"shape":{"part":[[{"name":"a"}],¦[{"name":"b"},null]]}}`, "null among objects")
}

func TestWhatIsGivenTwiceIsShown(t *testing.T) {
	requireAt(t, gameSchema(), "<body>\n<pos x='1'>¦2 3</pos></body>", "text beside components")
	requireAt(t, gameSchema(), "<body pos='1 2'>\n<pos>¦1 2</pos></body>", "pos is given twice")
	requireAt(t, gameSchema(), "<body pos='1 2'>\n<¦pos x='1' y='2'/></body>", "is given twice")
}

func TestAnyNumberOfSourcesIsToldApart(t *testing.T) {
	plan, err := NewPlan(gameSchema())
	require.NoError(t, err)
	c, err := newCompiler(plan, newMemory(plan.Schema()), UnknownError, 100, tight(t))
	require.NoError(t, err)
	const many = 1 << 17
	for i := range many {
		c.begin(i, source.JSON)
	}
	var r source.Reader
	for i, text := range []string{`<group name="g"/>`, `<group name="g"/>`, `<joint a="none"/>`} {
		c.begin(many+i, source.XML)
		require.NoError(t, r.XML(strings.NewReader(text), c, allBlanks))
	}
	require.NoError(t, c.resolve())
	found := c.problems.sorted()
	require.Len(t, found, 2)
	require.Equal(t, many+1, found[0].file)
	require.Equal(t, many, found[0].related[0].file)
	require.Equal(t, many+2, found[1].file)
	require.EqualValues(t, len(`<joint a="`), found[1].pos.Off)
}
