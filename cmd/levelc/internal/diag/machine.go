package diag

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// The formats for programs.

type jsonPlace struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

type jsonDiagnostic struct {
	Severity string `json:"severity"`
	jsonPlace
	Hint    string      `json:"hint,omitempty"`
	Source  string      `json:"source,omitempty"`
	Related []jsonPlace `json:"related,omitempty"`
}

// writeJSON prints one object on one line. Its columns count bytes.
func writeJSON(b *strings.Builder, l *List, o Options) error {
	shown, _ := l.first(o.Max)
	out := struct {
		Diagnostics []jsonDiagnostic `json:"diagnostics"`
		Errors      int              `json:"errors"`
		Warnings    int              `json:"warnings"`
	}{[]jsonDiagnostic{}, l.Count(Error), l.Count(Warning)}
	for _, d := range shown {
		j := jsonDiagnostic{Severity: d.Severity.String(), jsonPlace: jsonPlace{d.File, d.Line, d.Col, d.Message}, Hint: d.Hint, Source: d.Source.Text}
		for _, r := range d.Related {
			j.Related = append(j.Related, jsonPlace{r.File, r.Line, r.Col, r.Message})
		}
		out.Diagnostics = append(out.Diagnostics, j)
	}
	return encode(b, out)
}

func encode(b *strings.Builder, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// column returns the column in characters. If the beginning of the line is missing, it
// counts as ASCII.
func column(col int, e Excerpt) int {
	if col == 0 || e.At > len(e.Text) {
		return col
	}
	before := e.Text[:e.At]
	return col - len(before) + utf8.RuneCountInString(before)
}

var (
	githubText = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProp = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// writeGitHub prints a workflow command for each diagnostic.
func writeGitHub(b *strings.Builder, l *List, o Options) {
	shown, left := l.first(o.Max)
	for _, d := range shown {
		b.WriteString("::" + d.Severity.String())
		sep := " "
		prop := func(key, val string) {
			b.WriteString(sep + key + "=" + githubProp.Replace(val))
			sep = ","
		}
		if d.File != "" {
			prop("file", Printable(filepath.ToSlash(d.File)))
		}
		if d.Line > 0 {
			prop("line", fmt.Sprint(d.Line))
		}
		if d.Col > 0 {
			prop("col", fmt.Sprint(column(d.Col, d.Source)))
		}
		msg := printableLines(d.Message)
		if d.Hint != "" {
			msg += "\nhint: " + printableLines(d.Hint)
		}
		for _, r := range d.Related {
			msg += "\n" + place(r.File, r.Line, column(r.Col, r.Source)) + ": " + printableLines(r.Message)
		}
		b.WriteString("::" + githubText.Replace(msg) + "\n")
	}
	if s := more(left); s != "" {
		b.WriteString("::notice::" + githubText.Replace(s) + "\n")
	}
}

// printableLines is Printable for a text of several lines: a log shows what it is given.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = Printable(line)
	}
	return strings.Join(lines, "\n")
}

// The parts of SARIF 2.1.0 that are used (section numbers of the standard).
type (
	sarifText struct { // 3.11
		Text string `json:"text"`
	}
	sarifRegion struct { // 3.30
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifArtifact struct { // 3.4
		URI string `json:"uri"`
	}
	sarifPhysical struct { // 3.29
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifLocation struct { // 3.28
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifResult struct { // 3.27
		RuleID    string          `json:"ruleId"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
	}
	sarifDriver struct { // 3.19
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct { // 3.49
		ID               string    `json:"id"`
		ShortDescription sarifText `json:"shortDescription"`
		FullDescription  sarifText `json:"fullDescription"`
		Help             sarifText `json:"help"`
	}
	sarifNotification struct { // 3.58
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifInvocation struct { // 3.20
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications"`
	}
	sarifTool struct { // 3.18
		Driver sarifDriver `json:"driver"`
	}
	sarifRun struct { // 3.14
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations,omitempty"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifLog struct { // 3.13
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
)

// sarifRuleID is the only rule: a level can be wrong in too many ways to number them.
const sarifRuleID = "level"

// writeSARIF prints a run. All its results have a place, because GitHub accepts no
// others. A diagnostic without one, such as types that do not load, becomes a
// notification of the run.
func writeSARIF(b *strings.Builder, l *List, o Options) error {
	shown, left := l.first(o.Max)
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{"levelc", o.Version, []sarifRule{{
		ID:               sarifRuleID,
		ShortDescription: sarifText{"The level cannot be compiled as it is."},
		FullDescription:  sarifText{"The source is not well-formed, or is not what the types of the game permit."},
		Help:             sarifText{"Mend the source at this place; what to do is said in the message."},
	}}}
	about := sarifInvocation{Successful: true}
	for _, d := range shown {
		text := sarifText{d.Message}
		if d.Hint != "" {
			text.Text += " (" + d.Hint + ")"
		}
		if d.File == "" {
			about.Notifications = append(about.Notifications, sarifNotification{d.Severity.String(), text})
			about.Successful = about.Successful && d.Severity != Error
			continue
		}
		r := sarifResult{RuleID: sarifRuleID, Level: d.Severity.String(), Message: text}
		r.Locations = []sarifLocation{sarifAt(d.File, d.Line, column(d.Col, d.Source), "")}
		for _, n := range d.Related {
			if n.File != "" {
				r.Related = append(r.Related, sarifAt(n.File, n.Line, column(n.Col, n.Source), n.Message))
			}
		}
		run.Results = append(run.Results, r)
	}
	if s := more(left); s != "" {
		about.Notifications = append(about.Notifications, sarifNotification{"note", sarifText{s}})
	}
	if about.Notifications != nil {
		run.Invocations = []sarifInvocation{about}
	}
	return encode(b, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func sarifAt(file string, line, col int, msg string) sarifLocation {
	u := url.URL{Path: filepath.ToSlash(file)}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
		u.Path = "/" + strings.TrimPrefix(u.Path, "/")
	}
	at := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{u.String()}}}
	if line > 0 {
		at.Physical.Region = &sarifRegion{line, col}
	}
	if msg != "" {
		at.Message = &sarifText{msg}
	}
	return at
}
