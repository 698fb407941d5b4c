package layout

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// Aligned returns a schema with its rows laid out as in a file. On 32-bit systems Go
// aligns 8-byte fields to 4 bytes, where a file aligns them to 8, so the fields behind
// them move, as they do in the same struct on a 64-bit system. A schema that is aligned
// already is returned itself, and so is nil.
func Aligned(s *format.Schema) *format.Schema {
	if s == nil {
		return nil
	}
	out := s
	for i := range s.Tables {
		if isAligned(&s.Tables[i]) {
			continue
		}
		if out == s {
			out = &format.Schema{Tables: slices.Clone(s.Tables)}
		}
		t := &out.Tables[i]
		t.Fields = slices.Clone(t.Fields)
		moved, widest := uint32(0), uint32(1)
		for k := range t.Fields {
			f := &t.Fields[k]
			at := alignUp(f.Offset+moved, max(1, f.Type.Align()))
			f.Offset, moved = at, at-f.Offset
			widest = max(widest, f.Type.Align())
		}
		t.Stride = alignUp(t.Stride+moved, widest)
	}
	return out
}

// isAligned takes any place for a field of a type that does not exist.
func isAligned(t *format.Table) bool {
	for i := range t.Fields {
		if a := max(1, t.Fields[i].Type.Align()); t.Fields[i].Offset%a != 0 || t.Stride%a != 0 {
			return false
		}
	}
	return true
}

// alignUp rounds n up to a multiple of a, a power of two.
func alignUp(n, a uint32) uint32 { return (n + a - 1) &^ (a - 1) }
