package loader

import (
	"encoding/binary"

	"github.com/levelc/levelc/format"
)

// column is a field of one of the world's tables. A schema names tables by their names,
// of which a world may have thousands; a column has the number of the table, so that
// loops over rows need not look it up.
type column struct {
	*format.Field
	to int // the store that a ref or a span leads to, or -1
}

// number numbers the tables of the world, and finds what their fields lead to.
func (wt *worldType) number() {
	tables := wt.world.Schema.Tables
	wt.numbers = make(map[string]int, len(tables))
	fields := 0
	for i := range tables {
		wt.numbers[tables[i].Name] = i
		fields += len(tables[i].Fields)
	}
	wt.columns = make([][]column, len(tables))
	all := make([]column, 0, fields)
	for i := range tables {
		n := len(all)
		for k := range tables[i].Fields {
			f := &tables[i].Fields[k]
			all = append(all, column{Field: f, to: wt.table(f.Target)})
		}
		wt.columns[i] = all[n:len(all):len(all)]
	}
}

// table returns the number of the world's table of that name, or -1.
func (wt *worldType) table(name string) int {
	if i, ok := wt.numbers[name]; ok {
		return i
	}
	return -1
}

// target returns the target of a reference in an image. st is -1 for null.
func (f column) target(v []byte) (st int, row uint32) {
	ne := binary.NativeEndian
	n := ne.Uint32(v)
	if n == 0 {
		return -1, 0
	}
	if f.Type == format.TypeAnyRef {
		return int(ne.Uint16(v[8:])), n - 1
	}
	return f.to, n - 1
}
