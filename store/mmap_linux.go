package store

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// canMap says whether the system lends memory outside Go's heap.
const canMap = true

// mapReserve takes n bytes of address space that must not be touched.
func mapReserve(n int) ([]byte, error) {
	// NORESERVE and PROT_NONE: nothing is charged before mapCommit.
	return syscall.Mmap(-1, 0, n, syscall.PROT_NONE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
}

// mapCommit makes part of a reservation usable. It reads as zero.
func mapCommit(b []byte) error {
	return syscall.Mprotect(b, syscall.PROT_READ|syscall.PROT_WRITE)
}

// mapSlab takes n bytes that can be used at once.
func mapSlab(n int) ([]byte, error) {
	return syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
}

// mapDiscard gives the pages of b back to the system. They stay usable; what
// stood in them is lost.
func mapDiscard(b []byte) error { return syscall.Madvise(b, syscall.MADV_DONTNEED) }

// mapHuge advises the system to back b by huge pages when it is touched.
func mapHuge(b []byte) {
	// A kernel without huge pages says no, and small ones serve as well.
	_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE)
}

// mapPopulate gives b its pages now, where the system knows how to.
func mapPopulate(b []byte) {
	const populateWrite = 23 // since Linux 5.14; before, pages come as they are touched
	_ = syscall.Madvise(b, populateWrite)
}

// mapFree ends a mapping; b is all that mapReserve or mapSlab returned.
func mapFree(b []byte) error { return syscall.Munmap(b) }

// mapForbid takes the pages of a mapping and keeps its addresses, which fault
// when they are touched.
func mapForbid(b []byte) error {
	if err := syscall.Madvise(b, syscall.MADV_DONTNEED); err != nil {
		return err
	}
	return syscall.Mprotect(b, syscall.PROT_NONE)
}

// canMapFiles says whether a file's pages can take the place of part of a
// reservation.
const canMapFiles = true

// mapPages makes b, whole pages of a reservation, those of a file, private.
func mapPages(b []byte, fd uintptr, off int64) error {
	_, err := unix.MmapPtr(int(fd), off, pointerTo(b), uintptr(len(b)), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	return err
}

// mapZeros puts fresh memory in the place of b, whole pages of a reservation.
func mapZeros(b []byte) error {
	_, err := unix.MmapPtr(-1, 0, pointerTo(b), uintptr(len(b)), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_ANON)
	return err
}
