package loader

// findStrings finds the strings of the new version in the old one, so that most can be
// compared by their numbers. A string that is not there counts as 0, as does "".
func (r *reload) findStrings() {
	old := stringsOf(r.old.image)
	find := func(text string) uint32 {
		if id := old.find(text); id > 0 {
			return id
		}
		for i, s := range r.old.defaults {
			if text == s {
				return defaultStr | uint32(i)
			}
		}
		return 0
	}
	r.was, r.wasIn = make([]uint32, r.new.strings()), make([]uint32, len(r.new.defaults))
	for id := 1; id < r.new.strings(); id++ {
		r.was[id] = find(r.new.text(uint32(id)))
		r.renamed = r.renamed || r.was[id] != uint32(id)
	}
	for i := range r.new.defaults {
		r.wasIn[i] = find(r.new.text(defaultStr | uint32(i)))
		r.renamed = r.renamed || r.wasIn[i] != defaultStr|uint32(i)
	}
}

// sameText reports whether strings that rows of the old and the new version name are equal.
func (r *reload) sameText(old, new uint32) bool {
	if new < uint32(len(r.was)) && r.was[new] == old && (old > 0 || new == 0) {
		return true
	}
	return r.old.text(old) == r.new.text(new) // a file may say a string twice
}
