package format

// Most of rule 7 is of two forms: bits that must be zero and floats that must
// be finite. Both look at a value alone, so where rows are whole numbers of
// 64-bit words one loop over a column of those words does all of them at once:
// two floats, or a float and a gap. Only if a column fails do the plain loops
// run, to say which field it was.

// column is a 64-bit word of each row.
type column struct {
	word   uint
	finite uint64 // the exponents of the floats in it
	carry  uint64 // the lowest bit of each of those; all ones carry into the sign's place
	zero   uint64 // the bits that must be zero
}

const (
	exponent32 = 0x7f800000
	lowest32   = 0x00800000
	exponent64 = 0x7ff0000000000000
	lowest64   = 0x0010000000000000
	signs      = 0x8000000080000000
)

// widestRow bounds what columns cost: a schema of 1 MiB can declare 4096
// tables of 64 KiB each.
const widestRow = 1 << 10

// columns turns those ops into columns; nil where the rows do not have them.
func (r *rowPlan) columns() []column {
	if r.stride%8 != 0 || r.stride > widestRow {
		return nil
	}
	cols := make([]column, r.stride/8)
	for i := range r.ops {
		op := &r.ops[i]
		for k := range op.n {
			off := op.off + k*op.step
			c, shift := &cols[off/8], 8*(off&4)
			switch op.kind {
			case opZero:
				c.zero |= uint64(op.mask) << shift
			case opFinite32:
				c.finite |= exponent32 << shift
				c.carry |= lowest32 << shift
			case opFinite64:
				if off%8 != 0 {
					return nil
				}
				c.finite, c.carry = exponent64, lowest64
			}
		}
	}
	out := cols[:0]
	for i, c := range cols {
		if c.finite|c.zero != 0 {
			c.word = uint(i)
			out = append(out, c)
		}
	}
	return out
}

// inColumns says whether columns cover an op of this kind.
func (k opKind) inColumns() bool { return k == opZero || k == opFinite32 || k == opFinite64 }

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
	var floats, bits uint64
	af, ac, az := a.finite, a.carry, a.zero
	bf, bc, bz := b.finite, b.carry, b.zero
	gap := b.word - a.word
	for i := b.word; i < uint(len(q)); i += stride {
		v, w := q[i-gap], q[i]
		floats |= (v&af + ac) | (w&bf + bc)
		bits |= v&az | w&bz
	}
	return floats&signs == 0 && bits == 0
}
