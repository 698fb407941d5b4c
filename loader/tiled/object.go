package tiled

import (
	"math"

	"github.com/levelc/levelc/store"
)

// Shape is what an object is. It is [Rectangle], [PointShape], [Ellipse], [Polygon],
// [Polyline], [Capsule], [TextShape] or [TileShape].
type Shape uint8

const (
	Rectangle Shape = iota
	PointShape
	Ellipse
	Polygon
	Polyline
	Capsule
	TextShape
	TileShape // a tile object, which has a GID
)

// Placed is what every object has that stands on a map. A game's own kinds embed
// it, or have those of its fields that they want: objects whose class is the name
// of a kind are of that kind. Its methods reckon in the plane of the layer; on an
// isometric or oblique map, [Map.Turn] says where a point is drawn.
type Placed struct {
	X        float64 `level:"x"` // in pixels of the layer, y downwards; see Map.ToWorld
	Y        float64 `level:"y"`
	Width    float64 `level:"width"`
	Height   float64 `level:"height"`
	Rotation float64 `level:"rotation"` // in degrees clockwise, around X and Y

	ID      store.Str           `level:"id,id"` // "map#number"; in a tile's collision "tileset:tile#number"
	Name    store.Str           `level:"name"`
	Layer   store.Handle[Layer] `level:",parent"` // nil of a collision shape
	Number  uint32              `level:"number"`  // Tiled's id of the object
	GID     GID                 `level:"gid"`     // of a tile object
	Align   Alignment           `level:"align,enum=unspecified|topleft|top|topright|left|center|right|bottomleft|bottom|bottomright"`
	Visible bool                `level:"visible,default=true"`
	_       [6]byte
}

// alignments are the parts of an object's size that are left of and above its position.
var alignments = [...][2]float64{
	TopLeft: {0, 0}, Top: {0.5, 0}, TopRight: {1, 0},
	Left: {0, 0.5}, Center: {0.5, 0.5}, Right: {1, 0.5},
	BottomLeft: {0, 1}, Bottom: {0.5, 1}, BottomRight: {1, 1},
}

// TopLeft returns the top left corner that the object would have without its rotation.
// It differs from the position of tile objects: Align says which point X and Y are.
func (p *Placed) TopLeft() (x, y float64) {
	if int(p.Align) >= len(alignments) {
		return p.X, p.Y
	}
	a := alignments[p.Align]
	return p.X - a[0]*p.Width, p.Y - a[1]*p.Height
}

// Middle returns the middle of the rotated object.
func (p *Placed) Middle() (x, y float64) {
	x, y = p.TopLeft()
	return p.Turn(x+p.Width/2-p.X, y+p.Height/2-p.Y)
}

// Turn returns where a point of the rotated object is. dx and dy are its distance from
// the position before the rotation, as those of a polygon's corner.
func (p *Placed) Turn(dx, dy float64) (x, y float64) { return turn(p.X, p.Y, dx, dy, p.Rotation) }

// turn returns the point at a distance of (dx, dy) from (x, y), turned clockwise.
func turn(x, y, dx, dy, degrees float64) (float64, float64) {
	if degrees == 0 {
		return x + dx, y + dy
	}
	sin, cos := math.Sincos(degrees * (math.Pi / 180))
	return x + dx*cos - dy*sin, y + dx*sin + dy*cos
}

// Contains reports whether a point is in the rotated rectangle of the object.
func (p *Placed) Contains(x, y float64) bool {
	dx, dy := x-p.X, y-p.Y
	if p.Rotation != 0 {
		sin, cos := math.Sincos(p.Rotation * (math.Pi / 180))
		dx, dy = dx*cos+dy*sin, dy*cos-dx*sin
	}
	left, top := p.TopLeft()
	dx, dy = dx+p.X-left, dy+p.Y-top
	return dx >= 0 && dy >= 0 && dx <= p.Width && dy <= p.Height
}

// Object is an object that is of no kind of the game's own, or a shape of a
// tile's collision. What a template gives it, it has.
type Object struct {
	Placed
	Tile       store.Handle[Tile]   `level:",parent"` // whose collision it is part of, or nil
	Class      store.Str            `level:"class"`
	Template   store.Str            `level:"template"` // path from the level's folder without extension, or ""
	Points     store.Span[Point]    `level:"point"`    // of a polygon or polyline
	Text       store.Span[Text]     `level:"text"`     // one of a text, else none
	Properties store.Span[Property] `level:"property"`
	Opacity    float32              `level:"opacity,default=1"`
	Shape      Shape                `level:"shape,enum=rectangle|point|ellipse|polygon|polyline|capsule|text|tile"`
	_          [3]byte
}

// Point is a corner, in pixels from the object's position.
type Point struct {
	X float64 `level:"x"`
	Y float64 `level:"y"`
}

// HAlign is where the lines of a text begin. It is [AlignLeft], [AlignCenter],
// [AlignRight] or [AlignJustify].
type HAlign uint8

const (
	AlignLeft HAlign = iota
	AlignCenter
	AlignRight
	AlignJustify
)

// VAlign is where a text begins. It is [AlignTop], [AlignMiddle] or [AlignBottom].
type VAlign uint8

const (
	AlignTop VAlign = iota
	AlignMiddle
	AlignBottom
)

// Text is what a text object shows.
type Text struct {
	Text      store.Str `level:"value,text"`
	Font      store.Str `level:"font,default=sans-serif"`
	PixelSize int32     `level:"pixelsize,default=16"`
	Color     Color     `level:"color,default=0 0 0 255"`
	HAlign    HAlign    `level:"halign,enum=left|center|right|justify"`
	VAlign    VAlign    `level:"valign,enum=top|center|bottom"`
	Wrap      bool      `level:"wrap"`
	Bold      bool      `level:"bold"`
	Italic    bool      `level:"italic"`
	Underline bool      `level:"underline"`
	Strikeout bool      `level:"strikeout"`
	Kerning   bool      `level:"kerning,default=true"`
}
