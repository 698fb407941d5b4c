package compile

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A misspelt name is one mistake. A row that has one is not also said to lack the field
// that was meant, and a reference to a misspelt id is not said to name nothing.

// meant is what an unknown name in a row was probably meant to be. Where unknown names are
// no errors, nothing is: the row could be built without what it lacks.
type meant struct {
	table *table
	num   uint32 // of the row
	entry entry  // of the scope of the row, or of a struct in it
	kind  *table // or, if the row was meant to be of another kind, that
	word  string // the unknown name, if another field may still be meant
	scope *scope // in which it is
}

// mostMeant is how many of them are kept. Those of rows that have ended do no harm.
const mostMeant = 64

// meansField begins the matter of which field is meant, if a kind cannot be.
const meansField = "field="

// mean notes which field an unknown name was meant to be, if it is near to one. v is the
// value under it, or nil. In an element or object for one field, that is the field, which is
// there, but wrong.
func (c *compiler) mean(f *frame, name []byte, v *source.Value) {
	if c.policy != UnknownError || f.table == nil || len(name) == 0 {
		return
	}
	if f.what == inField {
		c.unknown.addMeant(meant{table: f.table, num: f.num, entry: entry{field: f.scope.text}})
		return
	}
	near := c.guessFor(matter{f.scope, meansField + string(name)}, name, func() []string { return f.scope.names.list })
	if near == "" {
		if near = c.ownerOf(f.scope, name); near == "" {
			return
		}
		v = nil // the id of something else
	}
	e := f.scope.entries[f.scope.names.find([]byte(near))]
	if c.isTaken(f, &e) { // then the hint is another name that is as near, if there is one
		if near = c.nearest(name, c.stillFree(f, name)); near == "" {
			return
		}
		e = f.scope.entries[f.scope.names.find([]byte(near))]
	}
	if v != nil && e.field != nil && e.field.how == howID {
		c.hideValue(v)
	}
	m := meant{table: f.table, num: f.num, entry: e}
	if f.what == inNode || f.what == inElement {
		m.word, m.scope = string(name), f.scope
	}
	c.unknown.addMeant(m)
}

// settleMeant is for the end of a row: where the field that an unknown name was meant to be
// was given after it, another was meant, if one is as near.
func (c *compiler) settleMeant(f *frame) {
	for i := range c.unknown.meant {
		m := &c.unknown.meant[i]
		if !m.isOf(f) || m.scope != f.scope || !c.isTaken(f, &m.entry) {
			continue
		}
		if near := c.nearest([]byte(m.word), c.stillFree(f, []byte(m.word))); near != "" {
			m.entry = f.scope.entries[f.scope.names.find([]byte(near))]
		}
	}
}

func (u *unknowns) addMeant(m meant) {
	if len(u.meant) == mostMeant { // the rows of the older half have mostly ended
		u.meant = append(u.meant[:0], u.meant[mostMeant/2:]...)
	}
	u.meant = append(u.meant, m)
}

// isMeant reports whether an unknown name in the row of f was meant to be d, or a struct
// that d is in, or whether the row was meant to be of another kind, which has no d.
func (u *unknowns) isMeant(f *frame, d *field) bool {
	return slices.ContainsFunc(u.meant, func(m meant) bool {
		return m.isOf(f) && (m.kind != nil || m.entry.holds(d))
	})
}

// isOf reports whether it is about the row of f.
func (m *meant) isOf(f *frame) bool { return m.table == f.table && m.num == f.num }

// hasMeant reports whether f is a node or the outermost element, was probably meant to be of
// another kind, and that has a place for what is unknown in f. Then the kind is the mistake.
func (c *compiler) hasMeant(f *frame, place func(*scope) bool) bool {
	switch {
	case c.policy != UnknownError:
		return false
	case f.what == inWrapper:
		return c.wrapperMeant(f, place)
	}
	return f.what == inNode && slices.ContainsFunc(c.unknown.meant, func(m meant) bool {
		return m.kind != nil && m.isOf(f) && place(m.kind.scopes[c.syntax])
	})
}

// holds reports whether d is the field of an entry, or in its struct.
func (e *entry) holds(d *field) bool {
	if e.sub == nil {
		return e.field == d
	}
	for i := range e.sub.entries {
		if e.sub.entries[i].holds(d) {
			return true
		}
	}
	return e.sub.text == d
}
