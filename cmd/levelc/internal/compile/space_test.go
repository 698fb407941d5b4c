package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhiteSpaceIsKeptWhereItIsToBePreserved(t *testing.T) {
	const preserve = ` xml:space="preserve"`
	for text, want := range map[string]string{
		`<scene><music> a </music></scene>`:                                                      `music=" a "`,
		"<scene><music>\n a </music></scene>":                                                    `music="a "`,
		"<scene><music> a \n</music></scene>":                                                    `music=" a"`,
		"<scene><music>\n  a\n  b\n</music></scene>":                                             `music="  a\n  b"`,
		"<scene><music>\n\n #\n###\n # \n\n</music></scene>":                                     `music=" #\n###\n # "`,
		"<scene><music> #\n# </music></scene>":                                                   `music=" #\n# "`,
		"<scene><music%s>\n a </music></scene>":                                                  `music="\n a "`,
		"<scene><music> </music></scene>":                                                        `music=" "`,
		"<scene><music>\n</music></scene>":                                                       `music=""`,
		"<scene><music>&#10;</music></scene>":                                                    `music=""`,
		`<scene><tags>  ## </tags><tags>    </tags></scene>`:                                     `scene.tags 0<0: value="  ## "` + "\n" + `scene.tags 1<0: value="    "`,
		`<scene><name> s </name></scene>`:                                                        `name="s"`,
		`<scene><music%s> a </music></scene>`:                                                    `music=" a "`,
		`<scene><music%s>  </music></scene>`:                                                     `music="  "`,
		`<scene%s><music> a </music></scene>`:                                                    `music=" a "`,
		"<scene%s><music xml:space='default'>\n a\n</music></scene>":                             `music="a"`,
		`<scene%s><group xml:space="default"/><music> a </music></scene>`:                        `music=" a "`,
		"<scene><group%s/><music>\na </music></scene>":                                           `music="a "`,
		"<scene><group%s></group><music>\na </music></scene>":                                    `music="a "`,
		`<scene%s><group xml:space="default"><body pos="1 2"/></group><music>a </music></scene>`: `music="a "`,
		`<scene><tags%s> a </tags><tags> b </tags></scene>`:                                      `scene.tags 0<0: value=" a "`,
		`<scene%s> <gravity> 1 2 </gravity> <name> s </name> </scene>`:                           `name="s" gravity=1,2`,
		`<scene%s> <gravity> <x> 1 </x> <y> 2 </y> </gravity> </scene>`:                          `gravity=1,2`,
		`<trigger%s> </trigger>`:                                                                 `script=" "`,
		`<trigger%s> <wakes></wakes> a</trigger>`:                                                `script="  a"`,
	} {
		once := strings.Replace(text, "%s", preserve, 1)
		out := compileAll(t, gameSchema(), UnknownError, once)
		require.Empty(t, out.problems, once)
		require.Contains(t, out.dump(), want, once)
	}
}

func TestElementsMayRecurWithTheAttributeAndWithout(t *testing.T) {
	for _, quote := range []string{`"`, `'`} {
		one := fmt.Sprintf(`<group name="a" xml:space=%[1]spreserve%[1]s visible="true"><group/></group>`, quote)
		text := `<scene>` + strings.Repeat(`<group name=""/>`+strings.Replace(one, `"a"`, `""`, 1)+"<trigger xml:space='preserve'>\n</trigger><trigger>\n</trigger>", 30) + `</scene>`
		out := compileAll(t, gameSchema(), UnknownError, text)
		require.Empty(t, out.problems)
		require.Equal(t, 30, strings.Count(out.dump(), "visible=1"))
		require.Equal(t, 30, strings.Count(out.dump(), `script="\n"`))
	}
}

func TestWhatAnyDocumentMayHaveIsAWarningAtMost(t *testing.T) {
	text := `<scene xml:lang="en" xmlns:xsi="x" xsi:schemaLocation="y"><group xsi:type="t"/><group xsi:type="u"/><group xml:space="odd"/></scene>`
	out := compileAll(t, gameSchema(), UnknownError, text)
	require.Len(t, out.problems, 3)
	require.Contains(t, out.problems[0], "warning 1.xml:lang?: xml:lang is passed over: scene has no field of that name")
	require.Contains(t, out.problems[0], "--unknown=keep keeps it")
	require.Contains(t, out.problems[1], "xsi:type is passed over: group has no field of that name +1")
	require.Contains(t, out.problems[2], `warning 1: xml:space is "odd" (it takes "preserve" or "default")`)
	for _, policy := range []Policy{UnknownIgnore, UnknownKeep} {
		found := compileAll(t, gameSchema(), policy, text).problems
		require.Len(t, found, 1, "a value of xml:space that has no meaning is no unknown name")
		require.Contains(t, found[0], `xml:space is "odd"`)
	}
	require.Contains(t, compileAll(t, mapSchema(), UnknownError, `<score xml:lang="en" a="1"/>`).problems[0], "xml:lang is passed over")

	s := gameSchema()
	s.Tables[0].Fields = append(s.Tables[0].Fields, fld("xml:space", s.Tables[0].Fields[0].Type))
	s.Tables[0] = makeTable("scene", s.Tables[0].Class, s.Tables[0].Fields...)
	out = compileAll(t, s, UnknownError, `<scene xml:space="preserve"><music> a</music></scene>`)
	require.Empty(t, out.problems)
	require.Contains(t, out.dump(), `music=" a"`)
	require.Contains(t, out.dump(), `xml:space="preserve"`, "a field takes it as well")
}
