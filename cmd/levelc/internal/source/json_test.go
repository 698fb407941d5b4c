package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var testKinds = map[string]bool{"body": true, "k": true}

// jsonEvents reads doc every way and returns what all of them report.
func jsonEvents(t *testing.T, doc string, at bool) string {
	t.Helper()
	var first string
	for _, how := range []string{"whole", "small", "descend"} {
		rec := &record{kinds: testKinds, at: at}
		require.NoError(t, readJSON([]byte(doc), rec, ways[how]), "%s: %s", how, doc)
		if first == "" {
			first = rec.out.String()
		}
		require.Equal(t, first, rec.out.String(), "%s: %s", how, doc)
		requireKeys(t, doc, ways[how])
	}
	return first
}

// requireKeys requires that Keys is as if there were no kinds.
func requireKeys(t *testing.T, doc string, o Options) {
	t.Helper()
	want, got := &record{at: true}, &record{at: true, kinds: testKinds}
	require.NoError(t, readJSON([]byte(doc), want, o))
	o.Keys = true
	require.NoError(t, readJSON([]byte(doc), got, o))
	require.Equal(t, want.out.String(), got.out.String(), doc)
}

func TestJSONIsReportedInDocumentOrderWithOffsets(t *testing.T) {
	doc := `{"a":1, "b":[1,"x",[]],"type":"body", "c":{"d":true},"e":[{"f":null},{"type":"k"}]}`
	require.Equal(t, calls(
		`open "body"@0`,
		`  "a" = 1@0`,
		`  "b" = [1@0 "x"@0 []@0]@0`,
		`  open "c"@42`,
		`    "d" = true@42`,
		`  close@51`,
		`  open "e"@58`,
		`    "f" = null@58`,
		`  close@67`,
		`  open "k"@69`,
		`  close@80`,
		`close@82`,
	), jsonEvents(t, doc, true))
}

func TestJSONIsReportedByTheRules(t *testing.T) {
	for doc, want := range map[string]string{
		`{"type":"body"}`:                      calls(`open "body"`, `close`),
		`{"type":"tree"}`:                      calls(`open ""`, `  "type" = "tree"`, `close`),
		`{"type":["body"]}`:                    calls(`open ""`, `  "type" = ["body"]`, `close`),
		`{"x":{"a":[],"type":"k","b":2}}`:      calls(`open ""`, `  open "k"`, `    "a" = []`, `    "b" = 2`, `  close`, `close`),
		`{"x":{"a":{},"t\u0079pe":"\u006b"}}`:  calls(`open ""`, `  open "k"`, `    open "a"`, `    close`, `  close`, `close`),
		`{"x":{"a":{"type":"body"},"type":7}}`: calls(`open ""`, `  open "x"`, `    open "body"`, `    close`, `    "type" = 7`, `  close`, `close`),
		`[1,{"type":"k"},[2,[3]],null]`: calls(`open "[]"`, `  "" = 1 mixed`, `  open "k"`, `  close`,
			`  "" = [2 [3]] mixed`, `  "" = null mixed`, `close`),
		`{"a":[[1,[2,{"b":3}],4],[5]]}`: calls(`open ""`, `  "a" = 1 mixed`, `  "a" = 2 mixed`, `  open "a"`,
			`    "b" = 3`, `  close`, `  "a" = 4 mixed`, `  "a" = [5] mixed`, `close`),
		`[[1,2],[3,4]]`:       calls(`open "[]"`, `  "" = [[1 2] [3 4]]`, `close`),
		`42`:                  calls(`open "[]"`, `  "" = 42`, `close`),
		` "x\n" `:             calls(`open "[]"`, `  "" = "x\n"`, `close`),
		"\uFEFF{}":            calls(`open ""`, `close`),
		`{"":{"":[{"":""}]}}`: calls(`open ""`, `  open ""`, `    open ""`, `      "" = ""`, `    close`, `  close`, `close`),
		`{"n":-0.0e+1,"m":123456789012345678901234567890}`: calls(`open ""`, `  "n" = -0.0e+1`, `  "m" = 123456789012345678901234567890`, `close`),
	} {
		require.Equal(t, want, jsonEvents(t, doc, false), doc)
		if doc[0] != 0xEF {
			by, err := expected(doc, testKinds)
			require.NoError(t, err)
			require.Equal(t, want, by, "the oracle: %s", doc)
		}
	}
}

func TestAByteOrderMarkCountsForOffsetsInJSON(t *testing.T) {
	require.Equal(t, calls(`open ""@4`, `  open "a"@9`, `  close@10`, `close@11`), jsonEvents(t, "\uFEFF {\"a\":{}}", true))
}

// A large document, so that objects are held back, descended into, and lie
// across the ends of windows, with types before and behind what they are for.
func TestLargeJSONIsReportedAsTheOracleSays(t *testing.T) {
	var b strings.Builder
	var object func(depth, n int)
	object = func(depth, n int) {
		b.WriteString(`{"name":"n` + strings.Repeat("é\\n", n%7) + `","v":[1,-2.5e3,[` + strings.Repeat("7,", n%50) + `8]]`)
		if n%3 == 0 {
			b.WriteString(`,"type":"body"`)
		}
		if depth > 0 {
			b.WriteString(`, "in" :[`)
			for i := range 6 + n%5 {
				if i > 0 {
					b.WriteString(",\n ")
				}
				object(depth-1, n*5+i)
			}
			b.WriteString(` ] `)
		}
		if n%3 == 1 {
			b.WriteString(`,"type":"k"`)
		}
		b.WriteString(`}`)
	}
	object(4, 1)
	want, err := expected(b.String(), testKinds)
	require.NoError(t, err)
	require.Greater(t, b.Len(), 4*smallSize)
	require.Equal(t, want, jsonEvents(t, b.String(), false))
	jsonEvents(t, b.String(), true)
}

// wrongJSON are texts that are refused, with what is said; a '|' marks the offset.
var wrongJSON = []struct{ doc, msg, hint string }{
	{`|`, "the file is empty", `was it saved? XML begins with "<", JSON with "{" or "["`},
	{`  |`, "the file is empty", `was it saved? XML begins with "<", JSON with "{" or "["`},
	{`{"a":1}|x`, "the file goes on behind its outermost value", ""},
	{`{} |{}`, "the file goes on behind its outermost value", "a file has one outermost value; several, as in JSON Lines, go into an array: [..., ...]"},
	{`{"a":1}|}`, "the file goes on behind its outermost value", "is a bracket missing, or one too many?"},
	{`{"a":[[1],"b"|:2}`, "':' is not expected here, but a comma or ']'", "is a bracket missing before it, or one too many?"},
	{"{\"a\":\"b|\x00\x00", "the character U+0000 may not stand in a string", zeroHint},
	{"{\"a\":1,\"b\":|\x00\x00", "a value is expected here, not the character U+0000", zeroHint},
	{"{\"a\":1}|\x00\x00", "the file goes on behind its outermost value", zeroHint},
	{`{"a":1}|;`, "the file goes on behind its outermost value", "remove the semicolon"},
	{`{|“a”: 1}`, "the name of a member is expected here, not '“'", `names stand in straight double quotes: "`},
	{`{"a": |„a“}`, "a value is expected here, not '„'", `strings stand in straight double quotes: "`},
	{`1 |2`, "the file goes on behind its outermost value", ""},
	{`{"a":1|`, "the file ends, but this object is not closed", "is the file whole?"},
	{`[1,|`, "the file ends, but this array is not closed", "is the file whole?"},
	{`{"a":"b|`, "the file ends within a string", "is the file whole?"},
	{`[1|}`, "'}' does not close this, ']' would", "is a bracket missing, or one too many?"},
	{`{"a":1|]`, "']' does not close this, '}' would", "is a bracket missing, or one too many?"},
	{`[1|,]`, "a comma may not stand before ']'", "remove the comma"},
	{`{"a":1|,}`, "a comma may not stand before '}'", "remove the comma"},
	{`[1,|,2]`, "a comma too many, a value is expected here", ""},
	{`[|,2]`, "a comma too many, a value is expected here", ""},
	{`[1 |2]`, "a comma is missing before '2'", ""},
	{`{"a":1 |"b":2}`, `a comma is missing before '"'`, ""},
	{`{"a z":"9 _" |a}`, "a comma is missing before 'a'", ""},
	{`[9 |Z]`, "a comma is missing before 'Z'", ""},
	{`[90 |[]]`, "a comma is missing before '['", ""},
	{`{"a" |1}`, "a colon is missing before '1'", ""},
	{`{"a" |= 1}`, `":" is expected here, not "="`, ""},
	{`{|a:1}`, "the name of a member is expected here, not 'a'", `names stand in double quotes: "a"`},
	{`{"a":1,|Zed:2}`, "the name of a member is expected here, not 'Z'", `names stand in double quotes: "Zed"`},
	{`{|größe:1}`, "the name of a member is expected here, not 'g'", `names stand in double quotes: "größe"`},
	{`{|` + strings.Repeat("a", 64) + `:1}`, "the name of a member is expected here, not 'a'", `names stand in double quotes: "` + strings.Repeat("a", 64) + `"`},
	{`{|` + strings.Repeat("a", 63) + `é:1}`, "the name of a member is expected here, not 'a'", `names stand in double quotes: "` + strings.Repeat("a", 63) + `…"`},
	{`[|größe]`, "größe is not a JSON value", "strings stand in double quotes"},
	{`[|` + strings.Repeat("x", 65) + `]`, strings.Repeat("x", 64) + "… is not a JSON value", "strings stand in double quotes"},
	{`["\uffFF\u0aAf\u90F0",1 |2]`, "a comma is missing before '2'", ""},
	{`[true|“]`, "'“' is not expected here, but a comma or ']'", ""},
	{`{|'a':1}`, `the name of a member is expected here, not '\''`, `names stand in double quotes: "`},
	{`{"a":|'b'}`, `a value is expected here, not '\''`, `strings stand in double quotes: "`},
	{`{"a":|True}`, "True is not a JSON value", "write true"},
	{`{"a":|nul}`, "nul is not a JSON value", "strings stand in double quotes"},
	{`[|NaN]`, `"NaN" is not a number`, "numbers are finite"},
	{`[|-Infinity]`, `"-Infinity" is not a number`, "numbers are finite"},
	{`[|+1]`, "a number may not begin with '+'", "write 1"},
	{`[|.5]`, "a number may not begin with '.'", "write 0.5"},
	{`[|01]`, "a number may not have leading zeros", "write 1"},
	{`[1.|]`, `a digit is missing after "."`, "write 1"},
	{`[1e+|]`, "a digit is missing in the exponent", ""},
	{`[1E-|]`, "a digit is missing in the exponent", ""},
	{`[|1E-x]`, `"1E-x" is not a number`, ""},
	{`[1 |~]`, "'~' is not expected here, but a comma or ']'", ""},
	{`{"a":1 |é}`, "'é' is not expected here, but a comma or '}'", ""},
	{`[1|/*c*/]`, "a comment is not JSON", "remove it"},
	{`|// c` + "\n{}", "a comment is not JSON", "remove it"},
	{"[\"a|\nb\"]", "a string may not go on in the next line", `is the closing quote missing? (write \n for a line end)`},
	{"[\"a|\tb\"]", "the character U+0009 may not stand in a string", `write \u0009`},
	{`["|\q"]`, `"\" is followed by 'q', which is no escape`, `write \\ for the character itself`},
	{`["|\u12x4"]`, `"\u" has to be followed by four hexadecimal digits`, ""},
	{`["|\ud800x"]`, `half of a surrogate pair: "\ud800" alone is no character`, "write the character itself, or both halves"},
	{`["|\udc00"]`, `half of a surrogate pair: "\udc00" alone is no character`, "write the character itself, or both halves"},
	{"{\"a\":\"|\xff\"}", "the byte 0xff is not UTF-8", "save the file as UTF-8"},
	{"[\"|\xff\"]", "the byte 0xff is not UTF-8", "save the file as UTF-8"},
	{`{"a":1,|"a":2}`, "the member a is written twice", "remove one of them"},
	{`[{"a":{"b":1,"c":2,|"\u0062":3}}]`, "the member b is written twice", "remove one of them"},
	{`{"a":{},|"a":1}`, "the member a is written twice", "remove one of them"},
	{`[{"x":"y"},|tru{}]`, "tru is not a JSON value", "strings stand in double quotes"},
	{`[{}|{}]`, "a comma is missing before '{'", ""},
	{`{|{}:1}`, "the name of a member is expected here, not '{'", "is a bracket missing before it, or one too many?"},
	{`[{"a":1,|{"a":2}]`, "the name of a member is expected here, not '{'", "is a bracket missing before it, or one too many?"},
	{`{"a":{"b":1,|["c"]}}`, "the name of a member is expected here, not '['", "is a bracket missing before it, or one too many?"},
	{`{"a":1}|null`, "the file goes on behind its outermost value", ""},
}

func TestWrongJSONIsRefusedWithItsPlaceHoweverItIsRead(t *testing.T) {
	for _, c := range wrongJSON {
		at := strings.IndexByte(c.doc, '|')
		doc := strings.Replace(c.doc, "|", "", 1)
		for how, o := range numberWays {
			err := readJSON([]byte(doc), none{}, o)
			var e *Error
			require.ErrorAs(t, err, &e, doc)
			require.Equal(t, c.msg, e.Msg, "%s: %s", how, doc)
			require.Equal(t, c.hint, e.Hint, "%s: %s", how, doc)
			require.Equal(t, int64(at), e.Off, "%s: %s", how, doc)
			require.True(t, errors.Is(err, ErrSyntax) || errors.Is(err, ErrEncoding), doc)
			require.LessOrEqual(t, len(e.Msg), 256)
		}
	}
}

func TestAMemberThatIsWrittenTwiceIsToldOfWithItsFirstPlace(t *testing.T) {
	long := strings.Repeat("é", 300)
	for _, doc := range []string{
		`{|"a":1,|"a":2}`,
		`{"a":1,"b":{"a":2,|"\u0062":{"b":{"a":7}},"c":[{"b":3}],|"b":4},"x":5}`,
		`[{"type":"body","a":{}},{"type":"body",|"a~0/":{"a~0/":1},|"a~0/":[]}]`,
		`{"x":[{"` + long + `":1},{|"` + long + `":[1],|"` + long + `":1}]}`,
		`{|"":"` + strings.Repeat("x", 2*smallSize) + `", |"":0}`,
	} {
		first := strings.IndexByte(doc, '|')
		second := strings.LastIndexByte(doc, '|') - 1
		text := strings.ReplaceAll(doc, "|", "")
		for how, o := range ways {
			var e *Error
			require.ErrorAs(t, readJSON([]byte(text), none{}, o), &e, how)
			require.Contains(t, e.Msg, "is written twice")
			require.Equal(t, int64(second), e.Off, "%s: %.80s", how, doc)
			require.Equal(t, []Related{{int64(first), "it stands here as well"}}, e.Related, "%s: %.80s", how, doc)
		}
	}
}

func TestWordsThatAreNoJSONAreTranslated(t *testing.T) {
	for hint, words := range map[string]string{
		"write true": "True TRUE yes on", "write false": "False FALSE no off", "write null": "None NULL Null nil undefined",
		"strings stand in double quotes": "body tru",
	} {
		for w := range strings.FieldsSeq(words) {
			var e *Error
			require.ErrorAs(t, readJSON([]byte(`[`+w+`]`), none{}, Options{}), &e, w)
			require.Equal(t, w+" is not a JSON value", e.Msg)
			require.Equal(t, hint, e.Hint, w)
		}
	}
}

func TestUTF16IsRefusedInJSON(t *testing.T) {
	for _, big := range []bool{false, true} {
		require.ErrorIs(t, readJSON(encode16(`{"a":1}`, big), none{}, Options{}), ErrEncoding)
		require.ErrorIs(t, readJSON(encode16(`{"a":1}`, big)[2:], none{}, Options{}), ErrEncoding)
	}
}

func TestEveryTruncatedJSONIsRefused(t *testing.T) {
	doc := `{"a":[1,2.5e-3,"x\u00e9é\n",true,null],"type":"k","b":{"c":[{"d":[]},{}]}}`
	for n := range doc {
		var first error
		for _, o := range ways {
			err := readJSON([]byte(doc[:n]), none{}, o)
			require.ErrorIs(t, err, ErrSyntax, n)
			if first == nil {
				first = err
			}
			require.EqualError(t, err, first.Error(), n)
		}
	}
}

func TestLimitsOfJSONHoldHoweverItIsRead(t *testing.T) {
	long := strings.Repeat("1", 50)
	for _, c := range []struct {
		doc, msg string
		l        Limits
		at       int64
	}{
		{`{"a":[[1]]}`, "nested more than 2 deep", Limits{Depth: 2}, 6},
		{`{"a":{"b":{}}}`, "nested more than 2 deep", Limits{Depth: 2}, 10},
		{`{"a":{}}`, "nested more than 1 deep", Limits{Depth: 1}, 5},
		{`[{"a":` + long + `}]`, "a number of more than 40 digits", Limits{Number: 40}, 6},
		{`[{"a":[` + long + `]}]`, "a number of more than 40 digits", Limits{Number: 40}, 7},
		{`[{"` + long + `":1}]`, "a name of more than 40 bytes", Limits{Name: 40}, 2},
		{`[{"a":1,"b":2,"c":3}]`, "an object with more than 2 members", Limits{Members: 2}, 1},
		{`[{"a":[1,2,3]}]`, "more than 2 values", Limits{Items: 2}, 1},
		{`[{"a":[[1],[2]]}]`, "more than 3 values", Limits{Items: 3}, 1},
	} {
		for how, o := range ways {
			o.Limits = c.l
			err := readJSON([]byte(c.doc), none{}, o)
			require.ErrorIs(t, err, ErrLimit, "%s: %s", how, c.doc)
			require.ErrorContains(t, err, c.msg, "%s: %s", how, c.doc)
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.at, e.Off, "%s: %s", how, c.doc)
			require.NoError(t, readJSON([]byte(c.doc), none{}, ways[how]))
		}
	}
}

func TestALimitOfJSONMayBeReached(t *testing.T) {
	for _, doc := range []string{
		`{"a":[1,2,3]}`, `[{"abcd":1,"b":-2.5}]`, `[[1],2]`, `{"a":{"abcd":[]}}`, `{"a":[],"type":"abcd"}`,
	} {
		for how, o := range ways {
			o.Limits = Limits{Depth: strings.Count(doc, "[") + strings.Count(doc, "{"), Members: 2, Items: 3, Name: 4, Number: 4}
			require.NoError(t, readJSON([]byte(doc), none{kinds: true}, o), "%s: %s", how, doc)
		}
	}
}

// brokenAt is a reader that fails from an offset on.
type brokenAt struct {
	data []byte
	at   int64
	err  error
}

func (b brokenAt) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) <= b.at {
		return bytes.NewReader(b.data).ReadAt(p, off)
	}
	if off >= b.at {
		return 0, b.err
	}
	n, _ := bytes.NewReader(b.data).ReadAt(p[:b.at-off], off)
	return n, b.err
}

func TestAWrongReaderIsReportedAsSuchInJSON(t *testing.T) {
	boom := errors.New("boom")
	doc := []byte(`{"a":[1,2,{"b":"c"}],"d":{"e":{}}}`)
	for n := range doc {
		for how, o := range ways {
			var r Reader
			err := r.JSON(brokenAt{doc, int64(n), boom}, int64(len(doc)), none{}, o)
			require.ErrorIs(t, err, boom, "%s %d", how, n)
		}
	}
	var r Reader
	require.ErrorIs(t, r.JSON(bytes.NewReader(doc[:9]), int64(len(doc)), none{}, Options{}), ErrSyntax, "shorter than it says")
	require.ErrorIs(t, r.JSON(stuck{}, 100, none{}, Options{}), io.ErrNoProgress)
}

// stuck reads nothing and says nothing.
type stuck struct{}

func (stuck) ReadAt([]byte, int64) (int, error) { return 0, nil }

func TestAHandlerStopsTheJSONReader(t *testing.T) {
	doc := `{"a":1,"b":[2],"c":[3,{}],"d":{}}`
	for how, o := range ways {
		for n := 1; n <= 9; n++ {
			rec := &record{stop: n}
			require.ErrorIs(t, readJSON([]byte(doc), rec, o), ErrStopped, "%s %d", how, n)
			require.Equal(t, n, strings.Count(rec.out.String(), "\n"), "%s %d", how, n)
		}
	}
}

func TestAReaderIsGoodForMoreThanOneSource(t *testing.T) {
	var r Reader
	for i := range 20 {
		doc := fmt.Sprintf(`{"a":%d,"b":[{"type":"k"}]}`, i)
		for _, o := range ways {
			rec := &record{kinds: testKinds}
			require.NoError(t, r.JSON(strings.NewReader(doc), int64(len(doc)), rec, o))
			require.Contains(t, rec.out.String(), fmt.Sprintf(`"a" = %d`, i))
			require.Error(t, r.JSON(strings.NewReader(doc[:i+1]), int64(i+1), rec, o))
			require.NoError(t, r.XML(strings.NewReader("<a>b</a>"), &record{}, Options{}))
			require.Error(t, r.XML(strings.NewReader("<a>b<!-- --><b></a>"), &record{}, Options{}))
		}
	}
}
