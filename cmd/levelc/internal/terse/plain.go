package terse

import (
	"strings"
	"unicode"
)

// Plain replaces control characters, because names may come from anybody's file.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}
