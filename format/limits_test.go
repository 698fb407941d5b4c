package format

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a header says may be as much as its limits allow, and no more.
func TestAHeaderMaySayAsMuchAsItsLimits(t *testing.T) {
	full := header{fileLen: math.MaxInt, schemaLen: MaxSchema, metaLen: maxMeta, chunks: MaxChunks, blocks: maxBlocks, align: maxAlign}
	for at, change := range map[int64]func(h *header){
		-1: func(*header) {},
		24: func(h *header) { h.schemaLen++ },
		28: func(h *header) { h.metaLen++ },
		32: func(h *header) { h.chunks++ },
		36: func(h *header) { h.blocks++ },
		40: func(h *header) { h.align++ },
		16: func(h *header) { h.fileLen++ },
	} {
		h := full
		change(&h)
		got, err := parseHeader(h.append(nil))
		if at < 0 {
			require.NoError(t, err)
			require.Equal(t, full, got)
			continue
		}
		var e *Error
		require.ErrorAs(t, err, &e, "at %d", at)
		require.ErrorIs(t, e, ErrHeader)
		require.Equal(t, at, e.Offset)
	}
	for room, want := range map[uint64]error{0: nil, 1: ErrHeader} {
		h := full
		h.fileLen = h.dataPos() - room
		_, err := parseHeader(h.append(nil))
		require.ErrorIs(t, err, want)
	}
}

// A table may have as many rows, and a block as many bytes, as their limits say.
func TestADirectoryMaySayAsMuchAsItsLimits(t *testing.T) {
	s := testSchema().Complete()
	for _, c := range []struct {
		before uint64
		rows   uint32
		ok     bool
	}{{maxRows - maxRaw, maxRaw, true}, {maxRows - maxRaw + 1, maxRaw, false}, {0, maxRaw, true}, {0, maxRaw + 1, false}} {
		d := directory{total: make([]uint64, len(s.Tables))}
		d.total[TableBytes] = c.before
		h := directory{blocks: []BlockInfo{{Codec: CodecZstd, Rows: c.rows, Stored: 1}}}
		_, err := d.entry(h.append(nil), 0, s)
		require.Equal(t, c.ok, err == nil, "%+v: %v", c, err)
	}
}

// A schema may have as much as its limits allow, and differs from the fixed tables in
// nothing but attributes.
func TestSchemasAreHeldToTheirLast(t *testing.T) {
	some := func(n int, f func(i int) string) (names []string) {
		for i := range n {
			names = append(names, f(i))
		}
		return names
	}
	number := func(i int) string { return strconv.Itoa(i) }
	numbers := func(n int) (fields []Field) {
		for i := range n {
			fields = append(fields, Field{Name: number(i), Type: TypeU8, Offset: uint32(i), Count: 1})
		}
		return fields
	}
	for what, c := range map[string]struct {
		ok     bool
		change func(s *Schema, joint *Table, on *Field)
	}{
		"a doc of a fixed table":   {true, func(s *Schema, _ *Table, _ *Field) { s.Tables[TableStr].Attr.Doc = "strings" }},
		"a fixed table's name":     {false, func(s *Schema, _ *Table, _ *Field) { s.Tables[TableStr].Name = "$strs" }},
		"a fixed table's field":    {false, func(s *Schema, _ *Table, _ *Field) { s.Tables[TableNode].Fields[1].Name = "x" }},
		"a fixed field's type":     {false, func(s *Schema, _ *Table, _ *Field) { s.Tables[TableNode].Fields[1].Type = TypeI8 }},
		"a fixed field's offset":   {false, func(s *Schema, _ *Table, _ *Field) { s.Tables[TableIDs].Fields[1].Offset = 12 }},
		"one fixed field less":     {false, func(s *Schema, _ *Table, _ *Field) { s.Tables[TableNode].Fields = s.Tables[TableNode].Fields[:2] }},
		"4096 tables":              {true, func(s *Schema, j *Table, _ *Field) { fillTables(s, MaxTables) }},
		"4097 tables":              {false, func(s *Schema, j *Table, _ *Field) { fillTables(s, MaxTables+1) }},
		"1024 fields":              {true, func(_ *Schema, j *Table, _ *Field) { j.Stride, j.Fields = 2000, numbers(maxFields) }},
		"1025 fields":              {false, func(_ *Schema, j *Table, _ *Field) { j.Stride, j.Fields = 2000, numbers(maxFields+1) }},
		"a stride of 64 KiB":       {true, func(_ *Schema, j *Table, _ *Field) { j.Stride = maxStride }},
		"a stride of 64 KiB and 4": {false, func(_ *Schema, j *Table, _ *Field) { j.Stride = maxStride + 4 }},
		"a table's doc":            {false, func(_ *Schema, j *Table, _ *Field) { j.Attr.Doc = "\xff" }},
		"a table's key":            {false, func(_ *Schema, j *Table, _ *Field) { j.Attr.JSON = "\xff" }},
		"a table's alias":          {false, func(_ *Schema, j *Table, _ *Field) { j.Attr.Aliases = []string{"\xff"} }},
		"a field without a name":   {false, func(_ *Schema, j *Table, _ *Field) { j.Fields[1].Name = "" }},
		"symbols of a float":       {false, func(_ *Schema, j *Table, _ *Field) { j.Fields[1].Symbols = []string{"a"} }},
		"a symbol of no bytes":     {false, func(_ *Schema, _ *Table, on *Field) { on.Symbols = []string{"a", ""} }},
		"a symbol of 255 bytes":    {true, func(_ *Schema, _ *Table, on *Field) { on.Symbols = []string{strings.Repeat("x", MaxName)} }},
		"many symbols":             {true, func(_ *Schema, _ *Table, on *Field) { on.Symbols = some(99, number) }},
		"one of many twice": {false, func(_ *Schema, _ *Table, on *Field) {
			on.Symbols = some(99, func(i int) string { return number(i % 98) })
		}},
	} {
		s := testSchema().Complete()
		c.change(s, &s.Tables[tJoint], &s.Tables[tTrigger].Fields[3])
		err := s.Validate()
		if c.ok {
			require.NoError(t, err, what)
		} else {
			require.ErrorIs(t, err, ErrSchema, what)
		}
	}
}

// fillTables gives a schema n tables.
func fillTables(s *Schema, n int) {
	for i := len(s.Tables); i < n; i++ {
		s.Tables = append(s.Tables, Table{Name: strconv.Itoa(i), Class: ClassNode, Stride: 4})
	}
}
