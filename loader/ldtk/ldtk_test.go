package ldtk_test

import (
	"context"
	"image/color"
	"math"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/ldtk"
	"github.com/levelc/levelc/store"
)

func load(t testing.TB) *ldtk.World {
	t.Helper()
	file, err := os.Open(lighthouse)
	require.NoError(t, err)
	defer file.Close()
	w := new(ldtk.World)
	b, err := loader.Bind(w)
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	_, err = b.Load(context.Background(), file)
	require.NoError(t, err)
	return w
}

func TestCells(t *testing.T) {
	l := ldtk.Layer{Grid: 16, Size: ldtk.Vec{X: 3, Y: 2}, Offset: ldtk.Vec{X: 4, Y: -8}}
	for px, cell := range map[ldtk.Vec]ldtk.Vec{
		{X: 4, Y: -8}: {}, {X: 3, Y: -9}: {X: -1, Y: -1}, {X: 19, Y: 7}: {}, {X: 20, Y: 8}: {X: 1, Y: 1}, {X: -12, Y: 0}: {X: -1},
	} {
		require.Equal(t, cell, l.Cell(px), px)
	}
	require.Equal(t, ldtk.Vec{X: math.MinInt32/16 - 1, Y: math.MaxInt32/16 + 1}, l.Cell(ldtk.Vec{X: math.MinInt32, Y: math.MaxInt32}))
	one := ldtk.Layer{Grid: 1, Offset: ldtk.Vec{X: 1, Y: -1}}
	require.Equal(t, ldtk.Vec{X: math.MinInt32, Y: math.MaxInt32}, one.Cell(ldtk.Vec{X: math.MinInt32, Y: math.MaxInt32}))
	require.Equal(t, ldtk.Vec{X: 20, Y: 8}, l.CellPx(ldtk.Vec{X: 1, Y: 1}))
	require.True(t, l.Contains(ldtk.Vec{X: 2, Y: 1}))
	require.False(t, l.Contains(ldtk.Vec{X: 3, Y: 1}))
	require.False(t, l.Contains(ldtk.Vec{X: 0, Y: -1}))
	require.Equal(t, ldtk.Vec{}, (&ldtk.Layer{}).Cell(ldtk.Vec{X: 5}), "a layer without a grid")
}

// A layer may say that it has more cells than there are values.
func TestValuesOfALayerWithoutAny(t *testing.T) {
	var w ldtk.World
	l := ldtk.Layer{Grid: 16, Size: ldtk.Vec{X: 1 << 30, Y: 1 << 30}}
	require.Zero(t, w.Value(&l, ldtk.Vec{X: 1<<30 - 1, Y: 1<<30 - 1}))
	require.Nil(t, w.ValueDef(&l, 1))
	_, ok := w.InWorld(&l, ldtk.Vec{})
	require.False(t, ok)
	require.Nil(t, w.Field(store.Span[ldtk.Field]{}, "x"))
	require.True(t, w.FieldRef(store.Span[ldtk.Field]{}, "x").IsNil())
	require.Empty(t, w.FieldText(store.Span[ldtk.Field]{}, "x", ""))
}

func TestRectangles(t *testing.T) {
	origin, size := ldtk.Vec{X: -8, Y: 4}, ldtk.Vec{X: 10, Y: 2}
	for v, in := range map[ldtk.Vec]bool{
		{X: -8, Y: 4}: true, {X: 1, Y: 5}: true, {X: 2, Y: 5}: false, {X: 1, Y: 6}: false, {X: -9, Y: 4}: false, {X: -8, Y: 3}: false,
		{X: math.MinInt32, Y: 4}: false, {X: math.MaxInt32, Y: 4}: false,
	} {
		require.Equal(t, in, v.In(origin, size), v)
	}
	far := ldtk.Vec{X: 2e9, Y: 2e9}
	require.False(t, ldtk.Vec{X: -2e9, Y: -2e9}.In(far, ldtk.Vec{X: 1e9, Y: 1e9}), "as far off as the numbers wrap")
	require.True(t, ldtk.Vec{X: math.MaxInt32, Y: math.MaxInt32}.In(far, ldtk.Vec{X: 1e9, Y: 1e9}))
}

func TestPlaces(t *testing.T) {
	p := ldtk.Placement{Px: ldtk.Vec{X: 10, Y: 20}, World: ldtk.Vec{X: 110, Y: 220}, Size: ldtk.Vec{X: 8, Y: 16}, Pivot: [2]float32{0.5, 1}}
	at := func(x, y float32) [2]float32 { return [2]float32{x, y} }
	require.Equal(t, [2]float32{6, 4}, at(p.TopLeft()))
	require.Equal(t, [2]float32{106, 204}, at(p.WorldTopLeft()))
	require.Equal(t, [2]float32{110, 212}, at(p.WorldCenter()))
	require.True(t, p.Contains(106, 204))
	require.False(t, p.Contains(114, 204))
}

func TestColors(t *testing.T) {
	var c color.Color = ldtk.Color{R: 255, G: 128, A: 255}
	r, g, b, a := c.RGBA()
	require.Equal(t, [4]uint32{0xFFFF, 0x8080, 0, 0xFFFF}, [4]uint32{r, g, b, a})
	require.True(t, ldtk.Color{}.IsNone())
	require.Equal(t, color.NRGBA{R: 255, G: 128, A: 255}, color.NRGBAModel.Convert(c))
}

func TestTilesets(t *testing.T) {
	s := ldtk.Tileset{Cells: ldtk.Vec{X: 4, Y: 4}, Grid: 16, Spacing: 2, Padding: 1}
	require.Equal(t, ldtk.Vec{X: 37, Y: 19}, s.Src(6))
	require.Equal(t, ldtk.Vec{}, s.Src(-1))
	require.Equal(t, ldtk.Vec{}, (&ldtk.Tileset{}).Src(3))
}

// A field of another type than the one that is asked for is none.
func TestFieldsHaveOneType(t *testing.T) {
	var w ldtk.World
	defer w.Fields.Close()
	defer w.Strings.Close()
	var list []ldtk.Field
	for name, f := range map[string]ldtk.Field{
		"int": {Type: ldtk.Int, Int: 5, Float: 5}, "float": {Type: ldtk.Float, Float: 1.5},
		"bool": {Type: ldtk.Bool, Int: 1}, "null": {Type: ldtk.Bool, Null: true},
		"empty": {Type: ldtk.String},
	} {
		var err error
		f.Name, err = w.Strings.Intern(name)
		require.NoError(t, err)
		list = append(list, f)
	}
	span, err := w.Fields.AppendRange(list)
	require.NoError(t, err)
	require.True(t, w.FieldBool(span, "bool", false))
	for _, other := range []string{"int", "float", "null", "none"} {
		require.False(t, w.FieldBool(span, other, false), other)
		require.True(t, w.FieldBool(span, other, true), other)
	}
	require.EqualValues(t, 5, w.FieldInt(span, "int", 9))
	require.EqualValues(t, 9, w.FieldInt(span, "bool", 9))
	require.EqualValues(t, 5, w.FieldFloat(span, "int", 9))
	require.EqualValues(t, 9, w.FieldFloat(span, "null", 9))
	for _, other := range []string{"int", "null", "none"} {
		require.Equal(t, "otherwise", w.FieldText(span, other, "otherwise"), other)
	}
	require.Empty(t, w.FieldText(span, "empty", "otherwise"), "an empty text is one")
	require.True(t, w.FieldRef(span, "int").IsNil())
}

// What a game asks in every frame allocates nothing.
func TestQuestionsDoNotAllocate(t *testing.T) {
	w := load(t)
	var layer *ldtk.Layer
	for _, l := range w.Layers.All() {
		if l.Type == ldtk.IntGrid && layer == nil {
			layer = l
		}
	}
	var entity *ldtk.Entity
	for _, e := range w.Entities.All() {
		entity = e
	}
	var set *ldtk.Tileset
	for _, s := range w.Tilesets.All() {
		if w.DataOf(s, 6) != "" {
			set = s
		}
	}
	sum := 0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		for y := range int32(48) {
			sum += int(w.ValueAt(layer, ldtk.Vec{X: y, Y: y}))
		}
		if def := w.ValueDef(layer, 7); def != nil {
			sum++
		}
		sum += len(w.FieldValues(entity.Fields, "flicker")) + len(w.FieldText(entity.Fields, "sound", "")) + len(w.DataOf(set, 6)) + len(w.TagsOf(set, 1))
		if !w.FieldRef(entity.Fields, "lights").IsNil() && !w.Has(entity.Tags, "x") {
			sum++
		}
		x, _ := entity.WorldTopLeft()
		at, _ := w.InWorld(layer, ldtk.Vec{X: int32(x)})
		sum += int(at.X)
		if !w.LevelAt(store.Handle[ldtk.Layout]{}, at, 0).IsNil() {
			sum++
		}
	}))
	require.NotZero(t, sum)
}

// A 32-bit machine aligns 64-bit numbers to four bytes only. That must make no
// difference to the records.
func TestRecordsHaveOneLayoutOnAllMachines(t *testing.T) {
	var b *loader.Binding
	w := new(ldtk.World)
	b, err := loader.Bind(w)
	require.NoError(t, err)
	defer b.Close()
	for _, table := range b.Schema().Tables {
		for _, f := range table.Fields {
			if f.Name == "float" {
				require.Zero(t, f.Offset%8, table.Name)
				require.Zero(t, table.Stride%8, table.Name)
			}
		}
	}
	require.Zero(t, reflect.TypeFor[ldtk.Field]().Size()%8)
}

// BenchmarkValueAt is one question about a cell.
func BenchmarkValueAt(b *testing.B) {
	w := load(b)
	var layer *ldtk.Layer
	for _, l := range w.Layers.All() {
		if l.Type == ldtk.IntGrid {
			layer = l
		}
	}
	sum := 0
	for i := 0; b.Loop(); i++ {
		sum += int(w.ValueAt(layer, ldtk.Vec{X: int32(i & 31), Y: int32(i & 63)}))
	}
	if sum == 0 {
		b.Fatal("no value")
	}
}

// The types that the page of the package shows go together.
func TestTheDocumentedWorldBinds(t *testing.T) {
	type Item uint8
	type Door struct {
		ldtk.Placement
		LeadsTo store.Handle[Door]   `level:"leadsTo,ref"`
		Key     Item                 `level:"key,enum=None|Brass|Iron"`
		Paint   ldtk.Color           `level:"paint"`
		Swings  store.Span[ldtk.Vec] `level:"swings"`
	}
	var w struct {
		ldtk.World
		Doors store.Bulk[Door] `level:"Door"`
		Stops store.Array[ldtk.Vec]
	}
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	require.NoError(t, b.Close())
}
