package infer

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/noun"
)

// typeKinds finds the values of "type" that name kinds, beyond those that are known. The
// objects in a map are no nodes of their types: these would lose their keys.
func (g *gatherer) typeKinds() []string {
	var out []string
	met, inMap := map[string]bool{}, map[*element]bool{}
	for e := range g.live() {
		if v := e.dict.value(); v != nil {
			inMap[v] = true
		}
	}
	for e := range g.live() {
		if inMap[e] || e.types.n == 0 || !e.typesAreKinds() {
			continue
		}
		for _, t := range e.types.list {
			if !met[t.name] {
				met[t.name] = true
				out = append(out, t.name)
			}
		}
	}
	return out
}

// typesUnderKeys returns the types of objects that stand in maps, or under their keys as
// nodes of another kind. Where such a type is a kind, these objects would lose their keys.
func (g *gatherer) typesUnderKeys() map[string]bool {
	out := map[string]bool{}
	for e := range g.live() {
		if v := e.dict.value(); v != nil {
			for _, t := range v.types.list {
				out[t.name] = true
			}
		}
		for _, t := range e.types.list {
			if len(e.held) > 0 && !slices.ContainsFunc(e.held, func(name string) bool { return t.name == name || t.name == noun.Singular(name) }) {
				out[t.name] = true
			}
		}
	}
	return out
}

// sharedType is the type of objects under two keys of one parent. Opened under their
// type they would lose the key, as with the two sides of an operator.
type sharedType struct {
	name string
	keys [2]string
}

// sharedTypes returns the shared types, and those that cannot name kinds for that reason:
// a shared type, unless one of its keys means no more than "inside", and what else stands
// alone under the keys. A game that looks for that would have to look in two ways, were some
// of it nodes:
//
//	"body": {"type": "box", ...}, "trigger": {"type": "box", ...}
//	"body": {"type": "circle", ...}
func (g *gatherer) sharedTypes() (shared []sharedType, hiding map[string]bool) {
	hiding = map[string]bool{}
	listed := g.listedTypes()
	for _, e := range g.elements {
		under := map[string]*edge{}
		mixed := map[*edge]bool{}
		for _, x := range e.edges {
			for _, t := range x.to.self().types.list {
				first := under[t.name]
				if first == nil {
					under[t.name] = x
					continue
				}
				shared = append(shared, sharedType{t.name, [2]string{first.name, x.name}})
				if isContainer(first.name) != isContainer(x.name) {
					continue
				}
				hiding[t.name] = true
				if !first.listed && !x.listed {
					mixed[first], mixed[x] = true, true
				}
			}
		}
		for x := range mixed {
			for _, t := range x.to.self().types.list {
				if !listed[t.name] {
					hiding[t.name] = true
				}
			}
		}
	}
	return shared, hiding
}

// listedTypes returns the types of objects in lists.
func (g *gatherer) listedTypes() map[string]bool {
	out := map[string]bool{}
	for _, e := range append(slices.Clone(g.elements), g.top) {
		for _, x := range e.edges {
			for _, t := range x.to.self().types.list {
				out[t.name] = out[t.name] || x.listed
			}
		}
	}
	return out
}

// noteShared notes objects that are nodes by their type, and so no longer tell the key
// under which they were.
func (m *modeler) noteShared(shared []sharedType, kinds map[string]bool) {
	for _, t := range shared {
		if kinds[t.name] && slices.ContainsFunc(m.kinds, func(k *kind) bool { return k.name == t.name }) {
			m.notes.add(false, t.name, "such objects stand under %q and under %q, which as nodes they do not say", t.keys[0], t.keys[1])
		}
	}
}

func (e *element) typesAreKinds() bool {
	t := &e.types
	if len(e.held) > 0 || t.odd || t.many || t.n < e.json {
		return false
	}
	if e.root || isContainer(e.name) {
		return true
	}
	return len(t.list) > 1 && (t.differ() || e.typesAreForms())
}

// typesAreForms reports whether no field takes all values of some member, but each type
// has its own form of it: the coordinates of a point and those of a polygon.
func (e *element) typesAreForms() bool {
	return slices.ContainsFunc(e.fields, func(f *field) bool {
		x := e.byEdge[f.name]
		return (f.tally.guess().clash != "" || f.tally.count() > 0 && x != nil && x.barred) && e.types.decideForm(f.name)
	})
}

// falseKinds returns the types under which objects were opened although they became no
// kinds. A build would open those objects under their keys. An outermost object with
// nothing of its own does not count: it has no key, and its type is ignored.
func (g *gatherer) falseKinds(kinds []*kind) []string {
	var out []string
	inside := map[*element]bool{}
	for _, e := range g.elements {
		for _, x := range e.edges {
			inside[x.to.self()] = true
		}
	}
	known := map[string]bool{} // names of kinds, and those in out
	for _, k := range kinds {
		known[k.name], known[k.key()] = true, true
	}
	for _, e := range g.elements {
		if e.typed && !known[e.name] && (!e.root || inside[e]) {
			known[e.name] = true
			out = append(out, e.name)
		}
	}
	return out
}

// hiddenKinds returns the kinds that were found under their own name while objects with
// that very type became something else. A build would take these for nodes of the kind.
func (g *gatherer) hiddenKinds(kinds []*kind) []string {
	var out []string
	for _, k := range kinds {
		for _, name := range []string{k.name, k.key()} {
			if name != "" && g.typesSeen[name] && !g.kinds[name] {
				out = append(out, name)
			}
		}
	}
	return out
}
