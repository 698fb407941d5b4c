package unparse

import (
	"fmt"
	"strconv"
)

// Error is something in a level that a source cannot express.
type Error struct {
	Table string // empty if it is about the whole schema
	Row   int64  // -1 if it is not about a row
	Field string // may be empty
	Msg   string
	Err   error // the cause, if there is one
}

func (e *Error) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	s := e.Table
	if e.Row >= 0 {
		s += "[" + strconv.FormatInt(e.Row, 10) + "]"
	}
	if e.Field != "" {
		s += "." + e.Field
	}
	if s != "" {
		s += ": "
	}
	s += e.Msg
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// cell is the place of a value, for messages.
type cell struct {
	shape *shape
	row   uint32
	field *field // may be nil
}

func (c cell) errorf(msg string, args ...any) *Error {
	e := &Error{Table: c.shape.Name, Row: int64(c.row), Msg: fmt.Sprintf(msg, args...)}
	if c.field != nil {
		e.Field = c.field.Name
	}
	return e
}
