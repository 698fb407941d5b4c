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
