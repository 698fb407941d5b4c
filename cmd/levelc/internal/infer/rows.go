package infer

import (
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// rows describes JSON's arrays in arrays, if they contain objects of one name. A build
// makes one list of all objects. If each array has the same number of them, that number
// is enough to tell the arrays apart again.
type rows struct {
	length  uint64 // of each, 0 if there are none
	ragged  bool   // they do not all have as many, or cannot be told apart for another reason
	outside bool   // some objects of the name are in no array, or in only one
}

// uneven reports whether one list of all objects would lose where each array ends.
func (r *rows) uneven() bool { return r.ragged || r.length > 0 && r.outside }

func (r *rows) merge(o *rows) {
	r.ragged = r.ragged || o.ragged || r.length > 0 && o.length > 0 && r.length != o.length
	r.outside = r.outside || o.outside
	r.length = max(r.length, o.length)
}

// oneList says what is wrong with uneven arrays.
const oneList = "objects in lists in a list: one list of all would not say where each ends"

// noteRows notes that a build makes one list of arrays in an array.
func (m *modeler) noteRows(where string, x *edge) {
	switch {
	case x.rows.length == 0 || x.barred:
	case x.rows.uneven():
		m.notes.add(true, where, "%s", oneList)
	default:
		m.notes.add(false, strings.TrimPrefix(where+"."+x.name, "."), "lists in a list, each of %s: one list of all takes them", terse.Quantity(int(x.rows.length), "object"))
	}
}

// row is an array in an array that is being read.
type row struct {
	edge *edge // to the objects in it
	n    uint64
}

// add counts an object. depth is how many arrays it is in. Arrays with objects of
// several names are not examined.
func (r *row) add(x *edge, depth int, isType bool) {
	if depth > 2 || isType || r.edge != nil && r.edge != x {
		x.rows.ragged = true
	}
	r.edge = x
	r.n++
}

func (r *row) end() {
	if r.edge != nil {
		r.edge.rows.merge(&rows{length: r.n})
	}
	*r = row{}
}
