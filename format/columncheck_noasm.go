//go:build !amd64 || purego

package format

const vectors = false

var longVectors = false

func patternHolds([]uint64, []uint64) bool { return false }

func gatherRows([]byte, []byte, []uint32, int, int, int) {}
