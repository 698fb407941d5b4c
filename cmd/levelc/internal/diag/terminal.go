package diag

import (
	"os"
	"runtime"

	"golang.org/x/term"
)

// Terminal reports whether what is written to f may be coloured: it is a
// terminal, one that knows colours as far as the environment tells, and
// NO_COLOR is not set (https://no-color.org).
func Terminal(f *os.File) bool {
	return colors(os.LookupEnv, runtime.GOOS) && term.IsTerminal(int(f.Fd()))
}

// colors decides by the environment alone.
func colors(env func(string) (string, bool), goos string) bool {
	if v, _ := env("NO_COLOR"); v != "" {
		return false
	}
	t, has := env("TERM")
	if t == "dumb" {
		return false
	}
	if goos != "windows" {
		return has
	}
	// The old console shows sequences as they are, and sets none of these.
	for _, k := range []string{"WT_SESSION", "TERM", "ANSICON"} {
		if v, _ := env(k); v != "" {
			return true
		}
	}
	v, _ := env("ConEmuANSI")
	return v == "ON"
}
