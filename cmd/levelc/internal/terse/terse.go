// Package terse makes texts and numbers fit for a line of a report.
package terse

import (
	"strconv"
	"unicode/utf8"
)

// Cut returns the first n bytes of b at the most, and no half of a character at
// the end. It shares b's memory.
func Cut(b []byte, n int) []byte {
	if len(b) <= n {
		return b
	}
	for i := n; i >= max(0, n-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(b[i]) {
			return b[:i]
		}
	}
	return b[:n] // no UTF-8
}

// Clip is Cut with an ellipsis where something was cut off.
func Clip(b []byte, n int) string {
	if cut := Cut(b, n); len(cut) < len(b) {
		return string(cut) + "…"
	}
	return string(b)
}

// Printable quotes a name that has characters which a terminal might obey.
func Printable(s string) string {
	for _, r := range s {
		if !strconv.IsPrint(r) {
			return strconv.Quote(s)
		}
	}
	return s
}

// Grouped writes a number with its thousands apart.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// GroupedQuantity is Quantity with the thousands apart.
func GroupedQuantity(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return Grouped(int64(n)) + " " + what
}

// Quantity writes how many there are of something: "1 node", "2 nodes".
func Quantity(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
