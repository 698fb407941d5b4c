package format

import (
	"encoding/binary"
	"fmt"
)

// idCheck is rule 9 for $id.
type idCheck struct {
	rows  uint64
	str   uint32 // of the last row
	table uint16
	last  idPrefix // of that string
}

// checkIDs checks that rows ascend strictly by the bytes of the string, then by table,
// and that each names a row of a node table.
func (c *checker) checkIDs(b *BlockInfo, data []byte) error {
	rows, w := FixedRows[IDRow](data), c.scan.words(data, 12)
	if !idsBelow(w, c.kinds) {
		for i := range rows {
			if row, table := rows[i].Row(), rows[i].Table(); int(table) >= len(c.kinds) || uint64(row) >= c.kinds[table] {
				return c.failID(b, i*len(rows[i]), row, table)
			}
		}
	}
	if c.strs.keep {
		text, i := c.strs.begin, 0
		if c.back == nil {
			i = c.ids.ascend(&c.strs, w)
		} else {
			text, i = c.back.begin, c.ids.ascendBack(c.back, rows)
			if c.back.err != nil {
				return c.back.err
			}
		}
		if i >= 0 {
			return c.failOrder(b, i*len(rows[i]), "id", ErrOrder, fmt.Sprintf("%q does not come after %q", text(rows[i].Str()), text(c.ids.str)))
		}
	}
	c.ids.rows += uint64(len(rows))
	return nil
}

// idsBelow reports whether each row of $id names a row that its table has.
func idsBelow(w []uint32, rows []uint64) bool {
	acc := ^uint64(0)
	for i := 2; i < len(w); i += 3 {
		table := uint(w[i] & 0xffff)
		if table >= uint(len(rows)) {
			return false
		}
		acc &= uint64(w[i-1]) - rows[table]
	}
	return acc>>63 != 0
}

// ascend compares the strings of $id's next rows. It returns which row of the block fails,
// or -1. Then str is the string of the row before.
func (c *idCheck) ascend(s *stringCheck, w []uint32) int {
	for i := 0; i < len(w); i += 3 {
		if c.rows+uint64(i) > 0 && s.from == 0 {
			if n := ascendRun(w[i:], s.starts, s.all, &c.last); n > 0 {
				i += n
				c.str, c.table = w[i-3], uint16(w[i-1])
			}
			if i == len(w) {
				break
			}
		}
		str, table := w[i], uint16(w[i+2])
		begin := prefix(s.text(str))
		if !begin.after(c.last) && c.rows+uint64(i) > 0 && !c.follows(str, table, begin == c.last, s.ascends) {
			return i / 3
		}
		c.last, c.str, c.table = begin, str, table
	}
	return -1
}

// ascendLoop passes the rows whose strings begin with more than the one before them,
// which settles nearly every row, and returns how many words they take. last is the
// prefix of the string before, and becomes that of the last string. It stops before a
// string that does not exist, or is too near the end of all.
func ascendLoop(w, starts []uint32, all []byte, last *idPrefix) int {
	end := *last
	i := uint(2)
	for ; i < uint(len(w)); i += 3 {
		k := uint(w[i-2])
		if k+1 >= uint(len(starts)) {
			break
		}
		at := uint64(starts[k])
		m := &firstBytes[min(starts[k+1]-starts[k], 16)]
		if at+16 > uint64(len(all)) {
			break
		}
		text := all[at : at+16]
		begin := idPrefix{binary.BigEndian.Uint64(text) & m.high, binary.BigEndian.Uint64(text[8:]) & m.low}
		if !begin.after(end) {
			break
		}
		end = begin
	}
	*last = end
	return int(i - 2)
}

// follows reports whether an id may come after the last one although its prefix is not
// greater. alike says that the prefixes are equal.
func (c *idCheck) follows(str uint32, table uint16, alike bool, ascends func(a, b uint32) bool) bool {
	if str == c.str {
		return table > c.table
	}
	return alike && ascends(c.str, str)
}

func (s *stringCheck) ascends(a, b uint32) bool { return ascends(s.text(a), s.text(b)) }

// begin returns the beginning of a string, for a message.
func (s *stringCheck) begin(id uint32) []byte { return clipBytes(s.text(id)) }

// ascendBack is ascend for strings that are looked up again.
func (c *idCheck) ascendBack(l *lookBack, rows []IDRow) int {
	for i := range rows {
		str, table := rows[i].Str(), rows[i].Table()
		begin := l.prefix(str)
		if !begin.after(c.last) && c.rows+uint64(i) > 0 && !c.follows(str, table, begin == c.last, l.ascends) {
			return i
		}
		c.last, c.str, c.table = begin, str, table
	}
	return -1
}

// firstBytes are masks for the first bytes of a prefix. The length of a string is
// unpredictable, so it must not decide a branch.
var firstBytes = func() (m [17]idPrefix) {
	for n := range m {
		m[n].high = ^(^uint64(0) >> (8 * min(n, 8)))
		m[n].low = ^(^uint64(0) >> (8 * (max(n, 8) - 8)))
	}
	return m
}()

// ascends is bytes.Compare(a, b) < 0, for strings of a few words that mostly begin
// alike.
func ascends(a, b []byte) bool {
	be := binary.BigEndian
	for len(a) >= 8 && len(b) >= 8 {
		if x, y := be.Uint64(a), be.Uint64(b); x != y {
			return x < y
		}
		a, b = a[8:], b[8:]
	}
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return len(a) < len(b)
}

func (c *checker) failID(b *BlockInfo, at int, row uint32, table uint16) error {
	if int(table) >= len(c.total) || c.plan.schema.Tables[table].Class != ClassNode {
		return c.failOrder(b, at, "table", ErrRange, fmt.Sprintf("table %d is no kind", table))
	}
	return c.failOrder(b, at, "row", ErrRange, fmt.Sprintf("row %d of %d", row, c.total[table]))
}

func clipBytes(b []byte) []byte { return b[:min(len(b), 60)] }

func (c *checker) failOrder(b *BlockInfo, at int, field string, sentinel error, detail string) error {
	e := c.fail(b, nil, at, sentinel, detail).(*Error)
	e.Rule, e.Field = 9, field
	return e
}
