package export

import (
	"fmt"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
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
		free[name] = true
	}
	delete(free, member)
	for _, t := range kinds {
		tree(t, source.JSON).each(func(it *item) { delete(free, it.name) })
	}
	return free
}

// share lists the free names once, in "children", and leaves the others to each kind.
func (j *jsonSchema) share(free map[string]bool) {
	j.listed, j.shared = nil, object{}
	for _, name := range j.names {
		if free[name] {
			j.shared = j.shared.with(name, j.under[name])
		} else {
			j.listed = append(j.listed, name)
		}
	}
	if len(j.listed) > mostSpelled {
		j.places = make(map[string]int, len(j.listed))
		for i, name := range j.listed {
			j.places[name] = i
		}
	}
}

// children describes an object with the members props, with nodes under the names of
// their kinds, as far as these are free, and with other under all other names.
func (j *jsonSchema) children(props object, other any) object {
	if j.places != nil {
		return j.childrenBut(props, other)
	}
	own := make(map[string]bool, len(props)) // there may be thousands of names
	for _, m := range props {
		own[m.name] = true
	}
	for _, name := range j.listed {
		if !own[name] {
			props = props.with(name, j.under[name])
		}
	}
	out := object{}.with("properties", props)
	if j.shared == nil {
		return out.with("additionalProperties", other)
	}
	return append(out, member{"allOf", []any{to("children.names"), to("children")}}, member{"unevaluatedProperties", other})
}

// childNames allows anything under the names of kinds. Where "children" finds something wrong
// under a name, a validator does not count the name as evaluated: without this, it would try
// on it all that may stand under other names, and so again in what is in it, level by level.
func (j *jsonSchema) childNames() object {
	names := make(object, 0, len(j.names))
	for _, name := range j.names {
		names = names.with(name, true)
	}
	return object{{"properties", names}}
}

// childrenBut is children for many names that are not free, by sections of them.
func (j *jsonSchema) childrenBut(props object, other any) object {
	var taken []int
	for _, m := range props {
		if i, ok := j.places[m.name]; ok {
			taken = append(taken, i)
		}
	}
	slices.Sort(taken)
	all := []any{to("children.names"), to("children")}
	section{0, len(j.listed)}.but(taken,
		func(s section) { all = append(all, to(s.children())) },
		func(i int) { props = props.with(j.listed[i], j.under[j.listed[i]]) })
	return object{{"properties", props}, {"allOf", all}, {"unevaluatedProperties", other}}
}

// children is the name of the definition of a section.
func (s section) children() string { return fmt.Sprintf("children.%d-%d", s.from, s.to) }

// sections returns the definitions of the sections.
func (j *jsonSchema) sections() object {
	var out object
	if j.places == nil {
		return nil
	}
	section{0, len(j.listed)}.each(func(s section) {
		def := object{}
		if s.isShort() {
			for _, name := range j.listed[s.from:s.to] {
				def = def.with(name, j.under[name])
			}
			def = object{{"properties", def}}
		} else {
			a, b := s.halves()
			def = object{{"allOf", []any{to(a.children()), to(b.children())}}}
		}
		out = out.with(s.children(), def)
	})
	return out
}

// nodesUnder describes what may be under a name of a kind.
func nodesUnder(t *format.Table, name string) object {
	if holds(t, name) {
		return to("keys." + t.Name)
	}
	return to("list." + t.Name)
}
