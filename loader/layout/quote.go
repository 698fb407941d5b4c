package layout

import (
	"strings"
	"unicode"
)

// Quote returns a value as the option of a tag has it: in single quotes if it would not
// otherwise be read as it is. A quote in quotes is written twice.
func Quote(val string) string {
	if !strings.HasPrefix(val, "'") && !strings.Contains(val, ",") && val == strings.TrimSpace(val) {
		return val
	}
	return "'" + strings.ReplaceAll(val, "'", "''") + "'"
}

// unquote takes the value off that s begins with: what Quote made, or the text up to a
// comma. rest begins with the comma, if it is not empty. ok is false if a quote has no
// end. Of those inside, one that does not end the value may also stand alone.
func unquote(s string) (val, rest string, ok bool) {
	if !strings.HasPrefix(s, "'") {
		n := strings.IndexByte(s+",", ',')
		return strings.TrimRightFunc(s[:n], unicode.IsSpace), s[n:], true
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] == '\'' {
			after := s[i+1:]
			rest = strings.TrimLeftFunc(after, unicode.IsSpace)
			switch {
			case strings.HasPrefix(after, "'"):
				i++
			case rest == "" || rest[0] == ',':
				return b.String(), rest, true
			}
		}
		b.WriteByte(s[i])
	}
	return "", "", false
}
