package dom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/levelc/levelc/format"
)

// walk turns a tree into rows.
type walk struct {
	*Loader
	level  *Level
	open   []open // the nodes around the current place, from the document on
	places []int  // by table: of the next node, see format.Attr.Index
}

type open struct {
	table *table
	row   int
	place int
}

// Load parses a level and converts all of its values.
func (l *Loader) Load(src []byte) (*Level, error) {
	w := &walk{Loader: l, level: newLevel(len(l.tables)), places: make([]int, len(l.tables))}
	var err error
	if l.o.Syntax == XML {
		err = w.xml(src)
	} else {
		err = w.json(src)
	}
	if err == nil {
		err = w.level.resolve()
	}
	if err != nil {
		return nil, err
	}
	return w.level, nil
}

// enter begins a node.
func (w *walk) enter(t *table) (row int) {
	row = w.level.grow(t)
	w.level.Nodes++
	for _, f := range t.parents {
		for i := len(w.open) - 1; i >= 0; i-- {
			if o := w.open[i]; slices.Contains(f.targets, o.table.index) {
				putRef(w.cell(t, row, f), f.Type, target{o.table.index, o.row})
				break
			}
		}
	}
	w.open = append(w.open, open{t, row, w.places[t.index]})
	w.places[t.index]++
	return row
}

func (w *walk) leave() { w.open = w.open[:len(w.open)-1] }

// cell returns the place of a field in a row.
func (w *walk) cell(t *table, row int, f *field) []byte {
	at := row*int(t.Stride) + int(f.Offset)
	return w.level.Tables[t.index][at:]
}

// late fills in what the source has not given: defaults, and the place of a node that is
// still open.
func (w *walk) late(t *table, row int, given *uint64) error {
	for _, f := range t.late {
		if *given&f.late != 0 {
			continue
		}
		value := f.Attr.Default
		if f.Attr.Index {
			value = strconv.Itoa(w.open[len(w.open)-1].place)
		}
		if err := w.set(t, row, f, value); err != nil {
			return err
		}
	}
	return nil
}

// set sets a field to a value as XML writes it.
func (w *walk) set(t *table, row int, f *field, s string) error {
	switch {
	case f.Type == format.TypeStr && f.Count == 1 && !f.Attr.Role.IsID():
		return w.items(t, row, f, []string{s})
	case (f.Type == format.TypeStr || len(f.targets) > 0) && f.Count == 1 && f.elems == nil: // ids may have commas
		return w.items(t, row, f, []string{strings.Trim(s, blank)})
	case f.elems != nil && !f.elems.scalar():
		return w.rows(t, row, f, split(s))
	}
	return w.items(t, row, f, split(s))
}

// scalar reports whether the elements are plain values.
func (t *table) scalar() bool {
	return len(t.fields) == 1 && t.fields[0].Attr.Role == format.RoleText
}

// items sets a field to the values of a list.
func (w *walk) items(t *table, row int, f *field, items []string) error {
	l := w.level
	switch {
	case f.elems != nil:
		return w.values(t, row, f, items)
	case f.Type != format.TypeStr && len(f.targets) == 0:
		if err := list(f, w.cell(t, row, f), items); err != nil {
			return fmt.Errorf("%s of %s: %w", f.Name, t.Name, err)
		}
	default:
		for i, item := range items[:min(len(items), int(f.Count))] {
			at := row*int(t.Stride) + int(f.Offset) + i*f.size
			switch {
			case f.Type == format.TypeStr:
				put(l.Tables[t.index][at:at+4], uint64(l.intern(item)))
			case item == "|" && w.o.Syntax == XML && (f.Count > 1 || t.Class == format.ClassArray): // it is none in a list
			case item != "" && !slices.Contains(f.Attr.None, item):
				l.pending = append(l.pending, pending{t.index, at, f, f.bare(item)})
			}
		}
	}
	if f == t.id && len(items) > 0 {
		l.ids[id{t.index, items[0]}] = target{t.index, row}
	}
	return nil
}

// bare returns the id in a reference, without the longest form that fits.
func (f *field) bare(s string) string {
	id := s
	for _, form := range f.Attr.Forms {
		before, after, _ := strings.Cut(form, "*")
		rest, ok := strings.CutPrefix(s, before)
		if ok && len(rest) > len(after) && strings.HasSuffix(rest, after) && len(rest)-len(after) < len(id) {
			id = strings.TrimSuffix(rest, after)
		}
	}
	return id
}

// element appends an element to a span.
func (w *walk) element(t *table, row int, f *field) int {
	elem := w.level.grow(f.elems)
	cell := w.cell(t, row, f)
	count := get32(cell[4:]) + 1
	if count == 1 {
		put(cell[:4], uint64(elem))
	}
	put(cell[4:8], uint64(count))
	return elem
}

func get32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// values fills a span of plain values from a flat list.
func (w *walk) values(t *table, row int, f *field, items []string) error {
	value := &f.elems.fields[0]
	for len(items) > 0 {
		n := min(int(value.Count), len(items))
		if strings.HasPrefix(items[0], "#") { // a colour
			n = 1
		}
		if err := w.items(f.elems, w.element(t, row, f), value, items[:n]); err != nil {
			return err
		}
		items = items[n:]
	}
	return nil
}

// rows fills a span from a flat list of numbers, a row's worth at a time.
func (w *walk) rows(t *table, row int, f *field, items []string) error {
	if len(f.elems.fields) == 0 {
		return nil // there is no place for any of them
	}
	for len(items) > 0 {
		elem := w.element(t, row, f)
		for i := range f.elems.fields {
			part := &f.elems.fields[i]
			n := min(int(part.Count), len(items))
			if err := w.items(f.elems, elem, part, items[:n]); err != nil {
				return err
			}
			items = items[n:]
		}
	}
	return nil
}
