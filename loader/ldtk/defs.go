package ldtk

import "github.com/levelc/levelc/store"

// LayerDef is what the layers of all levels that are made of it have in common.
type LayerDef struct {
	ID         store.Str              `level:"id,id"`
	Identifier store.Str              `level:"identifier"`
	Doc        store.Str              `level:"doc"`
	UID        int32                  `level:"uid"`
	Grid       int32                  `level:"grid"`
	Offset     Vec                    `level:"offset"`            // is in Layer.Offset
	Parallax   [2]float32             `level:"parallax"`          // 0 goes with the level, 1 stays where it is
	TilePivot  [2]float32             `level:"tilePivot"`         // as a part of a cell's size, and of a tile's; see Tile
	Opacity    float32                `level:"opacity,default=1"` // is in Layer.Opacity
	Tileset    store.Handle[Tileset]  `level:"tileset,ref"`
	Source     store.Handle[LayerDef] `level:"source,ref"` // of an AutoLayer: the one with the values
	Values     store.Span[ValueDef]   `level:"value"`
	Type       LayerType              `level:"type,enum=IntGrid|Entities|Tiles|AutoLayer"`
	Scales     bool                   `level:"parallaxScaling"` // parallax changes the size too
}

// ValueDef is what a Value of an IntGrid layer stands for.
type ValueDef struct {
	Identifier store.Str `level:"identifier"` // may be empty
	Group      store.Str `level:"group"`      // identifier of its group; may be empty
	Color      Color     `level:"color"`
	Tile       TileRect  `level:"tile"`
	Value      Value     `level:"value"`
}

// ValueDef finds what a value of a layer stands for, or returns nil.
func (w *World) ValueDef(l *Layer, v Value) *ValueDef {
	def, ok := w.LayerDefs.Get(l.Def)
	if !ok {
		return nil
	}
	values := w.ValueDefs.Slice(def.Values)
	for i := range values {
		if values[i].Value == v {
			return &values[i]
		}
	}
	return nil
}

// EntityDef is what the entities of an identifier have in common, be there any or
// not.
type EntityDef struct {
	ID         store.Str            `level:"id,id"`
	Identifier store.Str            `level:"identifier"`
	Doc        store.Str            `level:"doc"`
	UID        int32                `level:"uid"`
	Size       Vec                  `level:"size"` // of one that was not resized
	Pivot      [2]float32           `level:"pivot"`
	Color      Color                `level:"color"`
	Tile       TileRect             `level:"tile"`
	TileMode   store.Str            `level:"tileMode"`  // how LDtk fits Tile into the size: "Stretch"
	NineSlice  [4]int32             `level:"nineSlice"` // of Tile: up, right, down, left
	Tags       store.Span[Word]     `level:"tag"`
	Fields     store.Span[FieldDef] `level:"fieldDef"`
	InToc      bool                 `level:"inToc"`
}

// FieldDef is a field that entities may have values of.
type FieldDef struct {
	Name  store.Str          `level:"name"`
	Doc   store.Str          `level:"doc"`
	Enum  store.Handle[Enum] `level:"enum,ref"`
	UID   int32              `level:"uid"`
	Type  FieldType          `level:"type,json=valueType,enum=Other|Int|Float|Bool|String|Multilines|Color|Enum|FilePath|Tile|Point|EntityRef"`
	Array bool               `level:"array"`
	Null  bool               `level:"null"` // null is permitted
}

// TocEntry is an entry of the project's table of contents: an entity that can be
// known without its level.
type TocEntry struct {
	Project    store.Handle[Project] `level:",parent"`
	Identifier store.Str             `level:"identifier"`
	IID        store.Str             `level:"iid"`
	Entity     store.AnyHandle       `level:"entity"` // an Entity, or a node of the game's own kind
	Level      store.Handle[Level]   `level:"level,ref"`
	World      Vec                   `level:"world"` // the pivot, in the world
	Size       Vec                   `level:"size"`
	Fields     store.Span[Field]     `level:"field"` // that are meant to be in it
}
