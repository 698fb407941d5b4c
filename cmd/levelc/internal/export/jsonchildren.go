package export

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// The members of an object for nodes, which are named after their kinds. Every node may
// contain nodes of every kind, so a schema that lists these for every kind grows with
// the square of their number. Beyond a few kinds they are listed once.

// mostSpelled is how many kinds are listed for every kind. That is easy to read, and
// editors understand it that do not know unevaluatedProperties.
const mostSpelled = 64

// freeNames returns those names of kinds that no field of any kind has, so that they
// mean the same everywhere.
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

// each calls do for all items of a group and of the groups in it.
func (g *group) each(do func(*item)) {
	for i := range g.items {
		do(&g.items[i])
		if s := g.items[i].sub; s != nil {
			s.each(do)
		}
	}
}

// children describes an object with the members props, whose names are taken, with
// nodes under the names of their kinds, and with other under all other names.
func (j *jsonSchema) children(props object, taken []string, other any) object {
	nodes := j.keyed(func(name string) bool { return !j.shared[name] && !slices.Contains(taken, name) })
	out := object{}.with("properties", append(props, nodes...))
	if j.shared == nil {
		return out.with("additionalProperties", other)
	}
	return append(append(out, to("children")...), member{"unevaluatedProperties", other})
}

// keyed returns the members for nodes whose names pass.
func (j *jsonSchema) keyed(pass func(name string) bool) object {
	out := object{}
	for _, t := range j.kinds {
		for _, name := range jsonNames(t) {
			if pass(name) {
				out = out.with(name, under(t, name))
			}
		}
	}
	return out
}

// under describes what may be under a name of a kind.
func under(t *format.Table, name string) object {
	if holds(t, name) {
		return to("keys." + t.Name)
	}
	return to("list." + t.Name)
}

// nodesUnder describes the nodes that may be under a name, or returns nil if no kind has it.
func (j *jsonSchema) nodesUnder(name string) object {
	for _, t := range j.kinds {
		if slices.Contains(jsonNames(t), name) {
			return under(t, name)
		}
	}
	return nil
}
