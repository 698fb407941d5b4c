package format

import (
	"fmt"
	"slices"
)

// values says what becomes of the values of a fixed array.
func (c *evolution) values(t *Table, p fieldPair) {
	from, to := p.from, p.to
	say := func(e Effect, form string, args ...any) { c.add(e, t.Name, from.Name, fmt.Sprintf(form, args...), "") }
	list, _ := correspond(from, to)
	if mistaken(from, to, list) {
		c.add(Breaks, t.Name, from.Name, fmt.Sprintf("%s became %s, which a level does not tell; values are taken for others", shapeText(from.shape()), shapeText(to.shape())),
			adviceBeside+", or build the levels again")
		return
	}
	if list == nil || inPlace(list, from.Count) {
		switch a, b := from.components(), to.components(); {
		case from.Count > to.Count:
			say(Loses, "%d values became %d; the rest is not read", from.Count, to.Count)
		case from.Count < to.Count:
			say(Notes, "%s became %d; the rest comes from the default", valuesText(int(from.Count)), to.Count)
		case a != nil && b != nil && !slices.Equal(a, b):
			say(Notes, "values %s became %s; they keep their places", someOf(a, " "), someOf(b, " "))
		}
		return
	}
	if to.components() != nil {
		c.named(t, p, list)
		return
	}
	rows := shapeText(to.shape())
	if len(lost(list, from.Count)) > 0 {
		say(Loses, "%d values became %s; rows keep their places, and the rest is not read", from.Count, rows)
	} else {
		say(Notes, "%d values became %s; rows keep their places, and the rest comes from the default", from.Count, rows)
	}
}

// named says what becomes of values that have names.
func (c *evolution) named(t *Table, p fieldPair, list []int) {
	from, to := p.from, p.to
	gone := lost(list, from.Count)
	for _, k := range gone {
		c.add(Loses, t.Name, from.Name, fmt.Sprintf("%s is gone; its values in levels built before are not read", from.Attr.Components[k]), "")
	}
	var words []string
	if to.Attr.HasDefault {
		words = defaultWords(to)
	}
	fresh := false
	for i, k := range list {
		switch {
		case k >= 0:
			continue
		case i < len(words):
			c.add(Notes, t.Name, from.Name, fmt.Sprintf("%s is new; in levels built before it is its default, %q", to.Attr.Components[i], words[i]), "")
		default:
			c.add(Notes, t.Name, from.Name, fmt.Sprintf("%s is new; in levels built before it is %s", to.Attr.Components[i], zeroText(to)), "")
		}
		fresh = true
	}
	if len(gone) == 0 && !fresh {
		c.add(Notes, t.Name, from.Name, fmt.Sprintf("values %s became %s; they keep their names",
			someOf(from.Attr.Components, " "), someOf(to.Attr.Components, " ")), "")
	}
}

// mistaken reports whether the values of an array of arrays are taken for others, because
// a level does not have the shape that the baseline has.
func mistaken(from, to *Field, list []int) bool {
	was, is := from.shape(), to.shape()
	if was == nil || len(was) != len(is) {
		return false
	}
	truth := inShape(was, is)
	if list == nil {
		return !inPlace(truth, from.Count)
	}
	return !slices.Equal(truth, list)
}

// inPlace reports whether values that are on both sides have the same places, and the
// others come last.
func inPlace(list []int, count uint32) bool {
	for i, k := range list {
		if k != i && (k >= 0 || i < int(count)) {
			return false
		}
	}
	return true
}

// lost returns those of the file's values that nothing is read from.
func lost(list []int, count uint32) []int {
	used := make([]bool, count)
	for _, k := range list {
		if k >= 0 {
			used[k] = true
		}
	}
	var out []int
	for k, on := range used {
		if !on {
			out = append(out, k)
		}
	}
	return out
}
