//go:build amd64 && !purego

package format

import "golang.org/x/sys/cpu"

// vectors says whether the functions below can be called.
var vectors = cpu.X86.HasAVX2

// patternHolds is columnsHold for a pattern; see addPattern. q is a whole
// number of times what the pattern is for. It takes a fifth of the time that
// the loops take (BenchmarkColumns).
//
//go:noescape
func patternHolds(q, pattern []uint64) bool

// gatherRows runs a gather over n rows, all that it reads and writes being there.
//
//go:noescape
func gatherRows(dst, src []byte, code []uint32, n, to, from int)
