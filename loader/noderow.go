package loader

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
)

// nodeRow is a row of $node: the table of the node, its depth, and its element name.
type nodeRow [4]byte

func (n nodeRow) table() uint16 { return binary.LittleEndian.Uint16(n[:]) }
func (n nodeRow) depth() uint8  { return n[2] }
func (n nodeRow) name() uint8   { return n[3] }

// takeNodes keeps the rows of a block of $node.
func (ln *lane) takeNodes(blk format.Block) error {
	rows, err := format.RowsOf[nodeRow](blk.Data)
	ln.nodes.add(rows)
	return err
}
