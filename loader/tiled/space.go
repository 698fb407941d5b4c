package tiled

import "math"

// CellPos returns where the cell at column x and row y of a map is drawn: the top left
// corner of the rectangle, TileWidth wide and TileHeight high, that is around it, in
// pixels. Tiles that are higher than that reach upwards from its bottom. On a staggered or
// hexagonal map the rectangle is a pixel smaller if a size is odd, as in Tiled. On an
// isometric map x = 0 is at the left corner of the map, which is Height cells high. On an
// oblique map the rectangle is that of the tile, which is not slanted: it stands on the
// bottom left corner of the cell.
func (m *Map) CellPos(x, y int) (px, py float64) {
	tw, th := float64(m.TileWidth), float64(m.TileHeight)
	fx, fy := float64(x), float64(y)
	switch m.Orientation {
	case Isometric:
		return (fx-fy)*tw/2 + m.isometricLeft() - tw/2, (fx + fy) * th / 2
	case Oblique:
		px, py = m.ToWorld(fx*tw, (fy+1)*th)
		return px, py - th
	case Staggered, Hexagonal:
		return m.staggeredPos(x, y)
	}
	return fx * tw, fy * th
}

// isometricLeft is the place of the map's top corner on the x axis: in whole pixels, as
// in Tiled.
func (m *Map) isometricLeft() float64 { return float64(int64(m.Height) * int64(m.TileWidth) / 2) }

// staggeredPos is CellPos for staggered and hexagonal maps. A staggered map has
// hexagons with sides of length 0.
func (m *Map) staggeredPos(x, y int) (px, py float64) {
	h := m.hexagon()
	if m.StaggerAxis == AxisX {
		px, py = float64(x)*h.column, float64(y)*h.th
		if m.isShifted(x) {
			py += h.row
		}
		return px, py
	}
	px, py = float64(x)*h.tw, float64(y)*h.row
	if m.isShifted(y) {
		px += h.column
	}
	return px, py
}

func (m *Map) isShifted(i int) bool { return (i&1 != 0) == (m.StaggerIndex == Odd) }

// hexagon is the cell of a staggered or hexagonal map. column and row are the distance
// to the next cell along the axis that staggers, and half a cell along the other.
type hexagon struct{ tw, th, column, row float64 }

// hexagon counts in whole pixels, as Tiled does.
func (m *Map) hexagon() hexagon {
	tw, th, side := int64(m.TileWidth&^1), int64(m.TileHeight&^1), int64(0)
	if m.Orientation == Hexagonal {
		side = int64(m.HexSide)
	}
	column, row := tw/2, th/2
	if m.StaggerAxis == AxisX {
		column = (tw-side)/2 + side
	} else {
		row = (th-side)/2 + side
	}
	return hexagon{float64(tw), float64(th), float64(column), float64(row)}
}

// CellAt returns the column and row of the cell that is drawn at a point, in pixels.
// They may be outside of the map, from math.MinInt32 to math.MaxInt32; what is not a
// number is far off too. If cells have no size, they are 0.
func (m *Map) CellAt(px, py float64) (x, y int) {
	tw, th := float64(m.TileWidth), float64(m.TileHeight)
	if tw <= 0 || th <= 0 {
		return 0, 0
	}
	switch m.Orientation {
	case Isometric:
		px -= m.isometricLeft()
		return whole(py/th + px/tw), whole(py/th - px/tw)
	case Oblique:
		px, py = m.FromWorld(px, py)
	case Staggered, Hexagonal:
		return m.staggeredAt(px, py)
	}
	return whole(px / tw), whole(py / th)
}

// whole returns the greatest whole number that is not above v, within the range of a
// map. NaN is the least one: what a conversion makes of it differs between machines.
func whole(v float64) int {
	switch {
	case !(v > math.MinInt32):
		return math.MinInt32
	case v >= math.MaxInt32:
		return math.MaxInt32
	}
	return int(math.Floor(v))
}

// staggeredAt searches the cells around the point for the one that contains it.
func (m *Map) staggeredAt(px, py float64) (x, y int) {
	h := m.hexagon()
	if h.column <= 0 || h.row <= 0 || h.tw <= 0 || h.th <= 0 {
		return 0, 0
	}
	cx, cy := whole(px/h.tw), whole(py/h.row)
	slope := 2 * (h.th - h.row) / h.tw // of a side, where rows are shifted
	if m.StaggerAxis == AxisX {
		cx, cy = whole(px/h.column), whole(py/h.th)
		slope = 2 * (h.tw - h.column) / h.th
	}
	// The cells around it are in the range of a map too.
	x, y = cx, cy // of a point that is infinitely far off
	cx, cy = max(math.MinInt32+1, min(math.MaxInt32-1, cx)), max(math.MinInt32+1, min(math.MaxInt32-1, cy))
	best := math.Inf(1)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			nx, ny := cx+dx, cy+dy
			left, top := m.staggeredPos(nx, ny)
			ox, oy := math.Abs(px-left-h.tw/2), math.Abs(py-top-h.th/2)
			// How far the point is out of the hexagon, as a fraction of its size.
			far := max(ox/(h.tw/2), (oy+ox*slope)/(h.th/2))
			if m.StaggerAxis == AxisX {
				far = max(oy/(h.th/2), (ox+oy*slope)/(h.tw/2))
			}
			if far < best {
				best, x, y = far, nx, ny
			}
		}
	}
	return x, y
}

// ToWorld turns the position of an object into the pixels that CellPos uses. They are
// the same except on isometric and oblique maps, where objects are in the plane that is
// projected. Turn is for the other points of an object.
func (m *Map) ToWorld(x, y float64) (px, py float64) {
	px, py = m.project(x, y)
	if m.Orientation == Isometric && m.TileHeight > 0 {
		px += m.isometricLeft()
	}
	return px, py
}

// project is ToWorld for a distance.
func (m *Map) project(x, y float64) (px, py float64) {
	tw, th := float64(m.TileWidth), float64(m.TileHeight)
	switch {
	case m.Orientation == Isometric && th > 0:
		x, y = x/th, y/th
		return (x - y) * tw / 2, (x + y) * th / 2
	case m.Orientation == Oblique && tw > 0 && th > 0:
		return x + y*m.SkewX/th, y + x*m.SkewY/tw
	}
	return x, y
}

// FromWorld is the inverse of ToWorld.
func (m *Map) FromWorld(px, py float64) (x, y float64) {
	tw, th := float64(m.TileWidth), float64(m.TileHeight)
	switch {
	case m.Orientation == Isometric && tw > 0 && th > 0:
		px -= m.isometricLeft()
		return (py/th + px/tw) * th, (py/th - px/tw) * th
	case m.Orientation == Oblique && tw > 0 && th > 0:
		a, b := m.SkewX/th, m.SkewY/tw
		if det := 1 - a*b; det != 0 {
			return (px - a*py) / det, (py - b*px) / det
		}
	}
	return px, py
}

// Turn returns where a point of an object is drawn, in the pixels that CellPos uses. dx
// and dy are its distance from the object's position, as of [Placed.Turn], whose result
// is the same except on isometric and oblique maps. There, Tiled turns what is projected
// already. It projects no image: of a tile object only the position is. So it is with a
// text, which cannot be told from others here: for that, call Placed.Turn on a copy whose
// X and Y are those of ToWorld.
func (m *Map) Turn(p *Placed, dx, dy float64) (px, py float64) {
	if p.GID.Empty() {
		dx, dy = m.project(dx, dy)
	}
	px, py = m.ToWorld(p.X, p.Y)
	return turn(px, py, dx, dy, p.Rotation)
}
