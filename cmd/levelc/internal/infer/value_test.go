package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// attributes is a level with one attribute that has these values in turn; a
// "-" leaves it out.
func attributes(values ...string) string {
	var b strings.Builder
	b.WriteString("<level>")
	for _, v := range values {
		if v == "-" {
			b.WriteString(`<thing other="x"/>`)
			continue
		}
		fmt.Fprintf(&b, `<thing other="x" v="%s"/>`, v)
	}
	return b.String() + "</level>"
}

func members(values ...string) string {
	return `{"thing":[{"other":"x","v":` + strings.Join(values, `},{"other":"x","v":`) + `}]}`
}

// typeOf shows the field v of the kind thing.
func typeOf(t *testing.T, text string) string {
	t.Helper()
	r := from(t, text)
	kind, name := "thing", "v"
	if r.Schema.Table(kind) < 0 { // it stands there only once
		kind, name = "level", "thing.v"
	}
	i := r.Schema.Table(kind)
	j := r.Schema.Tables[i].Field(name)
	if j < 0 {
		return "none: " + strings.Join(notes(r), "; ")
	}
	s := field(&r.Schema.Tables[i].Fields[j])
	if k := r.Schema.Table(kind + "." + name); k >= 0 {
		s += " of " + field(&r.Schema.Tables[k].Fields[0])
	}
	return strings.TrimPrefix(s, name+" ")
}

func TestNumbersHaveTheNarrowestTypeThatHoldsThem(t *testing.T) {
	require.Equal(t, "f64", typeOf(t, attributes("16777216.5", "1")), "half a step beyond a float32")
	for want, values := range map[string][][]string{
		"u8":  {{"0", "255"}, {"0", "1"}, {"+7", "0"}},
		"i8":  {{"-128", "127"}},
		"u16": {{"256", "1"}, {"65535", "65535"}},
		"i16": {{"-129", "0"}, {"-1", "255"}},
		"u32": {{"65536", "1"}, {"4294967295", "0"}},
		"i32": {{"-1", "65535"}, {"-2147483648", "1"}},
		"u64": {{"4294967296", "0"}, {"18446744073709551615", "0"}},
		"i64": {{"-1", "2147483648"}, {"-9223372036854775808", "9223372036854775807"}},
		"f32": {{"0.1", "2"}, {"-0", "1"}, {"1e-45", "3.4028235e38"}, {"1.0", "2.0"}},
		"f64": {{"0.1", "16777217"}, {"0.30000000000000004", "1"}, {"1e39", "1"}, {"-0", "16777217"}},
		"str": {{"0.5", "9007199254740993"}, {"-1", "18446744073709551615"}, {"36893488147419103232", "1"},
			{"007", "8"}, {"1e999", "1"}, {"1", ""}, {"1", "one"}, {"0x10", "1"}, {"NaN", "1"}, {"1_000", "1"}},
	} {
		for _, v := range values {
			require.Equal(t, want, typeOf(t, attributes(v...)), "%q", v)
		}
	}
}

func TestJSONNumbersHaveTheSameTypes(t *testing.T) {
	require.Equal(t, "u8", typeOf(t, members("0", "255")))
	require.Equal(t, "i16", typeOf(t, members("-1", "200")))
	require.Equal(t, "u64", typeOf(t, members("18446744073709551557", "1")))
	require.Equal(t, "f32", typeOf(t, members("1e2", "1")))
	require.Equal(t, "f64", typeOf(t, members("0.5", "9007199254740993")), "rounded, and there is a note")
	require.Equal(t, []string{"thing.v: integers that a float64 does not hold exactly"}, notes(from(t, members("0.5", "9007199254740993"))))
	require.Equal(t, "str any", typeOf(t, members("1e999", "1")), "no number holds it")
}

func TestBools(t *testing.T) {
	require.Equal(t, "bool", typeOf(t, attributes("true", "false")))
	require.Equal(t, "bool", typeOf(t, attributes("true", "0", "1")))
	require.Equal(t, "u8", typeOf(t, attributes("0", "1")), "0 and 1 alone are integers")
	require.Equal(t, "str", typeOf(t, attributes("true", "auto")))
	require.Equal(t, "str", typeOf(t, attributes("true", "")))
	require.Equal(t, "bool", typeOf(t, members("true", "0")))
	require.Equal(t, "str", typeOf(t, members(`"true"`, `"false"`)), "JSON says what is a string")
	require.Equal(t, "str any", typeOf(t, members(`true`, `"false"`, "2")))
}

func TestABoolThatIsOnlyEverFalseIsTrueByDefault(t *testing.T) {
	require.Equal(t, "bool=true", typeOf(t, attributes("false", "false", "-", "false", "false")))
	require.Equal(t, "bool", typeOf(t, attributes("false", "false", "-", "false")), "too few to say")
	require.Equal(t, "bool", typeOf(t, attributes("false", "false", "false", "false")), "never left out")
	require.Equal(t, "bool", typeOf(t, attributes("false", "false", "-", "false", "false", "true")))
	require.Equal(t, "u8", typeOf(t, attributes("0", "0", "-", "0", "0")), "a number is zero where it is absent")
}

// A writer leaves out what is usual of something that is there. Where there is no lamp,
// none is on.
func TestNothingInWhatIsAbsentIsOn(t *testing.T) {
	lamps := func(fields ...string) string {
		return `<s><room id="0"/><room id="1">` + strings.Join(fields, `</room><room>`) + `</room></s>`
	}
	off := []string{`<lamp lit="false" n="1"/>`, `<lamp lit="false" n="1"/>`, `<lamp lit="false" n="2"/>`, `<lamp n="2" lit="false"/>`, `<lamp n="3"/>`}
	require.Equal(t, "bool", column(t, from(t, lamps(off...)), "room", "lamp.lit"))
	inAll := strings.Replace(lamps(off...), `<room id="0"/>`, "", 1)
	require.Equal(t, "bool=true", column(t, from(t, inAll), "room", "lamp.lit"), "each room has a lamp")

	dim := []string{`<lamp enabled="0"/>`, `<lamp enabled="0" n="2"/>`, `<lamp n="2"/>`}
	require.Equal(t, "u8", column(t, from(t, lamps(dim...)), "room", "lamp.enabled"))
	inAll = strings.Replace(lamps(dim...), `<room id="0"/>`, "", 1)
	require.Equal(t, "u8=1", column(t, from(t, inAll), "room", "lamp.enabled"), "each room has a lamp")
}

func TestFewDifferentWordsAreAnEnum(t *testing.T) {
	repeat := func(n int, words ...string) (out []string) {
		for range n {
			out = append(out, words...)
		}
		return out
	}
	require.Equal(t, "enum8(ice lava) required", typeOf(t, attributes(repeat(4, "lava", "ice")...)))
	require.Equal(t, "enum8(unset ice lava)", typeOf(t, attributes(repeat(4, "lava", "ice", "-")...)), "absence is a symbol of its own")
	require.Equal(t, "enum8(none ice unset)", typeOf(t, attributes(repeat(4, "unset", "ice", "-")...)))
	absent := repeat(4, "unset", "none", "absent", "not-given", "-")
	require.Equal(t, "enum8(unset0 absent none not-given unset)", typeOf(t, attributes(absent...)))
	require.Equal(t, "enum8(unset1 absent none not-given unset unset0)", typeOf(t, attributes(append(absent, repeat(4, "unset0")...)...)))
	require.Equal(t, "enum8(ice lava) required", typeOf(t, members(repeat(4, `"lava"`, `"ice"`)...)))
	require.Equal(t, "str", typeOf(t, attributes(repeat(3, "lava", "ice")...)), "seen too seldom")
	require.Equal(t, "str", typeOf(t, attributes(repeat(9, "lava")...)), "one word is no choice")
	require.Equal(t, "str", typeOf(t, attributes(repeat(4, "lava", "")...)))
	require.Equal(t, "str", typeOf(t, attributes(repeat(4, "lava", "a/b.png")...)), "no word")
	var many []string
	for i := range 17 {
		many = append(many, repeat(5, fmt.Sprint("word", i))...)
	}
	require.Equal(t, "str", typeOf(t, attributes(many...)))
	require.True(t, strings.HasPrefix(typeOf(t, attributes(many[:16*5]...)), "enum8(word0 word1 word10"))
}

func TestListsOfOneLengthAreVectors(t *testing.T) {
	require.Equal(t, "f32[3]", typeOf(t, attributes("0 1 2.5")))
	require.Equal(t, "u8[2]", typeOf(t, attributes("1,2", "3, 4")))
	require.Equal(t, "span of value u8 text", typeOf(t, attributes("1 2", "3 4 5")))
	require.Equal(t, "span of value u8 text", typeOf(t, attributes("1 2", "")))
	require.Equal(t, "span of value u8 text", typeOf(t, attributes("1 2", "3")))
	require.Equal(t, "span of value u8 text", typeOf(t, attributes("1 2 3 4 5")), "once is no evidence for five")
	require.Equal(t, "u8[5]", typeOf(t, attributes("1 2 3 4 5", "1 2 3 4 6")))
	require.Equal(t, "str", typeOf(t, attributes("1 2", "3 b")))
	require.Equal(t, "str", typeOf(t, attributes("1,,2")))
	require.Equal(t, "i8[2]", typeOf(t, members("[1,2]", "[3,-4]")))
	require.Equal(t, "span of value f32 text", typeOf(t, members("[1,2]", "[]", "[0.5]")))
	require.Equal(t, "span of value str text", typeOf(t, members(`["a"]`, `["b","c"]`)))
	require.Equal(t, "span of value bool text", typeOf(t, members(`[true]`, `[]`)))
	require.Equal(t, "span of value u8[2] text", typeOf(t, members(`[[1,2],[3,4]]`, `[]`)))
	row := "[" + strings.Repeat("7,", 4095) + "7]"
	require.Equal(t, "span of value u8[4096] text", typeOf(t, members("["+row+","+row+"]")), "the rows of a map")
	require.Equal(t, "span any of value str text", typeOf(t, members(`[]`, `[]`)), "never anything in it")
}

// A game's own files often have "tags": "old" and "tags": ["old", "red"].
func TestListsAndSingleValuesAreSpans(t *testing.T) {
	for text, want := range map[string][2]string{
		members("[1]", "2"):             {"span any of value u8 text", "1 to 2; 1 value."},
		members("[1,2]", "[3,4]", "-5"): {"span any of value i8 text", "-5 to 4; 1 to 2 values."},
		members("[]", "0.5"):            {"span any of value f32 text", "Always 0.5; 0 to 1 values."},
		members(`["a","b"]`, `"a"`):     {"span any of value str text", "Strings; 1 to 2 values."},
		members(`[true]`, "false"):      {"span any of value bool text", "True and false; 1 value."},
		members(`[1,"a"]`):              {"span any of value str text", "Numbers and strings; 2 values."},
		members(`["a",true]`, "1.50"):   {"span any of value str text", "Numbers, true and false and strings; 1 to 2 values."},
	} {
		r := requireBuilds(t, []string{text}, true)
		require.Equal(t, want[0], typeOf(t, text), text)
		for _, f := range r.Schema.Tables[0].Fields {
			if f.Name == "v" {
				require.Equal(t, want[1], f.Attr.Doc, text)
			}
		}
	}
}

func TestListsOfListsAreSpansOfSpans(t *testing.T) {
	tables := func(text string) []string {
		var out []string
		for _, t := range from(t, text).Schema.Tables[1:] {
			out = append(out, field(&t.Fields[0]))
		}
		return out
	}
	list := func(value string) []string { return []string{"value span text", "value " + value + " text"} }
	for text, want := range map[string][]string{
		members(`[[1],[2,3]]`):                               list("u8"),
		members(`[[1],[],[2,300]]`, `[]`, `[[]]`):            list("u16"),
		members(`[[1],[2]]`):                                 list("u8"),
		members("[[" + strings.Repeat("7,", 4096) + "7]]"):   list("u8"),
		members(`[["a"],["b","c"]]`):                         list("str"),
		members(`[["a","b"],["c","d"]]`):                     list("str"),
		members(`[[true],[]]`):                               list("bool"),
		members(`[[[1,2],[3,4]]]`):                           list("u8[2]"),
		members(`[[[1,2],[3,4]]]`, `[[],[[5,6.5]],[[7,8]]]`): list("f32[2]"),
	} {
		require.Equal(t, want, tables(text), text)
		require.Empty(t, notes(from(t, text)), text)
	}
	require.Equal(t, "root/.: polygon/polygons span, n u8", strings.Split(shape(from(t, `{"n":1,"polygons":[[1],[2,3]]}`)), "\n")[0], "one of them has a name in XML")
}

func TestValuesThatNoTypeTakesAreNoted(t *testing.T) {
	for text, why := range map[string]string{
		members("[[1],[2,3]]", "1"):  "lists of lists and single values",
		members(`[[1,2],3]`):         "lists of values and lists of lists",
		members(`[[1,2],[[3],[4]]]`): "lists of values and lists of lists",
		members(`[1,[]]`):            "lists of values and lists of lists",
		members(`[[1],[[]]]`):        "lists of values and lists of lists",
		members(`[[1]]`, `[2]`):      "lists of values and lists of lists",
		members(`[[],[]]`):           "lists of empty lists",
		members(`[[["a",1]]]`):       "lists of values of different types",
		members(`[[1,null]]`):        "lists with null in them",
		members(`[[[[[[[1]]]]]]]`):   "lists in lists in lists",
		members(`[[[1,2],[3]]]`):     "lists in lists in lists",
		members(`[[["a"]]]`):         "lists in lists in lists",
		members(`[[[[1,2]]]]`):       "lists in lists in lists",
		members(`[1,null]`):          "lists with null in them",
		members(`[1e999]`):           "lists of numbers beyond what a float64 holds",
	} {
		require.Equal(t, "none: ! thing.v: "+why+": no type takes them", typeOf(t, text), text)
	}
	require.Equal(t, "str any", typeOf(t, members("1", `"a"`)), "a string takes these")
	require.Equal(t, "str", typeOf(t, members("null", "null")))
	require.Equal(t, "u8", typeOf(t, members("null", "3")), "null is as if it were not there")
}

// Text is one field, so what stood amid it has lost its place.
func TestTextThatElementsDivideIsToldOf(t *testing.T) {
	notes := func(text string) string {
		var all []string
		for _, n := range from(t, text).Notes {
			all = append(all, n.String())
		}
		return strings.Join(all, "\n")
	}
	const told = "p: text with elements in it: it becomes one text, and where in it they stood is lost"
	require.Equal(t, told, notes(`<level><p>Hello <b>big</b> world</p><p>Plain</p></level>`))
	require.Equal(t, told, notes(`<level><p>Plain</p><p>Hello <b>big</b><i>x</i> world<b/></p></level>`))
	require.Empty(t, notes("<level><p>Hello<![CDATA[ < ]]>&amp;<!-- x -->world <b>big</b>\n</p><p>\n<b>x</b>\n<b>y</b> Plain</p></level>"))
}

func TestDocumentationSaysWhatWasSeen(t *testing.T) {
	r := from(t, `<level><thing n="-3" f="0.5" s="a" b="true" l="1 2"/><thing n="7" s="b" b="false" l="1"/><thing n="7" s="b" w="always" l=""/></level>`)
	docs := map[string]string{}
	for _, f := range r.Schema.Tables[0].Fields {
		docs[f.Name] = f.Attr.Doc
	}
	require.Equal(t, map[string]string{
		"n": "-3 to 7.", "f": "Always 0.5; given once in 3.", "s": `Such as "b", "a".`, "b": "True once, false once; given 2 times in 3.",
		"w": `Always "always"; given once in 3.`, "l": "1 to 2; 0 to 2 values.",
	}, docs)
	require.Equal(t, "Seen 3 times.", r.Schema.Tables[0].Attr.Doc)
	r = from(t, `<l><b id="one"/><b id="two"/><order of="one two"/></l>`, `{"type": "l", "all": [{"type": "b", "id": "one"}, {"type": "order", "of": ["one"]}]}`)
	require.Equal(t, "Strings.", r.Schema.Tables[r.Schema.Table("order")].Fields[0].Attr.Doc, "not how many there are in a text")
	for text, want := range map[string]string{
		members("1e999", "3"): "Numbers.", members("18446744073709551615"): "Always 18446744073709551615.",
		members("18446744073709551615", "-1"): "-1 to 18446744073709551615.", members("1", "true", `""`): "Numbers, true and false and empty strings.", members("2", `"a"`): `Always "a".`,
	} {
		for _, f := range from(t, text).Schema.Tables[0].Fields {
			if f.Name == "v" {
				require.Equal(t, want, f.Attr.Doc)
			}
		}
	}
	r = from(t, `<level><thing version="1.10"/><thing version="1.10"/></level>`)
	require.Equal(t, `Always "1.10".`, r.Schema.Tables[0].Fields[0].Attr.Doc, "a text as it is written")
	r = from(t, `<level><thing n="5"/><thing n="18446744073709551615"/></level>`)
	require.Equal(t, "5 to 18446744073709551615.", r.Schema.Tables[0].Fields[0].Attr.Doc)
	r = from(t, `{"thing":[{"v":true},{"v":0}]}`)
	require.Equal(t, "True once, false once.", r.Schema.Tables[0].Fields[0].Attr.Doc, "0 is a bool here")
}

// What was seen of a field is said in one line, whatever that was.
func TestWhatWasSeenIsSaidInOneLine(t *testing.T) {
	r := from(t, `{"type":"s","k":[{"id":"a","none":null,"top":18446744073709551615,"low":-3,"yes":true,"two":["a","b"],"odd":"x\ty\u0007z"},
		{"id":"b","none":null,"top":18446744073709551615,"low":-1,"yes":true,"two":["c"],"odd":"x\ty\u0007z"}]}`)
	docs := map[string]string{}
	for _, f := range r.Schema.Tables[0].Fields {
		docs[f.Name] = f.Attr.Doc
	}
	require.Equal(t, map[string]string{
		"id": `Such as "a", "b".`, "none": "Never anything but null; given 0 times in 2.", "top": "Always 18446744073709551615.",
		"low": "-3 to -1.", "yes": "Always true.", "two": "Strings; 1 to 2 values.", "odd": `Always "x y z".`,
	}, docs)
}

// A value in place of an object is one of the parents' values, and is counted once.
func TestValuesInPlaceOfObjectsAreCountedOnce(t *testing.T) {
	r := from(t, `{"type":"s","body":[{"id":"a","at":{"x":1.5,"hot":false}},{"id":"b","at":{"x":2.5,"hot":false}},{"id":"c","at":{"hot":false}},
		{"id":"d","at":{"x":2.5,"hot":false}},{"id":"e","at":"here"},{"id":"f","at":"there"}]}`)
	docs := map[string]string{}
	for _, f := range r.Schema.Tables[0].Fields {
		docs[f.Name] = f.Attr.Doc
		require.False(t, f.Attr.HasDefault, "a value has no hot, which is not as if it were left out because it is usual: %s", f.Name)
	}
	require.Equal(t, map[string]string{
		"id": `Such as "a", "b", "c".`, "at.x": "1.5 to 2.5; given 3 times in 6.", "at.hot": "Always false; given 4 times in 6.", "at.text": `Such as "here", "there"; given 2 times in 6.`,
	}, docs)
}

// A map that is drawn with digits is a text: as numbers, its rows would lose the zeros in
// front, of this level or of the next.
func TestGridsOfDigitsAreTexts(t *testing.T) {
	for text, want := range map[string]string{
		"1111\n1001\n1111":                     "str",
		"\n  1111\n  1001\n\n  1111\n":         "str",
		"10000000000000000\n10011111111111111": "str",
		"111\n222":                             "str",
		"11\n22":                               "u8[2]",
		"1111 1001\n1111 1001":                 "u16[4]",
		"1111 1001":                            "u16[2]",
		"1111\n101":                            "u16[2]",
		"1111,\n1001":                          "u16[2]",
		"1111\n-101":                           "i16[2]",
		"1111":                                 "u16",
	} {
		require.Equal(t, want, typeOf(t, "<level><thing><v>"+text+"</v></thing><thing><v>"+text+"</v></thing></level>"), text)
	}
}

// In one list of the numbers of all rows, nothing would tell where a row ends that is not as
// long as the others. If all are, the width tells.
func TestRowsOfDifferentLengthsAreTexts(t *testing.T) {
	for text, want := range map[string]string{
		"-1,-1,3,4\n5\n-1,0":         "str",
		"\n  1, 2,3 \r\n\t4,5\r\n  ": "str",
		"5\n6,7":                     "str",
		"1,2,3\n\n4,5,6":             "str", // a row of nothing
		"1,2,3\n4,5,6":               "u8[6]",
		"1,2,3,\n4,5,6":              "u8[6]",
		"1,2,3,\n4,5":                "u8[5]", // lines that were broken at a width
		"1 2 3\n4 5":                 "u8[5]",
		"0,0 10,0\n10,10":            "u8[6]", // pairs
		"1,2\n3,4 5":                 "u8[5]",
		"1\n2\n\n3":                  "u8[3]",
		"1,2,3,4,5":                  "u8[5]",
	} {
		one := "<thing><v>" + text + "</v></thing>"
		require.Equal(t, want, typeOf(t, "<level>"+one+one+"</level>"), text)
	}
}

func TestWordsInAnyScriptAreAnEnum(t *testing.T) {
	of := func(words ...string) string {
		var all []string
		for i := range 8 * len(words) {
			all = append(all, fmt.Sprintf(`{"id":"t%d","v":%q}`, i, words[i%len(words)]))
		}
		return shape(from(t, `{"n":1,"thing":[`+strings.Join(all, ",")+`]}`))
	}
	for _, words := range [][]string{{"blau", "grün"}, {"夜", "昼"}, {"idle", "run", "walk to"}, {"1st", "2nd"}} {
		require.Contains(t, of(words...), "enum8("+strings.Join(words, " ")+")")
	}
	for _, words := range [][]string{{"no  way", "a"}, {"a b c d", "e"}, {"a,b", "c"}, {" a", "b"}, {"Come in.", "b"}, {"1", "2nd"}, {"a|b", "c"}} {
		require.NotContains(t, of(words...), "enum8", words)
	}
}
