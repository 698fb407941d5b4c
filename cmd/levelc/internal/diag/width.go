package diag

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
		c := cell{e.Text[i : i+n], RuneWidth(r)}
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

// wide is the ranges of Unicode's East Asian Width W and F, roughly, and of emoji: two
// columns on a terminal.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x231A, 0x231B, 1}, {0x23E9, 0x23EC, 1}, {0x2E80, 0x303E, 1}, {0x3041, 0x33FF, 1},
		{0x3400, 0x4DBF, 1}, {0x4E00, 0x9FFF, 1}, {0xA000, 0xA4CF, 1}, {0xA960, 0xA97F, 1}, {0xAC00, 0xD7A3, 1},
		{0xF900, 0xFAFF, 1}, {0xFE30, 0xFE6F, 1}, {0xFF00, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{
		{0x16FE0, 0x18AFF, 1}, {0x1B000, 0x1B2FF, 1}, {0x1F18E, 0x1F19A, 1}, {0x1F200, 0x1F265, 1}, {0x1F300, 0x1F64F, 1},
		{0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1F9FF, 1}, {0x1FA70, 0x1FAFF, 1}, {0x20000, 0x3FFFD, 1},
	},
}

// RuneWidth returns how many columns r takes on a terminal.
func RuneWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}
