package infer

import (
	"context"
	"maps"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// rounds reads the sources until two things are known on which it depends how JSON is
// read: which objects are holders, and which types are kinds.
type rounds struct {
	files []*source.File
	o     Options

	holders map[string]*holder // by name, as far as they are known
	never   map[string]bool    // names whose objects turned out to be no holders
	settled bool               // no more holders are searched for
	guess   map[string]bool    // the kinds as they were found before, or nil
}

const (
	// mostRounds is the most times that JSON is read, with the same holders.
	mostRounds = 8
	// mostHoldings is the most times that holders are searched for: what contains nodes may
	// itself be in an object that turns out to.
	mostHoldings = 6
)

// all reads the sources until both are known.
func (r *rounds) all(ctx context.Context) (*modeler, error) {
	for n := 1; ; n++ {
		m, found, err := r.kinds(ctx)
		if err != nil {
			return nil, err
		}
		wrong := m.falseHolders()
		switch last := n >= mostHoldings; {
		case len(wrong) == 0 && (last || len(found) == 0):
			return m, nil
		case last: // all of them stay as they would be without holders
			r.holders, r.settled = map[string]*holder{}, true
		default:
			r.learn(found, wrong)
		}
		r.guess = m.g.kinds
	}
}

// learn adds holders that were found, and takes away those that turned out to be none.
func (r *rounds) learn(found []*holder, wrong []string) {
	for _, name := range wrong {
		r.never[name] = true
		delete(r.holders, name)
	}
	for _, h := range found {
		r.holders[h.name] = h
	}
}

// kinds reads the sources until it is known which types are kinds. It also returns names
// whose objects seem to be holders, beyond those that are known.
func (r *rounds) kinds(ctx context.Context) (m *modeler, holders []*holder, err error) {
	kinds, banned := map[string]bool{}, map[string]bool{}
	var shared []sharedType
	g, next, err := r.first(ctx)
	for round := 1; ; round++ {
		if err != nil {
			return nil, nil, err
		}
		if round == 1 && !r.settled {
			holders = g.findHolders(r.never)
		}
		more, hiding := g.sharedTypes()
		maps.Copy(banned, hiding)
		shared = append(shared, more...)
		m = decideNames(g, banned)
		wrong := g.falseKinds(m.kinds)
		found := append(g.typeKinds(), g.hiddenKinds(m.kinds)...)
		if round == mostRounds && len(wrong)+len(found) > 0 {
			m.notes.add(true, "", "the types of objects (%s) cannot be told from their keys", strings.Join(append(wrong, found...), ", "))
			return m, holders, nil
		}
		for _, name := range wrong {
			banned[name] = true
		}
		again := len(wrong) > 0
		underKeys := g.typesUnderKeys()
		for _, name := range found {
			if underKeys[name] && !banned[name] {
				banned[name], again = true, true
			}
			again = again || !kinds[name] && !banned[name]
			kinds[name] = true
		}
		if !again {
			m.noteShared(shared, kinds)
			return m, holders, nil
		}
		for name := range banned {
			delete(kinds, name)
		}
		if g = next; g == nil || !maps.Equal(g.kinds, kinds) {
			g = newGatherer(ctx, kinds, r.holders, r.o)
			err = read(ctx, r.files, g, r.o)
		}
		next = nil
	}
}

// mostBans is how often names are banned for what came of that: one may follow from another,
// from kind to kind, and each time costs as much as all that was gathered.
const mostBans = 32

// leastBytes is the room for fields below which it is no use to try with less.
const leastBytes = mostBytes / 16

// decideNames makes kinds from what was gathered. If something in a node has to be left out,
// its name cannot be that of a kind, because a build would take it for a node. So kinds
// are decided again without that name, which may leave out something else; and without
// dots in names, if these make two names the same. But a name without which there would
// be no kind at all stays: better a level that has some of it in properties than none. If the
// schema is longer than the format allows, the fields get less room.
func decideNames(g *gatherer, never map[string]bool) *modeler {
	banned, avoid, dots, room := maps.Clone(never), map[string]bool{}, true, mostBytes
	before, last := banned, false // the names banned before the last ones; no more may be
	for n := 1; ; n++ {
		last = last || n > mostBans
		d := &decider{g: g, banned: banned, avoid: avoid, dots: dots, room: room, last: last}
		d.decide()
		m := d.model()
		if !m.hasNodes() && len(banned) > len(before) {
			banned, last = before, true
			continue
		}
		met, made := m.misnamed()
		again := made
		if made {
			maps.Copy(avoid, m.lost)
		}
		if !last && len(met) > 0 {
			before, banned, again = banned, maps.Clone(banned), true
			for _, name := range met {
				banned[name] = true
			}
		}
		if again {
			continue
		}
		m.resolve()
		switch {
		case dots && m.ambiguous():
			dots = false
		case room > leastBytes && m.isTooLarge():
			room -= room / 4
		default:
			m.checkRoots()
			return m
		}
	}
}

// misnamed returns the names of kinds under which something in a node has no place, of those
// that were met in the sources, and whether there are any that were made for objects without
// a key.
func (m *modeler) misnamed() (met []string, made bool) {
	for _, k := range m.kinds {
		switch name := k.at.name; {
		case name == "" && m.lost[k.name]:
			made = true
		case name != "" && !m.banned[name] && (m.lost[k.name] || m.lost[name] || k.key() != "" && m.lost[k.key()]):
			met = append(met, name)
		}
	}
	return met, made
}
