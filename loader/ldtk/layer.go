package ldtk

import (
	"math"

	"github.com/levelc/levelc/store"
)

// LayerType is what a layer consists of. It is [IntGrid], [Entities], [Tiles] or
// [AutoLayer].
type LayerType uint8

const (
	IntGrid   LayerType = iota // values of cells, and tiles if it has rules
	Entities                   // entities
	Tiles                      // tiles that were painted
	AutoLayer                  // tiles by rules, from the values of another layer
)

// Layer is a layer of a level.
type Layer struct {
	ID         store.Str              `level:"id,id"` // "Level_0/Collisions": the level's identifier and its own
	IID        store.Str              `level:"iid"`
	Level      store.Handle[Level]    `level:",parent"`
	Def        store.Handle[LayerDef] `level:"def,ref"`
	Identifier store.Str              `level:"identifier"`
	Size       Vec                    `level:"size"`   // cells
	Grid       int32                  `level:"grid"`   // pixels, of a cell's side
	Offset     Vec                    `level:"offset"` // of all that is in it, to the level
	Opacity    float32                `level:"opacity,default=1"`
	Tileset    store.Handle[Tileset]  `level:"tileset,ref"`
	Source     store.Handle[Layer]    `level:"source,ref"` // of an AutoLayer: the one with the values
	Values     store.Span[Value]      `level:"value"`      // row by row; empty is all 0
	Tiles      store.Span[Tile]       `level:"tile"`       // in the order in which they are drawn
	Type       LayerType              `level:"type,enum=IntGrid|Entities|Tiles|AutoLayer"`
	Visible    bool                   `level:"visible,default=true"`
}

// Value is the value of a cell of an IntGrid layer; 0 is an empty cell. LayerDef
// says what the others are.
type Value uint16

// Tile is a tile of a layer. LDtk lays one that is larger or smaller than a cell so that
// the pivots of both are at the same place: see LayerDef.TilePivot.
type Tile struct {
	Px    Vec     `level:"px"`  // top left of its cell, in its layer; it may lie outside and off the grid
	Src   Vec     `level:"src"` // top left, in the tileset's image
	ID    int32   `level:"id"`  // number in the tileset, -1 if LDtk did not say
	Alpha float32 `level:"alpha,default=1"`
	Flip  Flip    `level:"flip"`
	_     [3]byte
}

// Flip is how a tile is mirrored. Its bits are [FlipX] and [FlipY].
type Flip uint8

const (
	FlipX Flip = 1 << iota // left and right change places
	FlipY                  // top and bottom
)

// X reports whether left and right change places.
func (f Flip) X() bool { return f&FlipX != 0 }

// Y reports whether top and bottom change places.
func (f Flip) Y() bool { return f&FlipY != 0 }

// InLevel turns a position in the layer, a tile's or an entity's, into one in
// the level.
func (l *Layer) InLevel(px Vec) Vec { return px.Add(l.Offset) }

// Cell returns the cell at a position in the level. It may lie outside of the
// layer.
func (l *Layer) Cell(px Vec) Vec {
	return Vec{floorDiv(int64(px.X)-int64(l.Offset.X), l.Grid), floorDiv(int64(px.Y)-int64(l.Offset.Y), l.Grid)}
}

// CellPx returns the top left of a cell, in the level.
func (l *Layer) CellPx(cell Vec) Vec {
	return Vec{cell.X * l.Grid, cell.Y * l.Grid}.Add(l.Offset)
}

// Contains reports whether there is such a cell.
func (l *Layer) Contains(cell Vec) bool { return cell.In(Vec{}, l.Size) }

// floorDiv returns the greatest whole number that is not above a/b, within the range of
// an int32.
func floorDiv(a int64, b int32) int32 {
	if b <= 0 {
		return 0
	}
	if a != int64(int32(a)) {
		q := a / int64(b)
		if a%int64(b) < 0 {
			q--
		}
		return int32(max(math.MinInt32, min(math.MaxInt32, q)))
	}
	q := int32(a) / b // where this is quicker than with 64 bits
	if int32(a)%b < 0 {
		q--
	}
	return q
}

// Value returns the value of a cell, and 0 outside of the layer.
func (w *World) Value(l *Layer, cell Vec) Value {
	values := w.Cells.Slice(l.Values)
	if !l.Contains(cell) {
		return 0
	}
	if i := int64(cell.Y)*int64(l.Size.X) + int64(cell.X); i < int64(len(values)) {
		return values[i]
	}
	return 0
}

// ValueAt returns the value of the cell at a position in the level, and 0 outside of
// the layer.
func (w *World) ValueAt(l *Layer, px Vec) Value { return w.Value(l, l.Cell(px)) }

// InWorld turns a position in a layer into one in the world. The second result is false
// if the layer's level is not loaded.
func (w *World) InWorld(l *Layer, px Vec) (Vec, bool) {
	level, ok := w.Levels.Get(l.Level)
	if !ok {
		return Vec{}, false
	}
	return l.InLevel(px).Add(level.Origin), true
}
