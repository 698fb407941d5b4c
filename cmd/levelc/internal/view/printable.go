package view

import (
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// printable returns a schema whose names can be written to a terminal: those
// with characters that are not printable are quoted. A file may name a table
// anything, an escape sequence included. Quoting keeps different names
// different, so the schema's links hold.
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
