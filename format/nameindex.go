package format

// nameIndex finds the places of names in a list. It expects to be asked in the list's
// order, since two schemas to be matched mostly have the same. Only a name that is not
// the next one makes it build a map.
type nameIndex struct {
	count  int
	name   func(i int) string
	next   int
	byName map[string]int
}

func tableIndex(s *Schema) nameIndex {
	return nameIndex{count: len(s.Tables), name: func(i int) string { return s.Tables[i].Name }}
}

func fieldIndex(t *Table) nameIndex {
	return nameIndex{count: len(t.Fields), name: func(i int) string { return t.Fields[i].Name }}
}

func symbolIndex(symbols []string) nameIndex {
	return nameIndex{count: len(symbols), name: func(i int) string { return symbols[i] }}
}

// find returns the place of a name, or -1.
func (x *nameIndex) find(name string) int {
	if i := x.next; i < x.count && x.name(i) == name {
		x.next++
		return i
	}
	if x.byName == nil {
		x.byName = make(map[string]int, x.count)
		for i := range x.count {
			x.byName[x.name(i)] = i
		}
	}
	if i, ok := x.byName[name]; ok {
		x.next = i + 1
		return i
	}
	return -1
}
