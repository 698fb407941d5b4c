package infer

import (
	"fmt"
	"strings"
)

// rows is what JSON's arrays in arrays have in them, where that is objects of one
// name: a build makes one list of all. Where each array has as many, no more than
// their number is needed to tell them apart again.
type rows struct {
	length  uint64 // of each, 0 if there are none
	ragged  bool   // not all have as many, or they cannot be told apart otherwise
	outside bool   // objects of the name stand in no array, or in one only
}

// uneven reports whether one list of all objects would lose where each array ends.
func (r *rows) uneven() bool { return r.ragged || r.length > 0 && r.outside }

func (r *rows) merge(o *rows) {
	r.ragged = r.ragged || o.ragged || r.length > 0 && o.length > 0 && r.length != o.length
	r.outside = r.outside || o.outside
	r.length = max(r.length, o.length)
}

// oneList is what is wrong with uneven ones.
const oneList = "objects in lists in a list: one list of all would not say where each ends"

// noteRows notes that a build makes one list of arrays in an array.
func (m *modeler) noteRows(where string, x *edge) {
	switch {
	case x.rows.length == 0 || x.barred:
	case x.rows.uneven():
		m.notes.add(true, where, "%s", oneList)
	default:
		m.notes.add(false, strings.TrimPrefix(where+"."+x.name, "."), "lists in a list, each of %s: one list of all takes them", objects(x.rows.length))
	}
}

func objects(n uint64) string {
	if n == 1 {
		return "1 object"
	}
	return fmt.Sprintf("%d objects", n)
}

// row is an array in an array while it is read.
type row struct {
	edge *edge // to the objects in it
	n    uint64
}

// add counts an object. depth is how many arrays it stands in. Objects of several
// names in one array are not looked into.
func (r *row) add(d *edge, depth int, isType bool) {
	if depth > 2 || isType || r.edge != nil && r.edge != d {
		d.rows.ragged = true
	}
	r.edge = d
	r.n++
}

func (r *row) end() {
	if r.edge != nil {
		r.edge.rows.merge(&rows{length: r.n})
	}
	*r = row{}
}
