package compile

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// renamed finds a name among the earlier names of the row's fields, and of the structs
// that they stand in. What stands elsewhere now has its path, with a slash before it if
// that does not begin here.
func (c *compiler) renamed(f *frame, name []byte) string {
	if f.table == nil {
		return ""
	}
	was := strings.ReplaceAll(string(f.scope.path()), "/", ".") + string(name)
	for i := range f.table.fields {
		if path := f.table.fields[i].since(was, c.syntax); path != "" {
			return f.scope.from(path)
		}
	}
	return ""
}

// emptied finds a name among the structs that a field was moved out of, and returns the
// field's path then and now.
func (c *compiler) emptied(f *frame, name []byte) (old, now string) {
	if f.table == nil {
		return "", ""
	}
	was := strings.ReplaceAll(string(f.scope.path()), "/", ".") + string(name) + "."
	for i := range f.table.fields {
		to := &f.table.fields[i]
		for _, a := range to.Attr.Aliases {
			if old, ok := strings.CutPrefix(a, was); ok {
				return string(name) + "/" + strings.ReplaceAll(old, ".", "/"), f.scope.from(to.pathIn(c.syntax))
			}
		}
	}
	return "", ""
}

// from returns a path of the record as it is seen from the scope.
func (s *scope) from(path string) string {
	if beside, ok := strings.CutPrefix(path, string(s.path())); ok {
		return beside
	}
	return "/" + path
}

// pathIn returns the path of a field, with its own name as the source has it.
func (f *field) pathIn(syntax source.Format) string {
	path := f.path()
	return path[:strings.LastIndexByte(path, '/')+1] + f.label[syntax]
}

// since returns the path of what had an earlier name: the field, or a struct around it.
func (f *field) since(was string, syntax source.Format) string {
	path := f.path()
	for _, a := range f.Attr.Aliases {
		if a == was {
			return f.pathIn(syntax)
		}
		if rest, ok := strings.CutPrefix(a, was+"."); ok {
			if outer, ok := strings.CutSuffix(path, "/"+strings.ReplaceAll(rest, ".", "/")); ok {
				return outer
			}
		}
	}
	return ""
}
