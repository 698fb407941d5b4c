package compile

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// problem is a diagnostic without line and column. Finding those means reading the
// source once more, which is done only for problems that are shown.
type problem struct {
	file    int
	pos     source.Pos
	warning bool
	msg     string
	hint    string
	related []note
	more    *int // how many further problems of this kind were counted and not kept
}

// note is another place that explains a problem.
type note struct {
	file int
	pos  source.Pos
	msg  string
}

// problems collects what is wrong with the sources of a build. A file can be wrong in
// as many places as it has values. So only the first problems are kept; all are
// counted.
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

// leastKept is how many problems are kept even if fewer will be shown, because they are
// found in nearly, but not exactly, the order of the source.
const leastKept = 1000

func (p *problems) add(one problem) {
	p.count(one.warning)
	if !p.full() {
		p.kept = append(p.kept, one)
	}
}

// full reports whether no more are kept. Then they need no message.
func (p *problems) full() bool { return len(p.kept) >= max(p.most, leastKept) }

// sorted returns the problems that were kept, in the order of the sources. Members of a
// JSON object all have the offset of their object; diag.List sorts them when their
// lines are known.
func (p *problems) sorted() []problem {
	slices.SortStableFunc(p.kept, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.pos.Off, b.pos.Off))
	})
	return p.kept
}
