package layout

import (
	"strconv"
	"strings"
	"unicode"
)

// TypeName shortens the name of a Go type for messages: structs that have no name of
// their own become struct{...}, wherever they stand in it.
func TypeName(s string) string {
	var out strings.Builder
	for {
		at := strings.Index(s, "struct")
		if at < 0 {
			break
		}
		head := at + len("struct")
		if at > 0 && inWord(s[at-1]) || !strings.HasPrefix(strings.TrimLeft(s[head:], " "), "{") {
			out.WriteString(s[:head])
			s = s[head:]
			continue
		}
		out.WriteString(s[:at] + "struct{...}")
		s = s[head+blockLen(s[head:]):]
	}
	return out.String() + s
}

// shortPaths leaves of the import paths in a type's name what follows the last slash, as
// Go code has it. Package reflect writes them out between brackets.
func shortPaths(s string) string {
	for {
		slash := strings.IndexByte(s, '/')
		if slash < 0 {
			return s
		}
		s = s[:strings.LastIndexAny(s[:slash], "[]*(,{} ")+1] + s[slash+1:]
	}
}

// inWord reports whether a byte may be part of a Go name.
func inWord(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// blockLen returns how far the block in braces goes that s begins with, perhaps after
// spaces. Braces in a quoted tag are no braces.
func blockLen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '`':
			if quoted, err := strconv.QuotedPrefix(s[i:]); err == nil {
				i += len(quoted) - 1
			}
		}
	}
	return len(s)
}

// nameless reports whether a type has no name of its own that a kind could have: a struct
// that is written where it is used, or an instance of a generic type.
func (t *Type) nameless() bool {
	return strings.ContainsFunc(t.Name, func(r rune) bool { return r != '.' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
