package format

import (
	"sort"
)

// PropTable is the dynamic properties of a file in memory, for looking them up
// by row. The zero value is empty. It holds the bytes of $prop and $propbytes.
type PropTable struct {
	rows  namedRows
	bytes []byte
}

// Add takes a block of $prop or $propbytes; other blocks it leaves alone.
// Blocks come in the order of the file.
func (t *PropTable) Add(b Block) {
	switch b.Table {
	case TableProp:
		t.rows.add(b, 16)
	case TablePropBytes:
		t.bytes = append(t.bytes, b.Data...)
	}
}

// Get returns the properties of a row, nil if it has none. They belong to t.
// The first call after Add may sort.
func (t *PropTable) Get(table int, row uint32) Props {
	r := t.rows.find(table, row)
	if r == nil {
		return nil
	}
	start, n := uint64(leU32(r[8:])), uint64(leU32(r[12:]))
	if start+n > uint64(len(t.bytes)) {
		return nil // only in a file that was not checked, or not all added
	}
	return t.bytes[start : start+n : start+n]
}

// Src is a place in a source.
type Src struct {
	File         uint32 // a string id
	Line, Column uint32 // from 1
}

// SrcTable is the source positions of a file in memory, for looking them up by
// row. The zero value is empty. It holds the bytes of $src.
type SrcTable struct{ rows namedRows }

// Add takes a block of $src; other blocks it leaves alone.
func (t *SrcTable) Add(b Block) {
	if b.Table == TableSrc {
		t.rows.add(b, 20)
	}
}

// Get returns where a row comes from. The first call after Add may sort.
func (t *SrcTable) Get(table int, row uint32) (Src, bool) {
	r := t.rows.find(table, row)
	if r == nil {
		return Src{}, false
	}
	return Src{File: leU32(r[8:]), Line: leU32(r[12:]), Column: leU32(r[16:])}, true
}

// namedRows are rows that begin with the table and row that they are about.
// Within a chunk they ascend; a file of several chunks has to be sorted.
type namedRows struct {
	stride int
	rows   []byte
	mixed  bool
}

func (n *namedRows) add(b Block, stride int) {
	n.stride = stride
	for i := 0; i+stride <= len(b.Data); i += stride {
		if k := n.Len(); k > 0 && n.key(n.rows[(k-1)*stride:]) > n.key(b.Data[i:]) {
			n.mixed = true
		}
		n.rows = append(n.rows, b.Data[i:i+stride]...)
	}
}

// key orders rows: the table, then the row. The gap between them is zero.
func (n *namedRows) key(row []byte) uint64 {
	return uint64(leU32(row)&0xffff)<<32 | uint64(leU32(row[4:]))
}

func (n *namedRows) find(table int, row uint32) []byte {
	if n.mixed {
		sort.Sort(n)
		n.mixed = false
	}
	want := uint64(table)<<32 | uint64(row)
	i := sort.Search(n.Len(), func(i int) bool { return n.key(n.rows[i*n.stride:]) >= want })
	if i == n.Len() || table < 0 || n.key(n.rows[i*n.stride:]) != want {
		return nil
	}
	return n.rows[i*n.stride : (i+1)*n.stride]
}

func (n *namedRows) Len() int {
	if n.stride == 0 {
		return 0
	}
	return len(n.rows) / n.stride
}

func (n *namedRows) Less(i, j int) bool {
	return n.key(n.rows[i*n.stride:]) < n.key(n.rows[j*n.stride:])
}

func (n *namedRows) Swap(i, j int) {
	var t [20]byte
	a, b := n.rows[i*n.stride:(i+1)*n.stride], n.rows[j*n.stride:(j+1)*n.stride]
	copy(t[:], a)
	copy(a, b)
	copy(b, t[:])
}
