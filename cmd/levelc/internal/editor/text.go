package editor

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Trim removes the white space from an id that the compiler removes too.
func Trim(id string) string { return string(source.Trim([]byte(id))) }

// Clip shortens what a message quotes.
func Clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
