//go:build goexperiment.simd && amd64

package store

import "simd/archsimd"

// simdGroups is tick and simulate with eight lanes to an instruction.
//
//go:noinline
func simdGroups(g *Groups[dust], how string, run timed) {
	run("tick", how+"simd", func() {
		for gr := range g.All() {
			addAll8(dustAge.Of(gr), dt)
		}
	})
	run("simulate", how+"simd", func() {
		for gr := range g.All() {
			for k := range dustPos {
				addScaled8(dustPos[k].Of(gr), dustVel[k].Of(gr), dt)
			}
		}
	})
}

// Scalar code that runs while the upper halves of vector registers are in use takes
// some hundred cycles at each change. So these two have nothing but vector code
// between the first vector and the clearing of the halves, and no vector is handed
// to them: the caller would have it at hand while it finds the columns.

//go:noinline
func addAll8(x []float32, by float32) {
	d := archsimd.BroadcastFloat32x8(by)
	for ; len(x) >= 8; x = x[8:] {
		store8(load8(x).Add(d), x)
	}
	archsimd.ClearAVXUpperBits()
}

//go:noinline
func addScaled8(x, v []float32, by float32) {
	d := archsimd.BroadcastFloat32x8(by)
	for ; len(x) >= 8 && len(v) >= 8; x, v = x[8:], v[8:] {
		store8(load8(x).Add(load8(v).Mul(d)), x)
	}
	archsimd.ClearAVXUpperBits()
}
