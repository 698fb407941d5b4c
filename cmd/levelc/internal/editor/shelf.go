package editor

import "slices"

// Shelf keeps what many levels refer to, such as the tileset of all maps of a game,
// from one level to the next: files as they were read, and what a reader has made of
// them. It translates one level at a time. A nil Shelf keeps nothing.
type Shelf struct {
	docs  map[string]*Doc // by path, as it was first opened
	order []*Doc          // the oldest first
	gone  []*Doc          // to be closed when no level has them any more
	took  int64           // bytes of the docs, and of what was made of them
	full  bool            // there was no room for something
}

// The most bytes of Nodes that a Shelf keeps.
const (
	mostShelved = 32 << 20
	mostOfOne   = 8 << 20 // of one file
)

// take returns a file that is still as it was read, or nil. It needs room in the level
// too.
func (s *Shelf) take(path string, room int64) *Doc {
	if s == nil {
		return nil
	}
	d := s.docs[path]
	switch {
	case d == nil || d.took > room:
		return nil
	case !d.File.IsSame() || !d.isPlaced():
		s.drop(d)
		return nil
	}
	return d
}

// put keeps a file that a level has read.
func (s *Shelf) put(d *Doc) {
	if s == nil || d.took > mostOfOne || s.docs[d.Path] != nil {
		return
	}
	if s.took+d.took > mostShelved {
		s.full = true
		return
	}
	if s.docs == nil {
		s.docs = map[string]*Doc{}
	}
	d.shelved = true
	s.took += d.took
	s.docs[d.Path] = d
	s.order = append(s.order, d)
}

// Holds reports whether the shelf has room for a Fragment that was made of a file on
// it. If so, the Fragment is counted.
func (s *Shelf) Holds(d *Doc, f *Fragment) bool {
	size := int64(len(f.text)) + int64(len(f.marks))*sizeOfMark
	if s == nil || !d.shelved || s.took+size > mostShelved {
		return false
	}
	s.took += size
	d.made += size
	return true
}

// sizeOfMark is the bytes that a mark takes, including spare capacity of lists.
const sizeOfMark = 48

func (s *Shelf) drop(d *Doc) {
	delete(s.docs, d.Path)
	s.took -= d.took + d.made
	s.order = slices.DeleteFunc(s.order, func(o *Doc) bool { return o == d })
	s.gone = append(s.gone, d)
}

// Trim makes room if there was not enough. No level that was translated with the Shelf
// may be open.
func (s *Shelf) Trim() {
	for s.full && s.took > mostShelved/2 {
		s.drop(s.order[0])
	}
	s.full = false
	for _, d := range s.gone {
		d.File.Close() // it was only read
	}
	s.gone = nil
}

// Close drops everything. As with Trim, no level may be open.
func (s *Shelf) Close() {
	s.gone = append(s.gone, s.order...)
	s.docs, s.order, s.took = nil, nil, 0
	s.Trim()
}
