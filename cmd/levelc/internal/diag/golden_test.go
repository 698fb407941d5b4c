package diag

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// all has every part that a diagnostic may have or lack.
func all() *List {
	l := new(List)
	l.Add(Diagnostic{Message: "the disk is full", Severity: Warning})
	l.Add(Diagnostic{Message: "no type <Wrld>", Hint: "did you mean World?"})
	l.Add(Diagnostic{Message: "and no other", Severity: Warning})
	l.Add(Diagnostic{File: "a:b.xml", Message: "no line", Source: Excerpt{Text: "none"}})
	l.Add(Diagnostic{File: "b.xml", Line: 2, Message: "no column", Severity: Warning})
	l.Add(Diagnostic{File: "c.xml", Line: 3, Col: 4, Message: "m", Hint: "h", Source: Excerpt{Text: "\té x", At: 3},
		Related: []Related{{File: "d.xml", Line: 5, Col: 3, Message: "r", Source: Excerpt{Text: "é", At: 2}}}})
	return l
}

func TestEachFormatPrintsWhatThereIs(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Color: true}, "\x1b[1;33mwarning:\x1b[0m \x1b[1mthe disk is full\x1b[0m\n" +
			"\x1b[1;31mno type <Wrld>\x1b[0m\n    \x1b[36mhint:\x1b[0m did you mean World?\n" +
			"\x1b[1;33mwarning:\x1b[0m \x1b[1mand no other\x1b[0m\n" +
			"\x1b[1ma:b.xml:\x1b[0m \x1b[1;31mno line\x1b[0m\n" +
			"\x1b[1mb.xml:2:\x1b[0m \x1b[1;33mwarning:\x1b[0m \x1b[1mno column\x1b[0m\n" +
			"\x1b[1mc.xml:3:4:\x1b[0m \x1b[1;31mm\x1b[0m\n        é x\n         \x1b[1;32m^\x1b[0m\n    \x1b[36mhint:\x1b[0m h\n" +
			"  \x1b[1md.xml:5:3:\x1b[0m r\n"},
		{Options{Format: JSON}, `{"diagnostics":[{"severity":"warning","message":"the disk is full"},` +
			`{"severity":"error","message":"no type <Wrld>","hint":"did you mean World?"},` +
			`{"severity":"warning","message":"and no other"},` +
			`{"severity":"error","file":"a:b.xml","message":"no line","source":"none"},` +
			`{"severity":"warning","file":"b.xml","line":2,"message":"no column"},` +
			`{"severity":"error","file":"c.xml","line":3,"column":4,"message":"m","hint":"h","source":"\té x",` +
			`"related":[{"file":"d.xml","line":5,"column":3,"message":"r"}]}],"errors":3,"warnings":3}` + "\n"},
		{Options{Format: GitHub}, "::warning::the disk is full\n" +
			"::error::no type <Wrld>%0Ahint: did you mean World?\n" +
			"::warning::and no other\n" +
			"::error file=a%3Ab.xml::no line\n" +
			"::warning file=b.xml,line=2::no column\n" +
			"::error file=c.xml,line=3,col=3::m%0Ahint: h%0Ad.xml:5:2: r\n"},
	} {
		require.Equal(t, c.want, printed(t, all(), c.o), c.o.Format)
	}
	sarif := printed(t, all(), Options{Format: SARIF})
	require.Contains(t, sarif, `"invocations":[{"executionSuccessful":false,"toolExecutionNotifications":[{"level":"warning","message":{"text":"the disk is full"}},`+
		`{"level":"error","message":{"text":"no type <Wrld> (did you mean World?)"}},{"level":"warning","message":{"text":"and no other"}}]}]`)
	_, results, _ := strings.Cut(sarif, `"results":`)
	require.Equal(t, `[{"ruleId":"level","level":"error","message":{"text":"no line"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"./a:b.xml"}}}]},`+
		`{"ruleId":"level","level":"warning","message":{"text":"no column"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"b.xml"},"region":{"startLine":2}}}]},`+
		`{"ruleId":"level","level":"error","message":{"text":"m (h)"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"c.xml"},"region":{"startLine":3,"startColumn":3}}}],`+
		`"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"d.xml"},"region":{"startLine":5,"startColumn":2}},"message":{"text":"r"}}]}]}]}`+"\n", results)

	abs, err := filepath.Abs("x y.xml")
	require.NoError(t, err)
	one := new(List)
	one.Add(Diagnostic{File: abs, Message: "m"})
	uri := "file:///" + strings.TrimPrefix(strings.ReplaceAll(filepath.ToSlash(abs), " ", "%20"), "/")
	sarif = printed(t, one, Options{Format: SARIF})
	require.Contains(t, sarif, `"uri":"`+uri+`"`)
	require.NotContains(t, sarif, "invocations")

	// Where there is nothing to say, nothing is written.
	require.NoError(t, Write(fullDisk{}, new(List), Options{}))
}

func TestListsTakeWhatComesLater(t *testing.T) {
	messages := func(l *List) (m []string) {
		for _, d := range l.All() {
			m = append(m, d.File+" "+d.Message)
		}
		return m
	}
	l := new(List)
	l.Add(Diagnostic{File: "b", Message: "m"})
	l.Add(Diagnostic{File: "b", Message: "m", Severity: Warning})
	require.Len(t, l.All(), 2)
	l.Add(Diagnostic{File: "a", Message: "m"})
	l.Add(Diagnostic{File: "b", Message: "m"})
	require.Equal(t, []string{"a m", "b m", "b m"}, messages(l))

	to := new(List)
	to.AddAll(nil)
	to.More(Warning, 2)
	l.More(Error, 3)
	l.More(Warning, 4)
	to.AddAll(l)
	require.Equal(t, messages(l), messages(to))
	require.Equal(t, 5, to.Count(Error))
	require.Equal(t, 7, to.Count(Warning))
}

func TestWarningsFillTheRoomThatErrorsLeave(t *testing.T) {
	l := new(List)
	for _, m := range []string{"w1", "w2", "w3", "e1", "e2"} {
		d := Diagnostic{Message: m}
		if m[0] == 'w' {
			d.Severity = Warning
		}
		l.Add(d)
	}
	for most, want := range []string{
		"w1 w2 w3 e1 e2", "e1 and 1 more error and 3 warnings", "e1 e2 and 3 more warnings", "w1 e1 e2 and 2 more warnings",
		"w1 w2 e1 e2 and 1 more warning", "w1 w2 w3 e1 e2", "w1 w2 w3 e1 e2",
	} {
		got := strings.ReplaceAll(printed(t, l, Options{Max: most}), "warning: ", "")
		require.Equal(t, want, strings.Join(strings.Fields(got), " "), most)
	}
}

func TestALineIsCutWhereItsRoomEnds(t *testing.T) {
	for _, c := range []struct {
		text      string
		at        int
		cut, more bool
		want      string
		caret     int
	}{
		{"0123456789", 5, false, false, "0123456789", 5},
		{"012345678", 0, false, true, "012345678…", 0},
		{"012345678", 0, true, false, "…012345678", 1},
		{"01234567", 0, true, true, "…01234567…", 1},
		{"0123456789", 5, false, true, "…23456789…", 4},
		{"0123456789", 5, true, false, "…23456789", 4},
		{"012345678", 0, true, true, "…01234567…", 1},
		{"0123456789a", 0, false, false, "01234567…", 0},
		{"0123456789a", 3, false, false, "01234567…", 3},
		{"0123456789a", 4, false, false, "…12345678…", 4},
		{"0123456789a", 10, false, false, "…3456789a", 8},
		{"0123456789a", 11, false, false, "…3456789a", 9},
		{"世世世世世x", 15, false, false, "…世世世x", 7},
		{"x世世世世世", 10, false, false, "…世世世世", 5},
	} {
		line, caret := (&painter{width: 10}).fit(Excerpt{Text: c.text, At: c.at, More: c.more}, c.cut)
		require.Equal(t, c.want, line, "%q at %d", c.text, c.at)
		require.Equal(t, c.caret, caret, "%q at %d", c.text, c.at)
	}
	text := strings.Repeat("x", defaultWidth)
	l := new(List)
	l.Add(Diagnostic{Line: 1, Col: 1, Source: Excerpt{Text: text}})
	require.Contains(t, printed(t, l, Options{}), text)
	require.Contains(t, printed(t, l, Options{Width: -1}), text)
	require.Contains(t, printed(t, l, Options{Width: 1}), "    xxxxxx…\n", "the least width")
}

func TestWhatIsPrintable(t *testing.T) {
	for s, want := range map[string]string{
		" ~": " ~", "\x1f": "\uFFFD", "\x7f": "\uFFFD", "\u0080": "\uFFFD", "\u00a0": "\u00a0",
		"a\u2027\u2028b\u2029": "a\u2027\uFFFDb\uFFFD", "\u202a": "\uFFFD", "\uFFFDx": "\uFFFDx", "\xff\xfe": "\uFFFD\uFFFD",
	} {
		require.Equal(t, want, Printable(s), "%q", s)
	}
}

// The file of a type may be another by now than the one that was compiled.
func TestAColumnBehindItsLineStays(t *testing.T) {
	for _, c := range []struct {
		col, want int
		e         Excerpt
	}{
		{0, 0, Excerpt{Text: "é", At: -1}}, {3, 2, Excerpt{Text: "é", At: 2}}, {4, 4, Excerpt{Text: "é", At: 3}}, {1, 1, Excerpt{}},
	} {
		require.Equal(t, c.want, column(c.col, c.e), c.e)
	}
	line, caret := (&painter{width: 80}).fit(Excerpt{Text: "é", At: 3}, false)
	require.Equal(t, "é", line)
	require.Equal(t, 1, caret)
}

func TestAFileHasNoColumns(t *testing.T) {
	f, err := os.CreateTemp(t.TempDir(), "x")
	require.NoError(t, err)
	defer f.Close()
	require.Zero(t, Columns(f))
}
