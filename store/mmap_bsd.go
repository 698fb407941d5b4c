//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package store

import "golang.org/x/sys/unix"

// mapReserve takes n bytes of address space that must not be touched.
func mapReserve(n int) ([]byte, error) {
	return unix.Mmap(-1, 0, n, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE)
}

// mapLike is nothing: all memory of these systems is alike.
const mapLike = 0

// mapDiscard gives the pages of b back to the system. They stay usable; their contents
// are lost, at once or when the system needs the pages.
func mapDiscard(b []byte) error { return unix.Madvise(b, unix.MADV_FREE) }

// mapWhole is false: not all of these systems tell of holes.
func mapWhole([]byte) bool { return false }

// mapHuge does nothing: these systems choose their page sizes themselves.
func mapHuge([]byte) {}

// mapReady does nothing: pages of a file come as they are touched.
func mapReady([]byte, uintptr, int64) {}

// mapPopulate does nothing: pages come as they are touched.
func mapPopulate([]byte) {}
