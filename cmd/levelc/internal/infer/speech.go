package infer

import (
	"cmp"
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

// isContainer reports whether a name says no more than that there is something inside.
func isContainer(name string) bool { return slices.Contains(containers, plainName(name)) }

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

// likerID reports whether a is the likelier name of an id than b, or the plainer one: which
// comes first in a file says nothing.
func likerID(a, b string) bool {
	return cmp.Or(cmp.Compare(idRank(a), idRank(b)), cmp.Compare(len(a), len(b)), cmp.Compare(b, a)) < 0
}

// wordsInRef are words that merely end as the name of a reference does. Tiled calls a tile
// by its gid.
var wordsInRef = []string{"grid", "firstgid", "tilegid", "rigid", "fluid", "liquid", "druid", "squid", "void", "asteroid", "centroid", "ellipsoid", "humanoid", "android", "pyramid", "hybrid", "valid", "solid", "transparent", "apparent"}

// shortInRef are such words too, but only as words of their own: "itemid" and "roomid" end in
// "mid", and are ids of items and rooms.
var shortInRef = []string{"gid", "lid", "mid", "amid", "raid", "acid", "orchid"}

// endsInWord reports whether a name is one of the words, or is seen to end in one.
func endsInWord(name string, words ...string) bool {
	plain := plainName(name)
	return slices.ContainsFunc(words, func(w string) bool {
		return plain == w || strings.HasSuffix(plain, w) && isWordAt(name, len(w))
	})
}

// idEnds end the names of references: those first that end in others.
var idEnds = []string{"uuid", "guid", "uid", "iid", "id", "ref"}

// cutEnd cuts the first of these off a name that ends in it: "body" of "bodyId", "body_id"
// and "bodyid", but nothing of "tileGrid".
func cutEnd(name string, ends ...string) (plain string, ok bool) {
	plain = plainName(name)
	for _, end := range ends {
		if len(plain) <= len(end) || !strings.HasSuffix(plain, end) {
			continue
		}
		if isWordAt(name, len(end)) || !endsInWord(name, shortInRef...) && !slices.ContainsFunc(wordsInRef, func(w string) bool { return strings.HasSuffix(plain, w) }) {
			return plain[:len(plain)-len(end)], true
		}
	}
	return plain, false
}

// isWordAt reports whether the last n bytes of a name are seen to be a word of their own:
// "Id" of "gridId" and "id" of "grid_id".
func isWordAt(name string, n int) bool {
	at := len(name) - n
	if at <= 0 {
		return false
	}
	before, first := name[at-1], name[at]
	return plainName(name[at-1:at]) == "" || 'A' <= first && first <= 'Z' && !('A' <= before && before <= 'Z')
}

// speaksOfRefs reports whether a name is that of a reference.
func speaksOfRefs(name string) bool {
	name = bareName(name)
	if slices.Contains(refWords, plainName(name)) {
		return true
	}
	_, ok := cutEnd(name, append([]string{"target", "parent"}, idEnds...)...)
	return ok
}

// kinWords are the names of lists that refer to others of the same kind. In levels without
// ids these are places in the file, which are not to be taken for the ids of another kind.
var kinWords = []string{"child", "parent", "sibling", "neighbour", "neighbor", "adjacent", "connected", "connection", "edge", "exit", "successor", "predecessor"}

// listStem returns what a list of numbers is called, as that of one reference: "link" of
// "links" and "linkIds".
func listStem(name string) string {
	stem, _ := cutEnd(noun.Singular(bareName(name)), idEnds...)
	return stem
}

// speaksOfRefLists reports whether a name is that of a list of references without saying
// to which kind: "links", "targetIds". It is stricter than speaksOfRefs, as lists of numbers
// are mostly data: "tileIds" are no ids of rooms.
func speaksOfRefLists(name string) bool {
	stem := listStem(name)
	return slices.Contains(refWords, stem) || slices.Contains(kinWords, stem)
}

// speaksOfKin reports whether it is one of references to the kind of the node itself.
func speaksOfKin(name string) bool { return slices.Contains(kinWords, listStem(name)) }

// isPlural reports whether a name is that of several things.
func isPlural(name string) bool { return noun.Singular(name) != name }

// mayListRefs reports whether a list of numbers under a name may be one of references.
func mayListRefs(name string) bool { return isPlural(name) || speaksOfRefLists(name) }

// speaksOf reports whether a field's name says that it refers to a kind:
// "body", "bodyId", "startBody", "bodies", "bodyIds" for the kind body, and "shape" for
// BoxShape.
func speaksOf(name, kind string) bool {
	name, kind = bareName(name), bareName(kind)
	ends := append([]string{"name"}, idEnds...)
	short, _ := cutEnd(name, ends...)
	one, _ := cutEnd(noun.Singular(name), ends...)
	return slices.ContainsFunc([]string{short, noun.Singular(short), one}, func(s string) bool { return endsIn(s, kind) })
}

// endsIn reports whether a plain name ends in the name of a kind, or in the noun at the end
// of that.
func endsIn(plain, kind string) bool {
	whole := plainName(kind)
	if len(whole) > 1 && strings.HasSuffix(plain, whole) {
		return true
	}
	return len(plain) > 2 && strings.HasSuffix(whole, plain) && isWordAt(kind, len(plain))
}

// speaksOfStart reports whether a name is that of something first: "start",
// "startRoom", "initial".
func speaksOfStart(name string) bool {
	name = plainName(name)
	return slices.ContainsFunc([]string{"start", "initial", "entry", "first"}, func(w string) bool { return strings.HasPrefix(name, w) })
}

// isVersion reports whether a name is that of a version, which is not a number.
func isVersion(name string) bool {
	return strings.HasSuffix(strings.ToLower(name), "version") && !endsInWord(name, "conversion", "inversion", "diversion", "reversion")
}

// isOnAtFirst reports whether a name is one that editors write only if something is
// switched off, made fainter or slowed down.
func isOnAtFirst(name string) bool {
	return slices.Contains([]string{"visible", "enabled", "active", "opacity", "alpha", "parallaxx", "parallaxy"}, strings.ToLower(name))
}

// isOfType reports whether a bool has the name of its type: then it is what a property says,
// beside "string" and "int" of other properties, and absent where these say it.
func isOfType(name string) bool {
	return strings.Contains(strings.ToLower(name), "bool")
}
