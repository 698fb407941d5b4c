package compile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/spell"
	"github.com/levelc/levelc/format"
)

// pending is a reference that waits for the end of the build: its id has not been met,
// or another kind may turn out to have it too.
type pending struct {
	spot   spot
	field  int32 // in Plan.fields; not a pointer, so that the collector has nothing to scan in millions of them
	member int32 // as in here
	row    uint32
	str    uint32
	item   int32
	off    uint16
}

// putRef writes a reference to a row that is known.
func putRef(dst []byte, t format.Type, row uint32, table int) {
	binary.LittleEndian.PutUint32(dst, row+1)
	if t == format.TypeAnyRef {
		binary.LittleEndian.PutUint16(dst[8:], uint16(table))
	}
}

// noItem is the item of a list in a text that refers to nothing, as an empty one is none
// there. Flags have it for no flags.
const noItem = "|"

// setRef stores a reference by id. An empty string refers to nothing.
func (c *compiler) setRef(at cell, dst []byte, kind source.ValueKind, b []byte, n int) bool {
	d := at.field
	if kind == source.Text && n == 0 {
		b = source.Trim(b)
	}
	switch {
	case d.isNone(kind, b), kind == source.Text && n > 0 && string(b) == noItem:
		return true
	case kind == source.Bool || kind == source.List || kind == source.Null, kind == source.Number && !c.numbered(d):
		c.complain(wrongKind, d, kind, b, n)
		return false
	case len(b) == 0:
		return true
	}
	b = d.bare(b)
	if len(d.targets) == 1 {
		if id := c.plan.tables[d.targets[0]].id; id.Type != format.TypeStr {
			var num [8]byte
			if number(id.Type, num[:id.size], b) == fine {
				b = c.decimal(id.Type, num[:id.size])
			}
		}
	}
	str, err := c.sink.String(b)
	if err != nil {
		return c.fail(err)
	}
	if len(d.targets) == 1 {
		if e := c.ids.find(str, d.targets[0]); e != nil {
			putRef(dst, d.Type, e.row, d.targets[0])
			return true
		}
	}
	p := c.pending.push()
	p.field, p.row, p.off, p.str = d.num, at.row, uint16(at.off), str
	p.spot, p.item, p.member = c.spot(), int32(n), c.here.member
	if p.member == hereStruct {
		p.member = d.num + 1 // the name will be another by the time that this is told
	}
	return true
}

// numbered reports whether a field may refer to nodes whose ids are numbers.
func (c *compiler) numbered(d *field) bool {
	for _, t := range d.targets {
		if id := c.plan.tables[t].id; id != nil && id.Type != format.TypeStr {
			return true
		}
	}
	return false
}

// resolve fills in the references that had to wait. If a source ended early, ids behind
// the mistake may be missing, so it reports no missing ones. After any error it only
// checks references: the row of one may have been dropped with its list, and no level
// is written.
func (c *compiler) resolve() error {
	if c.cut {
		return nil
	}
	dropped := c.problems.errors > 0
	for i := range c.pending.n {
		if c.isOver() {
			return c.fatal
		}
		p := c.pending.at(i)
		c.pending.leave(i)
		d := c.plan.fields[p.field]
		var found, second *idEntry
		for _, t := range d.targets {
			switch e := c.ids.find(p.str, t); {
			case e == nil:
			case found == nil:
				found = e
			case second == nil:
				second = e
			}
		}
		switch {
		case found == nil:
			c.dangling(p)
		case second != nil:
			c.ambiguous(p, found, second)
		case dropped:
		default:
			kind := -1
			if d.Type == format.TypeAnyRef {
				kind = int(found.table)
			}
			if err := c.sink.PatchRef(d.table.index, p.row, uint32(p.off), found.row, kind); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *compiler) problemAt(p *pending, msg string) problem {
	file := p.spot.file()
	pos := source.Pos{Off: p.spot.off(), Item: p.item}
	name, d := "its text", c.plan.fields[p.field]
	if p.member != 0 {
		pos.Member = c.memberName(p.member, c.syntaxes[file])
		name = pos.Member
	} else if d.table.scalar { // as in calls
		name = d.table.Name[strings.LastIndexByte(d.table.Name, '.')+1:]
	} else if label := d.label[c.syntaxes[file]]; d.Attr.Role != format.RoleText && label != "" {
		name = label
	}
	return problem{file: file, pos: pos, msg: name + ": " + msg}
}

func (c *compiler) ambiguous(p *pending, a, b *idEntry) {
	one := c.problemAt(p, fmt.Sprintf("%s could be a %s or a %s", quote(c.sink.Text(p.str)),
		c.plan.tables[a.table].Name, c.plan.tables[b.table].Name))
	one.hint = "give one of them another id"
	for _, e := range []*idEntry{a, b} {
		one.related = append(one.related, c.defined(e, "the "+c.plan.tables[e.table].Name))
	}
	c.problems.add(one)
}

func (c *compiler) dangling(p *pending) {
	d, name := c.plan.fields[p.field], c.sink.Text(p.str)
	targets := d.targets
	if c.unknown.isHidden(name) {
		return
	}
	if c.problems.onlyCounts(false) {
		return
	}
	name = bytes.Clone(name) // which the hint at a form may move
	one := c.problemAt(p, fmt.Sprintf("no %s has the id %s", either(c.kindNames(targets)), quote(name)))
	switch i := c.ids.of(p.str); {
	case saysNone(name):
		one.hint = d.hintNone(name)
	case i != 0: // which tells more than an id that is spelt alike
		other := c.ids.entries.at(int(i - 1))
		one.related = []note{c.defined(other, withArticle(c.plan.tables[other.table].Name)+" has it")}
		one.hint = "name " + withArticle(either(c.kindNames(targets)))
	default:
		hint, e := c.hintForm(d, name)
		if e == nil {
			hint, e = c.hintNear(name, targets)
		}
		one.hint = hint
		if e != nil {
			one.related = []note{c.defined(e, fmt.Sprintf("the %s %s", c.plan.tables[e.table].Name, quote(c.sink.Text(e.str))))}
		}
	}
	c.problems.add(one)
}

// hintNear returns the hint at a reference that may be misspelt, and the node that was
// probably meant, if there is one.
func (c *compiler) hintNear(name []byte, tables []int) (hint string, e *idEntry) {
	if e = c.nearestID(name, tables); e == nil {
		return "name one that is there, or leave it out", nil
	}
	return didYouMean(string(c.sink.Text(e.str))), e
}

// withArticle returns "a door" or "an object".
func withArticle(words string) string {
	if words != "" && strings.IndexByte("aeioAEIO", words[0]) >= 0 {
		return "an " + words
	}
	return "a " + words
}

// nearestID is nearest for ids of the given kinds.
func (c *compiler) nearestID(word []byte, tables []int) *idEntry {
	n := c.ids.entries.n
	if !c.afford(n) {
		return nil
	}
	best := spell.Most(word) + 1
	var at *idEntry
	number := bytes.TrimLeft(word, "+0") // 7, if the word is 007
	for i := range n {
		e := c.ids.entries.at(i)
		for _, t := range tables {
			if int(e.table) != t {
				continue
			}
			text := c.sink.Text(e.str)
			if len(number) < len(word) && bytes.Equal(text, number) {
				return e
			}
			if d := spell.Distance(word, text, best-1); d < best {
				best, at = d, e
			}
		}
	}
	return at
}
