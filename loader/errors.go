package loader

import (
	"errors"
	"fmt"
	"strings"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/store"
)

var (
	// ErrWorld marks a world that cannot be loaded into: its type has no
	// stores, or a record holds what a level cannot.
	ErrWorld = errors.New("not a world")
	// ErrMismatch marks a level whose tables do not fit the world's types.
	ErrMismatch = errors.New("the level does not fit the world")
	// ErrUnloaded marks the use of a Level after its Unload, of a File after its
	// Close, and the Unload of a chunk that is not loaded.
	ErrUnloaded = errors.New("not loaded")
)

var (
	errLevelUnloaded = fmt.Errorf("the level is %w any more", ErrUnloaded)
	errFileClosed    = fmt.Errorf("the file is closed: its level is %w any more", ErrUnloaded)
)

// errPanic is the error of a load in steps that panicked.
var errPanic = errors.New("a panic of the hook or the source has ended the load, and the stores are as they were")

// Error is a mistake that the loader itself finds. It also wraps errors of the file,
// which are *format.Error, and errors that the Read of the source returned; errors.Is
// and errors.As find them.
type Error struct {
	Op string // load, walk, bind, open, save, reload, unload, close
	// File is the name that LoadFS was given, or that of an *os.File. Other sources have
	// none, and it is empty where Err is an *fs.PathError that names the file.
	File  string
	Table string
	Field string
	Want  string // what the world has, if a field does not fit: "f32 x 2"
	Got   string // what the level has in its place: "str"
	// Record is the one that could not be saved: FromAny of its store makes the
	// handle. It is nil where no single record is at fault.
	Record store.AnyHandle
	Err    error
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.File != "" {
		b.WriteString(" ")
		b.WriteString(e.File)
	}
	if e.Table != "" {
		b.WriteString(": table ")
		b.WriteString(format.OneLine(e.Table))
	}
	if !e.Record.IsNil() {
		b.WriteString(", record ")
		_, slot, _ := strings.Cut(e.Record.String(), "/") // the kind is known from the table
		b.WriteString(slot)
	}
	if e.Field != "" {
		b.WriteString(", field ")
		b.WriteString(format.OneLine(e.Field))
	}
	b.WriteString(": ")
	b.WriteString(e.cause())
	return b.String()
}

// cause is the text of e.Err, without a place that e has named.
func (e *Error) cause() string {
	if fe, ok := e.Err.(*format.Error); ok && fe.Offset < 0 && fe.Row < 0 && fe.Table == e.Table && fe.Field == e.Field {
		text := fe.Err.Error()
		if fe.Detail != "" {
			text += ": " + format.OneLine(fe.Detail)
		}
		return text
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// wrapAs is wrap for what an open or a reload does as a load would, and which says so.
func wrapAs(op string, err error) error {
	if e, ok := err.(*Error); ok && e.Op == "load" {
		named := *e // the error may be shared
		named.Op = op
		return &named
	}
	return wrap(op, err)
}

// wrap adds the operation to an error that does not have one yet. An *Error within an
// error of the source is about something else.
func wrap(op string, err error) error {
	if _, ok := err.(*Error); ok || err == nil {
		return err
	}
	return &Error{Op: op, Err: err}
}
