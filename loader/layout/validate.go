package layout

import (
	"errors"

	"github.com/levelc/levelc/format"
)

// validate holds a schema without mistakes of its own against the rules of the format,
// which a save would otherwise be the first to tell.
func (b *builder) validate(w *World) error {
	err := Aligned(w.Schema).Complete().Validate()
	var bad *format.Error
	if !errors.As(err, &bad) {
		return err
	}
	at, ok := w.Place(bad.Table, bad.Field)
	if !ok || bad.Field == "" {
		at = b.placeOf(bad.Table)
	}
	return &Error{Where: at.Where, Pos: at.Pos, Msg: bad.Detail}
}

// placeOf returns the field that a table is there for: a store or a span.
func (b *builder) placeOf(table string) Place {
	if i, ok := b.byKind[table]; ok {
		return b.nodes[i].at
	}
	for i := range b.spans {
		if sp := &b.spans[i]; sp.name() == table {
			return Place{sp.where, sp.pos}
		}
	}
	return Place{Where: b.world.Name}
}
