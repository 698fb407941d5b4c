package format

import (
	"errors"
	"fmt"
)

// A source and a file are the caller's. Where a goroutine of ours calls them, a panic could
// not be recovered by the caller, and after a runtime.Goexit, as FailNow of a test is one,
// the caller would wait forever. So both reach the caller's goroutine as errors.

// foreignPanic is a panic on a goroutine of ours; the caller's panics with the value again.
type foreignPanic struct {
	who   string // whose code it was
	value any
}

func (p *foreignPanic) Error() string { return fmt.Sprintf("the %s panicked: %v", p.who, p.value) }

// errLeft is the error of a reader during a call, and after one that did not return: what it
// was at is lost.
var errLeft error = errAt(0, -1, errSourceLeft, "")

var (
	errSinkExit   = errors.New("the file has ended the goroutine that writes it, as runtime.Goexit and FailNow of a test do; let it return an error")
	errSourceLeft = errors.New("an earlier call did not return, because the source or the Placer panicked or ended the goroutine")
	errSourceExit = errors.New("the source or the Placer has ended the goroutine that reads ahead, as runtime.Goexit and FailNow of a test do; a source can return an error")
)
