package unparse

import (
	"fmt"
	"strconv"
)

// Error is something in a level that a source cannot say.
type Error struct {
	Table string // empty where it is the schema as a whole
	Row   int64  // -1 where it is no row
	Field string // may be empty
	Msg   string
	Err   error // the cause, if another error was it
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

// cell is where a value stands, for messages.
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
