package view_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/view"
	"github.com/levelc/levelc/format"
)

// A chunk may have nothing in it.
func TestChunksWithoutBlocksAreInTheDirectory(t *testing.T) {
	w, err := format.NewWriter(&format.Schema{Tables: []format.Table{{Name: "k", Class: format.ClassNode, Stride: 1, Attr: format.TableAttr{Names: []string{"k"}}}}}, format.WriterOptions{})
	require.NoError(t, err)
	row, err := w.Node(format.FixedTables, 0, 0)
	require.NoError(t, err)
	require.NoError(t, w.Put(format.FixedTables, row, []byte{0}))
	for range 2 {
		require.NoError(t, w.Chunk(0))
	}
	var lvl format.Buffer
	_, err = w.Finish(&lvl)
	require.NoError(t, err)
	text, err := dump(t, bytes.NewReader(lvl), view.Options{})
	require.NoError(t, err)
	require.Contains(t, text, "chunks 3, ")
	require.Contains(t, text, "\n  chunk 1: 0 blocks, 0 nodes\n  chunk 2: 0 blocks, 0 nodes\nrows\n")
}
