//go:build amd64 && !purego

package loader

import "golang.org/x/sys/cpu"

// canVector says whether relocateRows can be called.
var canVector = cpu.X86.HasAVX512F

// relocateRows does what a code says for n vectors of words, each step bytes behind
// the one before. n is not 0, and words has them all.
//
//go:noescape
func relocateRows(words []uint32, code *vectorCode, n, step int)
