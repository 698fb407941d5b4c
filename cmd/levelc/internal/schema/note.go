package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/levelc/levelc/loader/layout"
)

// Note is one thing that is wrong, and where, if that is known.
type Note struct {
	File      string // relative to the user's folder if it is near
	Line, Col int    // from 1 on; 0 without a file
	Msg       string
}

func (n Note) String() string {
	if n.File == "" {
		return n.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", n.File, n.Line, n.Col, n.Msg)
}

// NoLevel returns the error of a type that no level can have. err joins what is wrong with
// it; each *layout.Error in it has a place.
func NoLevel(spec string, err error) *Error {
	e := &Error{Spec: spec, Msg: "no level can have this type", Err: err}
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, one := range all {
		var of *layout.Error
		if errors.As(one, &of) && of.Pos != "" {
			e.Notes = append(e.Notes, noteAt(of.Pos, of.Where+": "+of.Msg))
		} else {
			e.Notes = append(e.Notes, notes(strings.Split(one.Error(), "\n"))...)
		}
	}
	return e
}

// noteAt returns a note with a position in the form file:line:col.
func noteAt(pos, msg string) Note {
	rest, col, ok := cutNumber(pos)
	if !ok {
		return Note{Msg: msg}
	}
	file, line, ok := cutNumber(rest)
	if !ok { // no column
		file, line, col = rest, col, 1
	}
	return Note{file, line, col, msg}
}

// cutNumber divides a:5 into a and 5.
func cutNumber(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 {
		return "", 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil && n > 0
}

func notes(lines []string) []Note {
	out := make([]Note, len(lines))
	for i, l := range lines {
		out[i].Msg = l
	}
	return out
}
