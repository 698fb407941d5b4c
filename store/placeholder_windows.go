package store

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/windows"
)

// A view of a file replaces part of a reservation in steps that each keep the
// addresses: the part is released into a placeholder of its own size, and the view
// replaces the placeholder. Ending the view leaves the placeholder, and committed
// memory replaces it in turn. Windows has had this since version 1803 of Windows 10;
// without it stores map no files.
//
//	[ ready               | reserved              ]   one allocation
//	[ ready | placeholder | reserved              ]   released with MEM_PRESERVE_PLACEHOLDER
//	[ ready | view        | reserved              ]   MapViewOfFile3
//	[ ready | placeholder | reserved              ]   UnmapViewOfFile2
//	[ ready | ready       | reserved              ]   VirtualAlloc2, an allocation of its own
//
// Nothing touches the part meanwhile, because its rows are not in use. The memory that
// replaces a view has the size that the view was charged with, so the system has that
// much.
const (
	memReservePlaceholder  = 0x40000
	memReplacePlaceholder  = 0x4000
	memPreservePlaceholder = 0x2
	memCoalesce            = 0x1
	memMapped              = 0x40000 // of MemoryBasicInformation.Type
)

// granularity is what the documentation asks of the offset of a view. Windows takes any
// page if a placeholder is replaced. Once it has refused one, wholeViews is set and
// only multiples of the granularity are tried.
const granularity = 64 << 10

var wholeViews atomic.Bool

var (
	kernelBase       = windows.NewLazySystemDLL("kernelbase.dll")
	procAlloc2       = kernelBase.NewProc("VirtualAlloc2")
	procMapView3     = kernelBase.NewProc("MapViewOfFile3")
	procUnmapView2   = kernelBase.NewProc("UnmapViewOfFile2")
	procDiscard      = kernelBase.NewProc("DiscardVirtualMemory")
	havePlaceholders = sync.OnceValue(findPlaceholders)
)

// canMapFiles reports whether pages of a file can replace part of a reservation. The
// calls pass offsets in one word.
func canMapFiles() bool { return strconv.IntSize == 64 && havePlaceholders() }

// findPlaceholders tries one: the first systems with VirtualAlloc2 have no
// placeholders.
func findPlaceholders() bool {
	if procAlloc2.Find() != nil || procMapView3.Find() != nil || procUnmapView2.Find() != nil {
		return false
	}
	at, err := virtualAlloc2(0, granularity, windows.MEM_RESERVE|memReservePlaceholder, windows.PAGE_NOACCESS)
	return err == nil && windows.VirtualFree(at, 0, windows.MEM_RELEASE) == nil
}

func virtualAlloc2(at, n uintptr, kind, protect uint32) (uintptr, error) {
	got, _, err := procAlloc2.Call(uintptr(windows.CurrentProcess()), at, n, uintptr(kind), uintptr(protect), 0, 0)
	if got == 0 {
		return 0, err
	}
	return got, nil
}

// unmapView ends a view and leaves a placeholder.
func unmapView(at uintptr) error {
	if ok, _, err := procUnmapView2.Call(uintptr(windows.CurrentProcess()), at, memPreservePlaceholder); ok == 0 {
		return err
	}
	return nil
}

// mapPages maps whole pages b of a reservation privately from a file. On an error b is
// memory, but its contents may be lost; with ErrMemory it is not even memory.
func mapPages(b []byte, f uintptr, off int64) error {
	at, n := addressOf(b), uintptr(len(b))
	if wholeViews.Load() && (off|int64(at))&(granularity-1) != 0 {
		return windows.ERROR_MAPPED_ALIGNMENT
	}
	section, err := windows.CreateFileMapping(windows.Handle(f), nil, windows.PAGE_WRITECOPY, 0, 0, nil)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(section)
	if err := clearPlace(b); err != nil {
		return err
	}
	got, _, err := procMapView3.Call(uintptr(section), uintptr(windows.CurrentProcess()), at, uintptr(off), n, memReplacePlaceholder, windows.PAGE_WRITECOPY, 0, 0)
	if got == at {
		return nil
	}
	if err == windows.ERROR_MAPPED_ALIGNMENT {
		wholeViews.Store(true)
	}
	return refill([]vmPart{{at: at, n: n}}, err)
}

// mapZeros replaces whole pages b of a reservation by fresh memory: a view, or parts of
// b that are not views.
func mapZeros(b []byte) error {
	if err := clearPlace(b); err != nil {
		return err
	}
	return refill([]vmPart{{at: addressOf(b), n: uintptr(len(b))}}, nil)
}

// clearPlace makes b one placeholder. If a view reaches beyond b, it leaves everything
// alone.
func clearPlace(b []byte) error {
	parts, err := partsOf(b)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if p.file && !p.whole {
			return windows.ERROR_INVALID_ADDRESS
		}
	}
	for i, p := range parts {
		if p.file {
			err = unmapView(p.at)
		} else {
			err = windows.VirtualFree(p.at, p.n, windows.MEM_RELEASE|memPreservePlaceholder)
		}
		if err != nil && !(p.empty && p.whole) { // that is a placeholder already
			return refill(parts[:i], err)
		}
	}
	if len(parts) > 1 {
		err = windows.VirtualFree(addressOf(b), uintptr(len(b)), windows.MEM_RELEASE|memCoalesce)
		if err != nil {
			return refill(parts, err)
		}
	}
	return nil
}

// refill replaces the placeholders that parts have become by memory. It returns why,
// the original error, or ErrMemory if the system has none.
func refill(parts []vmPart, why error) error {
	for _, p := range parts {
		if _, err := virtualAlloc2(p.at, p.n, windows.MEM_RESERVE|windows.MEM_COMMIT|memReplacePlaceholder, windows.PAGE_READWRITE); err != nil {
			return fmt.Errorf("%w: %w", ErrMemory, err)
		}
	}
	return why
}

// mapPiece returns how much of a mapping can be replaced at a time: all of a view.
func mapPiece(n int) int { return n }
