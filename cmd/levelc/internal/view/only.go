package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
)

// TableError is a name in Options.Only that no table of the level has.
type TableError struct {
	Name  string
	Near  string   // the table that was probably meant, or ""
	Kinds []string // of the level
}

func (e *TableError) Error() string {
	msg := fmt.Sprintf("the level has no table %q", e.Name)
	if e.Near != "" {
		return fmt.Sprintf("%s; did you mean %q?", msg, e.Near)
	}
	if len(e.Kinds) > mostListed {
		return fmt.Sprintf("%s; levelc dump --head lists those that it has", msg)
	}
	return fmt.Sprintf("%s; its kinds are %s", msg, strings.Join(e.Kinds, ", "))
}

const mostListed = 20

// tablesOf finds tables by their names, or by those of their elements. Without any names it
// returns nil, which is all of them.
func tablesOf(s *format.Schema, names []string) ([]bool, error) {
	if len(names) == 0 {
		return nil, nil
	}
	only := make([]bool, len(s.Tables))
	for _, name := range names {
		i := s.Table(name)
		if i < 0 {
			i = slices.IndexFunc(s.Tables, func(t format.Table) bool { return slices.Contains(t.Attr.Names, name) })
		}
		if i < 0 {
			return nil, noTable(s, name)
		}
		only[i] = true
		if i == format.TableProp { // its rows are shown with their bytes
			only[format.TablePropBytes] = true
		}
	}
	return only, nil
}

func noTable(s *format.Schema, name string) *TableError {
	e := &TableError{Name: name}
	var known []string
	for i := range s.Tables {
		t := &s.Tables[i]
		known = append(append(known, t.Name), t.Attr.Names...)
		if t.Class == format.ClassNode {
			e.Kinds = append(e.Kinds, t.Name)
		}
	}
	e.Near = spell.Nearest([]byte(name), known)
	return e
}
