package loader_test

import "golang.org/x/sys/windows"

// placesForFiles says whether the system has placeholders, without which no pages of
// files go into reserved memory: since version 1803 of Windows 10, not in Wine 8. The test
// asks the system itself, so that it notices when levels are not mapped that could be.
func placesForFiles() bool {
	alloc := windows.NewLazySystemDLL("kernelbase.dll").NewProc("VirtualAlloc2")
	if alloc.Find() != nil {
		return false
	}
	const reservePlaceholder = 0x40000
	at, _, _ := alloc.Call(0, 0, 64<<10, windows.MEM_RESERVE|reservePlaceholder, windows.PAGE_NOACCESS, 0, 0)
	return at != 0 && windows.VirtualFree(at, 0, windows.MEM_RELEASE) == nil
}
