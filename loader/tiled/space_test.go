package tiled_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/tiled"
)

// A point may be anywhere, or nowhere. Its cell is the same on all machines, and not one
// of the map.
func TestCellsOfPointsFarOff(t *testing.T) {
	const least, most = math.MinInt32, math.MaxInt32
	for orientation := tiled.Orthogonal; orientation <= tiled.Oblique; orientation++ {
		for _, axis := range []tiled.Axis{tiled.AxisX, tiled.AxisY} {
			m := tiled.Map{Orientation: orientation, StaggerAxis: axis, Width: 4, Height: 3, TileWidth: 64, TileHeight: 32, HexSide: 10, SkewX: 4, SkewY: 2}
			for _, far := range []float64{math.Inf(1), 1e300, 1e12} {
				x, _ := m.CellAt(far, far)
				if orientation != tiled.Oblique || far < 1e301 {
					require.True(t, x > most-3 && x <= most, "%v %v %g: %d", orientation, axis, far, x)
				}
				x, y := m.CellAt(-far, far)
				require.False(t, x > -100 && y > -100 && x < 100 && y < 100, "%v %v %g: %d, %d", orientation, axis, far, x, y)
				require.True(t, x >= least && x <= most && y >= least && y <= most, "%v %v %g: %d, %d", orientation, axis, far, x, y)
			}
			x, y := m.CellAt(math.NaN(), math.NaN())
			require.Equal(t, [2]int{least, least}, [2]int{x, y}, "%v %v", orientation, axis)
			if orientation != tiled.Isometric && orientation != tiled.Oblique {
				x, y = m.CellAt(math.NaN(), 100)
				require.Equal(t, least, x, "%v %v", orientation, axis)
				require.True(t, y >= 2 && y <= 6, "%v %v: %d", orientation, axis, y)
			}
		}
	}
}

// The editor projects a shape and turns what comes out. Of an image it projects only the
// position.
func TestTurnedObjectsOfProjectedMaps(t *testing.T) {
	iso := tiled.Map{Orientation: tiled.Isometric, Width: 4, Height: 3, TileWidth: 64, TileHeight: 32}
	at := func(x, y float64) [2]float64 { return [2]float64{math.Round(x*1e6) / 1e6, math.Round(y*1e6) / 1e6} }
	p := tiled.Placed{X: 32, Y: 32, Width: 32, Height: 64, Align: tiled.TopLeft} // drawn at (96, 32)
	require.Equal(t, [2]float64{96, 32}, at(iso.Turn(&p, 0, 0)))
	require.Equal(t, [2]float64{128, 48}, at(iso.Turn(&p, 32, 0)))
	require.Equal(t, [2]float64{64, 80}, at(iso.Turn(&p, 32, 64)))
	p.Rotation = 90
	require.Equal(t, [2]float64{96, 32}, at(iso.Turn(&p, 0, 0)))
	require.Equal(t, [2]float64{80, 64}, at(iso.Turn(&p, 32, 0)))

	image := tiled.Placed{X: 32, Y: 32, Width: 10, Height: 20, GID: 1, Align: tiled.Bottom}
	left, top := image.TopLeft()
	require.Equal(t, [2]float64{91, 12}, at(iso.Turn(&image, left-image.X, top-image.Y)))
	image.Rotation = 90 // clockwise around the middle of its bottom
	require.Equal(t, [2]float64{116, 27}, at(iso.Turn(&image, left-image.X, top-image.Y)))

	oblique := tiled.Map{Orientation: tiled.Oblique, TileWidth: 32, TileHeight: 16, SkewX: 16, SkewY: 8}
	p.Rotation = 0
	require.Equal(t, at(oblique.ToWorld(p.X+5, p.Y+7)), at(oblique.Turn(&p, 5, 7)))
	for _, o := range []tiled.Orientation{tiled.Orthogonal, tiled.Staggered, tiled.Hexagonal} {
		m := tiled.Map{Orientation: o, Height: 3, TileWidth: 64, TileHeight: 32}
		p.Rotation = 33
		require.Equal(t, at(p.Turn(5, 7)), at(m.Turn(&p, 5, 7)), o)
	}
	require.Zero(t, testing.AllocsPerRun(10, func() { iso.Turn(&p, 5, 7) }))
}

// Where cells have no size, nothing is projected.
func TestPointsOfMapsWhoseCellsHaveNoSize(t *testing.T) {
	for o := tiled.Orthogonal; o <= tiled.Oblique; o++ {
		for _, m := range []tiled.Map{{}, {TileWidth: 16}} {
			m.Orientation, m.Width, m.Height, m.SkewX, m.SkewY = o, 4, 3, 4, 2
			x, y := m.ToWorld(5, 7)
			require.Equal(t, [2]float64{5, 7}, [2]float64{x, y}, o)
			x, y = m.FromWorld(5, 7)
			require.Equal(t, [2]float64{5, 7}, [2]float64{x, y}, o)
		}
	}
}
