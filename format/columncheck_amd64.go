//go:build amd64 && !purego

package format

import "golang.org/x/sys/cpu"

// vectors reports whether the functions below can be called, longVectors whether
// patternHolds512 can.
var vectors, longVectors = cpu.X86.HasAVX2, cpu.X86.HasAVX512F

// patternHolds is columnsHold for a pattern; see addPattern. The length of q is a
// multiple of what the pattern covers. It takes a fifth of the time of the loops
// (BenchmarkColumns).
func patternHolds(q, pattern []uint64) bool {
	if longVectors {
		return patternHolds512(q, pattern)
	}
	return patternHolds256(q, pattern)
}

//go:noescape
func patternHolds256(q, pattern []uint64) bool

//go:noescape
func patternHolds512(q, pattern []uint64) bool

// gatherRows runs a gather over n rows, all that it reads and writes being there.
//
//go:noescape
func gatherRows(dst, src []byte, code []uint32, n, to, from int)
