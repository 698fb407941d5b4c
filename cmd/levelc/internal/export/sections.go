package export

import "slices"

// section is a run of a list of names of kinds, from one to before another. If many names of
// kinds are those of fields elsewhere, each kind has to list all but its own fields. So that
// a schema does not grow with the square of the names, the list is cut in half again and
// again: a kind refers to the sections without a name that it has a field for, which are few.
type section struct{ from, to int }

// shortest is a section that is not cut.
const shortest = 16

func (s section) isShort() bool { return s.to-s.from <= shortest }

func (s section) halves() (a, b section) {
	mid := (s.from + s.to) / 2
	return section{s.from, mid}, section{mid, s.to}
}

// each calls f for a section and all in it.
func (s section) each(f func(s section)) {
	f(s)
	if !s.isShort() {
		a, b := s.halves()
		a.each(f)
		b.each(f)
	}
}

// but calls whole for sections and one for places that are all of s but those that are
// taken, which are in order.
func (s section) but(taken []int, whole func(s section), one func(i int)) {
	switch {
	case len(taken) == 0:
		whole(s)
	case s.isShort():
		for i := s.from; i < s.to; i++ {
			if _, is := slices.BinarySearch(taken, i); !is {
				one(i)
			}
		}
	default:
		a, b := s.halves()
		cut, _ := slices.BinarySearch(taken, b.from)
		a.but(taken[:cut], whole, one)
		b.but(taken[cut:], whole, one)
	}
}
