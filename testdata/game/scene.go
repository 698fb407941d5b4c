package game

import "github.com/levelc/levelc/store"

// Vec2 is a point or a size in metres. Its untagged numbers of one type make it
// a plain list of two in a level: pos="1.5 2".
type Vec2 struct{ X, Y float32 }

// Color is red, green, blue and alpha.
type Color [4]uint8

// Weather is what falls from a scene's sky.
type Weather uint8

const (
	Clear Weather = iota
	Rain
	Snow
	Fog
)

// Scene is the whole of a level.
type Scene struct {
	Name     store.Str             `level:"name,id"`
	Title    store.Str             `level:"title,required"`
	Seed     uint64                `level:"seed"` // of the particles; beyond what a float64 holds exactly
	Revision int64                 `level:"revision"`
	Gravity  Vec2                  `level:"gravity,default=0 -9.81"`
	Bounds   Bounds                `level:"bounds"`
	Weather  Weather               `level:"weather,enum=clear|rain|snow|fog"`
	Par      float32               `level:"par,default=60"` // seconds for three stars
	Stars    [3]uint16             `level:"stars,default=100 200 300"`
	Sky      Color                 `level:"sky,default=120 180 255 255"`
	Music    store.Str             `level:"music,json=soundtrack"`
	Tags     store.Span[store.Str] `level:"tags"`
	Opening  store.Handle[Camera]  `level:"opening,ref"` // a camera that stands further down
	Attempts uint32                `level:"-"`
}

// Bounds is the part of the plane that a scene takes up. In a level it is an
// element of its own inside the scene.
type Bounds struct {
	Min    Vec2    `level:"min"`
	Max    Vec2    `level:"max"`
	Margin float32 `level:"margin,default=2"`
}

// Group is a layer of a scene, or a part of one. Groups nest.
type Group struct {
	Name     store.Str       `level:"name,id"`
	Parent   store.AnyHandle `level:",parent,ref=scene|group"`
	Depth    int16           `level:"depth"` // draw order; smaller is further away
	Parallax Vec2            `level:"parallax,default=1 1"`
	Visible  bool            `level:"visible,default=true"`
}
