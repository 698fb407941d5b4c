//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package store

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// canMap says whether the system lends memory outside Go's heap.
const canMap = true

// canJoin says whether parts of one reservation can be treated as reservations.
const canJoin = true

// mapCommit makes part of a reservation usable. It reads as zero.
func mapCommit(b []byte) error { return unix.Mprotect(b, unix.PROT_READ|unix.PROT_WRITE) }

// mapSlab takes n bytes that can be used at once.
func mapSlab(n int) ([]byte, error) {
	return unix.Mmap(-1, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
}

// mapFree ends a mapping; b is all that mapReserve or mapSlab returned.
func mapFree(b []byte) error { return unix.Munmap(b) }

// mapForbid takes the pages of a mapping, those of files too, and keeps its addresses,
// which fault when they are touched.
func mapForbid(b []byte) error {
	_, err := unix.MmapPtr(-1, 0, pointerTo(b), uintptr(len(b)), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_ANON|mapLike)
	return err
}

// canMapFiles reports whether pages of a file can replace part of a reservation.
func canMapFiles() bool { return true }

// mapPiece returns how much of a mapping of n bytes is replaced at a time.
func mapPiece(n int) int { return min(n, slabBytes) }

// mapPages maps whole pages b of a reservation privately from a file. On an error b is
// ordinary memory, unless the error wraps ErrMemory.
func mapPages(b []byte, fd uintptr, off int64) error {
	_, err := unix.MmapPtr(int(fd), off, pointerTo(b), uintptr(len(b)), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	if err == nil {
		return nil
	}
	// A file system that is asked last may refuse, and by then b is no memory any more.
	// Nothing else may take its addresses.
	if e := mapZeros(b); e != nil {
		if mapWhole(b) {
			return err // the system has refused both before it unmapped anything
		}
		return fmt.Errorf("%w: %w; %w", ErrMemory, err, e)
	}
	return err
}

// mapZeros replaces whole pages b of a reservation by fresh memory.
func mapZeros(b []byte) error {
	_, err := unix.MmapPtr(-1, 0, pointerTo(b), uintptr(len(b)), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED|unix.MAP_ANON|mapLike)
	return err
}
