package ldtk

import "github.com/levelc/levelc/store"

// Project is the project file.
type Project struct {
	IID        store.Str        `level:"iid"`        // since LDtk 1.2
	Name       store.Str        `level:"name"`       // of the file, without its extension
	Version    store.Str        `level:"version"`    // of the JSON: "1.5.3"
	Color      Color            `level:"color"`      // background
	LevelColor Color            `level:"levelColor"` // background of levels that have no own
	Grid       int32            `level:"grid"`       // default size of a cell, in pixels
	Flags      store.Span[Word] `level:"flag"`       // LDtk's advanced options, as "MultiWorlds"
}

// Arrangement says how the levels of a world lie. It is [Free], [GridVania],
// [Horizontal] or [Vertical].
type Arrangement uint8

const (
	Free       Arrangement = iota // anywhere
	GridVania                     // on a grid that is larger than a level's cells
	Horizontal                    // in a row, from left to right
	Vertical                      // in a column, from top to bottom
)

// Layout is a world: levels and how they lie. A project without LDtk's option
// "multi-worlds" has one.
type Layout struct {
	IID         store.Str             `level:"iid,id"`
	Project     store.Handle[Project] `level:",parent"`
	Identifier  store.Str             `level:"identifier"` // "World" where there is one only
	GridSize    Vec                   `level:"gridSize"`   // pixels; of GridVania
	Arrangement Arrangement           `level:"arrangement,enum=Free|GridVania|LinearHorizontal|LinearVertical"`
}

// Vec is a position or a size: pixels, unless its field says cells. Y points
// down.
type Vec struct{ X, Y int32 }

// Add returns the sum.
func (v Vec) Add(u Vec) Vec { return Vec{v.X + u.X, v.Y + u.Y} }

// Sub returns the difference.
func (v Vec) Sub(u Vec) Vec { return Vec{v.X - u.X, v.Y - u.Y} }

// In reports whether v lies in the rectangle that begins at origin.
func (v Vec) In(origin, size Vec) bool {
	x, y := int64(v.X)-int64(origin.X), int64(v.Y)-int64(origin.Y)
	return x >= 0 && y >= 0 && x < int64(size.X) && y < int64(size.Y)
}
