//go:build !amd64 || purego

package format

const vectors = false

func patternHolds([]uint64, []uint64) bool { return false }
