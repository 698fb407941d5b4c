package game

import (
	"reflect"

	"github.com/levelc/levelc/store"
)

// World is the stores that a level is loaded into. The zero World is ready to
// use.
type World struct {
	Scenes   store.Bulk[Scene]   `level:"scene"`
	Groups   store.Bulk[Group]   `level:"group"`
	Bodies   store.Bulk[Body]    `level:"body"`
	Shapes   store.Bulk[Shape]   `level:"shape,json=shapes"`
	Joints   store.Bulk[Joint]   `level:"joint,json=joints"`
	Cameras  store.Bulk[Camera]  `level:"camera"`
	Triggers store.Bulk[Trigger] `level:"trigger,alias=zone"`
	Lights   store.Bulk[Light]   `level:"light|lamp"` // a lamp is a light that the player can break
	Pickups  store.Bulk[Pickup]  `level:"pickup,json=pickups"`

	Lists   Lists // what the spans of the records above point into
	Strings store.Strings

	Clock float64 // seconds played; no store, so a level has no say in it
}

// Lists holds the elements of the records' spans, each type in an array of its
// own.
type Lists struct {
	Corners store.Array[Vertex]
	Stops   store.Array[Waypoint]
	Bodies  store.Array[store.Handle[Body]]
	Words   store.Array[store.Str]
	Numbers store.Array[float32]
}

// WorldType is the type of World, for packages that need no more of it: one that names World
// itself compiles all methods of its stores.
var WorldType = reflect.TypeFor[World]()

// Push sets the velocity of all bodies along x. No level says it, and a saved game does not.
func (w *World) Push(x float32) {
	for _, b := range w.Bodies.All() {
		b.Velocity.X = x
	}
}

// NewWorld returns an empty world.
func NewWorld() *World { return new(World) }
