package infer

import "github.com/levelc/levelc/format"

// notePlaces says which numbers may be places among the nodes of a kind, as in glTF, where
// they are the first place in some rows and not given in others. In their types, that is one
// value; in formats that leave out what is zero, nothing writes it.
func (m *modeler) notePlaces(r *record, where string) {
	for _, c := range r.cols {
		at := where + "." + c.name
		switch {
		case c.sub != nil:
			m.notePlaces(c.sub, at)
		case c.elem != nil:
			m.notePlaces(c.elem, at)
		case c.isFirstOrNothing():
			if k := m.placesOf(c); k != nil {
				m.notes.add(false, at, "0 here and nothing there are one value in this type: if it is a place among the nodes of %[1]s, ref here and a field of %[1]s with id,index tell them apart, "+
					"else default=-1 in a signed type", k.name)
			}
		}
	}
}

// isFirstOrNothing reports whether a column has integers that are not negative, 0 among them,
// and not in all rows.
func (c *column) isFirstOrNothing() bool {
	return c.optional && c.num != nil && c.typ.IsInteger() && c.count == 1 && c.role == format.RoleValue && c.def == "" && c.num.low == 0 && c.num.least == 1
}

// placesOf returns the kind that a column's name speaks of, if it has as many nodes as the
// values ask for, or nil.
func (m *modeler) placesOf(c *column) *kind {
	for _, k := range m.kinds {
		if speaksOf(c.name, k.name) && c.num.high < k.at.count {
			return k
		}
	}
	return nil
}
