package loader

import "github.com/levelc/levelc/format"

// column is a field of one of the world's tables. Tables are named in a schema, and
// a world may have thousands: whoever goes over rows finds here what is named.
type column struct {
	*format.Field
	to int // the store that a ref or a span leads to, else -1
}

// number gives the tables of the world their numbers, and fields what they lead to.
func (b *Binding) number() {
	tables := b.world.Schema.Tables
	b.numbers = make(map[string]int, len(tables))
	fields := 0
	for i := range tables {
		b.numbers[tables[i].Name] = i
		fields += len(tables[i].Fields)
	}
	b.columns = make([][]column, len(tables))
	all := make([]column, 0, fields)
	for i := range tables {
		n := len(all)
		for k := range tables[i].Fields {
			f := &tables[i].Fields[k]
			all = append(all, column{Field: f, to: b.table(f.Target)})
		}
		b.columns[i] = all[n:len(all):len(all)]
	}
}

// table is the number of the world's table of that name, -1 where it has none.
func (b *Binding) table(name string) int {
	if i, ok := b.numbers[name]; ok {
		return i
	}
	return -1
}
