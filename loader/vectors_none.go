//go:build !amd64 || purego

package loader

var canVector = false

func relocateRows([]uint32, *vectorCode, int, int) {}
