package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// dust stands for the particle of the source, and is as large: tick touches its age,
// simulate its position and velocity.
type dust = particle

var (
	dustAge = ColumnOf(func(p *dust) *float32 { return &p.Age })
	dustPos = [3]Column[dust, float32]{
		ColumnOf(func(p *dust) *float32 { return &p.Pos.X }),
		ColumnOf(func(p *dust) *float32 { return &p.Pos.Y }),
		ColumnOf(func(p *dust) *float32 { return &p.Pos.Z }),
	}
	dustVel = [3]Column[dust, float32]{
		ColumnOf(func(p *dust) *float32 { return &p.Vel.X }),
		ColumnOf(func(p *dust) *float32 { return &p.Vel.Y }),
		ColumnOf(func(p *dust) *float32 { return &p.Vel.Z }),
	}
)

const dt = float32(1.0 / 64)

// addScaled adds dt times v to x, lane by lane.
func addScaled(x, v []float32) {
	for i := range x[:min(len(x), len(v))] {
		x[i] += v[i] * dt
	}
}

func addAll(x []float32, d float32) {
	for i := range x {
		x[i] += d
	}
}

// timed runs one way of doing something to n particles.
type timed func(what, how string, f func())

// BenchmarkGroups is tick and simulate over one million particles: as records,
// as whole columns, in groups, and converted block by block; and Get of each, in random
// order.
func BenchmarkGroups(b *testing.B) {
	n := million()
	if *large {
		n = 4_000_000
	}
	run := func(what, how string, f func()) {
		b.Run(fmt.Sprintf("do=%s/n=%d/how=%s", what, n, how), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
			perRecord(b, n)
		})
	}
	benchRecords(b, n, run)
	benchColumns(n, run)
	benchPacked(b, n, run)
	for _, lanes := range []int{8, 16, 0} {
		benchGroups(b, n, lanes, run)
	}
}

// benchRecords is an array of structures, and the same through a Crunch.
func benchRecords(b *testing.B, n int, run timed) {
	var bulk Bulk[dust]
	defer bulk.Close()
	if _, err := bulk.AppendRange(make([]dust, n)); err != nil {
		b.Fatal(err)
	}
	run("tick", "records", func() {
		for _, rows := range bulk.Runs() {
			for i := range rows {
				rows[i].Age += dt
			}
		}
	})
	run("simulate", "records", func() {
		for _, rows := range bulk.Runs() {
			for i := range rows {
				p := &rows[i]
				p.Pos.X += p.Vel.X * dt
				p.Pos.Y += p.Vel.Y * dt
				p.Pos.Z += p.Vel.Z * dt
			}
		}
	})
	var crunch Crunch[dust]
	if err := crunch.Init(dustPos[0], dustPos[1], dustPos[2], dustVel[0], dustVel[1], dustVel[2]); err != nil {
		b.Fatal(err)
	}
	run("simulate", "crunch", func() { crunch.Run(&bulk, moveDust) })
}

// moveDust is simulate for one group.
func moveDust(g Group[dust]) {
	for k := range dustPos {
		addScaled(dustPos[k].Of(g), dustVel[k].Of(g))
	}
}

// benchColumns is a structure of whole arrays.
func benchColumns(n int, run timed) {
	cols := make([][]float32, 7)
	for i := range cols {
		cols[i] = make([]float32, n)
		addAll(cols[i], 1)
	}
	run("tick", "columns", func() { addAll(cols[0], dt) })
	run("simulate", "columns", func() {
		for k := range 3 {
			addScaled(cols[1+k], cols[4+k])
		}
	})
}

func benchGroups(b *testing.B, n, lanes int, run timed) {
	var g Groups[dust]
	if err := g.Init(lanes); err != nil {
		b.Fatal(err)
	}
	defer g.Close()
	for range n {
		if _, err := g.Insert(dust{}); err != nil {
			b.Fatal(err)
		}
	}
	how := fmt.Sprintf("groups%d", g.size)
	run("tick", how, func() {
		for gr := range g.All() {
			addAll(dustAge.Of(gr), dt)
		}
	})
	run("simulate", how, func() {
		for gr := range g.All() {
			moveDust(gr)
		}
	})
	simdGroups(&g, how, run)
	handles := make([]Handle[dust], 0, n)
	for i := range n {
		handles = append(handles, g.HandleAt(i))
	}
	benchGet(handles, how, run, g.Get)
}

// benchGet takes whole records in random order, which groups are not made for.
func benchGet(handles []Handle[dust], how string, run timed, get func(Handle[dust]) (dust, bool)) {
	rng := rand.New(rand.NewPCG(9, 9))
	rng.Shuffle(len(handles), func(i, k int) { handles[i], handles[k] = handles[k], handles[i] })
	run("get", how, func() {
		sum := float32(0)
		for _, h := range handles {
			p, _ := get(h)
			sum += p.Age + float32(p.Tint[1])
		}
		sink += uint64(sum)
	})
}

// benchPacked is the same records in a Packed.
func benchPacked(b *testing.B, n int, run timed) {
	var p Packed[dust]
	defer p.Close()
	handles := make([]Handle[dust], n)
	for i := range handles {
		h, err := p.Insert(dust{})
		if err != nil {
			b.Fatal(err)
		}
		handles[i] = h
	}
	benchGet(handles, "packed", run, func(h Handle[dust]) (dust, bool) {
		r, ok := p.Get(h)
		return *r, ok
	})
}
