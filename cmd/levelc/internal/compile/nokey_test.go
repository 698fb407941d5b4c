package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// noKeySchema has a kind whose objects stand under no key.
func noKeySchema() *format.Schema {
	map_ := makeTable("map", format.ClassNode, fld("width", format.TypeU8))
	map_.Attr.JSON = format.NoKey
	return &format.Schema{Tables: []format.Table{map_, makeTable("body", format.ClassNode, fld("mass", format.TypeU8))}}
}

func TestObjectsUnderNoKeyAreNodesOfOneKind(t *testing.T) {
	for text, want := range map[string]string{
		`{"width":3,"body":[{"mass":1},{"mass":2}]}`: "0 map/0, 1 body/0, 1 body/0\nmap 0: width=3\nbody 0: mass=1\nbody 1: mass=2\n",
		`[{"width":3},[{"width":4}]]`:                "0 map/0, 0 map/0\nmap 0: width=3\nmap 1: width=4\n",
		`{"type":"body","mass":1}`:                   "0 body/0\nbody 0: mass=1\n",
		`{"type":"map","width":1}`:                   "0 map/0\nmap 0: width=1\n",
		`{"x":[{"width":3}]}`:                        "0 map/0\nmap 0: width=0\n",
		`{"body":{"type":"","mass":1}}`:              "0 map/0, 1 body/0\nmap 0: width=0\nbody 0: mass=1\n",
		`[{"type":"body","mass":1},{"width":2}]`:     "0 body/0, 0 map/0\nmap 0: width=2\nbody 0: mass=1\n",
		`<map width="3"><body mass="1"/></map>`:      "0 map/0, 1 body/0\nmap 0: width=3\nbody 0: mass=1\n",
		`<world><body mass="1"/></world>`:            "0 body/0\nbody 0: mass=1\n",
	} {
		out := compileAll(t, noKeySchema(), UnknownIgnore, text)
		require.Empty(t, out.problems, text)
		require.Equal(t, want, out.dump(), text)
	}
	for text, want := range map[string]string{
		`{"x":[{"width":3}]}`:  `unknown name "x" in map`,
		`[1]`:                  "no node in the file",
		`{"body":{"type":""}}`: `unknown name "type" in body`,
		`{"width":1,"":3}`:     `unknown name "" in map`,
		`{"":{"width":1}}`:     "an object that names no kind",
	} {
		out := compileAll(t, noKeySchema(), UnknownError, text)
		require.Len(t, out.problems, 1, text)
		require.Contains(t, out.problems[0], want)
	}
}

func TestAnEmptyKeyIsKeptAsAnyOther(t *testing.T) {
	out := compileAll(t, noKeySchema(), UnknownKeep, `{"width":3,"":{"width":4},"body":{"mass":1,"":[2]}}`)
	require.Empty(t, out.problems)
	require.Equal(t, "0 map/0, 1 body/0\nmap 0: width=3\nbody 0: mass=1\n", out.dump())
	require.Equal(t, []string{`body 0 {"":[2]}`, `map 0 {"":{"width":4}}`}, out.extra)
}

// A kind whose objects stand under no key has no empty one.
func TestXMLKeepsAnEmptyKeyAsWell(t *testing.T) {
	const ns = ` xmlns:levelc="https://github.com/levelc/levelc"`
	out := compileAll(t, noKeySchema(), UnknownKeep, `<map`+ns+` width="3"><levelc:value key=""><width>4</width></levelc:value><body mass="1"><levelc:value key="" list="true">2</levelc:value></body></map>`)
	require.Empty(t, out.problems)
	require.Equal(t, []string{`body 0 {"":[2]}`, `map 0 {"":{"width":4}}`}, out.extra)
}

func TestListsOfNothingButNullHoldNoObjects(t *testing.T) {
	s := noKeySchema()
	s.Tables[0].Fields = append(s.Tables[0].Fields, span("corner", "map.corner"))
	s.Tables[0] = makeTable("map", format.ClassNode, s.Tables[0].Fields...)
	s.Tables[0].Attr.JSON = format.NoKey
	s.Tables = append(s.Tables, makeTable("map.corner", format.ClassArray, fld("x", format.TypeU8), fld("y", format.TypeU8)))
	want := compileAll(t, s, UnknownError, `{"width":3,"corner":[],"body":[]}`)
	require.Empty(t, want.problems)
	got := compileAll(t, s, UnknownError, `{"width":3,"corner":[null,null],"body":[null]}`)
	require.Empty(t, got.problems)
	require.Equal(t, want.dump(), got.dump())
	require.Len(t, compileAll(t, s, UnknownError, `{"width":3,"corner":[null,1],"boddy":[null]}`).problems, 2)
}
