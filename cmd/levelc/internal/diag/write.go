package diag

import (
	"errors"
	"io"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// Format is how diagnostics are printed.
type Format uint8

const (
	Text   Format = iota // for people and editors
	JSON                 // one JSON object
	GitHub               // workflow commands, which become annotations
	SARIF                // SARIF 2.1.0
)

// Formats are the names of the formats.
var Formats = []string{"text", "json", "github", "sarif"}

// ErrFormat: there is no format of that name.
var ErrFormat = errors.New("want text, json, github or sarif")

// String returns the format's name.
func (f Format) String() string {
	if int(f) < len(Formats) {
		return Formats[f]
	}
	return "unknown"
}

// Options say how a List is printed.
type Options struct {
	Format  Format
	Max     int    // diagnostics that are printed at most; 0 is all
	Color   bool   // text only; see Terminal
	Width   int    // columns of a source line; 0 is 100
	Version string // for SARIF
}

// Write prints l. It makes one call of w.Write.
func Write(w io.Writer, l *List, o Options) error {
	var b strings.Builder
	var err error
	switch o.Format {
	case Text:
		writeText(&b, l, o)
	case JSON:
		err = writeJSON(&b, l, o)
	case GitHub:
		writeGitHub(&b, l, o)
	case SARIF:
		err = writeSARIF(&b, l, o)
	default:
		err = ErrFormat
	}
	if err != nil || b.Len() == 0 {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// more says how many diagnostics were left out, or is empty.
func more(left [2]int) string {
	var parts []string
	for s, n := range left {
		if n > 0 {
			parts = append(parts, terse.Quantity(n, Severity(s).String()))
		}
	}
	if parts == nil {
		return ""
	}
	return "and " + strings.Replace(strings.Join(parts, " and "), " ", " more ", 1)
}
