package editor

import "path/filepath"

// Shared is what the translations of the sources of one level share. They follow one
// another. The zero value is for a level that has no source yet.
type Shared struct {
	Base  string            // folder of the first source, which paths in the level are relative to
	IDs   map[string]bool   // those that are taken, of all sorts of nodes
	Files map[string]string // by absolute path: the ids of files that sources have referred to

	brought map[string]bool // ids of Files that are in the level
}

func (s *Shared) begin(path string) *Shared {
	if s == nil {
		s = new(Shared)
	}
	if s.IDs == nil {
		*s = Shared{Base: filepath.Dir(path), IDs: map[string]bool{}, Files: map[string]string{}, brought: map[string]bool{}}
	}
	return s
}

// IDOf returns the id of a file that this source or an earlier one has referred to, or
// else a new one, made by claim.
func (s *Shared) IDOf(path string, claim func() string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	id, again := s.Files[path]
	if !again {
		id = claim()
		s.Files[path] = id
	}
	return id
}

// Bring reports whether the node with an id has not been written yet. From then on it
// counts as written. A source may refer to a file and need nothing of it.
func (s *Shared) Bring(id string) bool {
	if s.brought[id] {
		return false
	}
	s.brought[id] = true
	return true
}
