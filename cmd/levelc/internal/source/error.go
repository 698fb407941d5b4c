package source

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// The errors that an Error wraps, for errors.Is.
var (
	ErrSyntax   = errors.New("not well-formed")
	ErrEncoding = errors.New("unreadable encoding")
	ErrLimit    = errors.New("beyond a limit")
	ErrStopped  = errors.New("stopped by the handler")
	ErrChanged  = errors.New("the file changed while it was read")
)

// Error says why a source cannot be read, and where. A reader stops at the first one.
type Error struct {
	Off     int64  // where, as File.Position takes it; negative: the file as a whole
	Path    string // of the file, if Msg is about the whole file and does not name it
	Msg     string // in levelc's words, with at most 256 bytes of the file
	Hint    string // what to do about it, or empty
	Related []Related
	Err     error // a sentinel above, or what the operating system said
	JSON5   bool  // what JSON does not have here, JSON5 has
}

// Related is another place that explains an Error.
type Related struct {
	Off int64
	Msg string
}

// Error returns the message with the path or the byte offset.
func (e *Error) Error() string {
	if e.Path != "" {
		return e.Path + " " + e.Msg
	}
	if e.Off < 0 {
		return e.Msg
	}
	return e.Msg + " (at byte " + strconv.FormatInt(e.Off, 10) + ")"
}

// Unwrap returns the sentinel or the cause.
func (e *Error) Unwrap() error { return e.Err }

func syntax(off int64, format string, args ...any) *Error {
	return &Error{Off: off, Msg: fmt.Sprintf(format, args...), Err: ErrSyntax}
}

func limit(off int64, format string, args ...any) *Error {
	return &Error{Off: off, Msg: fmt.Sprintf(format, args...), Err: ErrLimit}
}

// advise adds a hint.
func (e *Error) advise(hint string) *Error {
	e.Hint = hint
	return e
}

// emptyHint is the hint about an empty file.
const emptyHint = `was it saved? XML begins with "<", JSON with "{" or "["`

// clip makes a name or a piece of a file printable and short.
func clip(b []byte) string {
	cut := terse.Cut(b, 64)
	s := strconv.QuoteToGraphic(string(cut))
	s = s[1 : len(s)-1]
	if len(cut) < len(b) {
		s += "…"
	}
	return s
}

// char returns the character at the start of b, as a message shows it.
func char(b []byte) string {
	r, n := utf8.DecodeRune(b)
	switch {
	case n == 0:
		return "the end of the file"
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte %#02x", b[0])
	case r == '"':
		return `'"'`
	case !strconv.IsGraphic(r) || r == utf8.RuneError:
		return fmt.Sprintf("the character U+%04X", r)
	}
	return strconv.QuoteRune(r)
}
