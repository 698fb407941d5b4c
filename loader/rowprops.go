package loader

import (
	"cmp"
	"sort"

	"github.com/levelc/levelc/format"
)

// Props returns the row's dynamic properties: what the level's source has and its
// schema does not name, kept by levelc build --unknown=keep. They are read in place.
// Without any, as in the zero Row, the map is empty. The search is binary in the rows of
// the chunk that have properties, and does not allocate.
func (r Row) Props() format.Props {
	if r.w == nil {
		return nil
	}
	rows := format.FixedRows[format.PropRow](r.w.tables[format.TableProp].data)
	i, ok := sort.Find(len(rows), func(i int) int { return r.compare(rows[i].Table(), rows[i].Row()) })
	if !ok {
		return nil
	}
	bytes := &r.w.tables[format.TablePropBytes]
	at, n := uint64(rows[i].Start()-bytes.first), rows[i].Len()
	if at+uint64(n) > uint64(len(bytes.data)) { // the file was not checked
		return nil
	}
	return format.Props(bytes.data[at:][:n:n])
}

// Source returns the place of the row in the level's source, for files built with
// levelc build --src; ok is false for others, and for the zero Row. file is valid until
// the walk goes on.
func (r Row) Source() (file []byte, line, column int, ok bool) {
	if r.w == nil {
		return nil, 0, 0, false
	}
	rows := format.FixedRows[format.SrcRow](r.w.tables[format.TableSrc].data)
	i, ok := sort.Find(len(rows), func(i int) int { return r.compare(rows[i].Table(), rows[i].Row()) })
	if !ok {
		return nil, 0, 0, false
	}
	src := &rows[i]
	return r.w.str(src.File()), int(src.Line()), int(src.Column()), true
}

// compare compares the row with one that a row of $prop or $src is about, in the order of
// these tables.
func (r Row) compare(table uint16, row uint32) int {
	return cmp.Compare(uint64(r.table)<<32|uint64(r.row), uint64(table)<<32|uint64(row))
}
