package loader

import (
	"encoding/binary"
	"sort"

	"github.com/levelc/levelc/format"
)

// Props returns the row's dynamic properties: what the level's source has and its
// schema does not name, kept by levelc build --unknown=keep. They are read in place.
// Without any, as in the zero Row, the map is empty. The search is binary in the rows of
// the chunk that have properties, and does not allocate.
func (r Row) Props() format.Props {
	const stride = 16
	if r.w == nil {
		return nil
	}
	t := &r.w.tables[format.TableProp]
	i := r.search(t.data, stride)
	if i < 0 {
		return nil
	}
	row := t.data[i*stride:]
	start, n := binary.LittleEndian.Uint32(row[8:]), binary.LittleEndian.Uint32(row[12:])
	bytes := &r.w.tables[format.TablePropBytes]
	at := uint64(start - bytes.first)
	if at+uint64(n) > uint64(len(bytes.data)) { // the file was not checked
		return nil
	}
	return format.Props(bytes.data[at:][:n:n])
}

// Source returns the place of the row in the level's source, for files built with
// levelc build --src; ok is false for others, and for the zero Row. file is valid until
// the walk goes on.
func (r Row) Source() (file []byte, line, column int, ok bool) {
	const stride = 20
	if r.w == nil {
		return nil, 0, 0, false
	}
	t := &r.w.tables[format.TableSrc]
	i := r.search(t.data, stride)
	if i < 0 {
		return nil, 0, 0, false
	}
	le, row := binary.LittleEndian, t.data[i*stride:]
	return r.w.str(le.Uint32(row[8:])), int(le.Uint32(row[12:])), int(le.Uint32(row[16:])), true
}

// search finds the row's entry in a table that ascends by table and row, or returns -1.
func (r Row) search(data []byte, stride int) int {
	want, n := uint64(r.table)<<32|uint64(r.row), len(data)/stride
	entry := func(i int) uint64 {
		e := data[i*stride:]
		return uint64(binary.LittleEndian.Uint16(e))<<32 | uint64(binary.LittleEndian.Uint32(e[4:]))
	}
	i := sort.Search(n, func(i int) bool { return entry(i) >= want })
	if i == n || entry(i) != want {
		return -1
	}
	return i
}
