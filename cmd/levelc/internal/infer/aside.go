package infer

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// setAside counts a value that is meant for other tools. A build ignores it, unless
// there is a field of its name, as for an element <xsi:a> or objects under "$schema".
func (e *element) setAside(name []byte, v *source.Value, lim *usage) {
	f := e.aside[string(name)]
	if f == nil {
		if !e.room(lim) {
			return
		}
		f = &field{name: string(name)}
		f.refs.off = true
		e.layAside(f)
	}
	f.tally.add(v)
}

func (e *element) layAside(f *field) {
	if e.aside == nil {
		e.aside = map[string]*field{}
	}
	e.aside[f.name] = f
}

// mergeAside adds what another element has set aside.
func (e *element) mergeAside(of map[string]*field) {
	for name, f := range of {
		if mine := e.aside[name]; mine != nil {
			mine.tally.merge(&f.tally)
		} else {
			e.layAside(f)
		}
	}
}

// bringBack makes fields of those values set aside that a build will not ignore.
func (e *element) bringBack() {
	for name := range e.members() {
		if f := e.aside[name]; f != nil {
			delete(e.aside, name)
			e.mergeField(f)
		}
	}
}
