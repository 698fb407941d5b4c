package store

import (
	"fmt"
	"reflect"
)

// fullError is ErrFull with what is full. Who meets it again and again, in a game that
// fills its stores on purpose, should not pay for an error each time: a store keeps the
// last one, and it is put into words when somebody reads it.
type fullError struct {
	of         reflect.Type
	n          int // rows that had to follow one another, or 0
	used, most uint32
	grows      bool // there would be room after Grow
}

func (e *fullError) Error() string {
	switch {
	case e.n > 0:
		return fmt.Sprintf("%v: %d consecutive %v do not fit behind %d of at most %d", ErrFull, e.n, e.of, e.used, e.most)
	case e.grows:
		return fmt.Sprintf("%v: room for %d %v, see Grow", ErrFull, e.most, e.of)
	}
	return fmt.Sprintf("%v: at most %d %v", ErrFull, e.most, e.of)
}

func (e *fullError) Unwrap() error { return ErrFull }

// refused returns an error that is e: the last one, if it says the same.
func refused(last **fullError, e fullError) error {
	if *last == nil || **last != e {
		own := e
		*last = &own
	}
	return *last
}
