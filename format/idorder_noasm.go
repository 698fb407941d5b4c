//go:build !amd64 || purego

package format

func ascendRun(w, starts []uint32, all []byte, last *idPrefix) int {
	return ascendLoop(w, starts, all, last)
}
