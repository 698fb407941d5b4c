package loader

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

// An id finds its kind between kinds that have no nodes, however many elements of
// arrays there are.
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
	var ln lane
	ln.place(len(tables))
	at := &ln.at
	at.count(tables, func(i int) uint32 { return append(make([]uint32, format.FixedTables), rows...)[i] })
	for i := range tables {
		at.first[i], at.gen[i], at.kind[i] = uint32(100*i), 1, uint16(i+1)
		if i >= format.FixedTables && tables[i].Class == format.ClassNode && rows[i-format.FixedTables] > 0 {
			r := store.Range{First: at.first[i], Len: rows[i-format.FixedTables], Gen: 1}
			set.nodes = append(set.nodes, nodeRange{ownRange{i, r}, at.below[i]})
		}
	}
	for i, n := range rows {
		for row := range n {
			k := format.FixedTables + i
			if tables[k].Class != format.ClassNode {
				break
			}
			set.ids.rows = append(set.ids.rows[:0], idRow{row: at.below[k] + row})
			h := at.handle(k, row)
			require.Equal(t, h, set.idHandle(0), "row %d of table %d", row, k)
			require.Zero(t, set.idOf(h))
			require.Negative(t, set.idOf(store.AnyFromBits(h.Kind()+1, h.Bits())), "another kind")
			require.Negative(t, set.idOf(store.AnyFromBits(h.Kind(), h.Bits()+1<<32)), "another generation")
			for _, n := range set.nodes {
				require.Negative(t, set.idOf(store.AnyFromBits(uint16(n.store+1), uint64(n.Gen)<<32|uint64(n.First+n.Len))), "behind the last")
			}
			for _, off := range []uint64{1, 2, 3, 4, 5} { // another node, of the level or not
				require.Negative(t, set.idOf(store.AnyFromBits(h.Kind(), h.Bits()+off)))
				require.Negative(t, set.idOf(store.AnyFromBits(h.Kind(), h.Bits()-off)))
			}
		}
	}
}
