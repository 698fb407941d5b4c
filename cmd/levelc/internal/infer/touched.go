package infer

import (
	"cmp"
	"slices"
)

// touched is what a level has values for: its end costs what the level has, and not what
// all levels have.
type touched struct {
	places []place
	room   int // for places, until those that are gone are let go
	ids    []*idSpace
}

// place is a field of an element, or the element's text.
type place struct {
	in    *element
	field *field // nil for the text
}

func (p place) refs() *refs {
	if p.field == nil {
		return p.in.textRefs()
	}
	return &p.field.refs
}

func (p place) name() string {
	if p.field == nil {
		return p.in.name
	}
	return p.field.name
}

// index returns where the place is in its element.
func (p place) index() int {
	if p.field == nil {
		return -1
	}
	return p.field.at
}

// place notes a field of e, or its text.
func (t *touched) place(e *element, f *field) {
	p := place{e, f}
	if r := p.refs(); !r.noted {
		r.noted = true
		if len(t.places) >= t.room {
			t.follow()
			t.room = max(1<<10, 2*len(t.places))
		}
		t.places = append(t.places, p)
	}
}

func (t *touched) id(id *idSpace) {
	if !id.noted {
		id.noted = true
		t.ids = append(t.ids, id)
	}
}

// follow follows what was merged, and lets go of the fields of what turned out to be maps.
func (t *touched) follow() {
	kept := t.places[:0]
	for _, p := range t.places {
		p.in = p.in.self()
		if p.field != nil {
			if p.field = p.in.byField[p.field.name]; p.field == nil {
				continue
			}
		}
		kept = append(kept, p)
	}
	clear(t.places[len(kept):])
	t.places = kept
}

// order puts all into the order of first sight in any level.
func (t *touched) order() {
	t.follow()
	slices.SortFunc(t.places, func(a, b place) int { return cmp.Or(a.in.serial-b.in.serial, a.index()-b.index()) })
	t.places = slices.Compact(t.places)
	slices.SortFunc(t.ids, func(a, b *idSpace) int { return a.at - b.at })
}

// end prepares for the next level. What a level had too many values for stays: it refers
// to nothing, whatever follows.
func (t *touched) end() {
	kept := t.places[:0]
	for _, p := range t.places {
		if r := p.refs(); r.full() {
			kept = append(kept, p)
		} else {
			r.noted = false
		}
	}
	clear(t.places[len(kept):])
	t.places, t.room = kept, 0
	for _, id := range t.ids {
		id.noted = false
	}
	t.ids = t.ids[:0]
}
