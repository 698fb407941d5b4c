package format

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// countedRow is a row whose bytes are 1, 2, 3 and so on.
func countedRow(stride uint32) []byte {
	b := make([]byte, stride)
	for i := range b {
		b[i] = byte(i + 1)
	}
	return b
}

// rowValues reads the fields of such a row by their declarations.
func rowValues(t *testing.T, table int) (out []uint32) {
	t.Helper()
	tab := fixedTables()[table]
	row := countedRow(tab.Stride)
	for _, f := range tab.Fields {
		at := row[f.Offset:]
		switch f.Type {
		case TypeU8:
			out = append(out, uint32(at[0]))
		case TypeU16:
			out = append(out, uint32(binary.LittleEndian.Uint16(at)))
		case TypeU32, TypeStr:
			out = append(out, binary.LittleEndian.Uint32(at))
		case TypeSpan:
			out = append(out, binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:]))
		default:
			require.Fail(t, "a type that the fixed tables do not have", f.Type)
		}
	}
	return out
}

func oneRow[R FixedRow](t *testing.T, table int) *R {
	t.Helper()
	rows := FixedRows[R](countedRow(fixedTables()[table].Stride))
	require.Len(t, rows, 1, "the size of the type is the stride of the table")
	return &rows[0]
}

func TestFixedRowsHaveTheLayoutOfTheirTables(t *testing.T) {
	str := oneRow[StrRow](t, TableStr)
	require.Equal(t, rowValues(t, TableStr), []uint32{str.Start(), str.Len()})
	node := oneRow[NodeRow](t, TableNode)
	require.Equal(t, rowValues(t, TableNode), []uint32{uint32(node.Kind()), uint32(node.Depth()), uint32(node.Slot())})
	prop := oneRow[PropRow](t, TableProp)
	require.Equal(t, rowValues(t, TableProp), []uint32{uint32(prop.Table()), prop.Row(), prop.Start(), prop.Len()})
	id := oneRow[IDRow](t, TableIDs)
	require.Equal(t, rowValues(t, TableIDs), []uint32{id.Str(), id.Row(), uint32(id.Table())})
	src := oneRow[SrcRow](t, TableSrc)
	require.Equal(t, rowValues(t, TableSrc), []uint32{uint32(src.Table()), src.Row(), src.File(), src.Line(), src.Column()})
}

func TestFixedRowsAreSetWhereTheyAreRead(t *testing.T) {
	const high = 1<<32 - 2
	str, node, prop, id, src := StrRow(countedRow(8)), NodeRow(countedRow(4)), PropRow(countedRow(16)), IDRow(countedRow(12)), SrcRow(countedRow(20))
	str.set(high, 2)
	require.Equal(t, [2]uint32{high, 2}, [2]uint32{str.Start(), str.Len()})
	node.set(0xfffe, 255, 3)
	require.Equal(t, [3]int{0xfffe, 255, 3}, [3]int{int(node.Kind()), int(node.Depth()), int(node.Slot())})
	prop.set(0xfffe, high, 3, 4)
	require.Equal(t, [4]uint32{0xfffe, high, 3, 4}, [4]uint32{uint32(prop.Table()), prop.Row(), prop.Start(), prop.Len()})
	id.set(high, 2, 0xfffe)
	require.Equal(t, [3]uint32{high, 2, 0xfffe}, [3]uint32{id.Str(), id.Row(), uint32(id.Table())})
	src.set(0xfffe, high, 3, 4, 5)
	require.Equal(t, [5]uint32{0xfffe, high, 3, 4, 5}, [5]uint32{uint32(src.Table()), src.Row(), src.File(), src.Line(), src.Column()})
	require.Zero(t, prop[2]|prop[3]|id[10]|id[11]|src[2]|src[3], "gaps are zero")
}

func TestFixedRowsAreWholeRowsInPlace(t *testing.T) {
	require.Empty(t, FixedRows[IDRow](nil))
	b := make([]byte, 2*12+11)
	for begin := range 12 { // at any byte
		rows := FixedRows[IDRow](b[begin:])
		require.Len(t, rows, 2)
		rows[1].set(7, 8, 9)
		require.Equal(t, byte(7), b[begin+12])
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { FixedRows[SrcRow](b) }))
}
