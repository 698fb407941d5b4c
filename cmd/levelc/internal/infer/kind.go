package infer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// kind is a node table that is being made.
type kind struct {
	at      *element
	name    string
	json    string
	rec     record
	lossy   bool // something in the record has no place
	id      *column
	parents []*kind
	doc     string
}

// key returns the kind's name in JSON where it differs, or "" if it does not.
func (k *kind) key() string {
	if k.json == format.NoKey {
		return ""
	}
	return k.json
}

// ids returns what the kind's nodes are referred to by, or nil.
func (k *kind) ids() *idSpace {
	if k.id == nil {
		return nil
	}
	return k.id.own
}

func (m *modeler) addKind(e *element) {
	if e.name == "" {
		m.putKind(&kind{at: e, name: m.freeName("root"), json: format.NoKey})
		return
	}
	if why := m.canBeName(e.name); why != "" {
		m.notes.add(true, e.name, "%s: no kind can have it", strings.TrimSuffix(why, ","))
		m.distrust(e)
		return
	}
	k := &kind{at: e, name: e.name, json: e.plural}
	if one, ok := m.singular(e.name); ok && e.plural == "" && e.json == e.count && e.keyed && m.repeats(e) && !m.isTypeElsewhere(one, e) && !m.isFieldAround(one, e) &&
		!(m.banned[one] && e.types.has(one)) { // or they would be nodes by their type, which would be lost
		k.name, k.json = one, e.name
		m.names[one] = true
	}
	m.putKind(k)
}

func (m *modeler) putKind(k *kind) {
	m.kinds = append(m.kinds, k)
	m.kindOf[k.at] = k
}

// isTypeElsewhere reports whether objects under another key than e's have this type, as
// a Tiled property has the type "object". As the name of a kind, it would make nodes of
// them.
func (m *modeler) isTypeElsewhere(name string, e *element) bool {
	if m.typesUnder == nil {
		m.typesUnder = map[string][]string{}
		for _, in := range m.g.elements {
			for _, t := range in.types.list {
				if keys := m.typesUnder[t.name]; len(keys) < 2 {
					m.typesUnder[t.name] = adjoin(keys, in.name)
				}
			}
		}
	}
	return slices.ContainsFunc(m.typesUnder[name], func(key string) bool { return key != e.name })
}

// freeName returns name, or name with a number, so that nothing else has it.
func (m *modeler) freeName(name string) string {
	free := name
	for n := 2; m.names[free] || m.avoid[free] || m.g.typesSeen[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	m.names[free] = true
	return free
}

// setID makes the most likely field the kind's id.
func (m *modeler) setID(k *kind) {
	if k.at.isPair() {
		return
	}
	for _, f := range k.at.fields {
		if id := m.g.idSpace(k.at, f); f.key && id != nil && !id.twice && id.values > 0 {
			m.useID(k, f)
			return
		}
	}
	if f := m.g.idOf(k.at); f != nil {
		m.useID(k, f)
	}
}

// useID makes the column of f the id.
func (m *modeler) useID(k *kind, f *field) {
	for _, c := range k.rec.cols {
		if c.refs != &f.refs {
			continue
		}
		if k.id != nil {
			k.id.role = format.RoleValue
		}
		k.id = c
		c.role = format.RoleID
		c.noEnum()
		c.required = false
	}
}
