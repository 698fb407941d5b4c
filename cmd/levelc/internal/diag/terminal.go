package diag

import (
	"os"
	"runtime"

	"golang.org/x/term"
)

// Terminal reports whether text for f may be coloured: f is a terminal that understands
// colours, as far as the environment tells, and NO_COLOR is not set
// (https://no-color.org).
func Terminal(f *os.File) bool {
	return colors(os.LookupEnv, runtime.GOOS) && term.IsTerminal(int(f.Fd()))
}

// Columns returns how many columns a source line may take on the terminal f, so that
// neither it nor its caret is broken to the next line: Options.Width. It is 0 if f is
// no terminal, or does not tell its width.
func Columns(f *os.File) int {
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		return 0
	}
	return min(max(columns-len(indent)-1, 1), defaultWidth)
}

// colors decides by the environment only.
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
