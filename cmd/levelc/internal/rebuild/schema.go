package rebuild

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// Drop is a set of parts to leave out.
type Drop uint8

const (
	Sources Drop = 1 << iota // where in the sources rows come from
	Props                    // dynamic properties
	Meta                     // the file's metadata
	Docs                     // texts that document the schema
	Names                    // what only a compiler needs of the schema: names in a source, aliases, defaults
	IDs                      // ids of nodes; references stay
)

// stripped returns a schema without some of its attributes. It keeps roles, the names of
// elements, which distinguish nodes, and those of the values of arrays, by which a game
// with later types reads them.
func stripped(s *format.Schema, d Drop) *format.Schema {
	if d&(Docs|Names) == 0 {
		return s
	}
	out := &format.Schema{Tables: slices.Clone(s.Tables)}
	for i := range out.Tables {
		t := &out.Tables[i]
		t.Fields = slices.Clone(t.Fields)
		if d&Docs != 0 {
			t.Attr.Doc = ""
		}
		if d&Names != 0 {
			t.Attr.JSON, t.Attr.Aliases = "", nil
		}
		for j := range t.Fields {
			a := &t.Fields[j].Attr
			if d&Docs != 0 {
				a.Doc = ""
			}
			if d&Names != 0 {
				*a = format.Attr{Role: a.Role, Finite: a.Finite, Doc: a.Doc, Components: a.Components}
			}
		}
	}
	return out
}
