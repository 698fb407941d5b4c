package level

// Level is a level of testdata/game as a program without stores would hold it:
// a slice for each kind, in the order of the nodes.
type Level struct {
	Scenes   []Scene   `json:"scenes,omitempty" xml:"scene"`
	Groups   []Group   `json:"groups,omitempty" xml:"group"`
	Bodies   []Body    `json:"bodies,omitempty" xml:"body"`
	Shapes   []Shape   `json:"shapes,omitempty" xml:"shape"`
	Joints   []Joint   `json:"joints,omitempty" xml:"joint"`
	Cameras  []Camera  `json:"cameras,omitempty" xml:"camera"`
	Triggers []Trigger `json:"triggers,omitempty" xml:"trigger"`
	Lights   []Light   `json:"lights,omitempty" xml:"light"`
	Pickups  []Pickup  `json:"pickups,omitempty" xml:"pickup"`
}

// Nodes counts the nodes of all kinds. Vertices, waypoints and other elements
// of lists are no nodes.
func (l *Level) Nodes() int {
	return len(l.Scenes) + len(l.Groups) + len(l.Bodies) + len(l.Shapes) + len(l.Joints) +
		len(l.Cameras) + len(l.Triggers) + len(l.Lights) + len(l.Pickups)
}

// Ref refers to the row Ref-1 of a slice of Level; 0 refers to nothing. It
// counts from one so that encodings that leave out zeros leave it out.
type Ref uint32

// Kind says which slice of Level a reference goes into.
type Kind uint8

const (
	None Kind = iota
	Scenes
	Groups
	Bodies
	Joints
	Cameras
	Triggers
	Lights
	Pickups
)

// AnyRef refers to a row of any kind.
type AnyRef struct {
	Kind Kind `json:"kind,omitempty"`
	Row  Ref  `json:"row,omitempty"`
}

// Scene is the whole of a level.
type Scene struct {
	Name     string   `json:"name,omitempty" xml:"name,attr,omitempty"`
	Title    string   `json:"title,omitempty" xml:"title,attr,omitempty"`
	Seed     uint64   `json:"seed,omitempty" xml:"seed,attr,omitempty"`
	Revision int64    `json:"revision,omitempty" xml:"revision,attr,omitempty"`
	Gravity  Vec2     `json:"gravity" xml:"gravity,attr"`
	Min      Vec2     `json:"min" xml:"min,attr"`
	Max      Vec2     `json:"max" xml:"max,attr"`
	Margin   float32  `json:"margin,omitempty" xml:"margin,attr,omitempty"`
	Weather  uint8    `json:"weather,omitempty" xml:"weather,attr,omitempty"`
	Par      float32  `json:"par,omitempty" xml:"par,attr,omitempty"`
	Stars    Stars    `json:"stars" xml:"stars,attr"`
	Sky      Color    `json:"sky" xml:"sky,attr"`
	Music    string   `json:"music,omitempty" xml:"music,attr,omitempty"`
	Tags     []string `json:"tags,omitempty" xml:"tag"`
	Opening  Ref      `json:"opening,omitempty" xml:"opening,attr,omitempty"` // a camera
}

// Group is a layer of a scene, or a part of one.
type Group struct {
	Name     string `json:"name,omitempty" xml:"name,attr,omitempty"`
	Parent   AnyRef `json:"parent" xml:"parent,attr"`
	Depth    int16  `json:"depth,omitempty" xml:"depth,attr,omitempty"`
	Parallax Vec2   `json:"parallax" xml:"parallax,attr"`
	Visible  bool   `json:"visible,omitempty" xml:"visible,attr,omitempty"`
}

// Body is a rigid body.
type Body struct {
	Name        string  `json:"name,omitempty" xml:"name,attr,omitempty"`
	Group       Ref     `json:"group,omitempty" xml:"group,attr,omitempty"`
	Pos         Vec2    `json:"pos" xml:"pos,attr"`
	Rot         float32 `json:"rot,omitempty" xml:"rot,attr,omitempty"`
	Motion      uint8   `json:"motion,omitempty" xml:"motion,attr,omitempty"`
	Health      int8    `json:"health,omitempty" xml:"health,attr,omitempty"`
	Flags       uint16  `json:"flags,omitempty" xml:"flags,attr,omitempty"`
	Damping     Vec2    `json:"damping" xml:"damping,attr"`
	Density     float32 `json:"density,omitempty" xml:"density,attr,omitempty"`
	Friction    float32 `json:"friction,omitempty" xml:"friction,attr,omitempty"`
	Restitution float32 `json:"restitution,omitempty" xml:"restitution,attr,omitempty"`
	Sound       string  `json:"sound,omitempty" xml:"sound,attr,omitempty"`
}

// Shape is a piece of a body's outline.
type Shape struct {
	Body    Ref      `json:"body,omitempty" xml:"body,attr,omitempty"`
	Form    uint8    `json:"form,omitempty" xml:"form,attr,omitempty"`
	Layer   int8     `json:"layer,omitempty" xml:"layer,attr,omitempty"`
	Mask    uint16   `json:"mask,omitempty" xml:"mask,attr,omitempty"`
	Offset  Vec2     `json:"offset" xml:"offset,attr"`
	Size    Vec2     `json:"size" xml:"size,attr"`
	Radius  float32  `json:"radius,omitempty" xml:"radius,attr,omitempty"`
	Color   Color    `json:"color" xml:"color,attr"`
	Texture string   `json:"texture,omitempty" xml:"texture,attr,omitempty"`
	Outline []Vertex `json:"outline,omitempty" xml:"vertex"`
	Weights Numbers  `json:"weights,omitempty" xml:"weights,attr,omitempty"`
}

// Vertex is a corner of a shape.
type Vertex struct {
	X float32 `json:"x" xml:"x,attr"`
	Y float32 `json:"y" xml:"y,attr"`
	U float32 `json:"u,omitempty" xml:"u,attr,omitempty"`
	V float32 `json:"v,omitempty" xml:"v,attr,omitempty"`
}

// Joint holds two bodies together.
type Joint struct {
	Name    string  `json:"name,omitempty" xml:"name,attr,omitempty"`
	Form    uint16  `json:"form,omitempty" xml:"form,attr,omitempty"`
	Collide bool    `json:"collide,omitempty" xml:"collide,attr,omitempty"`
	A       Ref     `json:"a,omitempty" xml:"a,attr,omitempty"`
	B       Ref     `json:"b,omitempty" xml:"b,attr,omitempty"`
	AnchorA Vec2    `json:"anchorA" xml:"anchor-a,attr"`
	AnchorB Vec2    `json:"anchorB" xml:"anchor-b,attr"`
	Limits  Vec2    `json:"limits" xml:"limits,attr"`
	Rate    float32 `json:"rate,omitempty" xml:"rate,attr,omitempty"`
	Ratio   float32 `json:"ratio,omitempty" xml:"ratio,attr,omitempty"`
	Breaks  float64 `json:"breaks,omitempty" xml:"breaks,attr,omitempty"`
}

// Camera looks at the scene.
type Camera struct {
	Name   string     `json:"name,omitempty" xml:"name,attr,omitempty"`
	Zoom   float32    `json:"zoom,omitempty" xml:"zoom,attr,omitempty"`
	Pos    Place      `json:"pos" xml:"pos,attr"`
	Follow AnyRef     `json:"follow" xml:"follow,attr"`
	Path   []Waypoint `json:"path,omitempty" xml:"stop"`
}

// Waypoint is a stop on a camera's path.
type Waypoint struct {
	At   Vec2    `json:"at" xml:"at,attr"`
	Time float32 `json:"time,omitempty" xml:"time,attr,omitempty"`
	Ease uint8   `json:"ease,omitempty" xml:"ease,attr,omitempty"`
	Note string  `json:"note,omitempty" xml:"note,attr,omitempty"`
}

// Trigger runs a script.
type Trigger struct {
	Name   string  `json:"name,omitempty" xml:"name,attr,omitempty"`
	Group  Ref     `json:"group,omitempty" xml:"group,attr,omitempty"`
	On     uint8   `json:"on,omitempty" xml:"on,attr,omitempty"`
	Once   bool    `json:"once,omitempty" xml:"once,attr,omitempty"`
	Count  uint8   `json:"count,omitempty" xml:"count,attr,omitempty"`
	Area   Area    `json:"area" xml:"area,attr"`
	Delay  float32 `json:"delay,omitempty" xml:"delay,attr,omitempty"`
	Target AnyRef  `json:"target" xml:"target,attr"`
	Wakes  Refs    `json:"wakes,omitempty" xml:"wakes,attr,omitempty"` // bodies
	Script string  `json:"script,omitempty" xml:"script,omitempty"`
}

// Light is a lamp or the sun.
type Light struct {
	Name    string  `json:"name,omitempty" xml:"name,attr,omitempty"`
	Pos     Vec3    `json:"pos" xml:"pos,attr"`
	Color   Color   `json:"color" xml:"color,attr"`
	Reach   float32 `json:"reach,omitempty" xml:"reach,attr,omitempty"`
	Flicker uint8   `json:"flicker,omitempty" xml:"flicker,attr,omitempty"`
	Shadows bool    `json:"shadows,omitempty" xml:"shadows,attr,omitempty"`
	Casts   uint32  `json:"casts,omitempty" xml:"casts,attr,omitempty"`
}

// Pickup is something to collect.
type Pickup struct {
	Number uint32 `json:"number,omitempty" xml:"number,attr,omitempty"`
	Kind   uint32 `json:"kind,omitempty" xml:"kind,attr,omitempty"`
	Points int32  `json:"points,omitempty" xml:"points,attr,omitempty"`
	Pos    Vec2   `json:"pos" xml:"pos,attr"`
	Hangs  Ref    `json:"hangs,omitempty" xml:"hangs,attr,omitempty"` // a body
}
