package unparse

import (
	"bytes"
	"encoding/binary"

	"github.com/levelc/levelc/cmd/levelc/internal/level"
	"github.com/levelc/levelc/format"
)

// What of a row is written: what a source would not have without being given.

// wants reports whether a field of a row should be written.
func (w *writer) wants(at cell, row []byte) (bool, error) {
	f := at.field
	if w.o.All && f != at.shape.id && !f.Type.IsRef() && f.Type != format.TypeSpan &&
		(f.Count == 1 || f.Type.IsNumber() || f.Type == format.TypeBool) {
		return true, nil
	}
	return w.needs(at, row)
}

// needs reports whether a field of a row has to be written.
func (w *writer) needs(at cell, row []byte) (bool, error) {
	f := at.field
	v := row[f.Offset:][:f.Size()]
	switch {
	case f == at.shape.id:
		wants := w.wantsID(at, v)
		if !wants && f.Attr.Required {
			return false, at.errorf("is required, and an empty id counts as none")
		}
		return wants, nil
	case f.Type == format.TypeSpan:
		_, n := level.Span(v)
		return n > 0 || f.Attr.HasDefault || f.Attr.Required, nil
	case f.Type.IsRef():
		return w.wantsRef(at, v)
	case f.Attr.Required:
		return true, nil
	case f.isText():
		return string(w.l.Text(binary.LittleEndian.Uint32(v))) != f.text, nil
	case f.Type == format.TypeStr:
		return f.Attr.HasDefault || !zero(v), nil
	}
	return f.def == nil || !bytes.Equal(v, f.def), nil
}

func (w *writer) wantsID(at cell, v []byte) bool {
	if at.field.Type == format.TypeStr {
		return w.ids.made[level.At(at.shape.index, at.row)] != "" || len(w.l.Text(binary.LittleEndian.Uint32(v))) > 0
	}
	return at.field.Attr.Required || w.ids.numbered(at.shape, at.row)
}

func (w *writer) wantsRef(at cell, v []byte) (bool, error) {
	f := at.field
	if !zero(v) {
		return true, nil
	}
	if f.Attr.Required {
		return false, at.errorf("is required, and refers to nothing")
	}
	if f.Attr.HasDefault && f.Attr.Default != "" {
		return false, at.errorf("refers to nothing, which would be taken for its default, %q", f.Attr.Default)
	}
	return false, nil
}

func zero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// entryKey returns the key of an element of a map.
func (w *writer) entryKey(elems *shape, row uint32) string {
	b := w.l.Row(elems.index, row)[elems.key.Offset:]
	return string(w.l.Text(binary.LittleEndian.Uint32(b)))
}

// entries returns how many elements of a map are in a scope.
func (w *writer) entries(sc *scope, row []byte) uint32 {
	if sc.rest == nil {
		return 0
	}
	_, n := level.Span(row[sc.rest.Offset:])
	return n
}

// filled reports whether there is anything to write for a nested struct.
func (w *writer) filled(at cell, sc *scope, row []byte) (bool, error) {
	for _, f := range sc.fields {
		at.field = f
		if yes, err := w.wants(at, row); yes || err != nil {
			return yes, err
		}
	}
	if sc.own != nil {
		at.field = sc.own
		if yes, err := w.wants(at, row); yes || err != nil {
			return yes, err
		}
	}
	if w.entries(sc, row) > 0 {
		return true, nil
	}
	return w.anyFilled(at, sc.subs, row)
}

// anyFilled reports whether there is anything to write for any of some nested structs.
func (w *writer) anyFilled(at cell, subs []*scope, row []byte) (bool, error) {
	for _, sub := range subs {
		if yes, err := w.filled(at, sub, row); yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}
