package dom_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/dom"
	"github.com/levelc/levelc/format"
)

// crates is a schema of boxes with lids, and of hooks that hold them.
func crates() *format.Schema {
	value := func(name string, t format.Type, off, count uint32, a format.Attr) format.Field {
		if a.Source == "" {
			a.Source = name
		}
		return format.Field{Name: name, Type: t, Offset: off, Count: count, Attr: a}
	}
	crate := []format.Field{
		value("name", format.TypeStr, 0, 1, format.Attr{Role: format.RoleID}),
		value("size", format.TypeF32, 4, 2, format.Attr{HasDefault: true, Default: "1 2", Components: []string{"x", "y"}}),
		value("lid.color", format.TypeU8, 12, 1, format.Attr{Source: "lid/color", JSON: "lid/tint"}),
		value("open", format.TypeBool, 13, 1, format.Attr{}),
		value("form", format.TypeEnum8, 14, 1, format.Attr{}),
		value("marks", format.TypeFlags8, 15, 1, format.Attr{}),
		value("corner", format.TypeSpan, 16, 1, format.Attr{}),
		value("label", format.TypeStr, 24, 1, format.Attr{HasDefault: true, Default: "plain"}),
		value("words", format.TypeStr, 28, 1, format.Attr{Role: format.RoleText}),
	}
	crate[4].Symbols = []string{"box", "barrel"}
	crate[5].Symbols = []string{"fragile", "up"}
	crate[6].Target = "crate.corner"
	corner := []format.Field{
		value("x", format.TypeI32, 0, 1, format.Attr{}),
		value("y", format.TypeI32, 4, 1, format.Attr{}),
	}
	hook := []format.Field{
		value("in", format.TypeRef, 0, 1, format.Attr{Role: format.RoleParent}),
		value("holds", format.TypeAnyRef, 8, 1, format.Attr{}),
		value("number", format.TypeI64, 24, 1, format.Attr{Role: format.RoleID}),
	}
	hook[0].Target = "crate"
	hook[1].Symbols = []string{"hook", "crate"}
	return &format.Schema{Tables: []format.Table{
		{Name: "crate", Class: format.ClassNode, Stride: 32, Fields: crate, Attr: format.TableAttr{Names: []string{"crate"}}},
		{Name: "hook", Class: format.ClassNode, Stride: 32, Fields: hook, Attr: format.TableAttr{Names: []string{"hook"}, JSON: "hooks"}},
		{Name: "crate.corner", Class: format.ClassArray, Stride: 8, Fields: corner},
	}}
}

const inXML = `<level>
	<crate name="a" size="1.5,-0" open="1" form="barrel" marks="up, fragile">Handle with &quot;care&quot;
		<lid color="200" unknown="x"/>
		<corner x="1" y="-2"/>
		<corner><x>3</x><y> 4 </y></corner>
		<hook number="-7" holds=" b 1,2 "/>
		<unknown><crate/></unknown>
	</crate>
	<hook number="8" holds="-7"/>
	<crate name="b 1,2" label="red"/>
</level>`

const inJSON = `{"children": [
	{"type": "crate", "name": "a", "size": {"x": 1.5, "y": -0}, "open": true, "form": "barrel", "marks": ["up", "fragile"],
	 "text": "Handle with \"care\"", "lid": {"tint": 200, "unknown": "x"}, "corner": [{"x": 1, "y": -2}, [3, 4]],
	 "hooks": [{"number": -7, "holds": "b 1,2"}], "unknown": {"n": null}},
	{"type": "hook", "number": 8, "holds": "-7"},
	{"type": "crate", "name": "b 1,2", "label": "red", "size": null}
]}`

func TestBothSyntaxesGiveTheSameRows(t *testing.T) {
	for syntax, src := range map[dom.Syntax]string{dom.XML: inXML, dom.JSON: inJSON} {
		t.Run(fmt.Sprint(syntax), func(t *testing.T) {
			l, err := dom.New(crates(), dom.Options{Syntax: syntax})
			require.NoError(t, err)
			level, err := l.Load([]byte(src))
			require.NoError(t, err)
			require.Equal(t, 4, level.Nodes)
			requireCrates(t, level)
		})
	}
}

func requireCrates(t *testing.T, level *dom.Level) {
	le := binary.LittleEndian
	str := func(row []byte, off int) string { return level.Strings[le.Uint32(row[off:])] }
	float := func(row []byte, off int) float32 { return math.Float32frombits(le.Uint32(row[off:])) }

	crate := level.Tables[format.FixedTables]
	require.Len(t, crate, 64)
	require.Equal(t, "a", str(crate, 0))
	require.Equal(t, float32(1.5), float(crate, 4))
	require.True(t, math.Signbit(float64(float(crate, 8))))
	require.Equal(t, []byte{200, 1, 1, 3}, crate[12:16])
	require.Equal(t, uint32(0), le.Uint32(crate[16:]))
	require.Equal(t, uint32(2), le.Uint32(crate[20:]))
	require.Equal(t, "plain", str(crate, 24))
	require.Contains(t, str(crate, 28), `Handle with "care"`)

	second := crate[32:]
	require.Equal(t, "b 1,2", str(second, 0))
	require.Equal(t, float32(1), float(second, 4))
	require.Equal(t, float32(2), float(second, 8))
	require.Equal(t, make([]byte, 12), second[12:24])
	require.Equal(t, "red", str(second, 24))
	require.Equal(t, "", str(second, 28))

	hook := level.Tables[format.FixedTables+1]
	require.Len(t, hook, 64)
	require.Equal(t, []byte{1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, byte(format.FixedTables), 0}, hook[:18], "inside a, holds b")
	require.Equal(t, int64(-7), int64(le.Uint64(hook[24:])))
	require.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, byte(format.FixedTables + 1), 0}, hook[32:50], "inside none, holds -7")

	corner := level.Tables[format.FixedTables+2]
	require.Equal(t, []byte{1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 3, 0, 0, 0, 4, 0, 0, 0}, corner)
}

func TestWrongValuesAreErrors(t *testing.T) {
	for _, src := range []string{
		``,
		`<level><crate name="a"`,
		`<level><crate size="1"/></level>`,
		`<level><crate size="1 x"/></level>`,
		`<level><crate form="bottle"/></level>`,
		`<level><crate marks="down"/></level>`,
		`<level><crate open="yes"/></level>`,
		`<level><crate><lid color="256"/></crate></level>`,
		`<level><hook holds="nothing"/></level>`,
	} {
		l, err := dom.New(crates(), dom.Options{})
		require.NoError(t, err)
		_, err = l.Load([]byte(src))
		require.Error(t, err, src)
	}
	l, err := dom.New(crates(), dom.Options{Syntax: dom.JSON})
	require.NoError(t, err)
	for _, src := range []string{``, `{`, `{"crate": [{"size": [1]}]}`, `{"crate": {"lid": {"tint": -1}}}`, `{"hooks": {"holds": "c"}}`} {
		_, err = l.Load([]byte(src))
		require.Error(t, err, src)
	}
}

func TestABadDefaultIsAnError(t *testing.T) {
	s := crates()
	s.Tables[0].Fields[1].Attr.Default = "1 two"
	_, err := dom.New(s, dom.Options{})
	require.ErrorContains(t, err, "default of size")
}

func TestWhiteSpaceAtTheEndsOfATextIsTakenAsTheCompilerTakesIt(t *testing.T) {
	for text, want := range map[string]string{
		" a ": " a ", "\n a\n": "a", " a\n": " a", "\na ": "a ", " ": " ", "\n": "", "": "",
		"\n\n #\n###\n # \n\n": " #\n###\n # ", " #\n# ": " #\n# ",
	} {
		b, err := dom.New(crates(), dom.Options{})
		require.NoError(t, err)
		l, err := b.Load([]byte("<level><crate name='a'><label>" + text + "</label></crate></level>"))
		require.NoError(t, err)
		label := binary.LittleEndian.Uint32(l.Tables[format.FixedTables][24:])
		require.Equal(t, want, l.Strings[label], "%q", text)
	}
}

// The text of a nested struct is in its own element, and not in the node's.
func TestANestedStructHasATextOfItsOwn(t *testing.T) {
	s := crates()
	s.Tables[0].Fields[8].Name, s.Tables[0].Fields[8].Attr.Source = "lid.words", "lid/words"
	for syntax, src := range map[dom.Syntax]string{
		dom.XML:  "<level><crate name=\"a\">loose\n<lid color=\"1\">Fragile</lid></crate></level>",
		dom.JSON: `{"crate": {"name": "a", "lid": {"tint": 1, "text": "Fragile"}}}`,
	} {
		l, err := dom.New(s, dom.Options{Syntax: syntax})
		require.NoError(t, err)
		level, err := l.Load([]byte(src))
		require.NoError(t, err)
		require.Equal(t, "Fragile", level.Strings[binary.LittleEndian.Uint32(level.Tables[format.FixedTables][28:])])
	}
}

// Lists and vectors have the forms that a build takes, too.
func TestVectorsAndFlagsInLists(t *testing.T) {
	text := format.Attr{Role: format.RoleText, Source: "value"}
	symbols := []string{"up", "down"}
	s := &format.Schema{Tables: []format.Table{
		{Name: "n", Class: format.ClassNode, Stride: 24, Attr: format.TableAttr{Names: []string{"n"}}, Fields: []format.Field{
			{Name: "at", Type: format.TypeU32, Count: 2, Attr: format.Attr{Source: "at", Components: []string{"x", "y"}}},
			{Name: "path", Type: format.TypeSpan, Offset: 8, Count: 1, Target: "n.path", Attr: format.Attr{Source: "path"}},
			{Name: "ways", Type: format.TypeFlags8, Offset: 16, Count: 3, Symbols: symbols, Attr: format.Attr{Source: "ways"}},
			{Name: "way", Type: format.TypeFlags8, Offset: 19, Count: 1, Symbols: symbols, Attr: format.Attr{Source: "way"}},
		}},
		{Name: "n.path", Class: format.ClassArray, Stride: 2, Fields: []format.Field{{Name: "value", Type: format.TypeU8, Count: 2, Attr: text}}},
	}}
	for src, syntax := range map[string]dom.Syntax{
		`<n path="1 2 3 4" ways="up | up|down" way="|"><at y="2" x="1"/></n>`:                                       dom.XML,
		`<n at="1 2" ways="up,|,up|down"><path>1 2 3 4</path></n>`:                                                  dom.XML,
		`<n at="1 2" ways="up | up|down"><path>1 2</path><path>3 4</path></n>`:                                      dom.XML,
		`{"type": "n", "at": {"x": 1, "y": 2}, "path": [[1, 2], [3, 4]], "ways": ["up", "", "up|down"], "way": []}`: dom.JSON,
	} {
		l, err := dom.New(s, dom.Options{Syntax: syntax})
		require.NoError(t, err)
		level, err := l.Load([]byte(src))
		require.NoError(t, err, src)
		require.Equal(t, []byte{1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0}, level.Tables[format.FixedTables], src)
		require.Equal(t, []byte{1, 2, 3, 4}, level.Tables[format.FixedTables+1], src)
	}
}
