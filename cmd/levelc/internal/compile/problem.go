package compile

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// problem is a diagnostic whose line and column nobody has asked for yet.
// Finding them means to look at the source once more, which is done for those
// that are shown only.
type problem struct {
	file    int
	pos     source.Pos
	warning bool
	msg     string
	hint    string
	related []note
	more    *int // further ones of the same kind, counted instead of kept
}

// note is another place that explains a problem.
type note struct {
	file int
	pos  source.Pos
	msg  string
}

// problems collects what is wrong with the sources of a build. A file can be
// wrong in as many places as it has values, so only the first ones are kept;
// all are counted.
type problems struct {
	kept     []problem
	most     int
	errors   int
	warnings int
}

func (p *problems) count(warning bool) {
	if warning {
		p.warnings++
	} else {
		p.errors++
	}
}

// leastKept is how many problems are kept even if fewer will be shown: they
// are found in nearly, not exactly, the order of the source.
const leastKept = 1000

func (p *problems) add(one problem) {
	p.count(one.warning)
	if !p.full() {
		p.kept = append(p.kept, one)
	}
}

// full reports whether no more are kept: then they need no words.
func (p *problems) full() bool { return len(p.kept) >= max(p.most, leastKept) }

// sorted returns what was kept in the order of the sources. JSON's members all
// have the offset of their object; diag.List puts them in order once their
// lines are known.
func (p *problems) sorted() []problem {
	slices.SortStableFunc(p.kept, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.pos.Off, b.pos.Off))
	})
	return p.kept
}
