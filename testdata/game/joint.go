package game

import "github.com/levelc/levelc/store"

// JointForm is how a joint holds two bodies together.
type JointForm uint16

const (
	Hinge JointForm = iota
	Rope
	Spring
	Slider
	Weld
)

// Joint holds two bodies together.
type Joint struct {
	Name    store.Str          `level:"name,id"`
	Form    JointForm          `level:"form,enum=hinge|rope|spring|slider|weld"`
	Collide bool               `level:"collide"`
	A       store.Handle[Body] `level:"a,ref,required"`
	B       store.Handle[Body] `level:"b,ref"` // without one the joint is fixed to the ground
	AnchorA Vec2               `level:"anchor-a,json=anchorA"`
	AnchorB Vec2               `level:"anchor-b,json=anchorB"`
	Limits  [2]float32         `level:"limits,default='-180,180'"`
	Rate    float32            `level:"rate,default=4"`     // Hz, of a spring
	Ratio   float32            `level:"ratio"`              // of its damping; 1 does not swing
	Breaks  float64            `level:"breaks,default=1e9"` // N
}

// Camera looks at the scene.
type Camera struct {
	Name   store.Str            `level:"name,id"`
	Zoom   float32              `level:"zoom,default=1"`
	Pos    [3]float64           `level:"pos,default=0 0 10"`
	Follow store.AnyHandle      `level:"follow,ref=body|group|pickup"`
	Path   store.Span[Waypoint] `level:"stop,json=path"`
	Shake  float32              `level:"-"`
}

// Ease is how a camera leaves a waypoint.
type Ease uint8

const (
	Linear Ease = iota
	EaseIn
	EaseOut
	EaseInOut
)

// Waypoint is a stop on a camera's path.
type Waypoint struct {
	At   Vec2      `level:"at,required"`
	Time float32   `level:"time"` // seconds since the last stop
	Ease Ease      `level:"ease,enum=linear|in|out|in-out"`
	Note store.Str `level:"note"`
}
