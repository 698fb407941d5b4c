package tiled

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/editor"
)

// shared is a tileset in a file of its own, which all maps of a game may use. It keeps
// what was read of it, and its text in a level, for the next map. It is only for
// tilesets that are right and refer to no other file, so both depend only on the file
// and on the fields below.
type shared struct {
	doc       *editor.Doc
	set       *tileset
	name      string // its id
	base      string // paths in it are relative to this
	project   []*editor.Doc
	text      *editor.Fragment // nil if it has not been written
	inherited int64            // what writing it added to reader.inherited
}

// spoil makes the next map read the tileset again, so that its problems are reported
// there too.
func (s *shared) spoil() { s.doc.Made = nil }

// sharedSet returns the tileset of a file, as it was read for another map if that is
// the same.
func (r *reader) sharedSet(doc *editor.Doc, name string) *tileset {
	base := r.Options.Shared.Base
	if s, ok := doc.Made.(*shared); ok && s.name == name && s.base == base && slices.Equal(s.project, r.project.docs) {
		return s.set
	}
	before := r.Doings()
	set := r.newTileset(doc.Root, name)
	if doc.Made = nil; r.Options.Shelf != nil && r.Doings() == before {
		set.shared = &shared{doc: doc, set: set, name: name, base: base, project: r.project.docs}
		doc.Made = set.shared
	}
	return set
}

// replay writes the tileset as it was written before, and reports whether it could.
func (s *shared) replay(r *reader) bool {
	if s.text == nil || r.inherited+s.inherited > r.mostInherited() {
		return false
	}
	r.inherited += s.inherited
	r.Replay(s.text)
	return true
}

// record writes the tileset, and keeps the text unless something is reported about it or it
// is too long.
func (s *shared) record(r *reader) {
	if s.doc.Made == nil { // the shelf need not hold what nobody will find
		r.writeSet(s.set)
		return
	}
	before, inherited := r.Doings(), r.inherited
	r.Record()
	r.writeSet(s.set)
	text := r.Recorded()
	if text == nil || r.Doings() != before || !r.Options.Shelf.Holds(s.doc, text) {
		s.spoil()
		return
	}
	s.text, s.inherited = text, r.inherited-inherited
}
