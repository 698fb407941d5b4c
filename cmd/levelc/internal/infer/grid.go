package infer

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// shortestRow is the fewest digits in a row of a grid.
const shortestRow = 3

// isDigitGrid reports whether a text is a map that is drawn with digits: several lines of
// equally many digits each, and nothing else. As numbers, rows would lose the zeros that
// they begin with, if not in this level then in the next.
//
//	1111
//	1001
//	1111
func isDigitGrid(b []byte) bool {
	width, lines := 0, 0
	for len(b) > 0 {
		n := 0
		for n < len(b) && b[n]-'0' <= 9 {
			n++
		}
		if lines++; lines == 1 {
			width = n
		}
		if n != width || n < shortestRow {
			return false
		}
		if b = b[n:]; len(b) == 0 {
			break
		}
		breaks := false
		for len(b) > 0 && source.IsSpace(b[0]) {
			breaks = breaks || b[0] == '\n'
			b = b[1:]
		}
		if !breaks {
			return false
		}
	}
	return lines > 1
}
