package format

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// array is a field of one value for each name, or of count values without names.
func array(t Type, count uint32, names string) Field {
	f := Field{Name: "p", Type: t, Count: count}
	if names != "" {
		f.Attr.Components = strings.Fields(names)
		f.Count = uint32(len(f.Attr.Components))
	}
	return f
}

func shaped(lengths ...uint32) Field {
	f := Field{Name: "p", Type: TypeF32, Count: 1, Attr: Attr{Shape: lengths}}
	for _, n := range lengths {
		f.Count *= n
	}
	return f
}

func evolutionText(from, to *Schema) string {
	var lines []string
	for _, b := range CheckEvolution(from, to) {
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

// Values go by name where both sides have names, and a check of the schemas says so.
func TestPlanFindsValuesByName(t *testing.T) {
	for _, c := range []struct {
		from, to string
		def      string
		want     []float32 // from 1, 2, 3
		says     string
	}{
		{"x y", "y x", "", []float32{2, 1}, "note: thing.p: values x y became y x; they keep their names"},
		{"x y z", "x z", "", []float32{1, 3}, "loses: thing.p: y is gone; its values in levels built before are not read"},
		{"x y z", "z y x", "", []float32{3, 2, 1}, "note: thing.p: values x y z became z y x; they keep their names"},
		{"r g b", "a r g b", "", []float32{0, 1, 2, 3}, "note: thing.p: a is new; in levels built before it is zero"},
		{"r g b", "a r g b", "9 8 7 6", []float32{9, 1, 2, 3}, `note: thing.p: a is new; in levels built before it is its default, "9"` + "\n" +
			`note: thing.p: the default changed from "" to "9 8 7 6"; levels built before keep their values`},
		{"r g b", "b c r", "", []float32{3, 0, 1}, "loses: thing.p: g is gone; its values in levels built before are not read\nnote: thing.p: c is new; in levels built before it is zero"},
		{"x y z", "x y q", "", []float32{1, 2, 0}, "loses: thing.p: z is gone; its values in levels built before are not read\nnote: thing.p: q is new; in levels built before it is zero"},
		// cut and grown at the end
		{"x y z", "x y", "", []float32{1, 2}, "loses: thing.p: 3 values became 2; the rest is not read"},
		{"x y", "x y z", "", []float32{1, 2, 0}, "note: thing.p: 2 values became 3; the rest comes from the default"},
		// by place: one side is a plain array
		{"x y", "w h", "", []float32{1, 2}, "note: thing.p: values x y became w h; they keep their places"},
		{"r g b", "x y z w", "", []float32{1, 2, 3, 0}, "note: thing.p: 3 values became 4; the rest comes from the default"},
	} {
		from, to := array(TypeF32, 0, c.from), array(TypeF32, 0, c.to)
		if c.def != "" {
			to.Attr.HasDefault, to.Attr.Default = true, c.def
		}
		a, b := one(from), one(to)
		row := rowOf(a, []float32{1, 2, 3}[:from.Count])
		require.Equal(t, native(b, c.want), converted(t, a, b, row), "%s to %s", c.from, c.to)
		require.Equal(t, c.says, evolutionText(a, b))
	}
}

// Values are converted one by one on their way to another place.
func TestPlanConvertsValuesByName(t *testing.T) {
	a, b := one(array(TypeI16, 0, "r g b")), one(array(TypeF64, 0, "b new g"))
	require.Equal(t, native(b, []float64{-3, 0, 2}), converted(t, a, b, rowOf(a, []int16{1, 2, -3})))
	from, to := array(TypeEnum8, 0, "left right"), array(TypeEnum8, 0, "right left")
	from.Symbols, to.Symbols = []string{"on", "off"}, []string{"off", "on"}
	a, b = one(from), one(to)
	require.Equal(t, native(b, []uint8{0, 1}), converted(t, a, b, rowOf(a, []uint8{0, 1})))
	from, to = array(TypeU8, 0, "x y"), array(TypeU8, 0, "y x")
	a, b = one(from, Field{Name: "q", Type: TypeU8}), one(to, Field{Name: "q", Type: TypeU8})
	require.Equal(t, TableID(&a.Tables[FixedTables]), TableID(&b.Tables[FixedTables]), "what a table is says nothing of the names")
	require.Equal(t, []byte{2, 1, 3}, converted(t, a, b, []byte{1, 2, 3}))
}

// Words of a default go to the places of the new values.
func TestPlanFillsTextsByName(t *testing.T) {
	to := array(TypeStr, 0, "new old fresh")
	to.Attr.HasDefault, to.Attr.Default = true, "a b c"
	p, err := NewPlan(one(array(TypeStr, 0, "old older")), FixedTables, one(to), FixedTables)
	require.NoError(t, err)
	require.Equal(t, []TextDefault{{0, "a"}, {8, "c"}}, p.Texts())
}

// Names that are not one for each value, or not all different, are none.
func TestPlanTakesValuesByPlaceWithoutNames(t *testing.T) {
	for _, names := range [][]string{{"y"}, {"y", "y"}, {"y", ""}, {"y", "x", "z"}, nil} {
		from, to := array(TypeU8, 0, "x y"), array(TypeU8, 2, "")
		to.Attr.Components = names
		a, b := one(from), one(to)
		require.Equal(t, []byte{1, 2}, converted(t, a, b, []byte{1, 2}), "%q", names)
		require.Equal(t, []byte{1, 2}, converted(t, b, a, []byte{1, 2}), "%q", names)
	}
}

// Rows of an array of arrays keep their places.
func TestPlanKeepsRows(t *testing.T) {
	for _, c := range []struct {
		count      uint32
		to         []uint32
		want, says string
	}{
		{4, []uint32{2, 3}, "1 2 0 3 4 0", "note: thing.p: 4 values became [2][3]; rows keep their places, and the rest comes from the default"},
		{4, []uint32{5, 2}, "1 2 3 4 0 0 0 0 0 0", "note: thing.p: 4 values became 10; the rest comes from the default"},
		{6, []uint32{2, 2}, "", "6 values in the file may be [3][2] or [2][3], [2][2] in the reader"},
		{9, []uint32{3, 2}, "1 2 4 5 7 8", "loses: thing.p: 9 values became [3][2]; rows keep their places, and the rest is not read"},
		{6, []uint32{3, 3}, "", "6 values in the file may be [2][3] or [3][2], [3][3] in the reader"},
		{5, []uint32{2, 3}, "", "5 values in the file are no rows of the reader's [2][3]"},
		{12, []uint32{2, 2, 2}, "", "may be"},
		{20, []uint32{2, 2, 3}, "1 2 3 6 7 8 11 12 13 16 17 18", "rows keep"},
		{1, []uint32{2, 2}, "1 0 0 0", "note: thing.p: 1 value became 4"},
	} {
		a, b := one(array(TypeU8, c.count, "")), one(shaped(c.to...))
		b.Tables[FixedTables].Fields[0].Type = TypeU8
		lay(&b.Tables[FixedTables])
		require.Contains(t, evolutionText(a, b), c.says)
		if c.want == "" {
			_, err := NewPlan(a, FixedTables, b, FixedTables)
			require.ErrorIs(t, err, ErrComponents)
			require.ErrorIs(t, err, ErrConvert)
			require.ErrorContains(t, err, "field p: ")
			require.Contains(t, evolutionText(a, b), "breaks: ")
			require.Contains(t, evolutionText(a, b), "give the field another name and keep the old one beside it")
			continue
		}
		var row, want []byte
		for i := range c.count {
			row = append(row, byte(i+1))
		}
		for w := range strings.FieldsSeq(c.want) {
			v, err := parseValue(&Field{Type: TypeU8, Count: 1}, w)
			require.NoError(t, err)
			want = append(want, byte(v))
		}
		require.Equal(t, want, converted(t, a, b, row), "%d to %v", c.count, c.to)
	}
}

// What may be meant in two ways is refused, with the field and what to do.
func TestPlanRefusesValuesThatCannotBeTold(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{"w h", "width height", "values w h in the file, width height in the reader: none of the names is the same"},
		{"x y z w", "x y w h", "a plain array"},
		{"x y w h", "x y z w", "a plain array"},
		{"a b c d e f g h i", "0 1 2 3 4 5 6 7 8", "values a b c d e f g h ... in the file, 0 1 2 3 4 5 6 7 ... in the reader"},
	} {
		a, b := one(array(TypeF32, 0, c.from)), one(array(TypeF32, 0, c.to))
		_, err := NewPlan(a, FixedTables, b, FixedTables)
		require.ErrorIs(t, err, ErrComponents)
		require.ErrorContains(t, err, c.says)
		require.Contains(t, evolutionText(a, b), "breaks: thing.p: values")
	}
	named, rows := array(TypeF32, 0, "x y z w"), shaped(2, 3)
	_, err := NewPlan(one(named), FixedTables, one(rows), FixedTables)
	require.ErrorIs(t, err, ErrComponents, "a file that names its values has one row")
	rows = shaped(3, 4)
	require.NotNil(t, converted(t, one(named), one(rows), rowOf(one(named), []float32{1, 2, 3, 4})))
}

// A baseline that is no level may have a shape that its levels do not tell.
func TestEvolutionKnowsTheShapeOfABaseline(t *testing.T) {
	for _, c := range []struct {
		from, to []uint32
		says     string
	}{
		{[]uint32{3, 2}, []uint32{2, 3}, "breaks: thing.p: [3][2] became [2][3], which a level does not tell; values are taken for others (give the field another name and keep the old one beside it, or build the levels again)"},
		{[]uint32{2, 2}, []uint32{2, 3}, "note: thing.p: 4 values became [2][3]; rows keep their places, and the rest comes from the default"},
		{[]uint32{2, 2}, []uint32{5, 2}, "note: thing.p: 4 values became 10; the rest comes from the default"},
		{[]uint32{2, 2, 2}, []uint32{2, 2, 2}, ""},
	} {
		require.Equal(t, c.says, evolutionText(one(shaped(c.from...)), one(shaped(c.to...))))
	}
}

// A level has no shapes, so that they change none of its bytes.
func TestSchemaDoesNotStoreShapes(t *testing.T) {
	with, without := one(shaped(2, 3)), one(array(TypeF32, 6, ""))
	a, err := AppendSchema(nil, with)
	require.NoError(t, err)
	b, err := AppendSchema(nil, without)
	require.NoError(t, err)
	require.Equal(t, b, a)
}
