package format

import (
	"bytes"
	"strconv"

	"github.com/tinylib/msgp/msgp"
)

// maxMeta bounds the section of metadata, as MaxSchema does the schema.
const maxMeta = 1 << 20

// AppendSchema appends the canonical msgpack of s, which is the schema section of a
// file and the content of a schema file. It does not check s; see Validate.
func AppendSchema(b []byte, s *Schema) ([]byte, error) {
	w := wireSchema{Tables: make([]wireTable, len(s.Tables))}
	for i := range s.Tables {
		toWire(&w.Tables[i], &s.Tables[i])
	}
	return w.MarshalMsg(b)
}

// DecodeSchema reads a schema section: exactly one value, which encodes to the same
// bytes again and passes Validate. The result does not share memory with b.
func DecodeSchema(b []byte) (*Schema, error) {
	if len(b) > MaxSchema {
		return nil, errAt(3, -1, ErrSchema, "longer than 1 MiB")
	}
	s := decodeTuples(b)
	if s == nil {
		var err error
		if s, err = decodeWire(b); err != nil {
			return nil, err
		}
	}
	if err := s.Validate(); err != nil {
		return nil, err
	}
	return s, nil
}

// decodeWire is decodeTuples by the generated methods, which say what is wrong. It
// decides whether b is a schema.
func decodeWire(b []byte) (*Schema, error) {
	// Skip walks over what is really there, so no count can lie after it.
	if rest, err := msgp.Skip(b); err != nil || len(rest) != 0 {
		return nil, errAt(3, -1, ErrSchema, "not exactly one msgpack value")
	}
	var w wireSchema
	if _, err := w.UnmarshalMsg(b); err != nil {
		return nil, errAt(3, -1, ErrSchema, clip(err.Error()))
	}
	again, err := w.MarshalMsg(make([]byte, 0, len(b)+16))
	if err != nil || !bytes.Equal(again, b) {
		return nil, errAt(3, -1, ErrSchema, "not in canonical form")
	}
	s := &Schema{Tables: make([]Table, len(w.Tables))}
	for i := range w.Tables {
		fromWire(&s.Tables[i], &w.Tables[i])
	}
	return s, nil
}

// clip shortens a message that quotes its input.
func clip(s string) string {
	const most = 200
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "..."
	}
	return s
}

func toWire(w *wireTable, t *Table) {
	*w = wireTable{Name: t.Name, Class: uint8(t.Class), Stride: t.Stride, Fields: make([]wireField, len(t.Fields)),
		Attr: wireTableAttr{Names: t.Attr.Names, JSON: t.Attr.JSON, Aliases: t.Attr.Aliases, Doc: t.Attr.Doc}}
	for i := range t.Fields {
		f, a := &t.Fields[i], &t.Fields[i].Attr
		w.Fields[i] = wireField{Name: f.Name, Type: uint8(f.Type), Offset: f.Offset, Count: f.Count,
			Target: f.Target, Symbols: f.Symbols,
			Attr: wireAttr{Role: uint8(a.Role), Required: a.Required, HasDefault: a.HasDefault, Finite: a.Finite,
				Source: a.Source, JSON: a.JSON, Default: a.Default, Components: a.Components, Aliases: a.Aliases, Doc: a.Doc}}
	}
}

func fromWire(t *Table, w *wireTable) {
	*t = Table{Name: w.Name, Class: Class(w.Class), Stride: w.Stride, Fields: make([]Field, len(w.Fields)),
		Attr: TableAttr{Names: some(w.Attr.Names), JSON: w.Attr.JSON, Aliases: some(w.Attr.Aliases), Doc: w.Attr.Doc}}
	for i := range w.Fields {
		f, a := &w.Fields[i], &w.Fields[i].Attr
		t.Fields[i] = Field{Name: f.Name, Type: Type(f.Type), Offset: f.Offset, Count: f.Count,
			Target: f.Target, Symbols: some(f.Symbols),
			Attr: Attr{Role: Role(a.Role), Required: a.Required, HasDefault: a.HasDefault, Finite: a.Finite,
				Source: a.Source, JSON: a.JSON, Default: a.Default, Components: some(a.Components), Aliases: some(a.Aliases), Doc: a.Doc}}
	}
}

// some returns nil for an empty list, so that a schema is the same after writing and
// reading it.
func some(s []string) []string {
	if len(s) == 0 {
		return nil
	}
	return s
}
