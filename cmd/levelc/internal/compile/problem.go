package compile

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// problem is a diagnostic without line and column. Finding those means reading the
// source once more, which is done only for problems that are shown.
type problem struct {
	file    int
	pos     source.Pos
	met     int64 // the offset at which it was met, if pos is in front of that
	warning bool
	msg     string
	hint    string
	related []note
	more    *int // how many further problems of this kind were counted and not kept
}

// atEnd is the problem.met of what is only known at the end of its file.
const atEnd = math.MaxInt64

// note is another place that explains a problem.
type note struct {
	file int
	pos  source.Pos
	msg  string
}

// problems collects what is wrong with the sources of a build. A file can be wrong in
// as many places as it has values. So only the first errors and the first warnings are
// kept; all are counted. Warnings take no room from errors, which fail a build.
type problems struct {
	kept         []problem
	keptWarnings int
	most         int // of each
	errors       int
	warnings     int
	told         map[matter]*int // how many times more each was met that is told of once
}

func (p *problems) count(warning bool) {
	if warning {
		p.warnings++
	} else {
		p.errors++
	}
}

// leastKept is how many errors, and how many warnings, are kept even if fewer will be
// shown, because they are found in nearly, but not exactly, the order of the source.
const leastKept = 1000

func (p *problems) add(one problem) {
	if p.onlyCounts(one.warning) {
		return
	}
	p.count(one.warning)
	p.kept = append(p.kept, one)
	if one.warning {
		p.keptWarnings++
	}
}

// onlyCounts counts an error, or a warning, if no more of these are kept, and reports
// whether that is so. Then it needs neither place nor message.
func (p *problems) onlyCounts(warning bool) bool {
	n := p.keptWarnings
	if !warning {
		n = len(p.kept) - n
	}
	if n < max(p.most, leastKept) {
		return false
	}
	p.count(warning)
	return true
}

// dropFrom drops what was reported of a file from an offset on, where it breaks off. A
// reader may find only later that it does: what stands there, as a member that is written
// twice, was not meant.
func (p *problems) dropFrom(file int, off int64) {
	dropped := map[*int]bool{} // counts of those that were told of once
	p.kept = slices.DeleteFunc(p.kept, func(one problem) bool {
		if one.file != file || max(one.pos.Off, one.met) < off {
			return false
		}
		if one.warning {
			p.warnings--
			p.keptWarnings--
		} else {
			p.errors--
		}
		if one.more != nil {
			dropped[one.more] = true
		}
		return true
	})
	if len(dropped) > 0 {
		maps.DeleteFunc(p.told, func(_ matter, more *int) bool { return dropped[more] })
	}
}

// sorted returns the problems that were kept, in the order of the sources. Members of a
// JSON object all have the offset of their object; diag.List sorts them when their
// lines are known.
func (p *problems) sorted() []problem {
	slices.SortStableFunc(p.kept, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.pos.Off, b.pos.Off))
	})
	return p.kept
}

// report adds an error at a place in the current source.
func (c *compiler) report(pos source.Pos, msg, hint string) {
	c.problems.add(problem{file: c.file, pos: pos, msg: msg, hint: hint})
}

// complain reports what is wrong with a value, or with item n of it.
func (c *compiler) complain(ft fault, d *field, kind source.ValueKind, b []byte, n int) {
	c.say(&mistake{fault: ft, field: d, kind: kind, text: b, item: n > 0}, n)
}

// say reports a mistake in item n of the current value.
func (c *compiler) say(m *mistake, n int) {
	if c.problems.onlyCounts(false) {
		return
	}
	if m.kind == source.Text {
		m.text = source.Trim(m.text)
	}
	pos := c.place(n)
	if m.fault == noSymbol {
		from, _ := badFlag(m.field, m.text)
		pos.Byte = int32(from)
	}
	c.report(pos, m.describe(c.calls(m.field)), c.advise(m))
}

// advise returns the hint for a mistake. It guesses which symbol was meant as long as
// comparisons are left.
func (c *compiler) advise(m *mistake) string {
	if m.fault == noSymbol && !c.afford(len(m.field.symbols.list)) {
		return takes(m.field)
	}
	return m.advise()
}
