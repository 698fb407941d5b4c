package format

import "fmt"

// rowNames checks the order of the rows that $prop and $src name: strictly ascending by
// table, then row, within a chunk.
type rowNames struct {
	any    bool
	last   uint64 // table, row
	table  int    // the table that lo and hi are about
	lo, hi uint64 // rows of that table in this chunk
}

// checkRowNames checks the table and row that both tables' rows begin with: they
// ascend, and the row is in the same chunk.
func (c *checker) checkRowNames(n *rowNames, b *BlockInfo, data []byte) error {
	stride := int(c.plan.schema.Tables[b.Table].Stride)
	for i := 0; i+stride <= len(data); i += stride {
		name := (*rowName)(data[i:])
		table, row := name.table(), name.row()
		if int(table) >= len(c.total) || int(table) < FixedTables {
			return c.failOrder(b, i, "table", ErrRange, fmt.Sprintf("table %d", table))
		}
		if !n.any || int(table) != n.table {
			n.table, n.lo, n.hi = int(table), c.before(int(table)), c.rowsOf(int(table))
		}
		if uint64(row) < n.lo || uint64(row) >= n.hi {
			return c.failOrder(b, i, "row", ErrRange, fmt.Sprintf("row %d of %s, of which this chunk has %d up to %d",
				row, c.plan.schema.Tables[table].Name, n.lo, n.hi))
		}
		at := uint64(table)<<32 | uint64(row)
		if n.any && at <= n.last {
			return c.failOrder(b, i, "row", ErrOrder, "the rows named do not ascend")
		}
		n.any, n.last = true, at
	}
	return nil
}
