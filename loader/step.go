package loader

import (
	"context"
	"io"
	"time"

	"github.com/levelc/levelc/format"
)

// Loading is a load that is carried out in steps, between the frames of a game
// that goes on drawing:
//
//	ld := b.Start(f)
//	for !ld.Done() {
//		ld.Step(2 * time.Millisecond)
//		drawProgress(ld.Progress())
//	}
//	lvl, err := ld.Finish()
//
// Until Finish nothing of the level can be seen in the stores. Inserting and
// removing between steps is allowed. A Loading belongs to the goroutine of its
// Binding; several may be under way at once. Between the steps of a large level a
// goroutine reads on: src is the Loading's own until Finish or Cancel, and one of
// them has to be called, or that goroutine stays.
type Loading struct {
	b    *Binding
	src  io.Reader
	ld   *load
	done bool // every block is in place, or err is set
	err  error
	lvl  *Level
	now  Progress
}

// Progress is how far a load has come.
type Progress struct {
	Bytes, TotalBytes int64  // of the file
	Rows, TotalRows   uint64 // nodes and elements
	none              bool   // there was nothing to read
}

// Fraction returns the part of the file that has been read, from 0 to 1. If nothing has
// to be read, as for a chunk that is already loaded, it is 1 once that is known.
func (p Progress) Fraction() float64 {
	switch {
	case p.none:
		return 1
	case p.TotalBytes == 0:
		return 0
	}
	return float64(p.Bytes) / float64(p.TotalBytes)
}

// Start prepares a load of one level from src and returns at once; the first
// Step reads the head of the file.
func (b *Binding) Start(src io.Reader) *Loading {
	return &Loading{b: b, src: src}
}

// Step continues the load until budget is used up, and reports whether there is nothing
// left to do. It overruns the budget by one block (256 KiB) at most, and by the time
// that a Read of the source takes.
func (l *Loading) Step(budget time.Duration) (done bool) {
	for end := time.Now().Add(budget); !l.done; {
		l.one()
		if !time.Now().Before(end) {
			break
		}
	}
	return l.done
}

// one does the smallest piece of work. If the source panics, the load is given up
// before the panic goes on.
func (l *Loading) one() {
	orUndo(l.piece, func() {
		if l.ld != nil {
			l.ld.rollback()
		}
		l.err, l.done = &Error{Op: "load", Err: errPanic}, true
	})
}

// piece reads the head, or one block.
func (l *Loading) piece() {
	if l.ld == nil {
		if l.ld, l.err = l.b.begin(l.src); l.err != nil {
			l.err, l.done = wrap("load", l.err), true
			return
		}
		l.now.TotalBytes = l.ld.reader.Size()
		for t := range l.ld.plan.tables {
			if l.ld.plan.schema.Tables[t].Class != format.ClassFixed && !l.ld.plan.skips(t) {
				l.now.TotalRows += uint64(l.ld.reader.Rows(t))
			}
		}
		return
	}
	switch err := l.ld.next(&l.now); {
	case err == io.EOF:
		l.now.Bytes, l.done = l.now.TotalBytes, true
	case err != nil:
		l.ld.rollback()
		l.err, l.done = wrap("load", err), true
	}
}

// Done reports whether no Step is needed any more: everything is read, or the
// load has failed. Finish says which.
func (l *Loading) Done() bool { return l.done }

// Progress says how far the load has come.
func (l *Loading) Progress() Progress { return l.now }

// Finish makes the level's rows alive, all at once, and returns the level, or
// the error of the load. Called early it loads the rest without a pause.
func (l *Loading) Finish() (*Level, error) {
	for !l.done {
		l.one()
	}
	if l.err == nil && l.lvl == nil {
		l.err = &Error{Op: "load", Err: errPanic} // unless commit returns
		l.lvl, l.err = l.ld.commit()
	}
	return l.lvl, l.err
}

// Cancel gives up a load that is not finished; the stores are as they were.
// After Finish it does nothing.
func (l *Loading) Cancel() {
	if l.lvl != nil || l.err != nil {
		return
	}
	if l.ld != nil {
		l.ld.rollback()
	}
	l.err, l.done = &Error{Op: "load", Err: context.Canceled}, true
}

// orUndo does a piece of work. If that panics or ends the goroutine, it calls undo.
func orUndo(work, undo func()) {
	whole := false
	defer func() {
		if !whole {
			undo()
		}
	}()
	work()
	whole = true
}
