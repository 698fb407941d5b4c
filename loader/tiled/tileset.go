package tiled

import "github.com/levelc/levelc/store"

// Alignment is the point of a tile object that its position is. It is [Unspecified],
// [TopLeft], [Top], [TopRight], [Left], [Center], [Right], [BottomLeft], [Bottom] or
// [BottomRight].
type Alignment uint8

const (
	Unspecified Alignment = iota // bottom-left on orthogonal maps, bottom on isometric ones
	TopLeft
	Top
	TopRight
	Left
	Center
	Right
	BottomLeft
	Bottom
	BottomRight
)

// RenderSize is the size at which a tileset's tiles are drawn. It is [RenderTile] or
// [RenderGrid].
type RenderSize uint8

const (
	RenderTile RenderSize = iota // their own
	RenderGrid                   // that of the map's cells
)

// FillMode is how a tile fills a size that is not its own. It is [Stretch] or
// [PreserveAspectFit].
type FillMode uint8

const (
	Stretch FillMode = iota
	PreserveAspectFit
)

// Transformations are what the editor may do with a tileset's tiles for more
// variety. Its bits are [MayFlipH], [MayFlipV], [MayRotate] and
// [PreferUntransformed].
type Transformations uint8

const (
	MayFlipH Transformations = 1 << iota
	MayFlipV
	MayRotate
	PreferUntransformed
)

// Tileset is a tileset, or a collection of images. One that lies in a file of its
// own is there once, however many maps use it.
type Tileset struct {
	ID         store.Str            `level:"id,id"` // name of its file without extension; embedded in a map, "map/name"
	Name       store.Str            `level:"name"`
	Class      store.Str            `level:"class"`
	Image      store.Str            `level:"image"` // path from the level's folder; "" of a collection
	Properties store.Span[Property] `level:"property"`
	Tiles      store.Span[TileRef]  `level:"ref"` // those of its Tiles that have data, by Number

	TileWidth   int32 `level:"tilewidth"` // in pixels; of a collection, the largest
	TileHeight  int32 `level:"tileheight"`
	TileCount   int32 `level:"tilecount"` // numbers of a collection's tiles may be larger; 0 if it is not known
	Columns     int32 `level:"columns"`
	Spacing     int32 `level:"spacing"` // between tiles of the image
	Margin      int32 `level:"margin"`  // around them
	ImageWidth  int32 `level:"imagewidth"`
	ImageHeight int32 `level:"imageheight"`
	OffsetX     int32 `level:"offsetx"` // added where a tile is drawn, scaled as the tile is
	OffsetY     int32 `level:"offsety"`
	GridWidth   int32 `level:"gridwidth"` // of the grid for tile collisions and terrain overlays
	GridHeight  int32 `level:"gridheight"`

	Background      Color           `level:"background"`
	Transparent     Color           `level:"transparent"` // pixels of this color are not drawn
	Align           Alignment       `level:"align,enum=unspecified|topleft|top|topright|left|center|right|bottomleft|bottom|bottomright"`
	RenderSize      RenderSize      `level:"rendersize,enum=tile|grid"`
	FillMode        FillMode        `level:"fillmode,enum=stretch|preserve-aspect-fit"`
	GridOrientation Orientation     `level:"gridorientation,enum=orthogonal|isometric|staggered|hexagonal|oblique"`
	Transformations Transformations `level:"transformations,flags=hflip|vflip|rotate|preferuntransformed"`
	_               [3]byte
}

// TileRect returns the rectangle of a tile in the tileset's image, in pixels. It is of no
// use with a collection, where each tile has an image of its own: see Tile.
func (s *Tileset) TileRect(local uint32) (x, y, width, height int) {
	columns := int64(s.Columns)
	if columns <= 0 {
		if columns = 1; s.TileWidth > 0 {
			columns = max(1, (int64(s.ImageWidth)-int64(s.Margin)+int64(s.Spacing))/max(1, int64(s.TileWidth)+int64(s.Spacing)))
		}
	}
	at := func(n int64, size int32) int { return int(int64(s.Margin) + n*(int64(size)+int64(s.Spacing))) }
	return at(int64(local)%columns, s.TileWidth), at(int64(local)/columns, s.TileHeight), int(s.TileWidth), int(s.TileHeight)
}

// TileRef is where a tileset's tile with data is.
type TileRef struct {
	Number uint32             `level:"number,required"`
	Tile   store.Handle[Tile] `level:"tile,ref"`
}

// Tile is what a tileset has about one of its tiles. Its collision shapes are the
// Objects whose Tile it is.
type Tile struct {
	ID          store.Str             `level:"id,id"` // "tileset:number"
	Tileset     store.Handle[Tileset] `level:",parent"`
	Number      uint32                `level:"number"` // in the tileset, from 0 on
	Class       store.Str             `level:"class"`
	Image       store.Str             `level:"image"` // in a collection: path from the level's folder
	ImageWidth  int32                 `level:"imagewidth"`
	ImageHeight int32                 `level:"imageheight"`
	X           int32                 `level:"x"` // the part of Image that is the tile, if Width is not 0
	Y           int32                 `level:"y"`
	Width       int32                 `level:"width"`
	Height      int32                 `level:"height"`
	Probability float32               `level:"probability,default=1"`
	Frames      store.Span[Frame]     `level:"frame"`
	Properties  store.Span[Property]  `level:"property"`
}

// Frame is a frame of an animated tile.
type Frame struct {
	Tile     uint32 `level:"tile"`     // number in the same tileset
	Duration uint32 `level:"duration"` // in ms
}

// WangType is what the colors of a wang set lie at. It is [Corner], [Edge] or
// [Mixed].
type WangType uint8

const (
	Corner WangType = iota
	Edge
	Mixed
)

// WangSet is a terrain set.
type WangSet struct {
	Tileset    store.Handle[Tileset] `level:",parent"`
	Name       store.Str             `level:"name"`
	Class      store.Str             `level:"class"`
	Tile       int32                 `level:"tile,default=-1"` // that stands for it, or -1
	Colors     store.Span[WangColor] `level:"color"`           // color n of a WangTile is element n-1
	Tiles      store.Span[WangTile]  `level:"wangtile"`
	Properties store.Span[Property]  `level:"property"`
	Type       WangType              `level:"type,enum=corner|edge|mixed"`
	_          [3]byte
}

// WangColor is a terrain.
type WangColor struct {
	Name        store.Str            `level:"name"`
	Class       store.Str            `level:"class"`
	Color       Color                `level:"color"`
	Tile        int32                `level:"tile,default=-1"`
	Probability float32              `level:"probability,default=1"`
	Properties  store.Span[Property] `level:"property"`
}

// WangTile says which terrains a tile has around it.
type WangTile struct {
	Tile   uint32   `level:"tile"`   // number in the tileset
	Colors [8]uint8 `level:"colors"` // from the top on, clockwise: edge, corner, edge ...; 0 is none
}
