package export

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// The members of an object under which nodes stand, by their kinds' names. Every
// node may have nodes of every kind in it, and so a schema that says that in every
// kind grows with the square of their number: beyond a few it is said once.

// mostSpelled is how many kinds are said in each kind: that is easy to read, and is
// understood by editors which do not know unevaluatedProperties.
const mostSpelled = 64

// freeNames are those among the names of kinds that no field has in any kind, so that
// they mean the same everywhere.
func freeNames(kinds []*format.Table, names []string, member string) map[string]bool {
	free := make(map[string]bool, len(names))
	for _, name := range names {
		free[name] = name != member
	}
	for _, t := range kinds {
		tree(t).each(func(it *item) { delete(free, it.json) })
	}
	return free
}

// each calls do with all items of a group and of those in it.
func (g *group) each(do func(*item)) {
	for i := range g.items {
		do(&g.items[i])
		if s := g.items[i].sub; s != nil {
			s.each(do)
		}
	}
}

// children says of an object that it has the members props, whose names are taken,
// and nodes under the names of their kinds, and what other says under all other names.
func (j *jsonSchema) children(props object, taken []string, other any) object {
	nodes := j.keyed(func(name string) bool { return !j.shared[name] && !slices.Contains(taken, name) })
	out := object{}.with("properties", append(props, nodes...))
	if j.shared == nil {
		return out.with("additionalProperties", other)
	}
	return append(append(out, to("children")...), member{"unevaluatedProperties", other})
}

// keyed are the members that nodes stand under, those whose names pass.
func (j *jsonSchema) keyed(pass func(name string) bool) object {
	out := object{}
	for _, t := range j.kinds {
		for _, name := range jsonNames(t) {
			if pass(name) {
				def := "list."
				if holds(t, name) {
					def = "keys."
				}
				out = out.with(name, to(def+t.Name))
			}
		}
	}
	return out
}
