package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// printable returns a schema whose names can be written to a terminal: those with
// unprintable characters are quoted. A file may give a table any name, even an escape
// sequence. Quoting keeps different names different, so the links in the schema stay
// right.
func printable(s *format.Schema) *format.Schema {
	out := &format.Schema{Tables: slices.Clone(s.Tables)}
	for i := range out.Tables {
		t := &out.Tables[i]
		t.Name = clean(t.Name)
		t.Attr.Names = cleanAll(t.Attr.Names)
		t.Fields = slices.Clone(t.Fields)
		for j := range t.Fields {
			f := &t.Fields[j]
			f.Name, f.Target = clean(f.Name), clean(f.Target)
			f.Symbols = cleanAll(f.Symbols)
		}
	}
	return out
}

func cleanAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = clean(s)
	}
	return out
}

func clean(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}
