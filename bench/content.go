package bench

import (
	"fmt"

	"github.com/levelc/levelc/bench/level"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// Content copies the level out of a world that holds nothing else and never
// has, so that row 0 of each kind is in slot 1, the first that a store uses.
func Content(w *game.World) (*level.Level, error) {
	c := &content{w: w}
	l := &level.Level{
		Scenes:   rows(c, &w.Scenes, c.scene),
		Groups:   rows(c, &w.Groups, c.group),
		Bodies:   rows(c, &w.Bodies, c.body),
		Shapes:   rows(c, &w.Shapes, c.shape),
		Joints:   rows(c, &w.Joints, c.joint),
		Cameras:  rows(c, &w.Cameras, c.camera),
		Triggers: rows(c, &w.Triggers, c.trigger),
		Lights:   rows(c, &w.Lights, c.light),
		Pickups:  rows(c, &w.Pickups, c.pickup),
	}
	return l, c.err
}

type content struct {
	w   *game.World
	err error // the first one
}

// rows converts the records of a store, in the order of their slots.
func rows[F, T any](c *content, b *store.Bulk[F], one func(*F) T) []T {
	var list []T
	for h, row := range b.All() {
		if int(h.Index()) != len(list)+1 && c.err == nil {
			c.err = fmt.Errorf("%v is row %d of its store: the world had other levels before", h, len(list))
		}
		list = append(list, one(row))
	}
	return list
}

// elements converts the elements of a span; none are nil.
func elements[F, T any](a *store.Array[F], s store.Span[F], one func(F) T) []T {
	var list []T
	for _, e := range a.Slice(s) {
		list = append(list, one(e))
	}
	return list
}

// ref counts from one, as slots do.
func ref[T any](h store.Handle[T]) level.Ref { return level.Ref(h.Index()) }

func (c *content) any(h store.AnyHandle) level.AnyRef {
	if h.IsNil() {
		return level.AnyRef{}
	}
	kinds := map[uint16]level.Kind{
		c.w.Scenes.Kind(): level.Scenes, c.w.Groups.Kind(): level.Groups, c.w.Bodies.Kind(): level.Bodies,
		c.w.Joints.Kind(): level.Joints, c.w.Cameras.Kind(): level.Cameras, c.w.Triggers.Kind(): level.Triggers,
		c.w.Lights.Kind(): level.Lights, c.w.Pickups.Kind(): level.Pickups,
	}
	kind, ok := kinds[h.Kind()]
	if !ok && c.err == nil {
		c.err = fmt.Errorf("%v: no kind %d", h, h.Kind())
	}
	return level.AnyRef{Kind: kind, Row: level.Ref(h.Index())}
}

// str copies a string, so that it outlives the world.
func (c *content) str(s store.Str) string { return string([]byte(c.w.Strings.Get(s))) }

func vec2(v game.Vec2) level.Vec2 { return level.Vec2(v) }

func (c *content) scene(s *game.Scene) level.Scene {
	return level.Scene{
		Name: c.str(s.Name), Title: c.str(s.Title), Seed: s.Seed, Revision: s.Revision,
		Gravity: vec2(s.Gravity), Min: vec2(s.Bounds.Min), Max: vec2(s.Bounds.Max), Margin: s.Bounds.Margin,
		Weather: uint8(s.Weather), Par: s.Par, Stars: s.Stars, Sky: level.Color(s.Sky), Music: c.str(s.Music),
		Tags: elements(&c.w.Lists.Words, s.Tags, c.str), Opening: ref(s.Opening),
	}
}

func (c *content) group(g *game.Group) level.Group {
	return level.Group{
		Name: c.str(g.Name), Parent: c.any(g.Parent), Depth: g.Depth, Parallax: vec2(g.Parallax), Visible: g.Visible,
	}
}

func (c *content) body(b *game.Body) level.Body {
	return level.Body{
		Name: c.str(b.Name), Group: ref(b.Group), Pos: vec2(b.Pos), Rot: b.Rot, Motion: uint8(b.Motion),
		Health: b.Health, Flags: uint16(b.Flags), Damping: level.Vec2{X: b.Damping[0], Y: b.Damping[1]},
		Density: b.Material.Density, Friction: b.Material.Friction, Restitution: b.Material.Restitution,
		Sound: c.str(b.Material.Sound),
	}
}

func (c *content) shape(s *game.Shape) level.Shape {
	return level.Shape{
		Body: ref(s.Body), Form: uint8(s.Form), Layer: s.Layer, Mask: s.Mask, Offset: vec2(s.Offset),
		Size: vec2(s.Size), Radius: s.Radius, Color: level.Color(s.Color), Texture: c.str(s.Texture),
		Outline: elements(&c.w.Lists.Corners, s.Outline, func(v game.Vertex) level.Vertex { return level.Vertex(v) }),
		Weights: elements(&c.w.Lists.Numbers, s.Weights, func(f float32) float32 { return f }),
	}
}

func (c *content) joint(j *game.Joint) level.Joint {
	return level.Joint{
		Name: c.str(j.Name), Form: uint16(j.Form), Collide: j.Collide, A: ref(j.A), B: ref(j.B),
		AnchorA: vec2(j.AnchorA), AnchorB: vec2(j.AnchorB), Limits: level.Vec2{X: j.Limits[0], Y: j.Limits[1]},
		Rate: j.Rate, Ratio: j.Ratio, Breaks: j.Breaks,
	}
}

func (c *content) camera(m *game.Camera) level.Camera {
	return level.Camera{
		Name: c.str(m.Name), Zoom: m.Zoom, Pos: m.Pos, Follow: c.any(m.Follow),
		Path: elements(&c.w.Lists.Stops, m.Path, func(w game.Waypoint) level.Waypoint {
			return level.Waypoint{At: vec2(w.At), Time: w.Time, Ease: uint8(w.Ease), Note: c.str(w.Note)}
		}),
	}
}

func (c *content) trigger(t *game.Trigger) level.Trigger {
	return level.Trigger{
		Name: c.str(t.Name), Group: ref(t.Group), On: uint8(t.On), Once: t.Once, Count: t.Count, Area: t.Area,
		Delay: t.Delay, Target: c.any(t.Target), Wakes: elements(&c.w.Lists.Bodies, t.Wakes, ref[game.Body]),
		Script: c.str(t.Script),
	}
}

func (c *content) light(l *game.Light) level.Light {
	return level.Light{
		Name: c.str(l.Name), Pos: l.Pos, Color: level.Color(l.Color), Reach: l.Reach, Flicker: l.Flicker,
		Shadows: l.Shadows, Casts: uint32(l.Casts),
	}
}

func (c *content) pickup(p *game.Pickup) level.Pickup {
	return level.Pickup{Number: p.Number, Kind: uint32(p.Kind), Points: p.Points, Pos: vec2(p.Pos), Hangs: ref(p.Hangs)}
}
