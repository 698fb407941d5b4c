package compile

import "github.com/levelc/levelc/cmd/levelc/internal/source"

// What may be wrong at each node or value of a level is told of once, with the number of
// times that follow.

// matter is what is told of once in a scope, as the callers of tell call it. Names of a
// source stand in it behind a sign of equality, so that none is taken for another matter.
type matter struct {
	scope *scope
	what  string
}

// unknownName begins the matter of a name that nobody knows.
const unknownName = "name="

// mostTold limits tables of matters: a file can use objects as maps.
const mostTold = 1 << 14

// meet counts a matter. isNew says that it has to be told of with the counter of those
// that will follow, which is nil if there are too many to count each.
func (p *problems) meet(m matter) (more *int, isNew bool) {
	if n, met := p.told[m]; met {
		*n++
		return n, false
	}
	if len(p.told) >= mostTold {
		return nil, true
	}
	if p.told == nil {
		p.told = map[matter]*int{}
	}
	more = new(int)
	p.told[m] = more
	return more, true
}

// tell reports what is the matter in a scope when it is first met there. Only then say
// makes the problem, but for its file and its number.
func (c *compiler) tell(s *scope, what string, warning bool, say func() problem) {
	more, isNew := c.problems.meet(matter{s, what})
	switch {
	case !isNew:
	case more == nil && c.problems.onlyCounts(warning):
	default:
		one := say()
		one.file, one.warning, one.more = c.file, warning, more
		c.problems.add(one)
	}
}

// tellOnce is tell for a problem in f that is a message at a place.
func (c *compiler) tellOnce(f *frame, what string, pos source.Pos, warning bool, say func() (msg, hint string)) {
	c.tell(f.scope, what, warning, func() problem {
		msg, hint := say()
		return problem{pos: pos, msg: msg, hint: hint}
	})
}
