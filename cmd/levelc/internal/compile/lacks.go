package compile

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A required field that a row lacks is told of where it has to be added: at the row, or at
// the nested struct that the field is in, if the row has that.

// lack is what one element or object lacks.
type lack struct {
	scope *scope
	at    int64
	names []string
}

// reportMissing reports the required fields in word w that were not given.
func (c *compiler) reportMissing(f *frame, w int) {
	c.settleMeant(f)
	var lacks []lack
	for i := range f.table.fields {
		d := &f.table.fields[i]
		if d.bit>>6 != w || !d.Attr.Required || d.Attr.Role == format.RoleParent || c.has(f, d) || c.unknown.isMeant(f, d) {
			continue
		}
		if c.problems.onlyCounts(false) {
			return
		}
		s, at, depth := c.lackedBy(f, d)
		n := 0
		for n < len(lacks) && lacks[n].scope != s {
			n++
		}
		if n == len(lacks) {
			lacks = append(lacks, lack{scope: s, at: at})
		}
		lacks[n].names = append(lacks[n].names, nameInRow(d, c.syntax, depth))
	}
	for _, l := range lacks {
		c.report(source.Pos{Off: l.at}, l.scope.where()+" lacks "+list(l.names, "and"), "")
	}
}

// lackedBy returns the innermost struct around d that the row of f has, its place, and how
// deep it is in the row.
func (c *compiler) lackedBy(f *frame, d *field) (s *scope, at int64, depth int) {
	s, at = f.scope, f.at
	for {
		e := s.around(d)
		if e == nil {
			return s, at, depth
		}
		first := int64(c.given.Slice()[int(f.given)+e.word]) - 1
		if first < 0 || first == f.at { // a value in place of the struct has no other place
			return s, at, depth
		}
		s, at, depth = e.sub, first, depth+1
	}
}

// around returns the struct in s that d is in, or nil.
func (s *scope) around(d *field) *entry {
	for i := range s.entries {
		if e := &s.entries[i]; e.sub != nil && e.holds(d) {
			return e
		}
	}
	return nil
}

// sourceName returns the name of a row's field in a source.
func sourceName(f *field, syntax source.Format) string {
	if f.Attr.Role == format.RoleText && syntax == source.XML {
		return "its text"
	}
	return f.label[syntax]
}

// nameInRow is sourceName with the nested structs that the field is in, without the
// outermost ones: "lock.code".
func nameInRow(f *field, syntax source.Format, without int) string {
	dir, _ := PlaceIn(f.Field, syntax)
	for ; without > 0; without-- {
		_, dir, _ = strings.Cut(dir, "/")
	}
	dir = strings.ReplaceAll(dir, "/", ".")
	switch {
	case dir == "":
		return sourceName(f, syntax)
	case f.Attr.Role == format.RoleText && syntax == source.XML:
		return "the text of " + dir
	}
	return dir + "." + f.label[syntax]
}
