package diff

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// Printer writes changes as they are found. The zero value prints nothing; use
// NewPrinter.
type Printer struct {
	w    *bufio.Writer
	max  int
	json bool
	n    int
}

// NewPrinter returns a printer that writes at most max changes, or all if max is 0: one
// line each, or one JSON object.
func NewPrinter(w io.Writer, max int, asJSON bool) *Printer {
	return &Printer{w: bufio.NewWriter(w), max: max, json: asJSON}
}

// Print writes a change. Finish returns errors of the output.
func (p *Printer) Print(c Change) {
	p.n++
	if p.max > 0 && p.n > p.max {
		return
	}
	if !p.json {
		p.w.WriteString(c.String())
		p.w.WriteByte('\n')
		return
	}
	if p.n == 1 {
		p.w.WriteString("{\n  \"differences\": [\n    ")
	} else {
		p.w.WriteString(",\n    ")
	}
	b, err := json.Marshal(c)
	if err != nil {
		b = []byte("null") // cannot happen: strings and small numbers
	}
	p.w.Write(b)
}

// Finish writes the summary, and returns the first error of the output.
func (p *Printer) Finish(s Summary) error {
	more := 0
	if p.max > 0 {
		more = max(0, p.n-p.max)
	}
	switch {
	case p.json:
		if p.n == 0 {
			p.w.WriteString("{\n  \"differences\": [")
		}
		b, err := json.Marshal(s)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.w, "\n  ],\n  \"left_out\": %d,\n  \"summary\": %s\n}\n", more, b)
	case s.Same():
	default:
		if more > 0 {
			fmt.Fprintf(p.w, "... and %d more\n", more)
		}
		fmt.Fprintf(p.w, "%s\n", s)
	}
	return p.w.Flush()
}
