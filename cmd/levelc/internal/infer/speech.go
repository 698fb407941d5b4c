package infer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
)

// What names mean. They are compared without case, hyphens and underscores.

// idNames are the usual names of ids, the most likely first.
var idNames = []string{"id", "iid", "uid", "guid", "uuid", "name", "identifier", "key"}

// refWords are the names of attributes that refer to something of any kind.
var refWords = []string{"ref", "target", "parent", "owner", "source", "follow", "link", "from", "to", "next", "prev", "previous", "child", "attach", "attachedto", "goto", "destination", "dest"}

// containers are the names of arrays that hold objects of different kinds.
var containers = []string{"children", "nodes", "objects", "entities", "items", "elements", "content", "contents", "layers", "actors", "things", "components", "parts", "members", "list", "entries"}

// plainName returns a name in the form in which names are compared.
func plainName(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// bareName returns a name without its prefix: "id" of "gml:id".
func bareName(s string) string {
	if _, bare, ok := strings.Cut(s, ":"); ok && bare != "" {
		return bare
	}
	return s
}

// idRank says how likely a name is that of an id: 0 is the most likely, a negative
// number means that it is not. A prefix changes nothing: xml:id, gml:id, rdf:ID.
func idRank(name string) int {
	return slices.Index(idNames, plainName(bareName(name)))
}

// speaksOfRefs reports whether a name is that of a reference.
func speaksOfRefs(name string) bool {
	name = plainName(bareName(name))
	if slices.Contains(refWords, name) {
		return true
	}
	for _, end := range []string{"id", "ref", "uid", "iid", "guid", "uuid", "target", "parent"} {
		if len(name) > len(end) && strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// speaksOf reports whether a field's name says that it refers to a kind:
// "body", "bodyId", "startBody", "bodies" for the kind body.
func speaksOf(name, kind string) bool {
	name, kind = plainName(bareName(name)), plainName(bareName(kind))
	for _, end := range []string{"uid", "iid", "guid", "uuid", "id", "ref", "name"} {
		if len(name) > len(end) && strings.HasSuffix(name, end) {
			name = name[:len(name)-len(end)]
			break
		}
	}
	return len(kind) > 1 && (strings.HasSuffix(name, kind) || strings.HasSuffix(noun.Singular(name), kind))
}

// speaksOfStart reports whether a name is that of something first: "start",
// "startRoom", "initial".
func speaksOfStart(name string) bool {
	name = plainName(name)
	return slices.ContainsFunc([]string{"start", "initial", "entry", "first"}, func(w string) bool { return strings.HasPrefix(name, w) })
}

// isVersion reports whether a name is that of a version, which is not a number.
func isVersion(name string) bool { return strings.HasSuffix(strings.ToLower(name), "version") }

// isOnAtFirst reports whether a name is one that editors write only if something is
// switched off, made fainter or slowed down.
func isOnAtFirst(name string) bool {
	return slices.Contains([]string{"visible", "enabled", "active", "opacity", "alpha", "parallaxx", "parallaxy"}, strings.ToLower(name))
}
