package format

// Match finds for each table of a file the reader's table of that name, or the
// one that lists the name among its aliases. It gives -1 if there is none. The
// fixed tables match themselves. An alias counts only if no table of the reader
// has that name itself.
func Match(file, reader *Schema) []int {
	names := tableIndex(reader)
	list, whole := make([]int, len(file.Tables)), true
	for i := range list {
		list[i] = names.find(file.Tables[i].Name)
		whole = whole && list[i] >= 0
	}
	if whole {
		return list
	}
	byAlias := make(map[string]int)
	for i := range reader.Tables {
		for _, a := range reader.Tables[i].Attr.Aliases {
			if _, twice := byAlias[a]; !twice {
				byAlias[a] = i
			}
		}
	}
	for i := range list {
		if j, ok := byAlias[file.Tables[i].Name]; ok && list[i] < 0 {
			list[i] = j
		}
	}
	// An array table is named after its owner: where the owner was renamed,
	// or the field, so was the array table. It follows the span that owns it.
	tables := tableIndex(file)
	arrays := arrayMatch{file: file, reader: reader, list: list, tables: &tables, names: &names}
	for i := range file.Tables {
		if list[i] >= 0 {
			arrays.match(i, list[i])
		}
	}
	return list
}

// arrayMatch matches array tables that do not match by name.
type arrayMatch struct {
	file, reader *Schema
	list         []int
	tables       *nameIndex // of the file
	names        *nameIndex // of the reader's tables
}

// match matches the array tables of a table's spans, and those that these own.
func (x *arrayMatch) match(from, to int) {
	for _, m := range matchFields(&x.file.Tables[from], &x.reader.Tables[to]) {
		a, b := m.from, m.to
		if a == nil || a.Type != TypeSpan || b.Type != TypeSpan {
			continue
		}
		if i := x.tables.find(a.Target); i >= 0 && x.list[i] < 0 {
			if x.list[i] = x.names.find(b.Target); x.list[i] >= 0 {
				x.match(i, x.list[i])
			}
		}
	}
}

// MissingFields returns the fields of a reader's table that a file's table does not have,
// under no name that they ever had. Convert gives them their defaults.
func MissingFields(file, reader *Table) []*Field {
	var out []*Field
	for _, p := range matchFields(file, reader) {
		if p.from == nil {
			out = append(out, p.to)
		}
	}
	return out
}

// fieldPair is a field of the reader, and the field of the file that it is read from,
// or nil.
type fieldPair struct {
	to, from *Field
}

// matchFields finds the pairs for all fields of the reader.
func matchFields(file, reader *Table) []fieldPair {
	have, taken := fieldIndex(file), fieldIndex(reader)
	pairs := make([]fieldPair, len(reader.Fields))
	for i := range reader.Fields {
		f := &reader.Fields[i]
		k := have.find(f.Name)
		for _, a := range f.Attr.Aliases {
			if k < 0 && taken.find(a) < 0 {
				k = have.find(a)
			}
		}
		pairs[i].to = f
		if k >= 0 {
			pairs[i].from = &file.Fields[k]
		}
	}
	return pairs
}
