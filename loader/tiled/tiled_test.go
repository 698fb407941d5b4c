package tiled_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/loader/tiled"
	"github.com/levelc/levelc/store"
)

func town(t testing.TB) (*tiled.World, *loader.Level) {
	t.Helper()
	file, err := os.Open("../../testdata/editors/tiled/town.lvl")
	require.NoError(t, err)
	defer file.Close()
	w := new(tiled.World)
	lvl, err := loader.Load(context.Background(), file, w)
	require.NoError(t, err)
	return w, lvl
}

// A game's world has the types among its own.
func TestTheTypesCanBeEmbedded(t *testing.T) {
	type door struct {
		tiled.Placed
		Leads store.Handle[door] `level:"leads,ref"`
	}
	type world struct {
		tiled.World
		Doors store.Bulk[door] `level:"door"`
	}
	w, err := layout.Of(layout.FromReflect(reflect.TypeFor[world]()))
	require.NoError(t, err)
	require.Equal(t, "door", w.Schema.Tables[8].Name)
	_, err = loader.Bind(new(world))
	require.NoError(t, err)
}

// A 32-bit machine aligns 64-bit numbers to four bytes only. The records are laid out
// so that this makes no difference.
func TestRecordsHaveOneLayoutOnAllMachines(t *testing.T) {
	for _, record := range []reflect.Type{
		reflect.TypeFor[tiled.WorldFile](), reflect.TypeFor[tiled.Map](), reflect.TypeFor[tiled.TilesetUse](), reflect.TypeFor[tiled.Tileset](),
		reflect.TypeFor[tiled.TileRef](), reflect.TypeFor[tiled.Tile](), reflect.TypeFor[tiled.Frame](), reflect.TypeFor[tiled.WangSet](),
		reflect.TypeFor[tiled.WangColor](), reflect.TypeFor[tiled.WangTile](), reflect.TypeFor[tiled.Layer](), reflect.TypeFor[tiled.ChunkRef](),
		reflect.TypeFor[tiled.Chunk](), reflect.TypeFor[tiled.Placed](), reflect.TypeFor[tiled.Object](), reflect.TypeFor[tiled.Point](),
		reflect.TypeFor[tiled.Text](), reflect.TypeFor[tiled.Property](),
	} {
		t.Run(record.Name(), func(t *testing.T) {
			end, align := natural(t, record, record.Name(), 0)
			require.Equal(t, record.Size(), end, "there is a gap at the end")
			require.Zero(t, int(record.Size())%align, "%d bytes are no multiple of %d", record.Size(), align)
		})
	}
}

// natural requires that every number lies at a multiple of its size, without gaps,
// and returns the end and the largest size.
func natural(t *testing.T, typ reflect.Type, path string, at uintptr) (end uintptr, largest int) {
	largest = 1
	switch typ.Kind() {
	case reflect.Struct:
		for field := range typ.Fields() {
			var size int
			at, size = natural(t, field.Type, path+"."+field.Name, at)
			largest = max(largest, size)
		}
		return at, largest
	case reflect.Array:
		for range typ.Len() {
			at, largest = natural(t, typ.Elem(), path, at)
		}
		return at, largest
	}
	require.Zero(t, at%typ.Size(), "%s lies at %d", path, at)
	return at + typ.Size(), int(typ.Size())
}

func TestGIDs(t *testing.T) {
	g := tiled.FlipH | tiled.Rotate120 | 7
	require.Equal(t, []any{uint32(7), tiled.FlipH | tiled.Rotate120, true, false, false, true, false}, []any{g.ID(), g.Flags(), g.FlippedH(), g.FlippedV(), g.FlippedD(), g.Rotated120(), g.Empty()})
	require.True(t, (tiled.FlipV | tiled.FlipD).Empty())
	require.True(t, (tiled.FlipV | 1).FlippedV())
	require.True(t, (tiled.FlipD | 1).FlippedD())
	// As the editor turns a tile clockwise, again and again.
	x, y := 1.0, -0.5
	for _, g := range []tiled.GID{tiled.FlipD | tiled.FlipH, tiled.FlipH | tiled.FlipV, tiled.FlipD | tiled.FlipV} {
		x, y = -y, x
		xx, xy, yx, yy := g.Transform()
		require.Equal(t, [2]float64{x, y}, [2]float64{xx*1 + xy*-0.5, yx*1 + yy*-0.5}, g)
	}
	xx, xy, yx, yy := tiled.GID(1).Transform()
	require.Equal(t, [4]float64{1, 0, 0, 1}, [4]float64{xx, xy, yx, yy})
}

func TestCellsAreWhereTheyAreDrawn(t *testing.T) {
	iso := tiled.Map{Orientation: tiled.Isometric, Width: 4, Height: 3, TileWidth: 64, TileHeight: 32}
	hexX := tiled.Map{Orientation: tiled.Hexagonal, StaggerAxis: tiled.AxisX, StaggerIndex: tiled.Odd, TileWidth: 60, TileHeight: 52, HexSide: 30}
	hexY := tiled.Map{Orientation: tiled.Hexagonal, StaggerAxis: tiled.AxisY, StaggerIndex: tiled.Even, TileWidth: 14, TileHeight: 12, HexSide: 6}
	staggered := tiled.Map{Orientation: tiled.Staggered, StaggerAxis: tiled.AxisY, StaggerIndex: tiled.Odd, TileWidth: 64, TileHeight: 32}
	oblique := tiled.Map{Orientation: tiled.Oblique, TileWidth: 32, TileHeight: 16, SkewX: 16, SkewY: 8}
	oddX := tiled.Map{Orientation: tiled.Hexagonal, StaggerAxis: tiled.AxisX, StaggerIndex: tiled.Even, TileWidth: 32, TileHeight: 29, HexSide: 13}
	oddY := tiled.Map{Orientation: tiled.Hexagonal, StaggerAxis: tiled.AxisY, StaggerIndex: tiled.Odd, TileWidth: 28, TileHeight: 32, HexSide: 13}
	oddIso := tiled.Map{Orientation: tiled.Isometric, Width: 4, Height: 3, TileWidth: 15, TileHeight: 8}
	for _, c := range []struct {
		m      tiled.Map
		x, y   int
		px, py float64
	}{
		{tiled.Map{TileWidth: 16, TileHeight: 8}, 3, -2, 48, -16},
		{iso, 0, 0, 64, 0}, {iso, 1, 0, 96, 16}, {iso, 0, 2, 0, 32},
		{hexX, 0, 0, 0, 0}, {hexX, 1, 0, 45, 26}, {hexX, 2, 1, 90, 52},
		{hexY, 0, 0, 7, 0}, {hexY, 0, 1, 0, 9}, {hexY, 1, 2, 21, 18},
		{staggered, 0, 0, 0, 0}, {staggered, 0, 1, 32, 16}, {staggered, 1, 2, 64, 32},
		{oddX, 21, 2, 462, 56}, {oddX, 2, 0, 44, 14}, {oddY, 2, 21, 70, 462}, {oddIso, 0, 0, 14.5, 0},
		{oblique, 0, 0, 16, 0}, {oblique, 1, 1, 64, 24},
	} {
		px, py := c.m.CellPos(c.x, c.y)
		require.Equal(t, [2]float64{c.px, c.py}, [2]float64{px, py}, "%+v", c)
	}
}

// The middle of a cell, and points around it, are in that cell.
func TestPointsAreInTheirCells(t *testing.T) {
	for orientation := tiled.Orthogonal; orientation <= tiled.Oblique; orientation++ {
		for _, axis := range []tiled.Axis{tiled.AxisX, tiled.AxisY} {
			for _, parity := range []tiled.Parity{tiled.Even, tiled.Odd} {
				m := tiled.Map{Orientation: orientation, StaggerAxis: axis, StaggerIndex: parity, Width: 9, Height: 7, TileWidth: 60, TileHeight: 52, HexSide: 20, SkewX: 10, SkewY: 6}
				for y := -5; y < 6; y++ {
					for x := -5; x < 6; x++ {
						px, py := m.CellPos(x, y)
						px, py = px+30, py+26
						if orientation == tiled.Oblique {
							px, py = m.ToWorld(float64(x)*60+30, float64(y)*52+26)
						}
						for _, d := range [][2]float64{{0, 0}, {9, 5}, {-9, 5}, {9, -5}, {-9, -5}, {0, 20}, {-20, 0}} {
							cx, cy := m.CellAt(px+d[0], py+d[1])
							require.Equal(t, [2]int{x, y}, [2]int{cx, cy}, "%+v %v", m, d)
						}
					}
				}
			}
		}
	}
	for orientation := tiled.Orthogonal; orientation <= tiled.Oblique; orientation++ {
		m := tiled.Map{Orientation: orientation}
		for _, v := range []float64{0, math.NaN(), math.Inf(1), math.Inf(-1), -3} {
			m.CellAt(v, v)
			m.CellPos(1, 1)
			m.ToWorld(v, v)
			m.FromWorld(v, v)
		}
		m.TileWidth, m.TileHeight = 1, 1
		m.CellAt(math.NaN(), math.Inf(1))
	}
}

func TestObjectsLieInTheProjectedPlane(t *testing.T) {
	for orientation := tiled.Orthogonal; orientation <= tiled.Oblique; orientation++ {
		m := tiled.Map{Orientation: orientation, Width: 4, Height: 3, TileWidth: 64, TileHeight: 32, SkewX: 16, SkewY: 8}
		px, py := m.ToWorld(48, 80)
		x, y := m.FromWorld(px, py)
		require.InDelta(t, 48, x, 1e-9)
		require.InDelta(t, 80, y, 1e-9)
	}
	iso := tiled.Map{Orientation: tiled.Isometric, Width: 4, Height: 3, TileWidth: 64, TileHeight: 32}
	px, py := iso.ToWorld(32, 0) // the right corner of the first cell
	require.Equal(t, [2]float64{128, 16}, [2]float64{px, py})
}

func TestPlaced(t *testing.T) {
	p := tiled.Placed{X: 10, Y: 20, Width: 4, Height: 6, Align: tiled.BottomLeft}
	x, y := p.TopLeft()
	require.Equal(t, [2]float64{10, 14}, [2]float64{x, y})
	x, y = p.Middle()
	require.Equal(t, [2]float64{12, 17}, [2]float64{x, y})
	require.True(t, p.Contains(11, 15))
	require.False(t, p.Contains(11, 21))
	p.Rotation = 90 // clockwise around the bottom left corner
	x, y = p.Middle()
	require.InDelta(t, 13, x, 1e-9)
	require.InDelta(t, 22, y, 1e-9)
	require.True(t, p.Contains(15, 23))
	require.False(t, p.Contains(11, 15))
	for align, want := range map[tiled.Alignment][2]float64{tiled.Unspecified: {10, 20}, tiled.TopLeft: {10, 20}, tiled.Top: {8, 20}, tiled.Center: {8, 17}, tiled.BottomRight: {6, 14}, 200: {10, 20}} {
		p.Align = align
		x, y = p.TopLeft()
		require.Equal(t, want, [2]float64{x, y}, align)
	}
}

func TestTilesInTheirImage(t *testing.T) {
	s := tiled.Tileset{TileWidth: 16, TileHeight: 8, Columns: 3, Spacing: 1, Margin: 2}
	x, y, w, h := s.TileRect(4)
	require.Equal(t, [4]int{2 + 17, 2 + 9, 16, 8}, [4]int{x, y, w, h})
	s.Columns, s.ImageWidth = 0, 2*2+3*16+2
	x, y, _, _ = s.TileRect(4)
	require.Equal(t, [2]int{19, 11}, [2]int{x, y})
	(&tiled.Tileset{}).TileRect(1 << 31)
}

func TestFramesOfAnAnimation(t *testing.T) {
	w, _ := town(t)
	for _, s := range w.Tilesets.All() {
		water, ok := w.Tile(s, 1)
		require.True(t, ok)
		for ms, want := range map[uint64]uint32{0: 1, 199: 1, 200: 2, 499: 2, 500: 1, math.MaxUint64: 1} {
			local, ok := w.Frame(water, ms)
			require.True(t, ok)
			require.Equal(t, want, local, ms)
		}
		rock, ok := w.Tile(s, 5)
		require.True(t, ok)
		_, ok = w.Frame(rock, 0)
		require.False(t, ok)
	}
}

// A cell may be as far off as an int can say, which is where CellAt puts a point that is.
func TestCellsFarOffAreEmpty(t *testing.T) {
	var w tiled.World
	cells, err := w.Cells.AppendRange([]tiled.GID{1, 2, 3, 4})
	require.NoError(t, err)
	h, err := w.Chunks.Insert(tiled.Chunk{X: -2, Y: -2, Width: 2, Height: 2, Cells: cells})
	require.NoError(t, err)
	chunks, err := w.ChunkRefs.AppendRange([]tiled.ChunkRef{{X: -2, Y: -2, Chunk: h}})
	require.NoError(t, err)
	for _, size := range []int32{0, 2} { // of the grid
		l := &tiled.Layer{Chunks: chunks, ChunkWidth: size, ChunkHeight: size}
		require.Equal(t, tiled.GID(4), w.At(l, -1, -1))
		for _, far := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt32, 0, -3, math.MinInt32, math.MinInt} {
			require.Zero(t, w.At(l, far, -1), far)
			require.Zero(t, w.At(l, -1, far), far)
			require.False(t, w.Set(l, far, -1, 5), far)
		}
		require.True(t, w.Set(l, -1, -1, 4))
	}
}

// Nothing that a game does in a frame allocates.
func TestNothingIsAllocated(t *testing.T) {
	w, lvl := town(t)
	h, _ := loader.Find(lvl, &w.Maps, "town")
	m, _ := w.Maps.Get(h)
	lh, _ := loader.Find(lvl, &w.Layers, "town/1")
	l, _ := w.Layers.Get(lh)
	oh, _ := loader.Find(lvl, &w.Objects, "town#2")
	door, _ := w.Objects.Get(oh)
	sum := 0.0
	n := testing.AllocsPerRun(100, func() {
		for y := range 3 {
			for x := range 4 {
				gid := w.At(l, x, y)
				if tile, ok := w.TileOf(m, gid); ok {
					w.Frame(tile, 1234)
				}
				px, py := m.CellPos(x, y)
				m.CellAt(px, py)
			}
		}
		p := w.PropertiesOf(door.Properties)
		for _, in := range p.All() {
			sum += in.Float("volume", 0)
		}
		sum += p.In("sound").Float("volume", 0) + float64(p.Int("none", 1))
		x, y := door.Middle()
		sum += x + y
	})
	require.Zero(t, n)
	require.NotZero(t, sum)
}

func BenchmarkAt(b *testing.B) {
	w, lvl := town(b)
	h, _ := loader.Find(lvl, &w.Layers, "town/1")
	l, _ := w.Layers.Get(h)
	n := 0
	for b.Loop() {
		if w.At(l, n&3, 1) != 0 {
			n++
		}
	}
	_ = fmt.Sprint(n)
}

// The types that the page of the package shows go together.
func TestTheDocumentedWorldBinds(t *testing.T) {
	type Door struct {
		tiled.Placed
		Locked bool               `level:"locked"`
		Leads  store.Handle[Door] `level:"leads,ref"`
		Sound  struct {
			File   store.Str `level:"file"`
			Volume float32   `level:"volume,default=1"`
		} `level:"sound"`
		Keys store.Span[store.Str] `level:"keys"`
	}
	var w struct {
		tiled.World
		Doors store.Bulk[Door] `level:"door"`
		Words store.Array[store.Str]
	}
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	require.NoError(t, b.Close())
}
