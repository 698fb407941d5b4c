package format

import (
	"fmt"
	"slices"
)

// A fixed array of a file and one of the reader have values that correspond. Those that
// have names on both sides correspond by name, whatever their places: an (x, y) that
// became (y, x) has one identity with it and other bytes. Values without names
// correspond by place, and so do rows of them; a file does not say how long its rows
// are.

// ErrComponents is wrapped, beside ErrConvert, by the error for a fixed array of a file of
// which it cannot be told which values are which of the reader's.
var ErrComponents = fmt.Errorf("%w: the values of an array do not correspond", ErrConvert)

// SameComponents reports whether the values of two fixed arrays of one length correspond
// place by place. It does not compare their types.
func SameComponents(file, reader *Field) bool {
	list, unclear := correspond(file, reader)
	return list == nil && unclear == ""
}

// correspond returns for each value of the reader's field the file's, or -1 if the file
// does not have it. Nil means those at the same places. If it cannot be told, unclear is
// the reason.
func correspond(from, to *Field) (list []int, unclear string) {
	if from.Count == to.Count && slices.Equal(from.Attr.Components, to.Attr.Components) {
		return nil, "" // as nearly always
	}
	a, b := from.components(), to.components()
	switch {
	case a != nil && b != nil:
		return byName(a, b)
	case from.Count > 1 && from.Count != to.Count:
		return byRow(from, to)
	}
	return nil, ""
}

// components returns the names of the values, or nil if not each has one of its own.
func (f *Field) components() []string {
	names := f.Attr.Components
	if len(names) != int(f.Count) || len(names) < 2 {
		return nil
	}
	for _, name := range names {
		if validName(name) != "" {
			return nil
		}
	}
	if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) {
		return nil
	}
	return names
}

// sameComponents reports whether the values of all fields of two alike tables correspond
// place by place.
func sameComponents(file, reader *Table) bool {
	for i := range reader.Fields {
		if !SameComponents(&file.Fields[i], &reader.Fields[i]) {
			return false
		}
	}
	return true
}

// ofArray reports whether the names are those that a plain array of numbers gets. A
// struct may have them too.
func ofArray(names []string) bool {
	all := []string{"x", "y", "z", "w"}
	return len(names) <= len(all) && slices.Equal(names, all[:len(names)])
}

// byName finds values by their names. Two sides without a common name correspond by
// place if one is perhaps a plain array. Such an array may also have some of the other's
// names by chance, as [4]float32 and an (x, y, w, h) do.
func byName(from, to []string) ([]int, string) {
	list, index := make([]int, len(to)), symbolIndex(from)
	common, moved := 0, false
	for i, name := range to {
		list[i] = index.find(name)
		if list[i] >= 0 {
			common++
			moved = moved || list[i] != i
		}
	}
	array := ofArray(from) || ofArray(to)
	why := ""
	switch {
	case common == 0 && array:
		return nil, ""
	case common == 0:
		why = "none of the names is the same; a plain array would take them by place"
	case array && moved && common < len(from) && common < len(to):
		why = "x, y, z and w may be those of a plain array, which goes by place, or of a struct, which goes by name"
	default:
		return list, ""
	}
	return nil, fmt.Sprintf("values %s in the file, %s in the reader: %s", someOf(from, " "), someOf(to, " "), why)
}

// shape returns the lengths of an array of arrays, or nil of a plain one.
func (f *Field) shape() []uint32 {
	product := uint64(1)
	for _, n := range f.Attr.Shape {
		if product *= uint64(n); n < 2 || product > maxStride {
			return nil
		}
	}
	if len(f.Attr.Shape) < 2 || product != uint64(f.Count) {
		return nil
	}
	return f.Attr.Shape
}

// byRow finds the values of an array of arrays, one length of which is another one in
// the file. It has to be plain from the number of values which one.
func byRow(from, to *Field) ([]int, string) {
	shape := to.shape()
	if shape == nil {
		return nil, "" // one row
	}
	var was []uint32
	for i, n := range shape {
		others := to.Count / n
		k := from.Count / others
		// A row of one value is none. A file that names its values has one row.
		if from.Count%others != 0 || i > 0 && (k < 2 || from.components() != nil) {
			continue
		}
		if was != nil {
			return nil, fmt.Sprintf("%d values in the file may be %s or %s, %s in the reader", from.Count, shapeText(was), shapeText(with(shape, i, k)), shapeText(shape))
		}
		was = with(shape, i, k)
	}
	if was == nil {
		return nil, fmt.Sprintf("%d values in the file are no rows of the reader's %s", from.Count, shapeText(shape))
	}
	return inShape(was, shape), ""
}

// with is the shape with another length at i.
func with(shape []uint32, i int, n uint32) []uint32 {
	out := slices.Clone(shape)
	out[i] = n
	return out
}

func shapeText(shape []uint32) string {
	s := ""
	for _, n := range shape {
		s += fmt.Sprintf("[%d]", n)
	}
	return s
}

// inShape returns for each value of an array of arrays that of the same indexes in
// another one, or -1.
func inShape(from, to []uint32) []int {
	list := []int{0}
	for i := range to {
		next := make([]int, 0, len(list)*int(to[i]))
		for _, at := range list {
			for k := range int(to[i]) {
				if at < 0 || k >= int(from[i]) {
					next = append(next, -1)
				} else {
					next = append(next, at*int(from[i])+k)
				}
			}
		}
		list = next
	}
	return list
}

// stretch is n values that are adjacent on both sides; from is -1 if the file does not
// have them.
type stretch struct{ from, to, n int }

// stretches joins what correspond found.
func stretches(list []int, from, to *Field) []stretch {
	if list == nil {
		both := int(min(from.Count, to.Count))
		all := []stretch{{0, 0, both}}
		if more := int(to.Count) - both; more > 0 {
			all = append(all, stretch{-1, both, more})
		}
		return all
	}
	var out []stretch
	for i, k := range list {
		if last := len(out) - 1; last >= 0 && (k < 0 && out[last].from < 0 || k >= 0 && out[last].from >= 0 && k == out[last].from+out[last].n) {
			out[last].n++
			continue
		}
		out = append(out, stretch{k, i, 1})
	}
	return out
}
