package ldtk

import (
	"cmp"
	"slices"

	"github.com/levelc/levelc/store"
)

// Tileset is an image that is divided into tiles.
type Tileset struct {
	ID         store.Str            `level:"id,id"`
	Identifier store.Str            `level:"identifier"`
	Path       store.Str            `level:"path"`  // of the image, relative to the project file; empty if it is embedded
	Embed      store.Str            `level:"embed"` // name of an image that LDtk brings along: "LdtkIcons"
	UID        int32                `level:"uid"`
	Size       Vec                  `level:"size"`  // of the image
	Cells      Vec                  `level:"cells"` // tiles in a row, and rows
	Grid       int32                `level:"grid"`  // pixels, of a tile's side
	Spacing    int32                `level:"spacing"`
	Padding    int32                `level:"padding"`
	Tags       store.Span[Word]     `level:"tag"`
	TagEnum    store.Handle[Enum]   `level:"tagEnum,ref"` // whose values TileTags are
	Data       store.Span[TileData] `level:"data"`        // ascending by tile
	TileTags   store.Span[TileTag]  `level:"tileTag"`     // ascending by tile
}

// TileData is the text that somebody has given a tile.
type TileData struct {
	Tile int32     `level:"tile"`
	Text store.Str `level:"text"`
}

// TileTag is a value of an enum that a tile is tagged with.
type TileTag struct {
	Tile  int32     `level:"tile"`
	Index int32     `level:"index,default=-1"` // of the value in the tileset's TagEnum
	Text  store.Str `level:"text"`
}

// Src returns the top left of a tile in the image.
func (t *Tileset) Src(tile int32) Vec {
	if tile < 0 || t.Cells.X <= 0 {
		return Vec{}
	}
	return Vec{t.Padding + tile%t.Cells.X*(t.Grid+t.Spacing), t.Padding + tile/t.Cells.X*(t.Grid+t.Spacing)}
}

// DataOf returns the text that a tile was given, or "".
func (w *World) DataOf(t *Tileset, tile int32) string {
	data := w.TileData.Slice(t.Data)
	i, ok := slices.BinarySearchFunc(data, tile, func(d TileData, tile int32) int { return cmp.Compare(d.Tile, tile) })
	if !ok {
		return ""
	}
	return w.Strings.Get(data[i].Text)
}

// TagsOf returns the tags of a tile.
func (w *World) TagsOf(t *Tileset, tile int32) []TileTag {
	tags := w.TileTags.Slice(t.TileTags)
	i, _ := slices.BinarySearchFunc(tags, tile, func(d TileTag, tile int32) int { return cmp.Compare(d.Tile, tile) })
	n := i
	for n < len(tags) && tags[n].Tile == tile {
		n++
	}
	return tags[i:n]
}

// Enum is an enum of the project.
type Enum struct {
	ID         store.Str             `level:"id,id"`
	Identifier store.Str             `level:"identifier"`
	UID        int32                 `level:"uid"`
	Path       store.Str             `level:"path"` // of the file that it was imported from, relative to the project file
	Icons      store.Handle[Tileset] `level:"icons,ref"`
	Tags       store.Span[Word]      `level:"tag"`
	Values     store.Span[EnumValue] `level:"value"`
}

// EnumValue is a value of an enum.
type EnumValue struct {
	Name  store.Str `level:"name"`
	Color Color     `level:"color"`
	Tile  TileRect  `level:"tile"`
}
