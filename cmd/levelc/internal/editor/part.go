package editor

// Part is a file that an editor writes beside its levels, and that is no level by itself.
// The zero Part is none.
type Part struct {
	Noun    string // what it is: "tileset"
	Of      string // whose: "of Tiled"
	Instead string // what to build in its place
	Kind    string // the kind of node that it would be as a level of somebody's own types, or ""
}

// IsZero reports whether a file is no such part.
func (p Part) IsZero() bool { return p == Part{} }

// String returns what the file is, as in "a tileset of Tiled".
func (p Part) String() string { return "a " + p.Noun + " " + p.Of }
