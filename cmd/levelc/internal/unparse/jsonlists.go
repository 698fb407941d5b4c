package unparse

import (
	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// Elements that are nothing but a list are written as that: [[1, 2], [3]].

// mostListed is the most values of such lists in one list. A build keeps all of them at
// once.
const mostListed = 1 << 20

// areLists reports whether elements can be written so.
func (j *jsonSyntax) areLists(elems *shape, start, n uint32) bool {
	values, size := uint64(0), uint64(0)
	return j.measure(elems, start, n, &values, &size)
}

// measure adds the values of lists, and their length in a source. It reports false if
// there are too many, and for elements that are no lists.
func (j *jsonSyntax) measure(elems *shape, start, n uint32, values, size *uint64) bool {
	if !elems.scalar || elems.fields[0].Type != format.TypeSpan || j.anyProps(elems, start, n) {
		return false
	}
	f := &elems.fields[0]
	if *values += uint64(n); *values > mostListed {
		return false
	}
	for i := start; i < start+n; i++ {
		s, m := level.Span(j.l.Row(elems.index, i)[f.Offset:])
		if !f.elems.group {
			if !j.measure(f.elems, s, m, values, size) {
				return false
			}
			continue
		}
		value := &f.elems.fields[0]
		*values += uint64(m) * uint64(value.Count)
		*size += uint64(m) * uint64(value.Count) * mostDigits(value.Type)
		if *values > mostListed || *size > longRows || j.long(f.elems, s, m) {
			return false
		}
	}
	return true
}

// nestedLists writes the lists that the elements of at are.
func (j *jsonSyntax) nestedLists(at cell, start, n uint32) error {
	elems := at.field.elems
	f := &elems.fields[0]
	return j.lines(at, start, n, func(i uint32) error {
		in := cell{elems, i, f}
		s, m := level.Span(j.l.Row(elems.index, i)[f.Offset:])
		if f.elems.group {
			return j.values(in, s, m)
		}
		return j.nestedLists(in, s, m)
	})
}
