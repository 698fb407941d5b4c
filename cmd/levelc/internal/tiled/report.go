package tiled

import (
	"fmt"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// Hints.
const (
	saveAgain = "save the file again with Tiled"
	asItIs    = "the level has it as it is"
)

// first reports whether there has been no error at a place yet. A template or a tile may have
// many objects, and some values are read twice.
func (r *reader) first(at editor.Place) bool {
	r.Did()
	again := r.blamed[at]
	r.blamed[at] = true
	return !again
}

// blame reports an error at a place once.
func (r *reader) blame(at editor.Place, hint, msg string, args ...any) {
	if r.first(at) {
		r.Errorf(at, hint, msg, args...)
	}
}

const leavesEmpty = "leaves the property empty"

// lack is blame for an object that is not there.
func (r *reader) lack(at editor.Place, hint, msg string, args ...any) {
	if r.first(at) {
		r.Lackf(at, nil, hint, leavesEmpty, msg, args...)
	}
}

// noTarget reports that a property names an object that does not exist. A property of a
// template or a tile may be right in one map and wrong in another, so the message shows
// the object that has it.
func (r *reader) noTarget(number int64, at editor.Place, where string) {
	const hint = "it was deleted, perhaps; choose another one in Tiled, or none"
	owner := r.owner
	if owner.Doc == nil || owner.Doc == at.Doc {
		r.lack(at, hint, "there is no object %d in %s", number, where)
		return
	}
	if r.Once(fmt.Sprintf("none %p %d %s", at.Doc, at.Pos.Off, where)) {
		r.Lackf(at, &editor.Cause{At: owner, Says: "this object has the property"}, hint, leavesEmpty, "there is no object %d in %s", number, where)
	}
}

// again reports the second of something that may stand once.
func (r *reader) again(at, first editor.Place, msg string) {
	if r.first(at) {
		r.ErrorfBecause(at, editor.Cause{At: first, Says: "the first one"}, "remove all but one", "%s", msg)
	}
}

func (r *reader) wrong(n *editor.Node, name, want string) {
	// Some values are read twice.
	r.blame(n.PlaceOf(name), "", "%s: expected %s, got %q", name, want, editor.Clip(n.String(name)))
}

// mustHave reports a member that is missing, which the editor always writes.
func (r *reader) mustHave(n *editor.Node, what, name string) bool {
	if !n.HasAny(name) {
		r.blame(n.Place(), saveAgain, "%s has no %s", what, name)
	}
	return n.Member(name) != nil
}
