package tiled

import "github.com/levelc/levelc/store"

// LayerType is what a layer has. It is [TileLayer], [ObjectLayer], [ImageLayer] or
// [GroupLayer].
type LayerType uint8

const (
	TileLayer LayerType = iota
	ObjectLayer
	ImageLayer
	GroupLayer
)

// DrawOrder is the order in which the objects of a layer are drawn. It is [TopDown]
// or [ByIndex].
type DrawOrder uint8

const (
	TopDown DrawOrder = iota // by their Y; in the window of the editor by what Map.ToWorld makes of it
	ByIndex                  // as they stand
)

// Layer is a layer of any type. The layers of a map stand in the order in which
// they are drawn, and a group before what is in it.
type Layer struct {
	Own   Look `level:"own"`   // what the layer itself has
	Total Look `level:"total"` // with the groups around it: offsets added, the rest multiplied

	ID          store.Str            `level:"id,id"` // "map/number"
	Map         store.Handle[Map]    `level:",parent"`
	Group       store.Handle[Layer]  `level:",parent"` // the innermost, or nil
	Number      uint32               `level:"number"`  // Tiled's id of the layer
	Name        store.Str            `level:"name"`
	Class       store.Str            `level:"class"`
	Blend       store.Str            `level:"blend"` // mode, "" is normal
	Image       store.Str            `level:"image"` // path from the level's folder
	ImageWidth  int32                `level:"imagewidth"`
	ImageHeight int32                `level:"imageheight"`
	Width       int32                `level:"width"` // in cells, of a tile layer of a finite map
	Height      int32                `level:"height"`
	Chunks      store.Span[ChunkRef] `level:"chunkref"`   // of a tile layer, by Y and X
	ChunkWidth  int32                `level:"chunkwidth"` // if all chunks lie on a grid of this size, else 0
	ChunkHeight int32                `level:"chunkheight"`
	Properties  store.Span[Property] `level:"property"`

	Transparent Color     `level:"transparent"` // pixels of Image of this color are not drawn
	Type        LayerType `level:"type,enum=tiles|objects|image|group"`
	DrawOrder   DrawOrder `level:"draworder,enum=topdown|index"`
	RepeatX     bool      `level:"repeatx"` // of Image
	RepeatY     bool      `level:"repeaty"`
}

// Look is how a layer is drawn.
type Look struct {
	OffsetX   float64 `level:"offsetx"` // in pixels
	OffsetY   float64 `level:"offsety"`
	Opacity   float32 `level:"opacity,default=1"`
	ParallaxX float32 `level:"parallaxx,default=1"`
	ParallaxY float32 `level:"parallaxy,default=1"`
	Tint      Color   `level:"tint,default=255 255 255 255"`
	Visible   bool    `level:"visible,default=true"`
	_         [7]byte
}

// ChunkRef is where a chunk of a layer is. Its Chunk is pending while that part
// of the level is not loaded.
type ChunkRef struct {
	X     int32               `level:"x"` // of the chunk
	Y     int32               `level:"y"`
	Chunk store.Handle[Chunk] `level:"chunk,ref"`
}

// Chunk is a rectangle of a tile layer's cells: one of those that the editor has
// made of an infinite map, or all rows of a finite layer, in bands if there are
// more than a million cells.
type Chunk struct {
	ID     store.Str           `level:"id,id"` // "map/layer@x,y"
	Layer  store.Handle[Layer] `level:",parent"`
	X      int32               `level:"x"` // of the first cell
	Y      int32               `level:"y"`
	Width  int32               `level:"width"`
	Height int32               `level:"height"`
	Cells  store.Span[GID]     `level:"cells"` // row by row
}
