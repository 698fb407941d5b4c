package export

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/format"
)

// tellsApart refuses a schema in which level tags would take one name for several: the
// bar that stands between names has no other way to be written.
func tellsApart(s *format.Schema) error {
	for i := range s.Tables {
		t := &s.Tables[i]
		if name, ok := barred(t.Attr.Names, t.Attr.Aliases); ok {
			return noBar(t.Name, name)
		}
		for k := range t.Fields {
			f := &t.Fields[k]
			if name, ok := barred([]string{f.Name}, f.Symbols, f.Attr.Aliases); ok {
				return noBar(t.Name+"."+f.Name, name)
			}
		}
	}
	return nil
}

// barred returns the first name with a bar.
func barred(lists ...[]string) (name string, ok bool) {
	for _, list := range lists {
		for _, name := range list {
			if strings.Contains(name, "|") {
				return name, true
			}
		}
	}
	return "", false
}

func noBar(where, name string) error {
	return fmt.Errorf("%s: a level tag has no way to write the name %q, because | stands between names; rename it", where, name)
}
