package game

import "github.com/levelc/levelc/store"

// Motion says who moves a body.
type Motion uint8

const (
	Static    Motion = iota // nobody
	Dynamic                 // forces
	Kinematic               // the script
)

// BodyFlags are properties that a body has or lacks.
type BodyFlags uint16

const (
	Sleeping BodyFlags = 1 << iota
	Bullet
	Sensor
	Upright
)

// Transform is where something stands. It is embedded, so that its fields are
// the record's own.
type Transform struct {
	Pos Vec2    `level:"pos,required"`
	Rot float32 `level:"rot"` // degrees, counter-clockwise
}

// Material is what a body is made of.
type Material struct {
	Density     float32   `level:"density,default=1"`
	Friction    float32   `level:"friction,default=0.4"`
	Restitution float32   `level:"restitution"`
	Sound       store.Str `level:"sound"`
}

// Body is a rigid body.
type Body struct {
	Name  store.Str           `level:"name,id"`
	Group store.Handle[Group] `level:",parent"`
	Transform
	Motion   Motion     `level:"motion,enum=static|dynamic|kinematic"`
	Health   int8       `level:"health,default=-1"` // -1 never breaks
	Flags    BodyFlags  `level:"flags,flags=sleeping|bullet|sensor|upright"`
	Damping  [2]float32 `level:"damping,alias=drag,default=0 0.05"` // linear, angular
	Material Material   `level:"material"`

	Velocity Vec2    `level:"-"` // the running game's own
	Spin     float32 `level:"-"`
}

// Form is the geometry of a shape.
type Form uint8

const (
	Box Form = iota
	Circle
	Polygon
	Chain
)

// Shape is a piece of a body's outline.
type Shape struct {
	Body    store.Handle[Body]  `level:",parent"`
	Form    Form                `level:"form,enum=box|circle|polygon|chain,required"`
	Layer   int8                `level:"layer"`
	Mask    uint16              `level:"mask,default=65535"` // the layers that it collides with
	Offset  Vec2                `level:"offset,alias=center"`
	Size    Vec2                `level:"size,default=1 1"`
	Radius  float32             `level:"radius"`
	Color   Color               `level:"color,default=255 255 255 255"`
	Texture store.Str           `level:"texture"`
	Outline store.Span[Vertex]  `level:"vertex,json=vertices"`
	Weights store.Span[float32] `level:"weights"` // one for each corner, where the shape bends
}

// Vertex is a corner of a shape.
type Vertex struct {
	X float32 `level:"x,required"`
	Y float32 `level:"y,required"`
	U float32 `level:"u"`
	V float32 `level:"v"`
}
