package loader

import (
	"slices"

	"github.com/levelc/levelc/format"
)

// aligned is a schema with its rows as a file has them. On 32-bit systems Go puts
// 8-byte fields at multiples of 4, where a file's are at multiples of 8: what lies
// behind such a field moves on, as it does in the same struct on a 64-bit system.
// A schema that is aligned already is returned itself.
func aligned(s *format.Schema) *format.Schema {
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
			at := alignUp(f.Offset+moved, f.Type.Align())
			f.Offset, moved = at, at-f.Offset
			widest = max(widest, f.Type.Align())
		}
		t.Stride = alignUp(t.Stride+moved, widest)
	}
	return out
}

func isAligned(t *format.Table) bool {
	for i := range t.Fields {
		if a := t.Fields[i].Type.Align(); t.Fields[i].Offset%a != 0 || t.Stride%a != 0 {
			return false
		}
	}
	return true
}

// alignUp is the next multiple of a, a power of two.
func alignUp(n, a uint32) uint32 { return (n + a - 1) &^ (a - 1) }
