package infer

import (
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// setAside counts a value that is meant for other tools. A build ignores it, unless
// there is a field of its name, as for an element <xsi:a> or objects under "$schema".
func (e *element) setAside(name []byte, v *source.Value, lim *places) {
	f := e.asideField(string(name))
	if f == nil {
		if !e.room(lim) {
			return
		}
		f = &field{name: string(name)}
		f.refs.off = true
		e.aside = append(e.aside, f)
	}
	f.tally.add(v)
}

func (e *element) asideField(name string) *field {
	for _, f := range e.aside {
		if f.name == name {
			return f
		}
	}
	return nil
}

// bringBack makes fields of those values set aside that a build will not ignore.
func (e *element) bringBack() {
	e.aside = slices.DeleteFunc(e.aside, func(f *field) bool {
		if e.byField[f.name] == nil && e.byEdge[f.name] == nil {
			return false
		}
		e.mergeField(f)
		return true
	})
}
