package loader

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// An entry finds its kind among others that have no nodes, and however many
// elements there are.
func TestIDsFindTheirKind(t *testing.T) {
	tables := make([]format.Table, format.FixedTables, format.FixedTables+6)
	var rows []uint32
	for _, x := range []struct {
		class format.Class
		n     uint32
	}{{format.ClassNode, 0}, {format.ClassNode, 3}, {format.ClassArray, math.MaxUint32}, {format.ClassNode, 0}, {format.ClassNode, 2}, {format.ClassNode, 0}} {
		tables, rows = append(tables, format.Table{Class: x.class}), append(rows, x.n)
	}
	var set rangeSet
	set.ids.start(len(tables))
	set.ids.count(tables, func(i int) uint32 { return append(make([]uint32, format.FixedTables), rows...)[i] })
	for i := range tables {
		set.first, set.gen, set.kind = append(set.first, uint32(100*i)), append(set.gen, 1), append(set.kind, uint16(i))
	}
	for i, n := range rows {
		for row := range n {
			at := format.FixedTables + i
			if tables[at].Class != format.ClassNode {
				break
			}
			set.ids.rows = append(set.ids.rows[:0], idRow{row: set.ids.below[at] + row})
			require.Equal(t, set.handle(at, row), set.idHandle(0), "row %d of table %d", row, at)
		}
	}
}
