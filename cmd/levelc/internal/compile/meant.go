package compile

import (
	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// A misspelt name is one mistake. A row that has one is not also said to lack the field
// that was meant, and a reference to a misspelt id is not said to name nothing.

// meant is what an unknown name in a row was probably meant to be.
type meant struct {
	table *table
	num   uint32 // of the row
	entry *entry
	field *field // if not an entry
	other *table // or, if the row was meant to be of another kind, that
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
		c.unknown.addMeant(meant{table: f.table, num: f.num, field: f.scope.text})
		return
	}
	near := c.guessFor(matter{f.scope, meansField + string(name)}, name, func() []string { return f.scope.names.list })
	i := f.scope.names.find([]byte(near))
	if near == "" || i < 0 || i >= len(f.scope.entries) {
		return
	}
	e := &f.scope.entries[i]
	if v != nil && e.field != nil && e.field.how == howID {
		c.hideValue(v)
	}
	c.unknown.addMeant(meant{table: f.table, num: f.num, entry: e})
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
	for _, m := range u.meant {
		if m.table == f.table && m.num == f.num && (m.other != nil || m.field == d || m.entry != nil && m.entry.holds(d)) {
			return true
		}
	}
	return false
}

// hasName reports whether the node of f was meant to be of another kind, and that has the
// name.
func (u *unknowns) hasName(f *frame, name []byte, syntax source.Format) bool {
	for _, m := range u.meant {
		if m.other != nil && f.what == inNode && m.table == f.table && m.num == f.num && m.other.scopes[syntax].names.find(name) >= 0 {
			return true
		}
	}
	return false
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

// stillFree returns the names of the scope of f, those that the row has already last: of
// two names that are equally near, another was meant.
func (c *compiler) stillFree(f *frame) []string {
	names := f.scope.names.list
	if f.what != inNode && f.what != inElement && f.what != inStruct {
		return names
	}
	free, had := make([]string, 0, len(names)), []string(nil)
	for i, name := range names {
		if c.isTaken(f, &f.scope.entries[i]) {
			had = append(had, name)
		} else {
			free = append(free, name)
		}
	}
	return append(free, had...)
}

// isTaken reports whether what an entry stands for was given, and cannot be again.
func (c *compiler) isTaken(f *frame, e *entry) bool {
	if e.sub != nil {
		return c.given.Slice()[int(f.given)+e.word] != 0
	}
	return e.field.how != howSpan && c.isGiven(f, e.field.bit)
}
