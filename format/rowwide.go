package format

// Nearly all of rule 7 looks at a value alone: bits that must be zero, floats
// that must be finite, and numbers that must stay below a limit. Each of these
// says "some bits of (v & and) + add are zero":
//
//	finite     the exponent plus one does not carry into the sign's place
//	below n    v plus 2^k-n does not reach bit k, and v has no bit from k on
//	zero       v has none of these bits
//
// So where rows are whole numbers of 64-bit words, one loop over a column of
// those words does all of them at once: two floats, a string id and a float, an
// enum and a gap. Values do not disturb each other: a sum leaves its place only
// if its value fails anyway. Only if a column fails do the plain loops run, to
// say which field it was.

// column is a 64-bit word of each row.
type column struct {
	word           uint
	and, add, test uint64
	zero           uint64
}

// ceiling is a limit that is known only when a file is read. It takes the 32
// bits of a column from shift on.
type ceiling struct {
	column, shift int
	op            int // whose limit it is
}

const (
	exponent32 = 0x7f800000
	lowest32   = 0x00800000
	exponent64 = 0x7ff0000000000000
	lowest64   = 0x0010000000000000
)

// widestRow bounds what columns cost: a schema of 1 MiB can declare 4096
// tables of 64 KiB each.
const widestRow = 1 << 10

// columns turns ops into columns, as far as the rows have them, and marks
// those ops.
func (r *rowPlan) columns() {
	if r.stride%8 != 0 || r.stride > widestRow {
		return
	}
	cols := make([]column, r.stride/8)
	for i := range r.ops {
		op := &r.ops[i]
		if op.wide = op.hasColumn(); !op.wide {
			continue
		}
		for k := range op.n {
			r.addColumn(cols, i, op.off+k*op.step)
		}
	}
	to := make([]int, len(cols)) // where each column goes
	for i, c := range cols {
		to[i] = len(r.wide)
		if c.test|c.zero != 0 {
			c.word = uint(i)
			r.wide = append(r.wide, c)
		}
	}
	for i := range r.ceilings {
		r.ceilings[i].column = to[r.ceilings[i].column]
	}
}

// hasColumn says whether columns do an op.
func (op *rowOp) hasColumn() bool {
	switch op.kind {
	case opZero, opFinite32, opStr, opRef:
		return true
	case opFinite64:
		return op.off%8 == 0
	case opEnum8:
		return op.limit <= 1<<7
	case opEnum16:
		return op.limit <= 1<<15
	case opEnum32:
		return op.limit <= 1<<31
	}
	return false
}

// addColumn adds the value at an offset of the row.
func (r *rowPlan) addColumn(cols []column, i, off int) {
	op, c, shift := &r.ops[i], &cols[off/8], 8*(off%8)
	below := func(bits int, limit uint64) {
		half := uint64(1) << (bits - 1)
		c.and |= (half<<1 - 1) << shift
		c.add |= (half - limit) << shift
		c.test |= half << shift
		c.zero |= half << shift
	}
	switch op.kind {
	case opZero:
		c.zero |= uint64(op.mask) << shift
	case opFinite32:
		c.and |= exponent32 << shift
		c.add |= lowest32 << shift
		c.test |= 1 << 31 << shift
	case opFinite64:
		c.and, c.add, c.test = exponent64, lowest64, 1<<63
	case opEnum8:
		below(8, op.limit)
	case opEnum16:
		below(16, op.limit)
	case opEnum32:
		below(32, op.limit)
	case opStr, opRef:
		below(32, 1<<31) // the limit follows, see setCeilings
		r.ceilings = append(r.ceilings, ceiling{column: off / 8, shift: shift, op: i})
		if op.kind == opRef {
			cols[(off+4)/8].zero |= (1<<32 - 1) << (8 * ((off + 4) % 8))
		}
	}
}

// columnsFor returns the columns of a table with the limits that hold now, nil
// where it has none or a limit is beyond what a column can tell.
func (c *checker) columnsFor(p *rowPlan) []column {
	if len(p.wide) == 0 || !littleEndian {
		return nil
	}
	if len(p.ceilings) == 0 {
		return p.wide
	}
	c.cols = append(c.cols[:0], p.wide...)
	for _, s := range p.ceilings {
		limit := c.have[TableStr]
		if op := &p.ops[s.op]; op.kind == opRef {
			limit = c.total[op.target] + 1
		}
		if limit > 1<<31 {
			return nil
		}
		c.cols[s.column].add |= (1<<31 - limit) << s.shift
	}
	return c.cols
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
