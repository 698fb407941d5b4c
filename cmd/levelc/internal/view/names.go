package view

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
)

// names knows the strings and ids of a file, to name its strings and rows. It grows
// with the blocks that have come. What it does not know (yet) has no name.
type names struct {
	text    []byte
	strings []entry
	ids     map[place]uint32 // string
}

type entry struct{ start, length uint32 }

// place is a row of a table.
type place struct{ table, row uint32 }

// learn takes the blocks that name things and ignores the others.
func (n *names) learn(b format.Block) {
	le := binary.LittleEndian
	switch b.Table {
	case format.TableBytes:
		n.text = append(n.text, b.Data...)
	case format.TableStr:
		for row := b.Data; len(row) >= 8; row = row[8:] {
			n.strings = append(n.strings, entry{le.Uint32(row), le.Uint32(row[4:])})
		}
	case format.TableIDs:
		for row := b.Data; len(row) >= 12; row = row[12:] {
			n.ids[place{uint32(le.Uint16(row[8:])), le.Uint32(row[4:])}] = le.Uint32(row)
		}
	}
}

// string returns the text of a string.
func (n *names) string(id uint32) (text []byte, ok bool) {
	if uint64(id) >= uint64(len(n.strings)) {
		return nil, false
	}
	e := n.strings[id]
	end := uint64(e.start) + uint64(e.length)
	if end > uint64(len(n.text)) {
		return nil, false
	}
	return n.text[e.start:end], true
}

// id returns the id that the source gave to a node.
func (n *names) id(table int, row uint32) (text []byte, ok bool) {
	id, ok := n.ids[place{uint32(table), row}]
	if !ok {
		return nil, false
	}
	return n.string(id)
}
