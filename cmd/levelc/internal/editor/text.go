package editor

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
)

// NameInXML returns the name of a field in XML, with the path of the structs that it is
// nested in.
func NameInXML(f *format.Field) string { return cmp.Or(f.Attr.Source, f.Name) }

// Trim removes the white space from an id that the compiler removes too.
func Trim(id string) string { return string(source.Trim([]byte(id))) }

// mostName is the most bytes of a name of which ids are made. A tile or an entity takes a
// dozen bytes in the file, and has the name of its tileset or level in its id.
const mostName = 1024

// Name returns a name as it is. It reports one that is too long, and cuts it.
func (t *Translation) Name(name string, at Place) string {
	if len(name) <= mostName {
		return name
	}
	t.Errorf(at, "", "a name of %d bytes is too long: %d are read", len(name), mostName)
	return strings.ToValidUTF8(name[:mostName], "")
}

// Clip shortens what a message quotes.
func Clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// Meant returns the hint that another word is meant, if one of those known is near. Otherwise
// it returns the hint unlike.
func Meant(word string, known []string, unlike string) string {
	if near := spell.Nearest([]byte(word), known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return unlike
}

// ZeroOf returns the text of an element that is zero, for a span whose elements are the
// field f. It is "" if that is an empty one; elsewhere an empty one would be no element.
func ZeroOf(f *format.Field) string {
	switch {
	case f.Type.IsEnum():
		return f.Symbols[0]
	case f.Type.IsFlags():
		return "|"
	case f.Type.IsNumber() || f.Type == format.TypeBool:
		return strings.TrimSuffix(strings.Repeat("0 ", int(f.Count)), " ")
	}
	return ""
}
