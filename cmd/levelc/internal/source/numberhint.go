package source

import (
	"math/big"
	"strings"
)

// NumberHint says what to write for a number in the form of a programming language or a
// style sheet, or returns "". It is for XML's attributes, JSON's strings, and what
// stands in JSON without quotes.
func NumberHint(b []byte) string {
	if len(b) > mostNumberHint {
		return ""
	}
	s := string(b)
	sign, bare := "", s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		sign, bare = strings.TrimSuffix(s[:1], "+"), s[1:]
		if strings.IndexAny(bare, "+-") == 0 { // its meaning is unclear
			return ""
		}
	}
	for _, minus := range []string{"\u2212", "\u2013"} { // of a text processor
		if rest, ok := strings.CutPrefix(s, minus); ok && IsNumber([]byte(rest)) {
			return "the minus sign is a hyphen: write -" + PlainNumber(rest)
		}
	}
	switch strings.ToLower(bare) {
	case "nan", "inf", "infinity":
		return "numbers are finite"
	}
	if strings.IndexByte(bare, ',') > 0 && '0' <= bare[0] && bare[0] <= '9' {
		return "the decimal sign is a point"
	}
	if len(bare) > 1 && bare[0] == '0' && strings.IndexByte("xXbBoO", bare[1]) >= 0 {
		if v, ok := new(big.Int).SetString(bare, 0); ok {
			return "numbers are decimal: write " + sign + v.String()
		}
		return ""
	}
	if joined := strings.NewReplacer("_", "", "'", "").Replace(bare); joined != bare && IsNumber([]byte(joined)) {
		return "digits are not grouped: write " + sign + PlainNumber(joined)
	}
	if n := withoutUnit(bare); n != "" {
		return "a number has no suffix and no unit: write " + sign + PlainNumber(n)
	}
	return ""
}

// mostNumberHint is longer than any number that people write.
const mostNumberHint = 64

// withoutUnit returns the number in 1.5f, 10px or 50%, or "".
func withoutUnit(s string) string {
	n := len(s)
	for n > 0 && (s[n-1]|0x20 >= 'a' && s[n-1]|0x20 <= 'z' || s[n-1] == '%') {
		n--
	}
	unit := s[n:]
	if unit == "" || len(unit) > 3 || strings.EqualFold(unit, "e") || !IsNumber([]byte(s[:n])) {
		return ""
	}
	return s[:n]
}

// PlainNumber writes a number of the grammar in number.go in the form of JSON: 1 for
// +01, 0.5 for .5, 1 for "1.".
func PlainNumber(s string) string {
	s, negative := strings.CutPrefix(s, "-")
	s = strings.TrimLeft(strings.TrimPrefix(s, "+"), "0")
	exp := ""
	if e := strings.IndexAny(s, "eE"); e >= 0 {
		s, exp = s[:e], s[e:]
	}
	if s = strings.TrimSuffix(s, "."); s == "" || s[0] == '.' {
		s = "0" + s
	}
	if negative {
		s = "-" + s
	}
	return s + exp
}
