//go:build !(goexperiment.simd && amd64)

package store

// simdGroups needs GOEXPERIMENT=simd on amd64.
func simdGroups(*Groups[dust], string, func(what, how string, f func())) {}
