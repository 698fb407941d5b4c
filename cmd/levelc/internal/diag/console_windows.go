package diag

import (
	"os"

	"golang.org/x/sys/windows"
)

// escapes makes the console of f obey escape sequences and reports whether it does. A
// console before that of Windows 10 refuses, and shows them as they are.
func escapes(f *os.File) bool {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	const obeys = windows.ENABLE_PROCESSED_OUTPUT | windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	return mode&obeys == obeys || windows.SetConsoleMode(console, mode|obeys) == nil
}
