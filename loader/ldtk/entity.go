package ldtk

import "github.com/levelc/levelc/store"

// Entity is an entity of a layer that is not of one of the game's own kinds.
type Entity struct {
	Placement
	Identifier store.Str               `level:"identifier"`
	Def        store.Handle[EntityDef] `level:"def,ref"`
	Fields     store.Span[Field]       `level:"field"`
}

// Placement is what LDtk says of every entity. A record of the game's own embeds
// it, or has some of its fields under the same names.
type Placement struct {
	IID   store.Str           `level:"iid,id"`
	Layer store.Handle[Layer] `level:",parent"`
	Px    Vec                 `level:"px"` // the pivot, in the layer
	Size  Vec                 `level:"size"`
	Pivot [2]float32          `level:"pivot"` // as a part of Size: 0 is left and top, 1 is right and bottom
	Grid  Vec                 `level:"cell"`  // the cell of the layer that the pivot lies in; with a pivot of 1 the one left of or above it
	World Vec                 `level:"world"` // the pivot, in the world
	Color Color               `level:"smartColor"`
	Tile  TileRect            `level:"tile"` // how the editor draws it
	Tags  store.Span[Word]    `level:"tag"`
}

// TopLeft returns the top left corner, in the layer.
func (p *Placement) TopLeft() (x, y float32) {
	return float32(p.Px.X) - p.Pivot[0]*float32(p.Size.X), float32(p.Px.Y) - p.Pivot[1]*float32(p.Size.Y)
}

// WorldTopLeft returns the top left corner, in the world.
func (p *Placement) WorldTopLeft() (x, y float32) {
	return float32(p.World.X) - p.Pivot[0]*float32(p.Size.X), float32(p.World.Y) - p.Pivot[1]*float32(p.Size.Y)
}

// WorldCenter returns the middle, in the world.
func (p *Placement) WorldCenter() (x, y float32) {
	x, y = p.WorldTopLeft()
	return x + float32(p.Size.X)/2, y + float32(p.Size.Y)/2
}

// Contains reports whether a position in the world lies in the entity.
func (p *Placement) Contains(x, y float32) bool {
	left, top := p.WorldTopLeft()
	return x >= left && y >= top && x < left+float32(p.Size.X) && y < top+float32(p.Size.Y)
}

// TileRect is a rectangle of a tileset's image: one tile, or several that belong
// together. Without a tileset it is none.
type TileRect struct {
	Tileset store.Handle[Tileset] `level:"tileset,ref"`
	X       int32                 `level:"x"` // pixels, as the others
	Y       int32                 `level:"y"`
	W       int32                 `level:"w"`
	H       int32                 `level:"h"`
}

// IsNone reports whether there is no tile.
func (r *TileRect) IsNone() bool { return r.Tileset.IsNil() }
