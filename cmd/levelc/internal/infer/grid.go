package infer

import (
	"bytes"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

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

// isRagged reports whether a text has rows of different lengths: lines of values with commas
// between two, and none at the end of a line. One list of all values would lose where each
// row ends, which no width tells.
//
//	-1,-1,3,4
//	5
//	-1,0
func isRagged(b []byte) bool {
	first, rest, isLines := bytes.Cut(b, lineBreak)
	if !isLines {
		return false
	}
	commas, uneven := bytes.Count(first, comma), false
	for rest, more := rest, true; more && !uneven; {
		var line []byte
		line, rest, more = bytes.Cut(rest, lineBreak)
		uneven = bytes.Count(line, comma) != commas || len(source.Trim(line)) == 0
	}
	return uneven && bytes.IndexByte(b, ',') >= 0 && isRows(b)
}

// isRows reports whether each line has values with commas between them, and neither spaces
// alone nor a comma at an end.
func isRows(b []byte) bool {
	for more := true; more; {
		var line []byte
		if line, b, more = bytes.Cut(b, lineBreak); len(source.Trim(line)) == 0 {
			continue
		}
		for among := true; among; {
			var value []byte
			value, line, among = bytes.Cut(line, comma)
			if value = source.Trim(value); len(value) == 0 || bytes.ContainsAny(value, " \t") {
				return false
			}
		}
	}
	return true
}

var lineBreak, comma = []byte{'\n'}, []byte{','}
