package diag

import (
	"os"
	"runtime"

	"golang.org/x/term"
)

// Terminal reports whether text for f may be coloured: f is a terminal that understands
// colours, and NO_COLOR is not set (https://no-color.org). Whether it understands them is
// for the environment to tell, and on Windows for the console, which is told to.
func Terminal(f *os.File) bool {
	return term.IsTerminal(int(f.Fd())) && colors(os.LookupEnv, runtime.GOOS, func() bool { return escapes(f) })
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

// colors decides by the environment, and on Windows by what a console says.
func colors(env func(string) (string, bool), goos string, console func() bool) bool {
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
	// Both obey sequences in place of an old console.
	ansicon, _ := env("ANSICON")
	conEmu, _ := env("ConEmuANSI")
	return console() || ansicon != "" || conEmu == "ON"
}
