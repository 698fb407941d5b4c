package infer

import (
	"fmt"
	"slices"
	"strings"
)

// Note is something about the sources that the schema does not say.
type Note struct {
	Where string // "body.pos": a kind and a field of it, or a path of elements
	Msg   string
	Lost  bool // values at this place cannot be built with the schema
	Gone  bool // and a build cannot keep them as properties either
}

func (n Note) String() string {
	if n.Where == "" {
		return n.Msg
	}
	return n.Where + ": " + n.Msg
}

// mostNotes bounds the notes: sources can be wrong in as many places as they have
// names.
const mostNotes = 200

type notes struct {
	list []Note
	more int
}

func (n *notes) add(lost bool, where, format string, args ...any) {
	n.put(Note{Where: where, Msg: fmt.Sprintf(format, args...), Lost: lost})
}

// gone adds a note about values that have no place, and no node to be properties of.
func (n *notes) gone(where, format string, args ...any) {
	n.put(Note{Where: where, Msg: fmt.Sprintf(format, args...), Lost: true, Gone: true})
}

func (n *notes) put(one Note) {
	one.Where = strings.ToValidUTF8(one.Where, "?")
	if slices.Contains(n.list, one) {
		return
	}
	if len(n.list) >= mostNotes {
		n.more++
		return
	}
	n.list = append(n.list, one)
}

// Loses reports whether something has no place. kept says that a build would keep some of
// that as properties.
func (r *Result) Loses() (yes, kept bool) {
	for _, n := range r.Notes {
		yes, kept = yes || n.Lost, kept || n.Lost && !n.Gone
	}
	return yes, kept
}

// losses counts the notes about losses.
func (n *notes) losses() int {
	sum := n.more
	for _, one := range n.list {
		if one.Lost {
			sum++
		}
	}
	return sum
}
