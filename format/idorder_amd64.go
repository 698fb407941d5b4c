//go:build amd64 && !purego

package format

// firstReversed moves the first bytes of a prefix to the high ends of two 64-bit
// numbers, and clears the others.
var firstReversed = func() (m [17][16]byte) {
	for n := range m {
		for i := range m[n] {
			if m[n][15-i] = byte(i); i >= n {
				m[n][15-i] = 0x80
			}
		}
	}
	return m
}()

// ascendRun is ascendLoop.
func ascendRun(w, starts []uint32, all []byte, last *idPrefix) int {
	if vectors {
		return ascendVectors(w, starts, all, last, &firstReversed)
	}
	return ascendLoop(w, starts, all, last)
}

// ascendVectors is ascendLoop in half the instructions, and waits less for memory
// (BenchmarkIDs).
//
//go:noescape
func ascendVectors(w, starts []uint32, all []byte, last *idPrefix, first *[17][16]byte) int
