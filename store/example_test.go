package store_test

import (
	"bytes"
	"fmt"

	"github.com/levelc/levelc/store"
)

type Sound struct {
	Resource uint32
	Played   uint64
	Volume   float32
}

type Fade struct {
	Sound    store.Handle[Sound]
	From, To float32
	Left     float32 // seconds
}

// Sounds and fades: a fade refers to the sound that it fades. When the sound
// ends before its fade, the fade notices and goes too.
func ExampleBulk() {
	var sounds store.Bulk[Sound]
	var fades store.Bulk[Fade]
	defer sounds.Close()
	defer fades.Close()

	wind, _ := sounds.Insert(Sound{Resource: 1, Volume: 1})
	horn, _ := sounds.Insert(Sound{Resource: 2, Volume: 0.5})
	_, _ = fades.Insert(Fade{Sound: wind, From: 1, To: 0, Left: 4})
	_, _ = fades.Insert(Fade{Sound: horn, From: 0.5, To: 1, Left: 2})

	sounds.Remove(horn)
	for tick := range 2 {
		for h, f := range fades.All() {
			s, ok := sounds.Get(f.Sound)
			if !ok {
				fmt.Println("tick", tick, "a fade lost its sound:", sounds.Explain(f.Sound))
				fades.Remove(h)
				continue
			}
			f.Left--
			s.Volume = f.To + (f.From-f.To)*f.Left/4
			fmt.Println("tick", tick, "volume", s.Volume)
		}
	}
	// Output:
	// tick 0 volume 0.75
	// tick 0 a fade lost its sound: store: the record was removed
	// tick 1 volume 0.5
}

type Vertex struct{ X, Y float32 }

type Shape struct {
	Name    store.Str
	Outline store.Span[Vertex]
}

// Shapes own outlines of varying length, and names.
func ExampleArray() {
	var shapes store.Bulk[Shape]
	var corners store.Array[Vertex]
	var names store.Strings
	defer shapes.Close()
	defer corners.Close()
	defer names.Close()

	name, _ := names.Intern("ramp")
	outline, _ := corners.AppendRange([]Vertex{{0, 0}, {4, 0}, {4, 1}})
	h, _ := shapes.Insert(Shape{name, outline})

	s, _ := shapes.Get(h)
	fmt.Println(names.Get(s.Name), corners.Slice(s.Outline))
	s.Outline, _ = corners.Extend(s.Outline, []Vertex{{0, 1}})
	fmt.Println(s.Outline.Len(), "corners")
	// Output:
	// ramp [{0 0} {4 0} {4 1}]
	// 4 corners
}

// Sounds are named in scripts: equal names are one Str, four bytes that a
// record holds and that compare as a number does.
func ExampleStrings() {
	var names store.Strings
	defer names.Close()

	wind, _ := names.Intern("wind")
	horn, _ := names.Intern("horn")
	again, _ := names.Intern("wind")
	fmt.Println(wind == again, wind == horn)

	id, ok := names.Find("horn")
	fmt.Println(names.Get(id), ok)
	_, ok = names.Find("drum")
	fmt.Println(ok, names.Len(), "names of", names.Size(), "bytes")
	// Output:
	// true false
	// horn true
	// false 2 names of 8 bytes
}

type Enemy struct {
	Name   string
	Health int
}

type Missile struct {
	Target store.Handle[Enemy]
	Damage int
}

// Missiles and enemies: the enemy that a missile seeks is destroyed, another
// one spawns in its place, and the missile does not take it for its target.
func ExampleArena() {
	var enemies store.Arena[Enemy]
	_ = enemies.Grow(1)

	first, _ := enemies.Insert(Enemy{"scout", 1})
	missile := Missile{Target: first, Damage: 1}

	enemies.Remove(first)
	second, _ := enemies.Insert(Enemy{"tank", 9})
	fmt.Println("same slot:", first.Index() == second.Index())
	_, ok := enemies.Get(missile.Target)
	fmt.Println("target:", ok)
	// Output:
	// same slot: true
	// target: false
}

type Particle struct {
	Age      float32
	Pos, Vel [3]float32
	Color    [3]float32
}

// Particles in groups: tick touches one column only.
func ExampleGroups() {
	var particles store.Groups[Particle]
	defer particles.Close()
	age := store.ColumnOf(func(p *Particle) *float32 { return &p.Age })

	var hs []store.Handle[Particle]
	for i := range 10 {
		h, _ := particles.Insert(Particle{Age: float32(i)})
		hs = append(hs, h)
	}
	particles.Remove(hs[3])
	for g := range particles.All() {
		for i, a := range age.Of(g) { // the whole group, safe lanes and all
			age.Of(g)[i] = a + 0.5
		}
	}
	p, _ := particles.Get(hs[9])
	fmt.Println(particles.Len(), "particles, the last one's age", p.Age)
	// Output:
	// 9 particles, the last one's age 9.5
}

// The same, over records that stay as they are.
func ExampleCrunch() {
	var particles store.Bulk[Particle]
	defer particles.Close()
	for i := range 3 {
		_, _ = particles.Insert(Particle{Vel: [3]float32{float32(i), 0, 0}})
	}
	x := store.ColumnOf(func(p *Particle) *float32 { return &p.Pos[0] })
	vx := store.ColumnOf(func(p *Particle) *float32 { return &p.Vel[0] })
	var step store.Crunch[Particle]
	_ = step.Init(x, vx)
	step.Run(&particles, func(g store.Group[Particle]) {
		xs, vs := x.Of(g), vx.Of(g)
		for i := range xs {
			xs[i] += vs[i] * 0.5
		}
	})
	for _, p := range particles.All() {
		fmt.Print(p.Pos[0], " ")
	}
	// Output: 0 0.5 1
}

// Bullets come and go by the thousand; what matters is how fast a loop visits them all.
func ExamplePacked() {
	type Bullet struct{ Pos, Vel, Life float32 }
	var bullets store.Packed[Bullet]
	defer bullets.Close()
	for i := range 5 {
		_, _ = bullets.Insert(Bullet{Vel: float32(i), Life: float32(i)})
	}
	for h, b := range bullets.All() { // from the last, so that removing is safe
		if b.Life < 2 {
			bullets.Remove(h)
		}
	}
	rows := bullets.Rows()
	for i := range rows {
		rows[i].Pos += rows[i].Vel
	}
	fmt.Println(len(rows), "bullets")
	// Output: 3 bullets
}

// A savegame: handles mean the same after it is loaded.
func ExampleBulk_Save() {
	var sounds store.Bulk[Sound]
	defer sounds.Close()
	dead, _ := sounds.Insert(Sound{Resource: 1})
	kept, _ := sounds.Insert(Sound{Resource: 2})
	sounds.Remove(dead)
	var file bytes.Buffer
	_ = sounds.Save(&file)

	var loaded store.Bulk[Sound]
	defer loaded.Close()
	if err := loaded.Load(&file); err != nil {
		fmt.Println(err)
	}
	s, ok := loaded.Get(kept)
	fmt.Println(s.Resource, ok, loaded.Explain(dead))
	// Output: 2 true store: the record was removed
}

// What a loader does: reserve, fill, commit.
func ExampleBulk_Reserve() {
	var sounds store.Bulk[Sound]
	defer sounds.Close()
	level := make([]Sound, 100)
	r, err := sounds.AppendRange(level) // Reserve, Bytes, Commit in one
	fmt.Println(sounds.Len(), err)
	_, ok := sounds.Get(sounds.HandleIn(r, 42))
	fmt.Println(ok)
	sounds.Release(r) // the level is unloaded
	_, ok = sounds.Get(sounds.HandleIn(r, 42))
	fmt.Println(sounds.Len(), ok)
	// Output:
	// 100 <nil>
	// true
	// 0 false
}
