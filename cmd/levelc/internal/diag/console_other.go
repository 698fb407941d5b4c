//go:build !windows

package diag

import "os"

// escapes is for the consoles of Windows; elsewhere the environment tells.
func escapes(*os.File) bool { return false }
