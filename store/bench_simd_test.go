//go:build goexperiment.simd && amd64

package store

import "simd/archsimd"

// simdGroups is tick and simulate with eight lanes to an instruction.
func simdGroups(g *Groups[dust], how string, run func(what, how string, f func())) {
	d := archsimd.BroadcastFloat32x8(dt)
	run("tick", how+"simd", func() {
		for gr := range g.All() {
			x := dustAge.Of(gr)
			for i := 0; i+8 <= len(x); i += 8 {
				archsimd.LoadFloat32x8Slice(x[i:]).Add(d).StoreSlice(x[i:])
			}
		}
		// Without it the scalar code that follows runs several times slower.
		archsimd.ClearAVXUpperBits()
	})
	run("simulate", how+"simd", func() {
		for gr := range g.All() {
			for k := range dustPos {
				x, v := dustPos[k].Of(gr), dustVel[k].Of(gr)
				for i := 0; i+8 <= len(x) && i+8 <= len(v); i += 8 {
					archsimd.LoadFloat32x8Slice(v[i:]).MulAdd(d, archsimd.LoadFloat32x8Slice(x[i:])).StoreSlice(x[i:])
				}
			}
		}
		archsimd.ClearAVXUpperBits()
	})
}
