package loader

// findStrings finds the strings of the new version in the old one, so that most can be
// compared by their numbers. A string that is not there counts as 0, as does "".
func (r *reload) findStrings() {
	old := stringsOf(r.old.image)
	r.was = make([]uint32, r.new.strings())
	for id := uint32(1); int(id) < r.new.strings(); id++ {
		r.was[id] = old.find(r.new.text(id))
		r.renamed = r.renamed || r.was[id] != id
	}
}

// sameText reports whether strings that rows of the old and the new version name are equal.
func (r *reload) sameText(old, new uint32) bool {
	if r.was[new] == old && (old > 0 || new == 0) {
		return true
	}
	return r.old.text(old) == r.new.text(new) // a file may say a string twice
}
