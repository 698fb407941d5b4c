package flat

import (
	"github.com/levelc/levelc/bench/flat/fb"
	"github.com/levelc/levelc/bench/level"
)

// Decode copies a level out of what Encode wrote. The Go runtime of FlatBuffers
// has no verifier: a damaged buffer panics or gives wrong values.
func Decode(data []byte) *level.Level {
	root := fb.GetRootAsLevel(data, 0)
	l := &level.Level{
		Scenes:   make([]level.Scene, root.ScenesLength()),
		Groups:   make([]level.Group, root.GroupsLength()),
		Bodies:   make([]level.Body, root.BodiesLength()),
		Shapes:   make([]level.Shape, root.ShapesLength()),
		Joints:   make([]level.Joint, root.JointsLength()),
		Cameras:  make([]level.Camera, root.CamerasLength()),
		Triggers: make([]level.Trigger, root.TriggersLength()),
		Lights:   make([]level.Light, root.LightsLength()),
		Pickups:  make([]level.Pickup, root.PickupsLength()),
	}
	d := &decoder{}
	each(l.Scenes, root.Scenes, d.scene)
	each(l.Groups, root.Groups, d.group)
	each(l.Bodies, root.Bodies, d.body)
	each(l.Shapes, root.Shapes, d.shape)
	each(l.Joints, root.Joints, d.joint)
	each(l.Cameras, root.Cameras, d.camera)
	each(l.Triggers, root.Triggers, d.trigger)
	each(l.Lights, root.Lights, d.light)
	each(l.Pickups, root.Pickups, d.pickup)
	return l
}

// each decodes a vector of tables through one accessor.
func each[F, T any](out []T, at func(*F, int) bool, one func(*F, *T)) {
	var from F
	for i := range out {
		at(&from, i)
		one(&from, &out[i])
	}
}

// decoder holds the accessors of structs, so that none is allocated for a row.
type decoder struct {
	vec2   fb.Vec2
	vec3   fb.Vec3
	place  fb.Place
	area   fb.Area
	color  fb.Color
	stars  fb.Stars
	ref    fb.AnyRef
	vertex fb.Vertex
	stop   fb.Waypoint
}

func vec2(v *fb.Vec2) level.Vec2 { return level.Vec2{X: v.X(), Y: v.Y()} }

func color(c *fb.Color) level.Color { return level.Color{c.R(), c.G(), c.B(), c.A()} }

func anyRef(r *fb.AnyRef) level.AnyRef {
	return level.AnyRef{Kind: level.Kind(r.Kind()), Row: level.Ref(r.Row())}
}

// list makes a slice, nil for none.
func list[T any](n int) []T {
	if n == 0 {
		return nil
	}
	return make([]T, n)
}

func (d *decoder) scene(f *fb.Scene, t *level.Scene) {
	t.Name, t.Title, t.Music = string(f.Name()), string(f.Title()), string(f.Music())
	t.Seed, t.Revision = f.Seed(), f.Revision()
	t.Gravity, t.Min, t.Max = vec2(f.Gravity(&d.vec2)), vec2(f.Min(&d.vec2)), vec2(f.Max(&d.vec2))
	t.Margin, t.Weather, t.Par = f.Margin(), f.Weather(), f.Par()
	s := f.Stars(&d.stars)
	t.Stars = level.Stars{s.One(), s.Two(), s.Three()}
	t.Sky = color(f.Sky(&d.color))
	t.Opening = level.Ref(f.Opening())
	t.Tags = list[string](f.TagsLength())
	for i := range t.Tags {
		t.Tags[i] = string(f.Tags(i))
	}
}

func (d *decoder) group(f *fb.Group, t *level.Group) {
	t.Name = string(f.Name())
	t.Parent = anyRef(f.Parent(&d.ref))
	t.Depth, t.Visible = f.Depth(), f.Visible()
	t.Parallax = vec2(f.Parallax(&d.vec2))
}

func (d *decoder) body(f *fb.Body, t *level.Body) {
	t.Name, t.Sound = string(f.Name()), string(f.Sound())
	t.Group = level.Ref(f.Group())
	t.Pos, t.Rot = vec2(f.Pos(&d.vec2)), f.Rot()
	t.Motion, t.Health, t.Flags = f.Motion(), f.Health(), f.Flags()
	t.Damping = vec2(f.Damping(&d.vec2))
	t.Density, t.Friction, t.Restitution = f.Density(), f.Friction(), f.Restitution()
}

func (d *decoder) shape(f *fb.Shape, t *level.Shape) {
	t.Body = level.Ref(f.Body())
	t.Form, t.Layer, t.Mask = f.Form(), f.Layer(), f.Mask()
	t.Offset, t.Size, t.Radius = vec2(f.Offset(&d.vec2)), vec2(f.Size(&d.vec2)), f.Radius()
	t.Color, t.Texture = color(f.Color(&d.color)), string(f.Texture())
	t.Outline = list[level.Vertex](f.OutlineLength())
	for i := range t.Outline {
		f.Outline(&d.vertex, i)
		t.Outline[i] = level.Vertex{X: d.vertex.X(), Y: d.vertex.Y(), U: d.vertex.U(), V: d.vertex.V()}
	}
	t.Weights = list[float32](f.WeightsLength())
	for i := range t.Weights {
		t.Weights[i] = f.Weights(i)
	}
}

func (d *decoder) joint(f *fb.Joint, t *level.Joint) {
	t.Name, t.Form, t.Collide = string(f.Name()), f.Form(), f.Collide()
	t.A, t.B = level.Ref(f.A()), level.Ref(f.B())
	t.AnchorA, t.AnchorB = vec2(f.AnchorA(&d.vec2)), vec2(f.AnchorB(&d.vec2))
	t.Limits = vec2(f.Limits(&d.vec2))
	t.Rate, t.Ratio, t.Breaks = f.Rate(), f.Ratio(), f.Breaks()
}

func (d *decoder) camera(f *fb.Camera, t *level.Camera) {
	t.Name, t.Zoom = string(f.Name()), f.Zoom()
	p := f.Pos(&d.place)
	t.Pos = level.Place{p.X(), p.Y(), p.Z()}
	t.Follow = anyRef(f.Follow(&d.ref))
	t.Path = list[level.Waypoint](f.PathLength())
	for i := range t.Path {
		f.Path(&d.stop, i)
		t.Path[i] = level.Waypoint{At: vec2(d.stop.At(&d.vec2)), Time: d.stop.Time(), Ease: d.stop.Ease(), Note: string(d.stop.Note())}
	}
}

func (d *decoder) trigger(f *fb.Trigger, t *level.Trigger) {
	t.Name, t.Script = string(f.Name()), string(f.Script())
	t.Group = level.Ref(f.Group())
	t.On, t.Once, t.Count, t.Delay = f.On(), f.Once(), f.Count(), f.Delay()
	a := f.Area(&d.area)
	t.Area = level.Area{a.Left(), a.Bottom(), a.Right(), a.Top()}
	t.Target = anyRef(f.Target(&d.ref))
	t.Wakes = list[level.Ref](f.WakesLength())
	for i := range t.Wakes {
		t.Wakes[i] = level.Ref(f.Wakes(i))
	}
}

func (d *decoder) light(f *fb.Light, t *level.Light) {
	t.Name = string(f.Name())
	p := f.Pos(&d.vec3)
	t.Pos = level.Vec3{p.X(), p.Y(), p.Z()}
	t.Color, t.Reach = color(f.Color(&d.color)), f.Reach()
	t.Flicker, t.Shadows, t.Casts = f.Flicker(), f.Shadows(), f.Casts()
}

func (d *decoder) pickup(f *fb.Pickup, t *level.Pickup) {
	t.Number, t.Kind, t.Points = f.Number(), f.Kind(), f.Points()
	t.Pos = vec2(f.Pos(&d.vec2))
	t.Hangs = level.Ref(f.Hangs())
}
