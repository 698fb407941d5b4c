//go:build goexperiment.simd && amd64

package store

import "simd/archsimd"

// simdGroups is tick and simulate with eight lanes to an instruction.
func simdGroups(g *Groups[dust], how string, run timed) {
	d := archsimd.BroadcastFloat32x8(dt)
	// Scalar code right behind vector code runs many times slower until the
	// upper halves of the registers are cleared, so each group's columns are at
	// hand before its vector code starts.
	run("tick", how+"simd", func() {
		for gr := range g.All() {
			addAll8(dustAge.Of(gr), d)
		}
	})
	run("simulate", how+"simd", func() {
		for gr := range g.All() {
			for k := range dustPos {
				addScaled8(dustPos[k].Of(gr), dustVel[k].Of(gr), d)
			}
		}
	})
}

func addAll8(x []float32, d archsimd.Float32x8) {
	for ; len(x) >= 8; x = x[8:] {
		archsimd.LoadFloat32x8Slice(x).Add(d).StoreSlice(x)
	}
	archsimd.ClearAVXUpperBits()
}

func addScaled8(x, v []float32, d archsimd.Float32x8) {
	for ; len(x) >= 8 && len(v) >= 8; x, v = x[8:], v[8:] {
		archsimd.LoadFloat32x8Slice(x).Add(archsimd.LoadFloat32x8Slice(v).Mul(d)).StoreSlice(x)
	}
	archsimd.ClearAVXUpperBits()
}
