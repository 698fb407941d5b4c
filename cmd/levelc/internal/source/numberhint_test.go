package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersOfOtherLanguagesAreTranslated(t *testing.T) {
	for hint, texts := range map[string]string{
		"numbers are decimal: write 16":                 "0x10 0X10 +0x10 0b10000 0o20",
		"numbers are decimal: write -16":                "-0x10",
		"digits are not grouped: write 1000":            "1_000 1'000 +1_000 01_000",
		"digits are not grouped: write -1000.5":         "-1_000.5",
		"a number has no suffix and no unit: write 1":   "1f 1L 1ul 01d",
		"a number has no suffix and no unit: write 0.5": ".5f 0.5px",
		"a number has no suffix and no unit: write -50": "-50%",
		"a number has no suffix and no unit: write 2e3": "2e3f",
		"the minus sign is a hyphen: write -5":          "\u22125 \u20135",
		"numbers are finite":                            "NaN nan Infinity -Infinity +inf Inf",
		"the decimal sign is a point":                   "1,5 -1,5",
		"":                                              "abc,def x,1 ,5 -,5 1 -1.5 +2e3 --5px +-5px --1_0 -+1f x 1e 1e+ 0x 0xg 0b12 1.5.2 - + . -x 5x3 1cubit e " + strings.Repeat("1_", 40) + "1",
	} {
		for text := range strings.FieldsSeq(texts) {
			require.Equal(t, hint, NumberHint([]byte(text)), text)
		}
	}
}

// What a hint says to write is a number of JSON, and the same one.
func TestPlainNumbersAreJSON(t *testing.T) {
	for text := range strings.FieldsSeq("+1 .5 -.5 1. 01 -01 00 -0 +.5e1 1.e2 000.50 0e0 .0 1e+05") {
		plain := PlainNumber(text)
		require.True(t, jsonNumber([]byte(plain)), plain)
		want, err := ParseFloat64([]byte(text))
		require.NoError(t, err)
		got, err := ParseFloat64([]byte(plain))
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
}

// A text that XML takes for a number is told in JSON with what to write for it,
// one that nobody takes in the words that XML has for it too.
func TestNumbersThatAreNotJSONSaySoWithWhatToWrite(t *testing.T) {
	for _, c := range []struct{ doc, msg, hint string }{
		{`[|+1]`, "a number may not begin with '+'", "write 1"},
		{`[|.5]`, "a number may not begin with '.'", "write 0.5"},
		{`[|+.5]`, "a number may not begin with '+'", "write 0.5"},
		{`[-|.5]`, `a digit is missing after "-"`, "write -0.5"},
		{`[1.|]`, `a digit is missing after "."`, "write 1"},
		{`[1.|e5]`, `a digit is missing after "."`, "write 1e5"},
		{`[|-01]`, "a number may not have leading zeros", "write -1"},
		{`{"a":|0x10}`, `"0x10" is not a number`, "numbers are decimal: write 16"},
		{`{"a":[1,|1_000]}`, `"1_000" is not a number`, "digits are not grouped: write 1000"},
		{`{"a":|1f,"b":2}`, `"1f" is not a number`, "a number has no suffix and no unit: write 1"},
		{`{"a":|-Infinity}`, `"-Infinity" is not a number`, "numbers are finite"},
		{`{"a":|Infinity}`, `"Infinity" is not a number`, "numbers are finite"},
		{`[|1..2]`, `"1..2" is not a number`, ""},
		{`[|1-2]`, `"1-2" is not a number`, ""},
		{`{"a":|-x}`, `"-x" is not a number`, ""},
		{`[-|]`, `a digit is missing after "-"`, ""},
		{`[|+]`, `"+" is not a number`, ""},
		{`{"a":1,|5}`, "the name of a member is expected here, not '5'", "names stand in double quotes, and the decimal sign is a point"},
		{`{"a":|#ff8000}`, "a value is expected here, not '#'", `strings stand in double quotes: "#ff8000"`},
		{`[|# ff]`, "a comment is not JSON", "remove it"},
		{`[1 |2]`, "a comma is missing before '2'", ""},
		{`[` + strings.Repeat("1", 70) + ` |"x"]`, `a comma is missing before '"'`, ""},
		// What would have to be written is longer than what is looked at.
		{`[` + strings.Repeat("1", 70) + `.|]`, `a digit is missing after "."`, ""},
		{`[|` + strings.Repeat("0", 70) + `1]`, "a number may not have leading zeros", ""},
		{`[|.` + strings.Repeat("3", 64) + `]`, "a number may not begin with '.'", ""},
		{`[|.` + strings.Repeat("3", 63) + `]`, "a number may not begin with '.'", "write 0." + strings.Repeat("3", 63)},
		{`[|+` + strings.Repeat("3", 63) + `e5]`, "a number may not begin with '+'", ""},
		{`[|1` + strings.Repeat("_1", 32) + `]`, `"` + strings.Repeat("1_", 32) + `…" is not a number`, ""},
		{`[|0x` + strings.Repeat("1", 63) + `]`, `"0x` + strings.Repeat("1", 62) + `…" is not a number`, ""},
	} {
		at := strings.IndexByte(c.doc, '|')
		doc := strings.Replace(c.doc, "|", "", 1)
		for how, o := range numberWays {
			err := readJSON([]byte(doc), none{}, o)
			var e *Error
			require.ErrorAs(t, err, &e, doc)
			require.Equal(t, c.msg, e.Msg, "%s: %s", how, doc)
			require.Equal(t, c.hint, e.Hint, "%s: %s", how, doc)
			require.Equal(t, int64(at), e.Off, "%s: %s", how, doc)
		}
	}
}
