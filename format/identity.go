package format

import (
	"crypto/sha256"
	"encoding/binary"
)

// TableID returns a table's identity: the first 8 bytes, most significant first, of the
// SHA-256 of the canonical msgpack of its name, class, stride and fields, without
// attributes. Equal identities mean that the bytes of a row mean the same, except for
// how the tables that an anyref names are numbered, and for the names of the values of
// fixed arrays, which are attributes. It allocates; keep the result.
func TableID(t *Table) uint64 {
	w := wireIdentity{Name: t.Name, Class: uint8(t.Class), Stride: t.Stride, Fields: make([]wireIdentityField, len(t.Fields))}
	for i := range t.Fields {
		f := &t.Fields[i]
		w.Fields[i] = wireIdentityField{Name: f.Name, Type: uint8(f.Type), Offset: f.Offset, Count: f.Count,
			Target: f.Target, Symbols: f.Symbols}
	}
	b, err := w.MarshalMsg(nil)
	if err != nil {
		return 0 // cannot be: a tuple of numbers and strings always encodes
	}
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:])
}
