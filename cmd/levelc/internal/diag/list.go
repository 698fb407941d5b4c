package diag

import (
	"cmp"
	"slices"
)

// Severity is how bad a finding is.
type Severity uint8

const (
	Error   Severity = iota // there is no result
	Warning                 // there is a result nevertheless
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one finding.
type Diagnostic struct {
	File      string
	Line, Col int // from 1 on; Line 0 is the file as a whole
	Severity  Severity
	Message   string // without a full stop
	Hint      string // what to do about it, or empty
	Source    Excerpt
	Related   []Related
	Missing   string `json:",omitempty"` // if Hint is about a path at which there is nothing: that path
}

// Excerpt is the source line of a Diagnostic, or a part of a long one. The zero Excerpt
// means that there is none.
type Excerpt struct {
	Text string
	At   int  // index in Text of the byte at Col
	More bool // the line goes on behind Text; if At < Col-1, it also begins before Text
}

// Related is another place that explains a Diagnostic.
type Related struct {
	File      string
	Line, Col int
	Message   string
	Source    Excerpt
}

// List collects diagnostics. The zero value is empty and ready to use. It is
// not safe for concurrent use.
type List struct {
	items  []Diagnostic
	sorted bool
	counts [2]int // beyond what items hold, by severity
}

// Add takes a diagnostic.
func (l *List) Add(d Diagnostic) {
	l.items = append(l.items, d)
	l.sorted = false
}

// More counts diagnostics that are not worth keeping.
func (l *List) More(s Severity, n int) { l.counts[s] += n }

// AddAll adds the diagnostics of another list, which may be nil, with those that it only
// counts.
func (l *List) AddAll(from *List) {
	if from == nil {
		return
	}
	kept := [2]int{}
	for _, d := range from.All() {
		l.Add(d)
		kept[d.Severity]++
	}
	for s, n := range kept {
		l.More(Severity(s), from.Count(Severity(s))-n)
	}
}

// All returns the diagnostics by file, line and column, each once. Those of one place
// are in the order in which they were added. The slice belongs to the list.
func (l *List) All() []Diagnostic {
	if l.sorted {
		return l.items
	}
	slices.SortStableFunc(l.items, comparePlaces)
	type text struct {
		severity Severity
		message  string
	}
	met := make(map[text]bool) // at the place of the last of out
	out := l.items[:0]
	for _, d := range l.items {
		if len(out) > 0 && comparePlaces(out[len(out)-1], d) != 0 {
			clear(met)
		}
		if t := (text{d.Severity, d.Message}); !met[t] {
			met[t] = true
			out = append(out, d)
		}
	}
	clear(l.items[len(out):])
	l.items, l.sorted = out, true
	return out
}

func comparePlaces(a, b Diagnostic) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// Count returns how many of a severity there are, including those that were only
// counted.
func (l *List) Count(s Severity) int {
	n := l.counts[s]
	for _, d := range l.All() {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// first returns at most max errors and warnings, and how many of each were left out.
// Errors are chosen before warnings; the order stays that of the list.
func (l *List) first(max int) (shown []Diagnostic, left [2]int) {
	all := l.All()
	left = l.counts
	if max <= 0 || len(all) <= max {
		return all, left
	}
	room := [2]int{max, max}
	errors := 0
	for _, d := range all {
		if d.Severity == Error {
			errors++
		}
	}
	room[Warning] -= min(errors, max)
	for _, d := range all {
		if room[d.Severity] > 0 {
			room[d.Severity]--
			shown = append(shown, d)
		} else {
			left[d.Severity]++
		}
	}
	return shown, left
}
