package diag

import (
	"strconv"
	"strings"
)

// SGR sequences of the few colours that are used.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	green  = "\x1b[1;32m"
	cyan   = "\x1b[36m"
	plain  = "\x1b[0m"
)

const defaultWidth = 100

// painter writes text with or without colours.
type painter struct {
	b     *strings.Builder
	color bool
	width int
	cells []cell // of the last source line, for its memory: there may be a million lines
}

func (p *painter) in(color, s string) {
	if p.color {
		p.b.WriteString(color)
		p.b.WriteString(s)
		p.b.WriteString(plain)
		return
	}
	p.b.WriteString(s)
}

func writeText(b *strings.Builder, l *List, o Options) {
	p := &painter{b: b, color: o.Color, width: o.Width}
	if p.width <= 0 {
		p.width = defaultWidth
	}
	shown, left := l.first(o.Max)
	for _, d := range shown {
		p.diagnostic(d)
	}
	if s := more(left); s != "" {
		b.WriteString(s)
		b.WriteByte('\n')
	}
}

func (p *painter) diagnostic(d Diagnostic) {
	if where := place(d.File, d.Line, d.Col); where != "" {
		p.in(bold, where+":")
		p.b.WriteByte(' ')
	}
	if d.Severity == Warning {
		p.in(yellow, "warning:")
		p.b.WriteByte(' ')
	}
	msg := red
	if d.Severity == Warning {
		msg = bold
	}
	p.in(msg, Printable(d.Message))
	p.b.WriteByte('\n')
	p.excerpt(d)
	if d.Hint != "" {
		p.b.WriteString(indent)
		p.in(cyan, "hint:")
		p.b.WriteString(" " + Printable(d.Hint) + "\n")
	}
	for _, r := range d.Related {
		p.b.WriteString("  ")
		p.in(bold, place(r.File, r.Line, r.Col)+":")
		p.b.WriteString(" " + Printable(r.Message) + "\n")
	}
}

const indent = "    "

// excerpt writes the source line and the caret below it.
func (p *painter) excerpt(d Diagnostic) {
	if d.Line == 0 || d.Source == (Excerpt{}) {
		return
	}
	text, at := p.fit(d.Source, d.Source.At < d.Col-1)
	p.b.WriteString(indent + strings.TrimRight(text, " ") + "\n" + indent + strings.Repeat(" ", at))
	p.in(green, "^")
	p.b.WriteByte('\n')
}

// place is file:line:col, as far as they are known.
func place(file string, line, col int) string {
	s := Printable(file)
	if line > 0 {
		s += ":" + strconv.Itoa(line)
		if col > 0 {
			s += ":" + strconv.Itoa(col)
		}
	}
	return s
}
