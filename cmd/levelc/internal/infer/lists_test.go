package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
)

// What may be a list in one place and is none in another.
var (
	listTexts = []string{"", ",", "1,", ",a", "a,,b", "1", "1 2", "1 2 3", "a b", "true", "1e999", "&#10;"}
	listJSON  = []string{`[]`, `[null]`, `[1,2]`, `["a,"]`, `[true]`, `[[1,2]]`, `[[1,2],[3]]`, `"a"`, `1`, `{}`, `[-1,300]`}
	// An XML and a JSON document that have the value in the same place.
	listPlaces = [][2]string{
		{`<s><k id="a" v="%s"/></s>`, `{"type":"s","k":[{"id":"c","v":%s}]}`},
		{`<s><k id="a"><v>%s</v></k></s>`, `{"type":"s","k":[{"id":"c","v":%s}]}`},
		{`<s><k id="a"><v>%s</v><v>1</v></k></s>`, `{"type":"s","k":[{"id":"c","v":%s}]}`},
		{`<s><k id="a"><v x="%s" y="1"/></k></s>`, `{"type":"s","k":[{"id":"c","v":%s}]}`},
		{`<s><k id="a"><t w="1" v="%s"/></k></s>`, `{"type":"s","k":[{"id":"c","t":{"v":%s}}]}`},
		{`<s><k id="a"><t w="1" v="%s"/><t/></k></s>`, `{"type":"s","k":[{"id":"c","t":[{"v":%s}]}]}`},
		{`<s><k id="a"><m><a v="%s"/></m></k></s>`, `{"type":"s","k":[{"id":"c","m":{"[1]":{"v":%[1]s},"[2]":{"v":%[1]s},"[3]":{"v":%[1]s},"[4]":{"v":%[1]s}}}]}`},
	}
)

func TestTextsAndListsInOnePlaceBuild(t *testing.T) {
	for _, place := range listPlaces {
		for _, text := range listTexts {
			for _, list := range listJSON {
				requireBuilds(t, []string{fmt.Sprintf(place[0], text), fmt.Sprintf(place[1], list)}, false)
			}
		}
	}
}

func TestAttributesAndElementsInOnePlaceBuild(t *testing.T) {
	for _, place := range []string{
		`<s><k id="a" v="%s"/><k id="b"><v>%s</v></k></s>`,
		`<s><k id="a" v="%s"/><k id="b"><v>%s</v><v>a</v></k></s>`,
		`<s><k id="a" v="%s"/><k id="b"><v>%s</v><v>1 2</v></k></s>`,
		`<s><k id="a"><t v="%s"/><t w="1"><v>%s</v><v>1</v></t></k></s>`,
		`<s><k id="a" v="%s"/><k id="b"><v x="%s" y="1"/><v/></k></s>`,
	} {
		for _, attribute := range listTexts {
			for _, text := range listTexts {
				requireBuilds(t, []string{fmt.Sprintf(place, attribute, text)}, false)
			}
		}
	}
}

// shown is the shape of a schema that builds the sources.
func shown(t *testing.T, texts ...string) string {
	t.Helper()
	return shape(requireBuilds(t, texts, false))
}

func TestRepeatedElementsMayHaveTextsThatAreNoLists(t *testing.T) {
	s := shown(t, `<s><k id="a"><line>Hello,</line><line>you</line></k></s>`, `{"type":"s","k":[{"id":"b","line":["Hello,"]}]}`)
	require.Contains(t, s, "k.line: value str text", "an element's text is one string, a comma at its end or not")
}

func TestAListOfNumbersBesideVectors(t *testing.T) {
	require.Contains(t, shown(t, `<s><k id="a" v="-1 300"/><k id="b"><v y="1" x="1"/><v/></k></s>`), "k.v: x i16, y i16",
		"the type holds both, and x is first in a list")
	require.Contains(t, shown(t, `<s><k id="a"><v x="1" y="1"/></k></s>`, `{"type":"s","k":[{"id":"c","v":[[-1.5,2],[3,4]]}]}`), "k.v: x f32, y f32")
}

func TestRowsOfNumbersBesideTexts(t *testing.T) {
	rows := `{"type":"s","k":[{"id":"c","v":[[1,2],[3,4]]}]}`
	require.Contains(t, shown(t, `<s><k id="a" v="1 2 3 4 5 6"/><k id="b" v=""/><k id="d" v="7 8"/></s>`, rows), "k.v: value u8[2] text")
	for _, none := range []string{"1 2 3", "1 a", "1", "1,,2"} {
		r := requireBuilds(t, []string{fmt.Sprintf(`<s><k id="a" v="1 2 3 4"/><k id="b" v="%s"/></s>`, none), rows}, false)
		require.NotContains(t, shape(r), "k.v", none)
		require.Contains(t, strings.Join(notes(r), "\n"), "k.v: lists of", none)
	}
}

const nodesXYZ = `<k id="x"/><k id="y"/><k id="z"/>`

func TestReferencesAreDividedWhereABuildDividesThem(t *testing.T) {
	ref := "r.to: value ref(k) text"
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r to="x y z"/><r><to>x</to></r></s>`), ref)
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r><to>x</to><to>y</to></r><r><to>z</to></r></s>`), ref)
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r><to>x y z</to></r><r><to>x</to></r></s>`), "r: to str", "the text of an element is one id")
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r to="x y z"/><r><to>x y</to></r></s>`), "r: to str")
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r to="x y z"/></s>`, `{"type":"s","k":[{"id":"x"}],"r":[{"to":"x"}]}`), "r: to str",
		"JSON writes a list with brackets alone")
}

func TestATextThatIsTooLongToReferSaysThatNoneDoes(t *testing.T) {
	long := strings.Repeat("word ", 100)
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r to="x"/><r to="y"/><r to="z"/></s>`, `<s>`+nodesXYZ+`<r to="`+long+`"/></s>`), "r: to str")
	require.Contains(t, shown(t, `<s>`+nodesXYZ+`<r><to>x</to></r><r><to>y</to></r><r><to>z</to></r></s>`, `<s>`+nodesXYZ+`<r><to>`+long+`</to></r></s>`), "r: to str")
}

func TestAListThatWasAlwaysEmptyTakesAnyValues(t *testing.T) {
	r := requireBuilds(t, []string{`{"troops":[{"id":1,"regions":[]},{"id":2,"regions":[]}]}`}, false)
	require.Contains(t, shape(r), "regions span any")
	for _, list := range []string{"[1]", `["a",2]`, "[]", "7", "null"} {
		require.NotContains(t, build(t, r.Schema, compile.UnknownError, spool(t, `{"troops":[{"id":1,"regions":`+list+`}]}`)...), "ERROR", list)
	}
}

// A list of lists gets the name of one of them, and a member of that name keeps it.
func TestAListOfListsIsNotCalledAsAMemberBesideIt(t *testing.T) {
	for text, want := range map[string]string{
		`{"row":3,"rows":[[1,2],[3,4,5]]}`:                  "row2/rows span, row u8",
		`{"rows":[[1,2],[3,4,5]],"row":3}`:                  "row2/rows span, row u8",
		`{"row":3,"row2":4,"rows":[[1,2],[3,4,5]]}`:         "row3/rows span, row u8, row2 u8",
		`{"row":{"x":1,"name":"a"},"rows":[[1],[3,4,5]]}`:   "rows span", // nor as an element
		`{"boxes":[[1],[2,3]],"boxs":[[4],[]],"box":"red"}`: "box3/boxes span, box2/boxs span, box str",
	} {
		require.Equal(t, "root/.: "+want, strings.Split(shown(t, text), "\n")[0], text)
		require.True(t, requireDumps(t, from(t, text).Schema, spool(t, text)[0], compile.UnknownError, []byte(text)))
	}
}
