package layout

import (
	"slices"
	"strings"
)

// maxAliases limits the earlier names of a field, which multiply where structs nest.
const maxAliases = 256

// path is where a field stands in its record: in which nested struct, and what that was
// called. Prefixes end with their separator; those of the record itself are empty.
type path struct {
	prefix string   // of names in a level: "inertial."
	source string   // of names in a source: "inertial/"
	former []string // earlier prefixes
}

// nested is the path of the fields of a struct.
func (in path) nested(name string, alias []string) path {
	out := path{prefix: in.prefix + name + ".", source: in.source + name + "/"}
	for _, e := range in.earlier(name, alias) {
		out.former = append(out.former, e+".")
	}
	return out
}

// earlier returns the earlier names of a field or struct. One of its own stands where it
// stands now, or stood, unless it begins with a slash: then it is a path from the top of
// the record.
func (in path) earlier(name string, alias []string) []string {
	var out []string
	add := func(name string) {
		if len(out) <= maxAliases && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, a := range alias {
		if top, ok := strings.CutPrefix(a, "/"); ok {
			add(strings.ReplaceAll(top, "/", "."))
		} else {
			add(in.prefix + a)
		}
	}
	for _, prefix := range in.former {
		add(prefix + name)
		for _, a := range alias {
			if a[0] != '/' {
				add(prefix + a)
			}
		}
	}
	return out
}
