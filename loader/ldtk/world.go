package ldtk

import "github.com/levelc/levelc/store"

// World is the stores that a compiled LDtk project is loaded into. The zero
// World is ready to use. A game that has kinds of its own embeds it in its own
// world; the Strings are then for both. A game with levels of Tiled too has a
// tiled.World beside this one and binds each by itself: they have kinds of the same
// names.
type World struct {
	Projects   store.Bulk[Project]   `level:"ldtk"`
	Tilesets   store.Bulk[Tileset]   `level:"tileset"`
	Enums      store.Bulk[Enum]      `level:"enum"`
	LayerDefs  store.Bulk[LayerDef]  `level:"layerDef"`
	EntityDefs store.Bulk[EntityDef] `level:"entityDef"`
	Toc        store.Bulk[TocEntry]  `level:"toc"`
	Worlds     store.Bulk[Layout]    `level:"world"`
	Levels     store.Bulk[Level]     `level:"level"`
	Layers     store.Bulk[Layer]     `level:"layer"`
	Entities   store.Bulk[Entity]    `level:"entity"`

	Fields     store.Array[Field]
	Tiles      store.Array[Tile]
	Cells      store.Array[Value]
	Neighbours store.Array[Neighbour]
	Words      store.Array[Word]
	EnumValues store.Array[EnumValue]
	TileData   store.Array[TileData]
	TileTags   store.Array[TileTag]
	ValueDefs  store.Array[ValueDef]
	FieldDefs  store.Array[FieldDef]
	Strings    store.Strings
}

// Word is a string in a list, such as a tag.
type Word struct {
	Text store.Str `level:"text"`
}

// Has reports whether a list of words has one.
func (w *World) Has(words store.Span[Word], text string) bool {
	for _, word := range w.Words.Slice(words) {
		if w.Strings.Get(word.Text) == text {
			return true
		}
	}
	return false
}
