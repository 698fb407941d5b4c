package diag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// tabStop is the distance of tab stops in a source line. The line is indented when it
// is printed, so tabs become spaces.
const tabStop = 4

// cell is a character of a source line as it is printed.
type cell struct {
	text  string
	width int
}

// leastWidth has room for the caret, a character beside it and what is cut off.
const leastWidth = 8

// fit lays out a source line in at most p.width columns, but no less than leastWidth, and
// returns it with the column of the caret, counted from 0. It keeps the caret in sight,
// with an ellipsis where something is cut off.
func (p *painter) fit(e Excerpt, cutBefore bool) (line string, caret int) {
	cells, at := p.layOut(e)
	cutAfter := e.More
	total := 0
	for _, c := range cells {
		total += c.width
	}
	width := max(p.width, leastWidth)
	room := width
	if cutBefore {
		room--
	}
	if cutAfter {
		room--
	}
	from, to := 0, len(cells)
	if total > room {
		// A third of the line is before the caret.
		before := 0
		for from = at; from > 0 && before+cells[from-1].width <= width/3; from-- {
			before += cells[from-1].width
		}
		used := before
		for to = at; to < len(cells) && used+cells[to].width <= width-2; to++ {
			used += cells[to].width
		}
		for ; from > 0 && used+cells[from-1].width <= width-2; from-- {
			used += cells[from-1].width
		}
		cutBefore = cutBefore || from > 0
		cutAfter = cutAfter || to < len(cells)
	}
	var b strings.Builder
	if cutBefore {
		b.WriteString("…")
		caret++
	}
	for i := from; i < to; i++ {
		b.WriteString(cells[i].text)
		if i < at {
			caret += cells[i].width
		}
	}
	if cutAfter {
		b.WriteString("…")
	}
	return b.String(), caret
}

// layOut turns the line into cells, which are valid until the next one, and returns the
// index of the one above the caret.
func (p *painter) layOut(e Excerpt) (cells []cell, at int) {
	cells = slices.Grow(p.cells[:0], len(e.Text))
	p.cells = cells
	col := 0
	at = -1
	for i := 0; i < len(e.Text); {
		r, n := utf8.DecodeRuneInString(e.Text[i:])
		if at < 0 && i+n > e.At {
			at = len(cells)
		}
		c := cell{e.Text[i : i+n], terse.RuneWidth(r)}
		switch {
		case r == '\t':
			c.width = tabStop - col%tabStop
			c.text = strings.Repeat(" ", c.width)
		case unprintable(r, n):
			c = cell{"\uFFFD", 1}
		}
		cells = append(cells, c)
		col += c.width
		i += n
	}
	if at < 0 {
		at = len(cells)
	}
	return cells, at
}

// unprintable reports whether r must not reach a terminal: control characters, those
// that change the direction of text, and bytes that are no character.
func unprintable(r rune, size int) bool {
	if r >= ' ' && r < 0x7F {
		return false // as most are
	}
	return r == utf8.RuneError && size <= 1 || unicode.In(r, unicode.Cc, unicode.Bidi_Control) || r == '\u2028' || r == '\u2029'
}

// Printable replaces what must not reach a terminal.
func Printable(s string) string {
	for i, r := range s {
		if !unprintable(r, utf8.RuneLen(r)) && r != utf8.RuneError {
			continue
		}
		var b strings.Builder
		b.WriteString(s[:i])
		for rest := s[i:]; rest != ""; {
			r, n := utf8.DecodeRuneInString(rest)
			if unprintable(r, n) {
				b.WriteString("\uFFFD")
			} else {
				b.WriteString(rest[:n])
			}
			rest = rest[n:]
		}
		return b.String()
	}
	return s
}
