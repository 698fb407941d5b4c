package editor

import (
	"cmp"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// NameInXML returns the name of a field in XML, with the path of the structs that it is
// nested in.
func NameInXML(f *format.Field) string { return cmp.Or(f.Attr.Source, f.Name) }

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
