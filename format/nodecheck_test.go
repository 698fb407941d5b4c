package format

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// One wrong kind is found among many nodes as well as among few, in their block and not only at
// the end of the chunk.
func TestAWrongKindAmongManyNodes(t *testing.T) {
	file := testLevel(t, 100, WriterOptions{})
	nodes := func(a *anatomy) *rawBlock {
		most := a.block(TableNode)
		for i := range a.blocks {
			if b := &a.blocks[i]; b.table == TableNode && b.rows > most.rows {
				most = b
			}
		}
		return most
	}
	n := int(nodes(dissect(t, file)).rows)
	require.Greater(t, n, len(testSchema().Tables))
	for at := range n {
		for _, kind := range []byte{tBody, tJoint, tVertex} { // one more than rows, or no kind at all
			a := dissect(t, file)
			is := &nodes(a).stored[4*at]
			if *is == kind {
				continue
			}
			*is = kind
			var e *Error
			require.ErrorAs(t, Verify(bytes.NewReader(a.assemble()), Options{}), &e)
			require.ErrorIs(t, e, ErrTree)
			require.Equal(t, "kind", e.Field, "node %d of %d, kind %d: %v", at, n, kind, e)
		}
	}
}

// The last node of an odd number is held like the others.
func TestEachOfAFewNodesIsHeld(t *testing.T) {
	tables := len(testSchema().Complete().Tables)
	for n := 1; n <= 4; n++ {
		a := dissect(t, testLevel(t, 1, WriterOptions{}))
		nodes := make([]byte, 4*n)
		for i := range n {
			nodes[4*i] = tBody
		}
		a.chunks = []Chunk{{Blocks: 3, Nodes: uint32(n)}}
		a.blocks = []rawBlock{{table: TableStr, rows: 1, stored: make([]byte, 8)}, {table: TableNode, rows: uint32(n), stored: nodes},
			{table: tBody, rows: uint32(n), stored: make([]byte, 72*n)}}
		require.NoError(t, Verify(bytes.NewReader(a.assemble()), Options{}))
		for row := range n {
			for _, wrong := range []struct {
				at, v int
				field string
			}{{2, 2, "depth"}, {0, tables, "kind"}, {0, 255, "kind"}, {0, TableBytes, "kind"}, {0, tJoint, "kind"}} {
				was := nodes[4*row+wrong.at]
				nodes[4*row+wrong.at] = byte(wrong.v)
				var e *Error
				require.ErrorAs(t, Verify(bytes.NewReader(a.assemble()), Options{}), &e)
				require.ErrorIs(t, e, ErrTree)
				require.EqualValues(t, row, e.Row, "of %d: %v", n, e)
				require.Equal(t, wrong.field, e.Field)
				nodes[4*row+wrong.at] = was
			}
		}
	}
}
