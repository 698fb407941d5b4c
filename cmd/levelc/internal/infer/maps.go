package infer

import "strings"

// foldMap turns an object into a map if its keys look like data.
func (d *decider) foldMap(e *element) {
	if e.into != nil || e.heap != nil || e.json == 0 || e.json < e.count {
		return
	}
	keys := len(e.edges) + len(e.fields)
	data, ints := 0, 0
	uses := uint64(0)
	count := func(name string) {
		if looksLikeData(name) {
			data++
		}
		if isUsualInt([]byte(name)) {
			ints++
		}
	}
	for _, x := range e.edges {
		if x.back || !x.to.self().keyed {
			return
		}
		uses += x.present
		count(x.name)
	}
	for _, f := range e.fields {
		uses += f.tally.count() + f.tally.nulls
		count(f.name)
	}
	rare := e.count == 1 || uses*10 < uint64(keys)*e.count*9
	switch {
	case len(e.edges) > 0 && len(e.fields) > 0:
		return
	case ints == keys && keys > 1 && d.oneShape(e, true): // numbers name no fields, and need not be many or rare
	case keys < 4 || !rare:
		return
	case keys > 64 && d.oneShape(e, false) && (data > 0 || len(e.edges) > 0):
	case 2*data > keys && d.oneShape(e, true):
	default:
		return
	}
	e.fold()
}

// looksLikeData reports whether a member's name is no name that a programmer
// would give a field: "17", "plank-1", "Entity_[123]", "a/b".
func looksLikeData(name string) bool {
	digits := 0
	for i, r := range name {
		switch {
		case '0' <= r && r <= '9':
			if digits++; digits > 2 || i == 0 || name[i-1] == '-' || name[i-1] == '_' {
				return true
			}
		case i > 0 && strings.ContainsRune(" /#[]{}:,+@\\", r):
			return true
		}
	}
	return name == ""
}

// oneShape reports whether the members of an object are alike: they share half of all
// their members or, if the keys are data, one.
func (d *decider) oneShape(e *element, data bool) bool {
	if len(e.fields) > 0 {
		var all tally
		for _, f := range e.fields {
			all.merge(&f.tally)
		}
		g := all.guess()
		return g.clash == "" && !g.any && !g.span // a list in an element would need a key of its own
	}
	names := map[string]int{}
	total := 0
	for _, x := range e.edges {
		to := x.to.self()
		for _, f := range to.fields {
			names[f.name]++
			total++
		}
		for _, y := range to.edges {
			names[y.name]++
			total++
		}
	}
	if len(names) == 0 {
		return false
	}
	if 2*total >= len(names)*len(e.edges) {
		return true
	}
	for _, n := range names {
		if 10*n >= 9*len(e.edges) && data {
			return true
		}
	}
	return false
}
