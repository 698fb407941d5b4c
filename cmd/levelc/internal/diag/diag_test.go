package diag

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

func sample() *List {
	l := new(List)
	l.Add(Diagnostic{File: "b.xml", Line: 3, Col: 1, Severity: Warning, Message: "the attribute old is not used"})
	l.Add(Diagnostic{File: "a.xml", Line: 12, Col: 8, Message: "the attribute mas is not known", Hint: "did you mean mass?",
		Source: Excerpt{Text: "\t<body mas=\"3\"/>", At: 7}, Related: []Related{{File: "types.go", Line: 8, Col: 2, Message: "Body is declared here"}}})
	l.Add(Diagnostic{File: "a.xml", Line: 2, Col: 30, Message: "first"})
	l.Add(Diagnostic{File: "a.xml", Line: 12, Col: 8, Message: "the attribute mas is not known"})
	l.Add(Diagnostic{File: "a.xml", Line: 12, Col: 8, Message: "and another thing"})
	l.Add(Diagnostic{File: "c.xml", Message: "c.xml is a directory"})
	return l
}

func printed(t *testing.T, l *List, o Options) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Write(&b, l, o))
	return b.String()
}

func TestTextIsSortedAndSaysEachThingOnce(t *testing.T) {
	require.Equal(t, `a.xml:2:30: first
a.xml:12:8: the attribute mas is not known
        <body mas="3"/>
              ^
    hint: did you mean mass?
  types.go:8:2: Body is declared here
a.xml:12:8: and another thing
b.xml:3:1: warning: the attribute old is not used
c.xml: c.xml is a directory
`, printed(t, sample(), Options{}))
}

// Levels that cannot be written have no place: there may be as many as there are levels.
func TestManyErrorsWithoutAPlaceAreSortedAtOnce(t *testing.T) {
	const n = 40_000
	l := new(List)
	for i := range 2 * n {
		l.Add(Diagnostic{Message: "the disk is full: " + strconv.Itoa(i%n)})
	}
	began := time.Now()
	require.Len(t, l.All(), n)
	require.Less(t, time.Since(began), 2*time.Second) // 30 ms; by a quadratic way 12 s
	require.Equal(t, "the disk is full: 39999", l.All()[n-1].Message)
}

func TestWhatIsBeyondTheLimitIsCounted(t *testing.T) {
	l := sample()
	l.More(Error, 3)
	require.Equal(t, 7, l.Count(Error))
	require.Equal(t, 1, l.Count(Warning))
	text := printed(t, l, Options{Max: 2})
	require.Contains(t, text, "a.xml:12:8")
	require.NotContains(t, text, "warning:", "errors come first")
	require.True(t, strings.HasSuffix(text, "and 5 more errors and 1 warning\n"), text)
	require.Contains(t, printed(t, l, Options{}), "and 3 more errors\n")
	require.Contains(t, printed(t, l, Options{Max: 5}), "b.xml:3:1: warning")
	require.Empty(t, printed(t, new(List), Options{}))
}

func TestColoursAreOptional(t *testing.T) {
	require.NotContains(t, printed(t, sample(), Options{}), "\x1b")
	colored := printed(t, sample(), Options{Color: true})
	require.Contains(t, colored, "\x1b[1ma.xml:12:8:\x1b[0m ")
	for _, sgr := range []string{bold, red, yellow, green, cyan, plain} {
		colored = strings.ReplaceAll(colored, sgr, "")
	}
	require.Equal(t, printed(t, sample(), Options{}), colored)
}

func TestColoursGoByTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		env  string
		goos string
		want bool
	}{
		{"TERM=xterm", "linux", true}, {"", "linux", false}, {"TERM=dumb", "linux", false}, {"TERM=xterm NO_COLOR=1", "linux", false},
		{"TERM=xterm NO_COLOR=", "linux", true}, {"", "windows", false}, {"console=1", "windows", true}, {"console=1 NO_COLOR=1", "windows", false},
		{"console=1 TERM=dumb", "windows", false}, {"TERM=xterm WT_SESSION=x", "windows", false}, {"ConEmuANSI=ON", "windows", true},
		{"ConEmuANSI=OFF", "windows", false}, {"ANSICON=x", "windows", true}, {"console=1", "linux", false},
	} {
		env := map[string]string{}
		for kv := range strings.FieldsSeq(c.env) {
			k, v, _ := strings.Cut(kv, "=")
			env[k] = v
		}
		lookup := func(k string) (string, bool) { v, ok := env[k]; return v, ok }
		console := func() bool { return env["console"] != "" }
		require.Equal(t, c.want, colors(lookup, c.goos, console), c.env)
	}
	f, err := os.CreateTemp(t.TempDir(), "x")
	require.NoError(t, err)
	defer f.Close()
	require.False(t, Terminal(f))
	require.False(t, escapes(f))
}

func TestTheCaretStandsUnderItsCharacter(t *testing.T) {
	for _, c := range []struct {
		text  string
		at    int
		line  string
		caret int
	}{
		{"abc", 1, "abc", 1},
		{"abc", 3, "abc", 3},
		{"", 0, "", 0},
		{"\tx", 1, "    x", 4},
		{"ab\tx", 3, "ab  x", 4},
		{"世界x", 6, "世界x", 4},
		{"世界x", 4, "世界x", 2},
		{"e\u0301x", 3, "e\u0301x", 1},
		{"a\x1b[31mb", 6, "a\uFFFD[31mb", 6},
		{"a\xffb", 2, "a\uFFFDb", 2},
		{"a\u202eb", 4, "a\uFFFDb", 2},
	} {
		line, caret := (&painter{width: 80}).fit(Excerpt{Text: c.text, At: c.at}, false)
		require.Equal(t, c.line, line, "%q", c.text)
		require.Equal(t, c.caret, caret, "%q", c.text)
	}
}

// There may be a line for each of a million mistakes.
func TestALineIsLaidOutInTheRoomOfTheLast(t *testing.T) {
	p := &painter{width: 80}
	e := Excerpt{Text: strings.Repeat("0123 世界", 40), At: 150}
	p.layOut(e)
	require.Zero(t, testing.AllocsPerRun(10, func() { p.layOut(e) }))
}

func TestLongLinesAreCutAroundTheCaret(t *testing.T) {
	long := strings.Repeat("0123456789", 30)
	for at := 0; at <= len(long); at++ {
		for _, more := range []bool{false, true} {
			line, caret := (&painter{width: 60}).fit(Excerpt{Text: long, At: at, More: more}, false)
			runes := []rune(line)
			require.LessOrEqual(t, len(runes), 60, at)
			require.GreaterOrEqual(t, len(runes), 55, at)
			if at < len(long) {
				require.Equal(t, rune(long[at]), runes[caret], "at %d: %s", at, line)
			} else {
				require.LessOrEqual(t, caret, len(runes))
			}
			require.Equal(t, at > 60, runes[0] == '…' && at > 60)
		}
	}
	line, caret := (&painter{width: 60}).fit(Excerpt{Text: "short", At: 2, More: true}, true)
	require.Equal(t, "…short…", line)
	require.Equal(t, 3, caret)
	line, _ = (&painter{width: 60}).fit(Excerpt{Text: strings.Repeat("世", 100), At: 150}, false)
	require.Contains(t, line, "世")
}

func TestALineFitsANarrowTerminal(t *testing.T) {
	texts := []string{strings.Repeat("abcdefghij", 5), strings.Repeat("世", 30), "a\tb\t" + strings.Repeat("世x", 20), "short"}
	for width := leastWidth; width <= 25; width++ {
		for i := range 4 * len(texts) {
			text, cut, more := texts[i/4], i&1 != 0, i&2 != 0
			for at := range len(text) + 1 {
				line, caret := (&painter{width: width}).fit(Excerpt{Text: text, At: at, More: more}, cut)
				require.LessOrEqual(t, max(terse.Width(line), caret), width, "%q at %d", line, caret)
			}
		}
	}
}

func TestNothingReachesTheTerminalThatCouldSteerIt(t *testing.T) {
	l := new(List)
	l.Add(Diagnostic{File: "a\x1b]0;.xml", Line: 1, Col: 1, Message: "m\x07\u009b\u202e\xff", Hint: "h\r", Source: Excerpt{Text: "\x1b[2J"}, Related: []Related{{File: "\x00", Message: "\x1b"}}})
	text := printed(t, l, Options{})
	require.NotContains(t, text, "\x1b")
	for _, r := range text {
		require.False(t, r != '\n' && unprintable(r, 2), "%q", text)
	}
	require.Equal(t, "ok é", Printable("ok é"))
}

func TestJSONIsOneObject(t *testing.T) {
	var out struct {
		Diagnostics []struct {
			Severity, File, Message, Hint, Source string
			Line, Column                          int
			Related                               []struct{ File, Message string }
		}
		Errors, Warnings int
	}
	require.NoError(t, json.Unmarshal([]byte(printed(t, sample(), Options{Format: JSON})), &out))
	require.Len(t, out.Diagnostics, 5)
	require.Equal(t, 4, out.Errors)
	require.Equal(t, 1, out.Warnings)
	require.Equal(t, "did you mean mass?", out.Diagnostics[1].Hint)
	require.Equal(t, "warning", out.Diagnostics[3].Severity)
	require.Equal(t, "types.go", out.Diagnostics[1].Related[0].File)
	require.Contains(t, printed(t, new(List), Options{Format: JSON}), `"diagnostics":[]`)
}

func TestGitHubCommandsAreEscaped(t *testing.T) {
	l := new(List)
	l.Add(Diagnostic{File: "a,b:c%.xml", Line: 2, Col: 4, Message: "100%\nno", Hint: "h", Source: Excerpt{Text: "é x", At: 3}, Related: []Related{{File: "r", Line: 1, Col: 4, Message: "here", Source: Excerpt{Text: "éa b", At: 3}}}})
	l.Add(Diagnostic{Message: "alone", Severity: Warning})
	require.Equal(t, "::warning::alone\n::error file=a%2Cb%3Ac%25.xml,line=2,col=3::100%25%0Ano%0Ahint: h%0Ar:1:3: here\n", printed(t, l, Options{Format: GitHub}))
	wild := new(List)
	wild.Add(Diagnostic{File: "a\x1b[2J.xml", Message: "\x1b]0;t\a", Hint: "\x1bh", Related: []Related{{File: "r\x1b", Message: "\x9b"}}})
	require.Equal(t, "::error file=a\uFFFD[2J.xml::\uFFFD]0;t\uFFFD%0Ahint: \uFFFDh%0Ar\uFFFD: \uFFFD\n", printed(t, wild, Options{Format: GitHub}))
	require.Contains(t, printed(t, l, Options{Format: GitHub, Max: 1}), "::notice::and 1 more warning\n")
}

func TestSARIFHasWhatTheStandardAsksFor(t *testing.T) {
	l := sample()
	l.Add(Diagnostic{File: "/x y/é.xml", Line: 1, Message: "m"})
	var log struct {
		Schema  string `json:"$schema"`
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct{ ID string }
				}
			}
			ColumnKind string
			Results    []struct {
				RuleID, Level string
				Message       struct{ Text string }
				Locations     []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, StartColumn int }
					}
				}
				RelatedLocations []struct{ Message struct{ Text string } }
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(printed(t, l, Options{Format: SARIF, Version: "1.2"})), &log))
	require.Equal(t, "2.1.0", log.Version)
	run := log.Runs[0]
	require.Equal(t, "levelc", run.Tool.Driver.Name)
	require.Equal(t, "unicodeCodePoints", run.ColumnKind)
	require.Len(t, run.Results, 6)
	for _, r := range run.Results {
		require.Equal(t, run.Tool.Driver.Rules[0].ID, r.RuleID)
		require.NotEmpty(t, r.Message.Text)
		require.Contains(t, []string{"error", "warning"}, r.Level)
	}
	require.Equal(t, "/x%20y/%C3%A9.xml", strings.TrimPrefix(run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI, "file://"))
	require.Equal(t, "Body is declared here", run.Results[2].RelatedLocations[0].Message.Text)
	require.Nil(t, run.Results[5].Locations[0].PhysicalLocation.Region)
	require.Contains(t, printed(t, new(List), Options{Format: SARIF}), `"results":[]`)
}

// GitHub takes no result without a place, and a run that is cut off says so.
func TestSARIFTellsWhatHasNoPlaceOfTheRun(t *testing.T) {
	l := new(List)
	l.Add(Diagnostic{Message: "no type Wrld", Hint: "did you mean World?"})
	for i := range 3 {
		l.Add(Diagnostic{File: "a.xml", Line: 1 + i, Message: "m"})
	}
	got := printed(t, l, Options{Format: SARIF, Max: 2})
	require.Contains(t, got, `"invocations":[{"executionSuccessful":false,"toolExecutionNotifications":[`+
		`{"level":"error","message":{"text":"no type Wrld (did you mean World?)"}},`+
		`{"level":"note","message":{"text":"and 2 more errors"}}]}]`)
	require.Equal(t, 1, strings.Count(got, `"ruleId"`))
	require.Equal(t, 1, strings.Count(got, `"locations"`))
}

func TestFormatsHaveNames(t *testing.T) {
	for i, name := range Formats {
		f := Format(i)
		require.Equal(t, name, f.String())
		require.NotEmpty(t, printed(t, sample(), Options{Format: f}))
	}
	require.ErrorIs(t, Write(new(strings.Builder), sample(), Options{Format: 9}), ErrFormat)
	require.Equal(t, "unknown", Format(9).String())
}

type fullDisk struct{}

var errFull = errors.New("full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestAWriteErrorIsReturned(t *testing.T) {
	require.ErrorIs(t, Write(fullDisk{}, sample(), Options{}), errFull)
}
