package ldtk

import "github.com/levelc/levelc/store"

// Level is a level of a world. Its layers follow it in the order in which they
// are drawn.
type Level struct {
	Identifier store.Str             `level:"identifier,id"`
	IID        store.Str             `level:"iid"` // none before LDtk 1.0
	World      store.Handle[Layout]  `level:",parent"`
	UID        int32                 `level:"uid"`
	Origin     Vec                   `level:"origin"` // top left, in its world
	Depth      int32                 `level:"depth"`  // greater is above
	Size       Vec                   `level:"size"`
	Color      Color                 `level:"color"` // background
	Background Background            `level:"background"`
	Neighbours store.Span[Neighbour] `level:"neighbour"`
	Fields     store.Span[Field]     `level:"field"`
}

// Background is a level's background image.
type Background struct {
	Path   store.Str  `level:"path"` // relative to the project file; empty is no image
	At     Vec        `level:"at"`   // top left of the cropped image, in the level
	Scale  [2]float32 `level:"scale,default=1 1"`
	Crop   [4]float32 `level:"crop"`   // of the image: x, y, width, height
	Repeat bool       `level:"repeat"` // the cropped image fills the level, in all directions from At
	_      [3]byte
}

// Direction is where a neighbour lies. It is [Elsewhere], [North], [South], [West],
// [East], [NorthWest], [NorthEast], [SouthWest], [SouthEast], [Below], [Above] or
// [Overlaps].
type Direction uint8

const (
	Elsewhere Direction = iota // in a way that this package does not know
	North
	South
	West
	East
	NorthWest // touching a corner, as the next three
	NorthEast
	SouthWest
	SouthEast
	Below    // of lower depth
	Above    // of greater depth
	Overlaps // of the same depth
)

// Neighbour is a level that touches or overlaps another one of its world. There
// are none where levels lie in a row or a column.
type Neighbour struct {
	Level     store.Handle[Level] `level:"level,ref"` // pending while its chunk is not loaded
	Direction Direction           `level:"dir,enum=elsewhere|n|s|w|e|nw|ne|sw|se|below|above|overlaps"`
}

// LevelAt finds a level of a depth at a position in a world. It returns nil if there is
// none, and the first of levels that overlap.
func (w *World) LevelAt(world store.Handle[Layout], at Vec, depth int32) store.Handle[Level] {
	for h, l := range w.Levels.All() {
		if l.World == world && l.Depth == depth && at.In(l.Origin, l.Size) {
			return h
		}
	}
	return store.Handle[Level]{}
}
