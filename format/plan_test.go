package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// one makes a schema with one node table, "thing", of the fields given.
func one(fields ...Field) *Schema {
	t := Table{Name: "thing", Class: ClassNode, Fields: fields}
	for i := range t.Fields {
		t.Fields[i].Count = max(t.Fields[i].Count, 1)
	}
	lay(&t)
	return (&Schema{Tables: []Table{t}}).Complete()
}

// lay sets the offsets of a table's fields, one after another, and the stride.
func lay(t *Table) {
	end, widest := uint32(0), uint32(1)
	for i := range t.Fields {
		f := &t.Fields[i]
		align := f.Type.Align()
		f.Offset = (end + align - 1) &^ (align - 1)
		end, widest = f.Offset+f.Size(), max(widest, align)
	}
	t.Stride = max(1, (end+widest-1)&^(widest-1))
}

func rowOf(s *Schema, values ...any) []byte {
	b := make([]byte, s.Tables[FixedTables].Stride)
	for i, v := range values {
		_, err := binary.Encode(b[s.Tables[FixedTables].Fields[i].Offset:], binary.LittleEndian, v)
		if err != nil {
			panic(err)
		}
	}
	return b
}

// native is rowOf in this machine's byte order.
func native(s *Schema, values ...any) []byte {
	b := make([]byte, s.Tables[FixedTables].Stride)
	for i, v := range values {
		if _, err := binary.Encode(b[s.Tables[FixedTables].Fields[i].Offset:], binary.NativeEndian, v); err != nil {
			panic(err)
		}
	}
	return b
}

func converted(t *testing.T, from, to *Schema, row []byte) []byte {
	t.Helper()
	require.NoError(t, from.Validate())
	require.NoError(t, to.Validate())
	p, err := NewPlan(from, FixedTables, to, FixedTables)
	require.NoError(t, err)
	const rows = 2*convertTile + 3
	var src []byte
	for range rows {
		src = append(src, row...)
	}
	dst := make([]byte, rows*int(to.Tables[FixedTables].Stride))
	for i := range dst {
		dst[i] = 0xAA // whatever was there before
	}
	require.NoError(t, p.Convert(dst, src, rows))
	n := len(dst) / rows
	for i := range rows {
		require.Equal(t, dst[:n], dst[i*n:(i+1)*n])
	}
	return dst[:n]
}

func TestPlanWidensEveryNumberExactly(t *testing.T) {
	cases := []struct {
		from, to Type
		in, out  any
	}{
		{TypeU8, TypeU16, uint8(200), uint16(200)}, {TypeU8, TypeU64, uint8(255), uint64(255)},
		{TypeU16, TypeU32, uint16(65535), uint32(65535)}, {TypeU32, TypeU64, uint32(1 << 31), uint64(1 << 31)},
		{TypeI8, TypeI16, int8(-1), int16(-1)}, {TypeI8, TypeI64, int8(-128), int64(-128)},
		{TypeI16, TypeI32, int16(-32768), int32(-32768)}, {TypeI32, TypeI64, int32(-5), int64(-5)},
		{TypeF32, TypeF64, float32(1.5), float64(1.5)}, {TypeF32, TypeF64, float32(math.Inf(-1)), math.Inf(-1)},
		{TypeU8, TypeF32, uint8(255), float32(255)}, {TypeU16, TypeF32, uint16(65535), float32(65535)},
		{TypeI8, TypeF32, int8(-7), float32(-7)}, {TypeI16, TypeF32, int16(-32768), float32(-32768)},
		{TypeU32, TypeF64, uint32(math.MaxUint32), float64(math.MaxUint32)}, {TypeI32, TypeF64, int32(math.MinInt32), float64(math.MinInt32)},
		{TypeU8, TypeF64, uint8(9), float64(9)},
	}
	for _, c := range cases {
		from := one(Field{Name: "pad", Type: TypeU8}, Field{Name: "x", Type: c.from})
		to := one(Field{Name: "x", Type: c.to}, Field{Name: "pad", Type: TypeU8})
		got := converted(t, from, to, rowOf(from, uint8(3), c.in))
		require.Equal(t, native(to, c.out, uint8(3)), got, "%s to %s", c.from, c.to)
	}
}

func TestPlanRefusesWhatLosesValues(t *testing.T) {
	all := bareTypes()
	allowed := map[[2]Type]bool{
		{TypeU8, TypeU16}: true, {TypeU8, TypeU32}: true, {TypeU8, TypeU64}: true, {TypeU16, TypeU32}: true, {TypeU16, TypeU64}: true, {TypeU32, TypeU64}: true,
		{TypeI8, TypeI16}: true, {TypeI8, TypeI32}: true, {TypeI8, TypeI64}: true, {TypeI16, TypeI32}: true, {TypeI16, TypeI64}: true, {TypeI32, TypeI64}: true,
		{TypeF32, TypeF64}: true,
		{TypeU8, TypeF32}:  true, {TypeI8, TypeF32}: true, {TypeU16, TypeF32}: true, {TypeI16, TypeF32}: true,
		{TypeU8, TypeF64}: true, {TypeI8, TypeF64}: true, {TypeU16, TypeF64}: true, {TypeI16, TypeF64}: true, {TypeU32, TypeF64}: true, {TypeI32, TypeF64}: true,
	}
	for _, a := range all {
		for _, b := range all {
			_, err := NewPlan(one(Field{Name: "x", Type: a}), FixedTables, one(Field{Name: "x", Type: b}), FixedTables)
			if a == b || allowed[[2]Type{a, b}] {
				require.NoError(t, err, "%s to %s", a, b)
				continue
			}
			var e *Error
			require.ErrorAs(t, err, &e, "%s to %s", a, b)
			require.ErrorIs(t, err, ErrConvert)
			require.Equal(t, "thing", e.Table)
			require.Equal(t, "x", e.Field)
		}
	}
}

func TestPlanMovesRenamesFillsAndDrops(t *testing.T) {
	from := one(Field{Name: "a", Type: TypeU32}, Field{Name: "gone", Type: TypeU16}, Field{Name: "old", Type: TypeI16},
		Field{Name: "v", Type: TypeF32, Count: 3}, Field{Name: "cut", Type: TypeU8, Count: 4})
	to := one(Field{Name: "cut", Type: TypeU8, Count: 2}, Field{Name: "new", Type: TypeI32, Attr: Attr{Aliases: []string{"older", "old"}}},
		Field{Name: "v", Type: TypeF32, Count: 4, Attr: Attr{HasDefault: true, Default: "7 8 9 10"}},
		Field{Name: "a", Type: TypeU32}, Field{Name: "title", Type: TypeStr, Attr: Attr{HasDefault: true, Default: "none"}},
		Field{Name: "more", Type: TypeF64, Attr: Attr{HasDefault: true, Default: "2.5"}})
	row := rowOf(from, uint32(77), uint16(5), int16(-3), [3]float32{1, 2, 3}, [4]uint8{9, 8, 7, 6})
	want := native(to, [2]uint8{9, 8}, int32(-3), [4]float32{1, 2, 3, 10}, uint32(77), uint32(0), float64(2.5))
	require.Equal(t, want, converted(t, from, to, row))
	p, err := NewPlan(from, FixedTables, to, FixedTables)
	require.NoError(t, err)
	require.Equal(t, []TextDefault{{Offset: to.Tables[FixedTables].Fields[4].Offset, Text: "none"}}, p.Texts())
}

// Strings that the file does not have are the words of the default, as levelc
// stores them, and not each of them all of it.
func TestPlanFillsArraysOfStringsWordByWord(t *testing.T) {
	def := Attr{HasDefault: true, Default: "one two, three"}
	from := one(Field{Name: "grown", Type: TypeStr, Count: 2})
	to := one(Field{Name: "grown", Type: TypeStr, Count: 3, Attr: def}, Field{Name: "new", Type: TypeStr, Count: 3, Attr: def})
	p, err := NewPlan(from, FixedTables, to, FixedTables)
	require.NoError(t, err)
	require.Equal(t, []TextDefault{{8, "three"}, {12, "one"}, {16, "two"}, {20, "three"}}, p.Texts())
}

func TestPlanMapsEnumsAndFlagsBySymbol(t *testing.T) {
	from := one(Field{Name: "e", Type: TypeEnum8, Symbols: []string{"a", "b", "c"}}, Field{Name: "f", Type: TypeFlags8, Symbols: []string{"x", "y", "z"}})
	to := one(Field{Name: "e", Type: TypeEnum16, Symbols: []string{"c", "new", "a", "b"}},
		Field{Name: "f", Type: TypeFlags64, Symbols: []string{"z", "q", "x", "y"}})
	require.Equal(t, native(to, uint16(3), uint64(0b0101)), converted(t, from, to, rowOf(from, uint8(1), uint8(0b101))))

	less := one(Field{Name: "e", Type: TypeEnum8, Symbols: []string{"a", "b"}}, Field{Name: "f", Type: TypeFlags8, Symbols: []string{"x", "y", "z"}})
	_, err := NewPlan(from, FixedTables, less, FixedTables)
	require.ErrorIs(t, err, ErrConvert)
	less.Tables[FixedTables].Fields[0].Attr = Attr{HasDefault: true, Default: "b"}
	require.Equal(t, native(less, uint8(1), uint8(7)), converted(t, from, less, rowOf(from, uint8(2), uint8(7))))
}

// The default of an enum means in a plan what it means in a build.
func TestPlanReadsTheDefaultOfAnEnumAsBuildsDo(t *testing.T) {
	symbols := []string{"a", "c"}
	from := one(Field{Name: "e", Type: TypeEnum8, Count: 4, Symbols: symbols}, Field{Name: "one", Type: TypeEnum8, Symbols: symbols})
	to := one(Field{Name: "e", Type: TypeEnum16, Count: 5, Symbols: []string{"b", "a", "d"}, Attr: Attr{HasDefault: true, Default: "a,d, d b a"}},
		Field{Name: "one", Type: TypeEnum8, Symbols: []string{"a", "b"}, Attr: Attr{HasDefault: true, Default: " b\n"}})
	require.Equal(t, native(to, [5]uint16{1, 2, 1, 0, 1}, uint8(1)), converted(t, from, to, rowOf(from, [4]uint8{1, 1, 0, 1}, uint8(1))))
}

func TestPlanOfEqualTablesIsTheBytesThemselves(t *testing.T) {
	s := testSchema().Complete()
	for i := range s.Tables {
		p, err := NewPlan(s, i, s, i)
		require.NoError(t, err)
		require.Equal(t, littleEndian || s.Tables[i].Stride == 1, p.Same() || s.Tables[i].Stride == 1, s.Tables[i].Name)
	}
}

func TestPlanFollowsRenamedTables(t *testing.T) {
	from := testSchema().Complete()
	to := testSchema()
	to.Tables[0].Name, to.Tables[0].Attr.Aliases = "actor", []string{"body"}
	to.Tables[3].Name, to.Tables[4].Name, to.Tables[5].Name = "actor.outline", "actor.parts", "actor.parts.tags"
	to.Tables[0].Fields[6].Target, to.Tables[0].Fields[7].Target, to.Tables[0].Fields[8].Target = "actor.outline", "actor.parts", "actor"
	to.Tables[1].Fields[0].Target, to.Tables[2].Fields[0].Symbols = "actor", []string{"actor", "joint"}
	to.Tables[4].Fields[1].Target = "actor.parts.tags"
	to = to.Complete()
	require.NoError(t, to.Validate())
	match := Match(from, to)
	for i := range from.Tables {
		require.Equal(t, i, match[i])
		_, err := NewPlan(from, i, to, i)
		require.NoError(t, err, from.Tables[i].Name)
	}
	require.NotEqual(t, TableID(&from.Tables[tJoint]), TableID(&to.Tables[tJoint]))
	to.Tables[tJoint].Fields[0].Target = "trigger"
	_, err := NewPlan(from, tJoint, to, tJoint)
	var e *Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, "ends", e.Field)
}

func TestConvertRefusesOtherLengths(t *testing.T) {
	s := one(Field{Name: "x", Type: TypeU32})
	p, err := NewPlan(s, FixedTables, s, FixedTables)
	require.NoError(t, err)
	require.ErrorIs(t, p.Convert(make([]byte, 8), make([]byte, 4), 1), ErrRowSize)
	require.ErrorIs(t, p.Convert(make([]byte, 4), make([]byte, 8), 1), ErrRowSize)
	require.ErrorIs(t, p.Convert(nil, nil, -1), ErrRowSize)
	wraps := math.MaxInt/2 + 1 // as many rows of 4 bytes are a length of 0 in an int
	require.ErrorIs(t, p.Convert(nil, nil, wraps), ErrRowSize)
	require.ErrorIs(t, p.Convert(make([]byte, 4), make([]byte, 4), wraps+1), ErrRowSize)
	require.NoError(t, p.Convert(nil, nil, 0))
}

// A plan of one table takes no look at all others.
func TestPlanOfOneTableAmongMany(t *testing.T) {
	s := &Schema{}
	for i := range 4000 {
		s.Tables = append(s.Tables, Table{Name: fmt.Sprint("k", i), Class: ClassNode, Stride: 8,
			Fields: []Field{{Name: "to", Type: TypeRef, Count: 1, Target: "k0"}}})
	}
	old := &Schema{Tables: slices.Clone(s.Tables)}
	last := len(s.Tables) - 1
	old.Tables[last].Stride = 16
	old.Tables[last].Fields = append([]Field{{Name: "gone", Type: TypeU64, Count: 1}}, old.Tables[last].Fields...)
	old.Tables[last].Fields[1].Offset = 8
	from, to := old.Complete(), s.Complete()
	require.NoError(t, from.Validate())
	require.NoError(t, to.Validate())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := NewPlan(from, last+FixedTables, to, last+FixedTables)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.False(t, p.Same())
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4*last), "bytes; a number for each table would be more")
}

// Rows are converted some at a time, and each time only those. So rows may be converted
// into the place of rows that have been converted already.
func TestConvertWritesARowOnce(t *testing.T) {
	long, x := Field{Name: "long", Type: TypeU32, Count: 2 * longWords}, Field{Name: "x", Type: TypeU32}
	p, err := NewPlan(one(x, long), FixedTables, one(long, x), FixedTables)
	require.NoError(t, err)
	p.vec = gather{}
	for i := range p.ops {
		p.ops[i].gathered = false
	}
	const rows = 5 * convertTile
	src := make([]byte, rows*p.from)
	for i := range src {
		src[i] = byte(i * 31)
	}
	want := make([]byte, rows*p.to)
	require.NoError(t, p.Convert(want, src, rows))
	require.Equal(t, binary.LittleEndian.Uint32(src), binary.NativeEndian.Uint32(want[8*longWords:]))
	room := convertTile * p.to
	all := append(make([]byte, room), src...)
	require.NoError(t, p.Convert(all[:len(want)], all[room:], rows))
	require.True(t, bytes.Equal(want, all[:len(want)]), "rows of later tiles were written")
}
