package format

import "encoding/binary"

// This file has the layouts of "Tables of the format", as types. A row is its bytes in
// the file's order, on every machine, so it needs no alignment. Methods have pointer
// receivers because a copy of an array goes through memory.
//
// Where the checker adds up and compares whole blocks, it reads 32-bit words instead,
// which it has swapped at once where that is needed and which vector code takes too:
// idsBelow, checkNodes and stringCheck.follow.

// FixedRow is a row of one of the format's tables that have a layout of their own.
type FixedRow interface {
	StrRow | NodeRow | PropRow | IDRow | SrcRow
}

// StrRow is a row of $str: the place of a string in $bytes.
//
//	0  u32  start
//	4  u32  length
type StrRow [8]byte

// Start returns the row of $bytes that the string begins with.
func (r *StrRow) Start() uint32 { return binary.LittleEndian.Uint32(r[0:]) }

// Len returns how many bytes the string has.
func (r *StrRow) Len() uint32 { return binary.LittleEndian.Uint32(r[4:]) }

func (r *StrRow) set(start, n uint32) {
	binary.LittleEndian.PutUint32(r[0:], start)
	binary.LittleEndian.PutUint32(r[4:], n)
}

// NodeRow is a row of $node: a node of the tree, in document order. The n-th node of a
// kind is row n of the kind's table.
//
//	0  u16  kind
//	2  u8   depth
//	3  u8   slot
type NodeRow [4]byte

// Kind returns the table that has the node's row.
func (r *NodeRow) Kind() uint16 { return binary.LittleEndian.Uint16(r[0:]) }

// Depth returns 0 for a root.
func (r *NodeRow) Depth() uint8 { return r[2] }

// Slot returns an index into the element names of the kind. It may be none.
func (r *NodeRow) Slot() uint8 { return r[3] }

func (r *NodeRow) set(kind uint16, depth, slot uint8) {
	binary.LittleEndian.PutUint16(r[0:], kind)
	r[2], r[3] = depth, slot
}

// rowName is how rows of $prop and $src begin: the row that they are about.
//
//	0  u16  table
//	2  u16  zero
//	4  u32  row
type rowName [8]byte

func (r *rowName) table() uint16 { return binary.LittleEndian.Uint16(r[0:]) }
func (r *rowName) row() uint32   { return binary.LittleEndian.Uint32(r[4:]) }

func (r *rowName) set(table uint16, row uint32) {
	binary.LittleEndian.PutUint32(r[0:], uint32(table))
	binary.LittleEndian.PutUint32(r[4:], row)
}

// PropRow is a row of $prop: the place in $propbytes of the dynamic properties of a row.
//
//	 0  u16  table
//	 2  u16  zero
//	 4  u32  row
//	 8  u32  start
//	12  u32  length
type PropRow [16]byte

// Table returns the table of the row that has the properties.
func (r *PropRow) Table() uint16 { return (*rowName)(r[:8]).table() }

// Row returns the row that has the properties.
func (r *PropRow) Row() uint32 { return (*rowName)(r[:8]).row() }

// Start returns the row of $propbytes that the map begins with.
func (r *PropRow) Start() uint32 { return binary.LittleEndian.Uint32(r[8:]) }

// Len returns how many bytes the map has.
func (r *PropRow) Len() uint32 { return binary.LittleEndian.Uint32(r[12:]) }

func (r *PropRow) set(table uint16, row, start, n uint32) {
	(*rowName)(r[:8]).set(table, row)
	binary.LittleEndian.PutUint32(r[8:], start)
	binary.LittleEndian.PutUint32(r[12:], n)
}

// IDRow is a row of $id: an id and the node that has it.
//
//	 0  str  id
//	 4  u32  row
//	 8  u16  table
//	10  u16  zero
type IDRow [12]byte

// Str returns the number of the string that is the id.
func (r *IDRow) Str() uint32 { return binary.LittleEndian.Uint32(r[0:]) }

// Row returns the row of the node.
func (r *IDRow) Row() uint32 { return binary.LittleEndian.Uint32(r[4:]) }

// Table returns the table of the node.
func (r *IDRow) Table() uint16 { return binary.LittleEndian.Uint16(r[8:]) }

func (r *IDRow) set(str, row uint32, table uint16) {
	binary.LittleEndian.PutUint32(r[0:], str)
	binary.LittleEndian.PutUint32(r[4:], row)
	binary.LittleEndian.PutUint32(r[8:], uint32(table))
}

// SrcRow is a row of $src: the place in the source that a row comes from.
//
//	 0  u16  table
//	 2  u16  zero
//	 4  u32  row
//	 8  str  file
//	12  u32  line
//	16  u32  column
type SrcRow [20]byte

// Table returns the table of the row that comes from there.
func (r *SrcRow) Table() uint16 { return (*rowName)(r[:8]).table() }

// Row returns the row that comes from there.
func (r *SrcRow) Row() uint32 { return (*rowName)(r[:8]).row() }

// File returns the number of the string that is the name of the source.
func (r *SrcRow) File() uint32 { return binary.LittleEndian.Uint32(r[8:]) }

// Line returns the line in the source.
func (r *SrcRow) Line() uint32 { return binary.LittleEndian.Uint32(r[12:]) }

// Column returns the column in the line.
func (r *SrcRow) Column() uint32 { return binary.LittleEndian.Uint32(r[16:]) }

func (r *SrcRow) set(table uint16, row, file, line, column uint32) {
	(*rowName)(r[:8]).set(table, row)
	binary.LittleEndian.PutUint32(r[8:], file)
	binary.LittleEndian.PutUint32(r[12:], line)
	binary.LittleEndian.PutUint32(r[16:], column)
}
