package flat

import (
	flatbuffers "github.com/google/flatbuffers/go"

	"github.com/levelc/levelc/bench/flat/fb"
	"github.com/levelc/levelc/bench/level"
)

// Encode writes a level as a FlatBuffer. Repeated strings are shared.
func Encode(l *level.Level) []byte {
	e := &encoder{flatbuffers.NewBuilder(1 << 20)}
	scenes := tables(e, l.Scenes, e.scene)
	groups := tables(e, l.Groups, e.group)
	bodies := tables(e, l.Bodies, e.body)
	shapes := tables(e, l.Shapes, e.shape)
	joints := tables(e, l.Joints, e.joint)
	cameras := tables(e, l.Cameras, e.camera)
	triggers := tables(e, l.Triggers, e.trigger)
	lights := tables(e, l.Lights, e.light)
	fb.LevelStartPickupsVector(e.Builder, len(l.Pickups))
	for i := len(l.Pickups) - 1; i >= 0; i-- {
		p := &l.Pickups[i]
		fb.CreatePickup(e.Builder, p.Number, p.Kind, p.Points, p.Pos.X, p.Pos.Y, uint32(p.Hangs))
	}
	pickups := e.EndVector(len(l.Pickups))
	fb.LevelStart(e.Builder)
	fb.LevelAddScenes(e.Builder, scenes)
	fb.LevelAddGroups(e.Builder, groups)
	fb.LevelAddBodies(e.Builder, bodies)
	fb.LevelAddShapes(e.Builder, shapes)
	fb.LevelAddJoints(e.Builder, joints)
	fb.LevelAddCameras(e.Builder, cameras)
	fb.LevelAddTriggers(e.Builder, triggers)
	fb.LevelAddLights(e.Builder, lights)
	fb.LevelAddPickups(e.Builder, pickups)
	e.Finish(fb.LevelEnd(e.Builder))
	return e.FinishedBytes()
}

type offset = flatbuffers.UOffsetT

type encoder struct{ *flatbuffers.Builder }

// tables writes a table for each row and a vector of them.
func tables[T any](e *encoder, rows []T, one func(*T) offset) offset {
	at := make([]offset, len(rows))
	for i := range rows {
		at[i] = one(&rows[i])
	}
	return e.CreateVectorOfTables(at)
}

// str writes a string once; the empty one is left out.
func (e *encoder) str(s string) offset {
	if s == "" {
		return 0
	}
	return e.CreateSharedString(s)
}

func (e *encoder) vec2(v level.Vec2) offset { return fb.CreateVec2(e.Builder, v.X, v.Y) }

func (e *encoder) color(c level.Color) offset {
	return fb.CreateColor(e.Builder, c[0], c[1], c[2], c[3])
}

func (e *encoder) ref(r level.AnyRef) offset {
	return fb.CreateAnyRef(e.Builder, byte(r.Kind), uint32(r.Row))
}

// scalars writes a vector of numbers of four bytes.
func scalars[T any](e *encoder, list []T, put func(T)) offset {
	if len(list) == 0 {
		return 0
	}
	e.StartVector(4, len(list), 4)
	for i := len(list) - 1; i >= 0; i-- {
		put(list[i])
	}
	return e.EndVector(len(list))
}

func (e *encoder) scene(s *level.Scene) offset {
	b := e.Builder
	name, title, music := e.str(s.Name), e.str(s.Title), e.str(s.Music)
	tags := make([]offset, len(s.Tags))
	for i, tag := range s.Tags {
		tags[i] = e.CreateSharedString(tag)
	}
	words := e.CreateVectorOfTables(tags)
	fb.SceneStart(b)
	fb.SceneAddName(b, name)
	fb.SceneAddTitle(b, title)
	fb.SceneAddSeed(b, s.Seed)
	fb.SceneAddRevision(b, s.Revision)
	fb.SceneAddGravity(b, e.vec2(s.Gravity))
	fb.SceneAddMin(b, e.vec2(s.Min))
	fb.SceneAddMax(b, e.vec2(s.Max))
	fb.SceneAddMargin(b, s.Margin)
	fb.SceneAddWeather(b, s.Weather)
	fb.SceneAddPar(b, s.Par)
	fb.SceneAddStars(b, fb.CreateStars(b, s.Stars[0], s.Stars[1], s.Stars[2]))
	fb.SceneAddSky(b, e.color(s.Sky))
	fb.SceneAddMusic(b, music)
	fb.SceneAddTags(b, words)
	fb.SceneAddOpening(b, uint32(s.Opening))
	return fb.SceneEnd(b)
}

func (e *encoder) group(g *level.Group) offset {
	b := e.Builder
	name := e.str(g.Name)
	fb.GroupStart(b)
	fb.GroupAddName(b, name)
	fb.GroupAddParent(b, e.ref(g.Parent))
	fb.GroupAddDepth(b, g.Depth)
	fb.GroupAddParallax(b, e.vec2(g.Parallax))
	fb.GroupAddVisible(b, g.Visible)
	return fb.GroupEnd(b)
}

func (e *encoder) body(o *level.Body) offset {
	b := e.Builder
	name, sound := e.str(o.Name), e.str(o.Sound)
	fb.BodyStart(b)
	fb.BodyAddName(b, name)
	fb.BodyAddGroup(b, uint32(o.Group))
	fb.BodyAddPos(b, e.vec2(o.Pos))
	fb.BodyAddRot(b, o.Rot)
	fb.BodyAddMotion(b, o.Motion)
	fb.BodyAddHealth(b, o.Health)
	fb.BodyAddFlags(b, o.Flags)
	fb.BodyAddDamping(b, e.vec2(o.Damping))
	fb.BodyAddDensity(b, o.Density)
	fb.BodyAddFriction(b, o.Friction)
	fb.BodyAddRestitution(b, o.Restitution)
	fb.BodyAddSound(b, sound)
	return fb.BodyEnd(b)
}

func (e *encoder) shape(s *level.Shape) offset {
	b := e.Builder
	texture := e.str(s.Texture)
	var outline offset
	if n := len(s.Outline); n > 0 {
		fb.ShapeStartOutlineVector(b, n)
		for i := n - 1; i >= 0; i-- {
			v := s.Outline[i]
			fb.CreateVertex(b, v.X, v.Y, v.U, v.V)
		}
		outline = b.EndVector(n)
	}
	weights := scalars(e, s.Weights, b.PrependFloat32)
	fb.ShapeStart(b)
	fb.ShapeAddBody(b, uint32(s.Body))
	fb.ShapeAddForm(b, s.Form)
	fb.ShapeAddLayer(b, s.Layer)
	fb.ShapeAddMask(b, s.Mask)
	fb.ShapeAddOffset(b, e.vec2(s.Offset))
	fb.ShapeAddSize(b, e.vec2(s.Size))
	fb.ShapeAddRadius(b, s.Radius)
	fb.ShapeAddColor(b, e.color(s.Color))
	fb.ShapeAddTexture(b, texture)
	fb.ShapeAddOutline(b, outline)
	fb.ShapeAddWeights(b, weights)
	return fb.ShapeEnd(b)
}

func (e *encoder) joint(j *level.Joint) offset {
	b := e.Builder
	name := e.str(j.Name)
	fb.JointStart(b)
	fb.JointAddName(b, name)
	fb.JointAddForm(b, j.Form)
	fb.JointAddCollide(b, j.Collide)
	fb.JointAddA(b, uint32(j.A))
	fb.JointAddB(b, uint32(j.B))
	fb.JointAddAnchorA(b, e.vec2(j.AnchorA))
	fb.JointAddAnchorB(b, e.vec2(j.AnchorB))
	fb.JointAddLimits(b, e.vec2(j.Limits))
	fb.JointAddRate(b, j.Rate)
	fb.JointAddRatio(b, j.Ratio)
	fb.JointAddBreaks(b, j.Breaks)
	return fb.JointEnd(b)
}

func (e *encoder) waypoint(w *level.Waypoint) offset {
	b := e.Builder
	note := e.str(w.Note)
	fb.WaypointStart(b)
	fb.WaypointAddAt(b, e.vec2(w.At))
	fb.WaypointAddTime(b, w.Time)
	fb.WaypointAddEase(b, w.Ease)
	fb.WaypointAddNote(b, note)
	return fb.WaypointEnd(b)
}

func (e *encoder) camera(c *level.Camera) offset {
	b := e.Builder
	name, path := e.str(c.Name), tables(e, c.Path, e.waypoint)
	fb.CameraStart(b)
	fb.CameraAddName(b, name)
	fb.CameraAddZoom(b, c.Zoom)
	fb.CameraAddPos(b, fb.CreatePlace(b, c.Pos[0], c.Pos[1], c.Pos[2]))
	fb.CameraAddFollow(b, e.ref(c.Follow))
	fb.CameraAddPath(b, path)
	return fb.CameraEnd(b)
}

func (e *encoder) trigger(t *level.Trigger) offset {
	b := e.Builder
	name, script := e.str(t.Name), e.str(t.Script)
	wakes := scalars(e, t.Wakes, func(r level.Ref) { b.PrependUint32(uint32(r)) })
	fb.TriggerStart(b)
	fb.TriggerAddName(b, name)
	fb.TriggerAddGroup(b, uint32(t.Group))
	fb.TriggerAddOn(b, t.On)
	fb.TriggerAddOnce(b, t.Once)
	fb.TriggerAddCount(b, t.Count)
	fb.TriggerAddArea(b, fb.CreateArea(b, t.Area[0], t.Area[1], t.Area[2], t.Area[3]))
	fb.TriggerAddDelay(b, t.Delay)
	fb.TriggerAddTarget(b, e.ref(t.Target))
	fb.TriggerAddWakes(b, wakes)
	fb.TriggerAddScript(b, script)
	return fb.TriggerEnd(b)
}

func (e *encoder) light(l *level.Light) offset {
	b := e.Builder
	name := e.str(l.Name)
	fb.LightStart(b)
	fb.LightAddName(b, name)
	fb.LightAddPos(b, fb.CreateVec3(b, l.Pos[0], l.Pos[1], l.Pos[2]))
	fb.LightAddColor(b, e.color(l.Color))
	fb.LightAddReach(b, l.Reach)
	fb.LightAddFlicker(b, l.Flicker)
	fb.LightAddShadows(b, l.Shadows)
	fb.LightAddCasts(b, l.Casts)
	return fb.LightEnd(b)
}
