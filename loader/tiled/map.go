package tiled

import "github.com/levelc/levelc/store"

// WorldFile is a .world: the file that says where maps lie. Its maps are Maps
// with this one as their World.
type WorldFile struct {
	ID           store.Str            `level:"id,id"` // the file's name without its extension
	Properties   store.Span[Property] `level:"property"`
	OnlyAdjacent bool                 `level:"adjacent"` // the editor shows a map's neighbours only
	_            [3]byte
}

// Orientation is how the cells of a map lie. It is [Orthogonal], [Isometric],
// [Staggered], [Hexagonal] or [Oblique].
type Orientation uint8

const (
	Orthogonal Orientation = iota
	Isometric
	Staggered
	Hexagonal
	Oblique
)

// RenderOrder is the order in which tiles of a layer of an orthogonal or oblique map are
// drawn. It is [RightDown], [RightUp], [LeftDown] or [LeftUp].
type RenderOrder uint8

const (
	RightDown RenderOrder = iota
	RightUp
	LeftDown
	LeftUp
)

// Axis is an axis of a map. It is [AxisX] or [AxisY].
type Axis uint8

const (
	AxisX Axis = iota
	AxisY
)

// Parity says which rows or columns of a staggered or hexagonal map are shifted. It
// is [Even] or [Odd].
type Parity uint8

const (
	Even Parity = iota
	Odd
)

// Color is red, green, blue and alpha, not premultiplied. All zero is no color.
type Color [4]uint8

// Map is a tile map. Its layers are the Layers whose Map it is, in the order in
// which they are drawn.
type Map struct {
	ParallaxOriginX float64 `level:"parallaxoriginx"` // in pixels
	ParallaxOriginY float64 `level:"parallaxoriginy"`
	SkewX           float64 `level:"skewx"` // of an oblique map, in pixels for each tile
	SkewY           float64 `level:"skewy"`

	ID         store.Str               `level:"id,id"` // the file's name without its extension
	Class      store.Str               `level:"class"`
	World      store.Handle[WorldFile] `level:",parent"` // nil without a .world
	Properties store.Span[Property]    `level:"property"`
	Tilesets   store.Span[TilesetUse]  `level:"use"` // by FirstGID

	Width      int32 `level:"width"` // in cells; bounds an infinite map's view, not its content
	Height     int32 `level:"height"`
	TileWidth  int32 `level:"tilewidth"` // in pixels
	TileHeight int32 `level:"tileheight"`
	HexSide    int32 `level:"hexside"` // length of a hexagon's straight side, in pixels
	WorldX     int32 `level:"worldx"`  // of the map's origin in its World, in pixels
	WorldY     int32 `level:"worldy"`

	Background   Color       `level:"background"`
	Orientation  Orientation `level:"orientation,enum=orthogonal|isometric|staggered|hexagonal|oblique"`
	RenderOrder  RenderOrder `level:"renderorder,enum=right-down|right-up|left-down|left-up"`
	StaggerAxis  Axis        `level:"staggeraxis,enum=x|y,default=y"`
	StaggerIndex Parity      `level:"staggerindex,enum=even|odd,default=odd"`
	Infinite     bool        `level:"infinite"`
	_            [3]byte
}

// TilesetUse is a tileset of a map. Its tiles have the gids from FirstGID on.
type TilesetUse struct {
	FirstGID uint32                `level:"firstgid,required"`
	Tileset  store.Handle[Tileset] `level:"tileset,ref"`
}
