package format

// Match finds for each table of a file the reader's table of that name, or the
// one that lists the name among its aliases; -1 where there is none. The fixed
// tables match themselves. An alias counts only while no table of the reader
// has that name itself.
func Match(file, reader *Schema) []int {
	byName := make(map[string]int, len(reader.Tables))
	for i := range reader.Tables {
		byName[reader.Tables[i].Name] = i
	}
	byAlias := make(map[string]int)
	for i := range reader.Tables {
		for _, a := range reader.Tables[i].Attr.Aliases {
			if _, taken := byName[a]; !taken {
				if _, twice := byAlias[a]; !twice {
					byAlias[a] = i
				}
			}
		}
	}
	// An array table is named after its owner: where the owner was renamed,
	// or the field, so was the array table. It follows the span that owns it.
	list := make([]int, len(file.Tables))
	for i := range file.Tables {
		list[i] = -1
		if j, ok := byName[file.Tables[i].Name]; ok {
			list[i] = j
		} else if j, ok := byAlias[file.Tables[i].Name]; ok {
			list[i] = j
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range file.Tables {
			if list[i] >= 0 && matchSpans(file, reader, i, list[i], byName, list) {
				changed = true
			}
		}
	}
	return list
}

// matchSpans matches the array tables of a table's spans that have no match.
func matchSpans(file, reader *Schema, from, to int, byName map[string]int, list []int) (changed bool) {
	for _, m := range matchFields(&file.Tables[from], &reader.Tables[to]) {
		a, b := m.from, m.to
		if a == nil || a.Type != TypeSpan || b.Type != TypeSpan {
			continue
		}
		if i := file.Table(a.Target); i >= 0 && list[i] < 0 {
			list[i] = byName[b.Target]
			changed = true
		}
	}
	return changed
}

// fieldPair is a field of the reader and the one of the file that it is read
// from, nil where the file has none.
type fieldPair struct {
	to, from *Field
}

// matchFields goes over the reader's fields.
func matchFields(file, reader *Table) []fieldPair {
	byName := make(map[string]*Field, len(file.Fields))
	for i := range file.Fields {
		byName[file.Fields[i].Name] = &file.Fields[i]
	}
	taken := make(map[string]bool, len(reader.Fields))
	for i := range reader.Fields {
		taken[reader.Fields[i].Name] = true
	}
	pairs := make([]fieldPair, len(reader.Fields))
	for i := range reader.Fields {
		f := &reader.Fields[i]
		pairs[i] = fieldPair{to: f, from: byName[f.Name]}
		for _, a := range f.Attr.Aliases {
			if pairs[i].from == nil && !taken[a] {
				pairs[i].from = byName[a]
			}
		}
	}
	return pairs
}
