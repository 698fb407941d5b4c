package format

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What can be wrong with a file. An *Error wraps one of these, or an error of the
// source.
var (
	ErrMagic        = errors.New("not a .lvl file")
	ErrVersion      = errors.New("another major version")
	ErrFlags        = errors.New("unknown required flag")
	ErrTruncated    = errors.New("the file ends early")
	ErrTrailing     = errors.New("bytes after the end of the file")
	ErrHeader       = errors.New("bad header")
	ErrPadding      = errors.New("padding is not zero")
	ErrSum          = errors.New("wrong checksum")
	ErrSchema       = errors.New("bad schema")
	ErrMeta         = errors.New("bad metadata")
	ErrDirectory    = errors.New("bad directory")
	ErrBudget       = errors.New("more bytes than the reader allows")
	ErrCodec        = errors.New("bad compressed block")
	ErrCodecMissing = errors.New("this program is built without the block's codec")
	ErrUTF8         = errors.New("invalid UTF-8")
	ErrSpan         = errors.New("span does not continue the one before it")
	ErrRange        = errors.New("value out of range")
	ErrFinite       = errors.New("number is not finite")
	ErrGap          = errors.New("gap is not zero")
	ErrTree         = errors.New("bad node tree")
	ErrOrder        = errors.New("rows out of order")
	ErrProps        = errors.New("bad properties")
	ErrConvert      = errors.New("cannot be converted")
	ErrWriter       = errors.New("wrong use of the writer") // or wrong options of one
	ErrNoSpool      = errors.New("WriterOptions.Spool has returned neither a Spool nor an error")
	ErrManyBlocks   = errors.New("more than 2^20 blocks")
	ErrOptions      = errors.New("wrong options of a reader")
)

// Error says what is wrong and where. Err is one of the package's sentinels, or an
// error of the source; errors.Is and errors.As find it.
type Error struct {
	Rule   int    // of a file, 1 to 9, in the package documentation; 0 if it breaks none
	Offset int64  // in the file; -1 if there is none
	Table  string // empty if there is none
	Row    int64  // in the table, counted over the whole file; -1 if there is none
	Field  string // empty if there is none
	Err    error
	Detail string // what was found, and what was expected
}

func (e *Error) Unwrap() error { return e.Err }

// Error returns one line: the place, from large to small, then what is wrong and what
// was found.
func (e *Error) Error() string {
	b := []byte("lvl: ")
	if e.Offset >= 0 {
		b = append(b, "offset "...)
		b = strconv.AppendInt(b, e.Offset, 10)
		b = append(b, ": "...)
	}
	if e.Table != "" {
		b = append(b, "table "...)
		b = append(b, OneLine(e.Table)...)
		b = append(b, ": "...)
	}
	if e.Row >= 0 {
		b = append(b, "row "...)
		b = strconv.AppendInt(b, e.Row, 10)
		b = append(b, ": "...)
	}
	if e.Field != "" {
		b = append(b, "field "...)
		b = append(b, OneLine(e.Field)...)
		b = append(b, ": "...)
	}
	b = append(b, e.Err.Error()...)
	if e.Detail != "" {
		b = append(b, ": "...)
		b = append(b, OneLine(e.Detail)...)
	}
	return string(b)
}

// OneLine returns a text for a message, with Go's escapes in place of what does not print
// and of what is not UTF-8. A name in a file may have line ends and a terminal's commands.
func OneLine(s string) string {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return s
	}
	var b []byte
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if strconv.IsPrint(r) && (r != utf8.RuneError || n > 1) {
			b = append(b, s[:n]...)
		} else {
			quoted := strconv.Quote(s[:n])
			b = append(b, quoted[1:len(quoted)-1]...)
		}
		s = s[n:]
	}
	return string(b)
}

// errAt returns an error that is not about a row.
func errAt(rule int, off int64, err error, detail string) *Error {
	return &Error{Rule: rule, Offset: off, Row: -1, Err: err, Detail: detail}
}

// errTable returns an error about a declaration of a table or a field.
func errTable(rule int, table, field string, err error, detail string) *Error {
	return &Error{Rule: rule, Offset: -1, Table: table, Row: -1, Field: field, Err: err, Detail: detail}
}
