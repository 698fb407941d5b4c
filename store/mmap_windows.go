package store

import "golang.org/x/sys/windows"

// canMap says whether the system lends memory outside Go's heap.
const canMap = true

// mapReserve takes n bytes of address space that must not be touched.
func mapReserve(n int) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		return nil, err
	}
	return bytesAt(at, n), nil
}

// mapCommit makes part of a reservation usable. It reads as zero.
func mapCommit(b []byte) error {
	_, err := windows.VirtualAlloc(addressOf(b), uintptr(len(b)), windows.MEM_COMMIT, windows.PAGE_READWRITE)
	return err
}

// mapSlab takes n bytes that can be used at once.
func mapSlab(n int) ([]byte, error) {
	at, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, err
	}
	return bytesAt(at, n), nil
}

// mapDiscard gives the pages of b back to the system. They stay usable; what
// stood in them is lost. Committing again right after the decommit charges the
// pages but takes no memory before they are touched.
func mapDiscard(b []byte) error {
	if err := windows.VirtualFree(addressOf(b), uintptr(len(b)), windows.MEM_DECOMMIT); err != nil {
		return err
	}
	return mapCommit(b)
}

// mapHuge does nothing: large pages need a privilege on Windows.
func mapHuge([]byte) {}

// mapPopulate does nothing: pages come as they are touched.
func mapPopulate([]byte) {}

// mapFree ends a mapping; b is all that mapReserve or mapSlab returned.
func mapFree(b []byte) error {
	return windows.VirtualFree(addressOf(b), 0, windows.MEM_RELEASE)
}

// mapForbid takes the pages of a mapping and keeps its addresses, which fault
// when they are touched.
func mapForbid(b []byte) error {
	return windows.VirtualFree(addressOf(b), uintptr(len(b)), windows.MEM_DECOMMIT)
}

// canMapFiles: a view of a file cannot take the place of part of a
// VirtualAlloc.
const canMapFiles = false

func mapPages([]byte, uintptr, int64) error { return windows.ERROR_NOT_SUPPORTED }
func mapZeros([]byte) error                 { return windows.ERROR_NOT_SUPPORTED }
