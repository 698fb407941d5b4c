package unparse

import (
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// A level does not keep a source's declarations of prefixes, but names keep their
// prefixes, and a parser that knows namespaces refuses undeclared ones. So each prefix
// is declared again, at the outermost element. What it stood for is not known any more,
// so it stands for a name of levelc's own.

// declarations returns the attributes that declare the prefixes of all names that the
// output may have. They stand in an element with a scope, and are not made where they would
// be one of its fields.
func (x *xmlSyntax) declarations(in *scope) string {
	met := map[string]bool{}
	if len(x.props) > 0 {
		met["levelc"] = true
	}
	for _, sh := range x.shapes {
		if sh.Class == format.ClassNode {
			for _, name := range sh.Attr.Names {
				addPrefix(met, name)
			}
		}
		if sh.root != nil {
			sh.root.prefixes(met)
		}
	}
	for _, p := range x.props {
		propPrefixes(met, p)
	}
	var all []string
	for p := range met {
		if f, _ := in.find("xmlns:" + p); f == nil {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	var b strings.Builder
	for _, p := range all {
		b.WriteString(" xmlns:" + p + "=\"" + space(p) + "\"")
	}
	return b.String()
}

func (s *scope) prefixes(met map[string]bool) {
	addPrefix(met, s.label)
	for _, f := range s.fields {
		addPrefix(met, f.label)
	}
	for _, sub := range s.subs {
		sub.prefixes(met)
	}
}

func propPrefixes(met map[string]bool, p format.Props) {
	for key, v := range p.All() {
		addPrefix(met, string(key))
		valuePrefixes(met, v)
	}
}

func valuePrefixes(met map[string]bool, v format.Value) {
	if m, ok := v.Map(); ok {
		propPrefixes(met, m)
		return
	}
	if v.Kind() == format.List {
		for _, e := range v.All() {
			valuePrefixes(met, e)
		}
	}
}

// addPrefix notes the prefix of a name that XML can have. Prefixes that begin with xml
// are always declared, or cannot be.
func addPrefix(met map[string]bool, name string) {
	p, rest, ok := strings.Cut(name, ":")
	if ok && p != "" && rest != "" && source.IsName(name) && !strings.HasPrefix(strings.ToLower(p), "xml") {
		met[p] = true
	}
}

// space returns what a prefix stands for.
func space(prefix string) string {
	switch prefix {
	case "levelc":
		return escapeSpace
	case "xsi":
		return "http://www.w3.org/2001/XMLSchema-instance"
	}
	return escapeSpace + "#" + prefix
}
