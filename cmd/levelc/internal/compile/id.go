package compile

import (
	"fmt"
	"slices"

	lvl "github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/format"
)

// ids is the ids of a build's nodes. An id is a string that the sink has interned, so
// its number finds it without a second hash table. Ids of different kinds may be equal;
// they are linked in a list.
type ids struct {
	first   []uint32 // by string: its first entry, plus one
	entries shelf[idEntry]
}

// idEntry is a node with an id.
type idEntry struct {
	spot  spot   // of the value
	next  uint32 // another entry of the same string, plus one
	row   uint32
	str   uint32
	table uint16
	text  bool // the id was an element's text
	key   bool // or the node's key in a holder, which begins at the spot
}

// spot is a place in one of the sources of a build, because there may be millions of ids
// and references: the number of the source, and in the low bits an offset as in source.Pos.
type spot uint64

// spotBits is the bits of an offset: a source of a terabyte. A build may have 2^24 sources.
const spotBits = 40

func (c *compiler) spot() spot { return spot(c.file)<<spotBits | spot(c.here.at) }

func (s spot) file() int  { return int(s >> spotBits) }
func (s spot) off() int64 { return int64(s & (1<<spotBits - 1)) }

// of returns the first entry of a string, plus one, or 0.
func (d *ids) of(str uint32) uint32 {
	if int(str) >= len(d.first) {
		return 0
	}
	return d.first[str]
}

// add makes a new entry the first one of its string, to be filled in.
func (d *ids) add(str uint32) *idEntry {
	if n := int(str) + 1; n > len(d.first) {
		if n > cap(d.first) {
			d.first = slices.Grow(d.first, max(n-len(d.first), cap(d.first)))
		}
		d.first = d.first[:n]
	}
	e := d.entries.push()
	e.str, e.next = str, d.first[str]
	d.first[str] = uint32(d.entries.n)
	return e
}

// rest removes the ids.
func (d *ids) rest() {
	d.entries.rest()
	if cap(d.first) > keepMost {
		d.first = nil
	}
	clear(d.first)
	d.first = d.first[:0]
}

// find returns the entry of an id in a table.
func (d *ids) find(str uint32, table int) *idEntry {
	for i := d.of(str); i != 0; {
		e := d.entries.at(int(i - 1))
		if int(e.table) == table {
			return e
		}
		i = e.next
	}
	return nil
}

// setID stores the value of an id field and adds the node's id. An empty string is no
// id: editors write it for nodes without a name. A text loses the white space around it,
// as references to it do.
func (c *compiler) setID(f *frame, d *field, dst []byte, kind source.ValueKind, text []byte) {
	if d.Type == format.TypeStr {
		if kind != source.Text && kind != source.String {
			c.complain(wrongKind, d, kind, text, 0)
			c.unknown.hide(text)
			return
		}
		if kind == source.Text {
			text = source.Trim(text)
		}
		if len(text) == 0 {
			c.takeBack(f, d.bit)
			return
		}
	} else {
		if ft := scalar(d, dst, kind, text); ft != fine {
			c.complain(ft, d, kind, text, 0)
			c.unknown.hide(source.Trim(text)) // until it is corrected
			return
		}
		text = c.decimal(d.Type, dst)
	}
	if len(f.table.namedBy) > 0 {
		c.checkWritten(f.table, text)
	}
	str, err := c.sink.String(text)
	if err != nil {
		c.fail(err)
		return
	}
	if d.Type == format.TypeStr {
		putUint(dst, uint64(str))
	}
	if old := c.ids.find(str, f.table.index); old != nil {
		if old.key && c.here.member == hereKey && old.spot == c.spot() {
			return // two members of one object, which the reader reports
		}
		c.problems.add(problem{
			file: c.file, pos: c.place(0),
			msg:     fmt.Sprintf("a second %s with the id %s", f.table.Name, quote(text)),
			hint:    "give one of them another id",
			related: []note{c.defined(old, "first defined at")},
		})
		return
	}
	e := c.ids.add(str)
	e.spot, e.text, e.key = c.spot(), c.here.member == 0, c.here.member == hereKey
	e.row, e.table = f.num, uint16(f.table.index)
	c.fail(c.sink.ID(str, f.table.index, f.num))
}

// decimal returns an integer id in the one form that references are compared with.
func (c *compiler) decimal(t format.Type, src []byte) []byte {
	var text [20]byte
	c.digits.Reset()
	c.digits.Append(lvl.AppendNumber(text[:0], t, src)...)
	return c.digits.Slice()
}

// defined returns the place of an id, as a note to a problem.
func (c *compiler) defined(e *idEntry, msg string) note {
	n := note{file: e.spot.file(), pos: source.Pos{Off: e.spot.off()}, msg: msg}
	switch {
	case e.key:
		n.pos.Member, n.pos.Name = string(c.sink.Text(e.str)), true
	case !e.text:
		n.pos.Member = c.plan.tables[e.table].id.label[c.syntaxes[e.spot.file()]]
	}
	return n
}
