//go:build goexperiment.simd && amd64 && go1.27

package store

import "simd/archsimd"

func load8(x []float32) archsimd.Float32x8     { return archsimd.LoadFloat32x8(x) }
func store8(v archsimd.Float32x8, x []float32) { v.Store(x) }
