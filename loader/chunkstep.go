package loader

import (
	"context"
	"io"
	"time"
)

// ChunkLoading is File.Load carried out in steps, as [Loading] is Binding.Load:
//
//	ld := f.Start("cave")
//	for !ld.Done() {
//		ld.Step(time.Millisecond)
//		drawFrame()
//	}
//	err := ld.Finish()
//
// Until Finish nothing of the chunks can be seen in the stores, and references to
// their nodes are pending. Between the steps the game may insert and remove, and
// load and unload other chunks of the File. A ChunkLoading belongs to the goroutine
// of its File; several may be under way at once. Finish or Cancel has to be called,
// or the rows stay reserved.
type ChunkLoading struct {
	f     *File
	label string
	ld    *chunkLoad // nil before the first step, and where there is nothing to load
	begun bool
	done  bool // every block is in place, or err
	over  bool // after Finish or Cancel
	err   error
	now   Progress
}

// Start prepares a load of the chunks of a label and returns at once. If they are
// already loaded, or are loaded by someone else before Finish, nothing happens. Finish
// returns the errors that Load does.
func (f *File) Start(label string) *ChunkLoading { return &ChunkLoading{f: f, label: label} }

// Step continues the load until budget is used up, and reports whether there is nothing
// left to do. It overruns the budget by one block (256 KiB) at most, and by the time
// that a ReadAt of the source takes. It reads on the goroutine of its caller.
func (l *ChunkLoading) Step(budget time.Duration) (done bool) {
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
func (l *ChunkLoading) one() {
	orUndo(l.piece, func() {
		if l.ld != nil {
			l.ld.rollback()
		}
		l.err, l.done = &Error{Op: "load", Err: errPanic}, true
	})
}

// piece begins a chunk, or reads one block.
func (l *ChunkLoading) piece() {
	var err error
	if !l.begun {
		l.begun = true
		if l.ld, err = l.f.begin(l.label); l.ld != nil {
			l.now.TotalBytes, l.now.TotalRows = l.ld.size()
			l.now.none = l.now.TotalBytes == 0
			return
		}
		l.now.none = err == nil
		l.done, l.err = true, wrap("load", err)
		return
	}
	switch err = l.ld.next(&l.now); {
	case err == io.EOF:
		l.now.Bytes, l.done = l.now.TotalBytes, true
	case err != nil:
		l.ld.rollback()
		l.err, l.done = wrap("load", err), true
	}
}

// Done reports whether no Step is needed any more: everything is read, or the load
// has failed. Finish says which.
func (l *ChunkLoading) Done() bool { return l.done }

// Progress says how far the load has come. Its bytes are those of the decoded
// blocks.
func (l *ChunkLoading) Progress() Progress { return l.now }

// Finish makes the chunks alive, all at once, or returns the error of the load. Called
// early, it loads the rest without a pause.
func (l *ChunkLoading) Finish() error {
	for !l.done {
		l.one()
	}
	over := l.over
	l.over = true
	if !over && l.err == nil && l.ld != nil {
		l.err = &Error{Op: "load", Err: errPanic} // unless commit returns
		l.err = l.ld.commit(context.Background())
	}
	return l.err
}

// Cancel gives up a load that is not finished; the world is as it was, and Finish
// returns an error that wraps context.Canceled. After Finish it does nothing.
func (l *ChunkLoading) Cancel() {
	if l.over || l.err != nil {
		return
	}
	if l.ld != nil {
		l.ld.rollback()
	}
	l.err, l.done, l.over = &Error{Op: "load", Err: context.Canceled}, true, true
}
