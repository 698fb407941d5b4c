package view

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
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
		t.Name = terse.Printable(t.Name)
		t.Attr.Names = cleanAll(t.Attr.Names)
		t.Fields = slices.Clone(t.Fields)
		for j := range t.Fields {
			f := &t.Fields[j]
			f.Name, f.Target = terse.Printable(f.Name), terse.Printable(f.Target)
			f.Symbols = cleanAll(f.Symbols)
		}
	}
	return out
}

func cleanAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = terse.Printable(s)
	}
	return out
}
