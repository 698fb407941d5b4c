package format

// columnCheck checks rows by the columns of their table, with the limits of one file.
type columnCheck struct {
	cols    []column
	words   uint     // in a period
	pattern []uint64 // see addPattern
	filled  []column // storage of cols
}

// prepare begins a block of these rows. strs is the number of strings up to the end of
// the chunk. It reports whether columns can check these rows; rows that were read
// straight to their final place may not be aligned to words.
func (c *columnCheck) prepare(p *rowPlan, strs uint64, total []uint64, rows []byte) bool {
	if len(p.wide) == 0 || !littleEndian || words64(rows[:len(rows)&^7]) == nil {
		return false
	}
	c.cols, c.words = p.wide, uint(p.period)/8
	if len(p.ceilings) > 0 {
		c.filled = append(c.filled[:0], p.wide...)
		c.cols = c.filled
	}
	for _, s := range p.ceilings {
		limit := strs
		if op := &p.ops[s.op]; op.kind == opRef {
			limit = total[op.target] + 1
		}
		if limit > 1<<31 {
			return false
		}
		c.cols[s.column].add |= (1<<31 - limit) << s.shift
	}
	c.pattern = c.pattern[:0]
	if vectors && len(rows) >= patternFrom*p.period {
		c.addPattern()
	}
	return true
}

// hold checks rows that fill whole periods.
func (c *columnCheck) hold(rows []byte) bool {
	q := words64(rows)
	if q == nil {
		return len(rows) == 0
	}
	if n := len(c.pattern) / 4; n > 0 { // words that the pattern covers
		whole := len(q) - len(q)%n
		if !patternHolds(q[:whole], c.pattern) {
			return false
		}
		q = q[whole:]
	}
	return columnsHold(q, c.cols, c.words)
}

// patternFrom is the least number of periods in a block for which a pattern pays.
const patternFrom = 64

// addPattern lays the columns out for patternHolds: for each 64 bytes of the rows, 64
// bytes each of and, add, test and zero. It ends where a period ends.
func (c *columnCheck) addPattern() {
	n := c.words
	for n%8 != 0 {
		n *= 2
	}
	c.pattern = zeroed(c.pattern, int(4*n))
	for i := range c.cols {
		col := &c.cols[i]
		for w := col.word; w < n; w += c.words {
			v := c.pattern[w/8*32+w%8:]
			v[0], v[8], v[16], v[24] = col.and, col.add, col.test, col.zero
		}
	}
}

// columnsHold checks all columns of the rows.
func columnsHold(q []uint64, cols []column, stride uint) bool {
	for len(cols) >= 2 {
		if !twoColumnsHold(q, &cols[0], &cols[1], stride) {
			return false
		}
		cols = cols[2:]
	}
	return len(cols) == 0 || twoColumnsHold(q, &cols[0], &cols[0], stride)
}

func twoColumnsHold(q []uint64, a, b *column, stride uint) bool {
	var sumA, sumB, bits uint64
	aAnd, aAdd, aZero := a.and, a.add, a.zero
	bAnd, bAdd, bZero := b.and, b.add, b.zero
	gap := b.word - a.word
	for i := b.word; i < uint(len(q)); i += stride {
		v, w := q[i-gap], q[i]
		sumA |= v&aAnd + aAdd
		sumB |= w&bAnd + bAdd
		bits |= v&aZero | w&bZero
	}
	return sumA&a.test|sumB&b.test|bits == 0
}
