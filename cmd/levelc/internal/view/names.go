package view

import (
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// names knows the strings and ids of a file, to name its strings and rows. It grows
// with the blocks that have come. What it does not know (yet) has no name.
type names struct {
	strings format.StringTable
	ids     map[level.Place]uint32 // string
}

// learn takes the blocks that name things and ignores the others.
func (n *names) learn(b format.Block) {
	_ = n.strings.Add(b) // the reader has checked it
	if b.Table == format.TableIDs {
		rows := format.FixedRows[format.IDRow](b.Data)
		for i := range rows {
			id := &rows[i]
			n.ids[level.At(int(id.Table()), id.Row())] = id.Str()
		}
	}
}

// string returns the text of a string.
func (n *names) string(id uint32) (text []byte, ok bool) {
	return n.strings.Get(id), uint64(id) < uint64(n.strings.Len())
}

// id returns the id that the source gave to a node.
func (n *names) id(table int, row uint32) (text []byte, ok bool) {
	id, ok := n.ids[level.At(table, row)]
	if !ok {
		return nil, false
	}
	return n.string(id)
}
