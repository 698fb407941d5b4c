package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapReserve takes n bytes of address space that must not be touched.
func mapReserve(n int) ([]byte, error) {
	// NORESERVE and PROT_NONE: nothing is charged before mapCommit.
	return unix.Mmap(-1, 0, n, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
}

// mapLike makes fresh memory like the rest of its reservation, so that the system joins
// them to one region again.
const mapLike = unix.MAP_NORESERVE

// mapDiscard gives the pages of b back to the system. They stay usable; their contents
// are lost.
func mapDiscard(b []byte) error { return unix.Madvise(b, unix.MADV_DONTNEED) }

// mapHuge advises the system to back b by huge pages when it is touched.
func mapHuge(b []byte) {
	// A kernel without huge pages refuses, and small ones will do.
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE)
}

// mapPopulate gives b its pages now, if the system can do that.
func mapPopulate(b []byte) {
	// Since Linux 5.14. Before, pages come as they are touched.
	_ = unix.Madvise(b, unix.MADV_POPULATE_WRITE)
}

// mapWhole reports whether all of b, memory before, still is.
func mapWhole(b []byte) bool { return mapCommit(b) == nil } // a hole is an error

// mapReady prepares pages of a file, from off on, for their first touch, if the system
// can do that.
func mapReady(b []byte, fd uintptr, off int64) {
	if len(b) >= hugeBytes {
		mapHuge(b) // what has yet to be read from the file comes in huge pages
	}
	// Since Linux 6.5: one call maps everything that the system has in its cache. The
	// rest is not read before it is touched.
	var stat unix.Cachestat_t
	all := unix.CachestatRange{Off: uint64(off), Len: uint64(len(b))}
	if unix.Cachestat(uint(fd), &all, &stat, 0) == nil && stat.Cache == uint64(len(b)/os.Getpagesize()) {
		_ = unix.Madvise(b, unix.MADV_POPULATE_READ)
	}
}
