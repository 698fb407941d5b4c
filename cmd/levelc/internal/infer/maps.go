package infer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// manyKeys is the number of members beyond which objects that are alike are no fields of
// a struct.
const manyKeys = 64

// foldEarly turns an object into a map while it is read, if it is certain by now: so the
// objects in it need no places of their own.
func (e *element) foldEarly() bool {
	if len(e.edges) <= manyKeys || len(e.edges)%manyKeys != 1 || !e.mayBeMap() || !e.oneShape(false, true) {
		return false
	}
	e.fold()
	return true
}

// mayBeMap reports whether an object has either values or objects, and has all of these
// under keys, and none of them in themselves.
func (e *element) mayBeMap() bool {
	return (len(e.edges) == 0 || !e.hasValues()) && !slices.ContainsFunc(e.edges, func(x *edge) bool { return x.back || !x.to.self().keyed })
}

// foldMap turns an object into a map if its keys are data.
func (g *gatherer) foldMap(e *element) {
	if e.dict != nil || e.json == 0 || e.json < e.count || !e.mayBeMap() {
		return
	}
	keys := len(e.edges) + len(e.fields)
	uses := uint64(0)
	for _, x := range e.edges {
		uses += x.present
	}
	for _, f := range e.fields {
		uses += f.tally.count() + f.tally.nulls
	}
	count := func(is func(name string) bool) (n int) {
		for name := range e.members() {
			if is(name) {
				n++
			}
		}
		return n
	}
	data, ints, signs := count(looksLikeData), count(isPlace), count(isSigns)
	short := count(func(name string) bool { return utf8.RuneCountInString(name) <= 1 })
	rare := e.count == 1 || uses*10 < uint64(keys)*e.count*9
	switch {
	case ints == keys && keys > 1 && e.oneShape(true, true): // numbers and places name no fields, and need not be many or rare
	case signs > 1 && (2*signs > keys || short == keys) && e.oneShape(true, false): // what the characters mean that a map is drawn with
	case keys > manyKeys && (len(e.edges) > 0 || rare && data > 0) && e.oneShape(false, true):
	case keys >= 4 && rare && 2*max(data, e.series()) > keys && e.oneShape(true, false):
	case (rare || keys > 16 || e.saysKeys()) && g.areRecords(e):
	default:
		return
	}
	e.fold()
}

// hasValues reports whether an object has members with values. Beside objects, null is
// none: it stands for an object that is missing.
func (e *element) hasValues() bool {
	if len(e.edges) == 0 {
		return len(e.fields) > 0
	}
	return slices.ContainsFunc(e.fields, func(f *field) bool { return f.tally.count()+f.mixed > 0 })
}

// series returns how many of an object's members are objects under names that are
// numbered: "walk1", "walk2". Values under such names may be parts of one thing: "m11".
// Where there are few members, only one such series counts.
func (e *element) series() int {
	most, all, stems := 0, 0, map[string]int{}
	for _, x := range e.edges {
		if stem := strings.TrimRight(x.name, "0123456789"); stem != x.name {
			stems[stem]++
			most = max(most, stems[stem])
		}
	}
	for _, n := range stems {
		if n > 1 {
			all += n
		}
	}
	if len(e.edges) >= manySeries {
		return all
	}
	return most
}

// manySeries is the number of members from which on several series of numbered names
// count together.
const manySeries = 8

// saysKeys reports whether an object has three objects or more, each of which says its
// key once more:
//
//	{"sword": {"id": "sword", "damage": 5}, "shield": {"id": "shield", "armor": 3}, ...}
func (e *element) saysKeys() bool {
	return len(e.edges) > 2 && !slices.ContainsFunc(e.edges, func(x *edge) bool { return x.saidAgain == 0 || x.saidAgain < x.present })
}

// areRecords reports whether the members of an object are so much alike that their keys
// must be data, whatever they are called:
//
//	{"sword": {"damage": 5, "price": 100, "icon": "s.png"}, "axe": {"damage": 7, ...}, ...}
//
// So are objects of such objects, under keys of their own in each, unless there are only
// a few and these are all that there is.
func (g *gatherer) areRecords(e *element) bool {
	of := e.parts()
	if of == nil || slices.ContainsFunc(e.edges, func(x *edge) bool { return g.leadsToNodes(x, 3) }) {
		return false
	}
	if areOneType(of, e.root) || e.saysKeys() && fitTogether(of, 4) {
		return true
	}
	if len(of) < 2 || e.root && len(of) < 8 { // the fields of a struct, of which each is a map
		return false
	}
	var in []*element
	for _, to := range of {
		parts := to.parts()
		if parts == nil && !to.isBare() {
			return false
		}
		in = append(in, parts...)
	}
	return areOneType(in, true)
}

// parts returns the objects that an object consists of, or nil if there is something else.
func (e *element) parts() []*element {
	if len(e.edges) == 0 || e.hasValues() || e.dict != nil || e.text.count() > 0 {
		return nil
	}
	out := make([]*element, 0, len(e.edges))
	for _, x := range e.edges {
		if x.back || x.listed || x.barred {
			return nil
		}
		out = append(out, x.to.self())
	}
	return out
}

// rectangle is the members of vectors, colours and rectangles, which say nothing of a type.
var rectangle = slices.Concat(coordinates[:5]...)

// areOneType reports whether there are three objects with three members or more (eight if
// they have two, or if many must be), of which each has most of all that there are, and
// whether one type takes what they have. Vectors and rectangles say nothing.
func areOneType(of []*element, many bool) bool {
	if len(of) < 3 || many && len(of) < 8 {
		return false
	}
	var c census
	other := false
	for _, e := range of {
		c.add(e)
	}
	for name := range c.members {
		other = other || !slices.Contains(rectangle, name)
	}
	if n := len(c.members); !other || n < 2 || n == 2 && len(of) < 8 || !c.have(3, 4) {
		return false
	}
	return fitTogether(of, 4)
}

// fitTogether reports whether one type takes what all of the objects have, down to a
// depth. What no type takes in one of them may be so in all.
func fitTogether(of []*element, depth int) bool {
	if depth == 0 {
		return true
	}
	fits := func(t *tally) bool {
		g := t.guess()
		return g.clash == "" && !g.any
	}
	values, unfit, inside := map[string]*tally{}, map[string]bool{}, map[string][]*element{}
	for _, e := range of {
		if e.dict != nil {
			return false
		}
		for _, f := range e.fields {
			t := values[f.name]
			if t == nil {
				t = new(tally)
				values[f.name] = t
			}
			t.merge(&f.tally)
			unfit[f.name] = unfit[f.name] || !fits(&f.tally)
		}
		for _, x := range e.edges {
			if x.back {
				return false
			}
			inside[x.name] = append(inside[x.name], x.to.self())
		}
	}
	for name, t := range values {
		if !unfit[name] && !fits(t) {
			return false
		}
	}
	for name, of := range inside {
		t := values[name] // where there was null or an empty list, there may be objects
		if t != nil && (t.count() > t.lists || t.lists > t.empty) || !fitTogether(of, depth-1) {
			return false
		}
	}
	return true
}

// looksLikeData reports whether a member's name is no name that a programmer
// would give a field: "17", "plank-1", "Entity_[123]", "a/b", "#".
func looksLikeData(name string) bool {
	if isSigns(name) {
		return true
	}
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
	return false
}

// isPlace reports whether a name is an integer, or several: "7", and "-3,12" of a map's
// cell.
func isPlace(name string) bool {
	for one := range strings.SplitSeq(name, ",") {
		if !isUsualInt([]byte(strings.TrimSpace(one))) {
			return false
		}
	}
	return true
}

// isSigns reports whether a name has no letter, digit or underscore: "#", ".", " ", "".
func isSigns(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// oneShape reports whether the members of an object are alike: they share half of all
// their members or, if the keys are data, one. lists says that they may be lists of values
// of any length, which as fields would take a list each.
func (e *element) oneShape(data, lists bool) bool {
	if e.hasValues() {
		var all tally
		for _, f := range e.fields {
			all.merge(&f.tally)
		}
		g := all.guess()
		return g.clash == "" && !g.any && (!g.span || lists && !g.lists && !all.spaced) // what entries could hold
	}
	var c census
	for _, x := range e.edges {
		c.add(x.to.self())
	}
	return c.total > 0 && (c.have(1, 2) || data && c.haveOne(9, 10))
}

// census is how many of some objects have each of the members that any of them has.
type census struct {
	objects, total int
	members        map[string]int
}

func (c *census) add(e *element) {
	if c.members == nil {
		c.members = map[string]int{}
	}
	c.objects++
	for name := range e.members() {
		c.members[name]++
		c.total++
	}
}

// have reports whether there are at least n in so many of the members that there would be
// if each object had all of them.
func (c *census) have(n, of int) bool { return of*c.total >= n*len(c.members)*c.objects }

// haveOne reports whether n in so many of the objects, or more, have one member.
func (c *census) haveOne(n, of int) bool {
	most := 0
	for _, k := range c.members {
		most = max(most, k)
	}
	return of*most >= n*c.objects
}
