package unparse

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// ids knows the texts by which a source refers to nodes.
type ids struct {
	l      *level.Level
	shapes []*shape
	// made holds new ids for nodes that are referred to but have none.
	made map[level.Place]string
	// shared lists, for each node, the kinds of all nodes with the same id.
	shared map[level.Place][]int
}

// findIDs looks at every reference of a level.
func findIDs(l *level.Level, shapes []*shape) *ids {
	d := &ids{l: l, shapes: shapes, made: make(map[level.Place]string), shared: make(map[level.Place][]int)}
	d.findShared()
	var free func(string) bool
	for _, sh := range shapes {
		for i := range sh.fields {
			f := &sh.fields[i]
			if !f.Type.IsRef() || f.Attr.Role == format.RoleParent {
				continue
			}
			for rows := l.Data(sh.index); len(rows) > 0; rows = rows[sh.Stride:] {
				for k := range int(f.Count) {
					table, row, ok := l.Ref(f.Field, rows[int(f.Offset)+k*f.size:])
					to := d.shapes[table]
					if !ok || to.id == nil || to.id.Type != format.TypeStr || d.known(to, row) {
						continue
					}
					if free == nil {
						free = d.unused()
					}
					d.make(to, row, free)
				}
			}
		}
	}
	return d
}

// repeated finds a node whose row has the id of another node of its kind, as a game may
// have saved it: $id has the first of them, and a source could have no other.
func (d *ids) repeated() error {
	for _, sh := range d.shapes {
		if sh.id == nil {
			continue
		}
		var first map[string]uint32
		for row := range uint32(d.l.Rows(sh.index)) {
			if d.listed(sh, row) || !d.known(sh, row) {
				continue
			}
			if first == nil {
				first = d.firstOf(sh)
			}
			if k := first[d.value(sh, row)]; k != row {
				return cell{sh, row, sh.id}.errorf("is the id of %s[%d] as well, and in a source each has its own", sh.Name, k)
			}
		}
	}
	return nil
}

// firstOf returns the first row with each id of a kind.
func (d *ids) firstOf(sh *shape) map[string]uint32 {
	first := make(map[string]uint32)
	for row := range uint32(d.l.Rows(sh.index)) {
		v := d.value(sh, row)
		if k, ok := first[v]; !ok || d.listed(sh, row) && !d.listed(sh, k) {
			first[v] = row
		}
	}
	return first
}

// listed reports whether a node is in $id.
func (d *ids) listed(sh *shape, row uint32) bool {
	_, ok := d.l.ID(sh.index, row)
	return ok
}

// value returns the id of a node as its row has it: a text, or the bytes of a number.
func (d *ids) value(sh *shape, row uint32) string {
	if sh.id.Type == format.TypeStr {
		return string(d.text(sh, row))
	}
	return string(d.l.Row(sh.index, row)[sh.id.Offset:][:sh.id.Size()])
}

// known reports whether a node has an id that a source can give.
func (d *ids) known(sh *shape, row uint32) bool {
	if sh.id.Type == format.TypeStr {
		return len(d.text(sh, row)) > 0
	}
	return d.numbered(sh, row)
}

// numbered reports whether a source gives the number of a node's id: a 0 may mean that
// it was not given.
func (d *ids) numbered(sh *shape, row uint32) bool {
	return d.listed(sh, row) || level.Uint(sh.id.Type, d.l.Row(sh.index, row)[sh.id.Offset:]) != 0
}

// make gives a node an id, unless it has one.
func (d *ids) make(sh *shape, row uint32, free func(string) bool) {
	at := level.At(sh.index, row)
	if _, ok := d.made[at]; ok {
		return
	}
	name := sh.Name + "." + strconv.FormatUint(uint64(row), 10)
	for !free(name) {
		name += "'"
	}
	d.made[at] = name
}

// unused returns a function that tells whether a text is none of the level's strings.
func (d *ids) unused() func(string) bool {
	all := make(map[string]struct{}, d.l.Strings())
	for i := range d.l.Strings() {
		all[string(d.l.Text(uint32(i)))] = struct{}{}
	}
	return func(s string) bool {
		_, taken := all[s]
		all[s] = struct{}{}
		return !taken
	}
}

// text returns the string id of a node, as its row has it.
func (d *ids) text(sh *shape, row uint32) []byte {
	return d.l.Text(binary.LittleEndian.Uint32(d.l.Row(sh.index, row)[sh.id.Offset:]))
}

// findShared goes over $id, where equal texts are next to each other.
func (d *ids) findShared() {
	rows := format.FixedRows[format.IDRow](d.l.Data(format.TableIDs))
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && string(d.l.Text(rows[n].Str())) == string(d.l.Text(rows[0].Str())) {
			n++
		}
		if n > 1 {
			var tables []int
			for i := range n {
				tables = append(tables, int(rows[i].Table()))
			}
			for i := range n {
				d.shared[level.At(tables[i], rows[i].Row())] = tables
			}
		}
		rows = rows[n:]
	}
}

// appendRef appends the id of the node that a reference names, or nothing for null.
// number says that the id is a number.
func (d *ids) appendRef(to []byte, at cell, b []byte) (out []byte, number bool, err error) {
	table, row, ok := d.l.Ref(at.field.Field, b)
	if !ok {
		return to, false, nil
	}
	sh := d.shapes[table]
	if sh.id == nil {
		return to, false, at.errorf("refers to %s[%d], and nothing in the schema is an id of a %s", sh.Name, row, sh.Name)
	}
	if sh.id.Type != format.TypeStr && !d.known(sh, row) {
		return to, false, at.errorf("refers to %s[%d], which has no id, and a number cannot be made up for it", sh.Name, row)
	}
	if at.field.Type == format.TypeAnyRef {
		for _, other := range d.shared[level.At(table, row)] {
			if other != table && slices.Contains(at.field.Symbols, d.shapes[other].Name) {
				return to, false, at.errorf("refers to %s[%d], whose id a %s has too: nobody could say which is meant", sh.Name, row, d.shapes[other].Name)
			}
		}
	}
	if sh.id.Type != format.TypeStr {
		return level.AppendNumber(to, sh.id.Type, d.l.Row(table, row)[sh.id.Offset:]), true, nil
	}
	if name := d.made[level.At(table, row)]; name != "" {
		return append(to, name...), false, nil
	}
	return append(to, d.text(sh, row)...), false, nil
}
