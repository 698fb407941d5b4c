package tiled

// GID names a tile of a map, in a cell or on a tile object, and says how it is
// turned. 0 is no tile.
//
//	31  30  29  28  27              0
//	 H   V   D   R   id, see TilesetUse.FirstGID
//
// A renderer swaps x and y of the image first (D), then mirrors it (H, V). On
// hexagonal maps it mirrors the image first, and then turns it clockwise, by 60 degrees
// (D), 120 (R) or both. The flags are [FlipH], [FlipV], [FlipD] and [Rotate120].
type GID uint32

// The flags of a GID.
const (
	FlipH      GID = 1 << 31
	FlipV      GID = 1 << 30
	FlipD      GID = 1 << 29
	Rotate120  GID = 1 << 28
	flipsOfGID     = FlipH | FlipV | FlipD | Rotate120
)

// ID returns the GID without its flags: a number that counts through all tilesets of
// a map.
func (g GID) ID() uint32 { return uint32(g &^ flipsOfGID) }

// Flags returns only the flags.
func (g GID) Flags() GID { return g & flipsOfGID }

// Empty reports whether there is no tile.
func (g GID) Empty() bool { return g&^flipsOfGID == 0 }

// FlippedH reports whether the tile is mirrored left to right.
func (g GID) FlippedH() bool { return g&FlipH != 0 }

// FlippedV reports whether the tile is mirrored top to bottom.
func (g GID) FlippedV() bool { return g&FlipV != 0 }

// FlippedD reports whether x and y are swapped; on a hexagonal map, whether the
// tile is turned by 60 degrees.
func (g GID) FlippedD() bool { return g&FlipD != 0 }

// Rotated120 reports whether the tile of a hexagonal map is turned by 120
// degrees, in addition to what FlippedD says.
func (g GID) Rotated120() bool { return g&Rotate120 != 0 }

// Transform returns what the flags do to a tile on any map but a hexagonal one: a point
// (x, y) of its image, from the middle and with y downwards, is drawn at (xx*x+xy*y,
// yx*x+yy*y).
func (g GID) Transform() (xx, xy, yx, yy float64) {
	xx, yy = 1, 1
	if g.FlippedD() {
		xx, xy, yx, yy = 0, 1, 1, 0
	}
	if g.FlippedH() {
		xx, xy = -xx, -xy
	}
	if g.FlippedV() {
		yx, yy = -yx, -yy
	}
	return xx, xy, yx, yy
}
