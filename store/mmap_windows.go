package store

import "golang.org/x/sys/windows"

// canMap says whether the system lends memory outside Go's heap.
const canMap = true

// canJoin says whether parts of one reservation can be treated as reservations:
// a view of a file takes the place of a part, and what is left becomes others.
const canJoin = false

// mapReserve takes n bytes of address space that must not be touched. Where
// the system has placeholders it is one of those, with a reservation in its
// place: parts of that can become placeholders again, for pages of a file.
func mapReserve(n int) ([]byte, error) {
	if canMapFiles() {
		at, err := virtualAlloc2(0, uintptr(n), windows.MEM_RESERVE|memReservePlaceholder, windows.PAGE_NOACCESS)
		if err == nil {
			if _, err = virtualAlloc2(at, uintptr(n), windows.MEM_RESERVE|memReplacePlaceholder, windows.PAGE_NOACCESS); err == nil {
				return bytesAt(at, n), nil
			}
			if err = windows.VirtualFree(at, 0, windows.MEM_RELEASE); err != nil {
				return nil, err
			}
		}
	}
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

// mapDiscard gives the pages of b back to the system. They stay usable and charged, so
// that no use of them can fail later; what stood in them is lost, at once or when the
// system needs the pages. Pages of files stay: the system takes them when it wants to,
// all but those that were written to.
func mapDiscard(b []byte) error {
	parts, err := partsOf(b)
	for _, p := range parts {
		if err == nil && !p.file {
			err = discardPart(p.at, p.n)
		}
	}
	return err
}

// discardPart takes the pages at once if it can, which needs Windows 8.1. The first
// Windows 10 may refuse that without a reason.
func discardPart(at, n uintptr) error {
	if procDiscard.Find() == nil {
		if code, _, _ := procDiscard.Call(at, n); code == 0 {
			return nil
		}
	}
	return resetPages(at, n)
}

// resetPages lets the system take the pages when it needs them.
func resetPages(at, n uintptr) error {
	_, err := windows.VirtualAlloc(at, n, windows.MEM_RESET, windows.PAGE_READWRITE)
	return err
}

// mapHuge does nothing: large pages need a privilege on Windows.
func mapHuge([]byte) {}

// mapReady does nothing: pages of a file come as they are touched.
func mapReady([]byte, uintptr, int64) {}

// mapPopulate does nothing: pages come as they are touched.
func mapPopulate([]byte) {}

// mapFree ends a mapping; b is all that mapReserve or mapSlab returned.
func mapFree(b []byte) error {
	parts, err := partsOf(b)
	if err != nil {
		return err
	}
	// All were found before the first is released: from then on its addresses
	// are anybody's.
	for _, p := range parts {
		e := error(nil)
		if p.file {
			e = windows.UnmapViewOfFile(p.at)
		} else {
			e = windows.VirtualFree(p.at, 0, windows.MEM_RELEASE)
		}
		if err == nil {
			err = e
		}
	}
	return err
}

// mapForbid takes the pages of a mapping and keeps its addresses, which fault
// when they are touched.
func mapForbid(b []byte) error {
	parts, err := partsOf(b)
	for _, p := range parts {
		switch {
		case err != nil:
		case p.file:
			err = unmapView(p.at)
		default:
			err = windows.VirtualFree(p.at, p.n, windows.MEM_DECOMMIT)
		}
	}
	return err
}

// vmPart is what one allocation, or one view of a file, has of some memory.
type vmPart struct {
	at, n uintptr
	whole bool // all of the allocation
	file  bool // a view
	empty bool // reserved, or a placeholder
}

// partsOf returns what lies in b, in ascending order. Without views of files, b is of one
// allocation and need not be looked through. On 386, that could not be done either: there
// the system's MEMORY_BASIC_INFORMATION has no PartitionId, which package windows expects.
func partsOf(b []byte) ([]vmPart, error) {
	if !canMapFiles() {
		return []vmPart{{at: addressOf(b), n: uintptr(len(b))}}, nil
	}
	var parts []vmPart
	var info windows.MemoryBasicInformation
	var last uintptr // allocation that the last part is of
	lo := addressOf(b)
	hi := lo + uintptr(len(b))
	for at := lo; at < hi; at = info.BaseAddress + info.RegionSize {
		if err := windows.VirtualQuery(at, &info, uintptr(sizeOf[windows.MemoryBasicInformation]())); err != nil {
			return nil, err
		}
		end := info.BaseAddress + info.RegionSize
		k := len(parts) - 1
		if k < 0 || info.AllocationBase != last {
			parts = append(parts, vmPart{at: at, whole: info.AllocationBase == at, file: info.Type == memMapped, empty: true})
			last, k = info.AllocationBase, k+1
		}
		parts[k].n = min(end, hi) - parts[k].at
		parts[k].empty = parts[k].empty && info.State == windows.MEM_RESERVE
		if end > hi {
			parts[k].whole = false
		}
	}
	// A vmPart ends where pages differ, an allocation may go on.
	if k := len(parts) - 1; k >= 0 && parts[k].whole {
		if windows.VirtualQuery(hi, &info, uintptr(sizeOf[windows.MemoryBasicInformation]())) == nil {
			parts[k].whole = info.AllocationBase != last
		}
	}
	return parts, nil
}
