package loader

import (
	"context"
	"errors"
	"io"
	"time"
)

// errNotStarted is for a zero Loading or ChunkLoading.
var errNotStarted = errors.New("nothing has been started: Start makes what is to be loaded in steps")

// steps is what a [Loading] and a [ChunkLoading] have in common.
type steps struct {
	file  string                  // its name, if it has one
	begin func() (stepped, error) // holds the source; nil once the load is over
	ld    stepped                 // nil before the first step, where there is nothing to load, and once the load is over
	done  bool                    // every block is in place, or err is set
	over  bool                    // after Finish
	err   error
	now   Progress
	next  time.Duration // what the next piece is expected to take
}

// stepped is rows on their way into the stores, which nothing sees yet.
type stepped interface {
	size() (bytes int64, rows uint64)
	next(at *Progress) error // io.EOF if nothing is left
	rollback()
}

// Step continues the load until budget is used up, and reports whether there is nothing
// left to do. Even with no budget it does one piece of the work: the first Step reads the
// head, each later one at least one block, if there is one. With KeepNodes or Reloadable
// there are pieces behind the last block too, of some thousand nodes, ids or properties
// each; if the file's kinds stand in another order than the world's, one of them sorts all
// properties. Step stops early if one more piece would overrun the budget, going by what
// those before it took. It overruns the budget by one piece at most, and by the time that a
// Read or ReadAt of the source takes. A block has about 256 KiB as levelc writes it; in a
// level that is aligned to pages, large tables may have blocks of up to 16 MiB.
func (s *steps) Step(budget time.Duration) (done bool) {
	begun := time.Now()
	for at := time.Duration(0); !s.done; {
		s.one()
		before := at
		at = time.Since(begun)
		s.expect(at-before, budget)
		if at+s.next >= budget {
			break
		}
	}
	return s.done
}

// expect learns from what a piece took. What is expected of the next one follows long ones
// at once and short ones slowly, because now and then one has to grow something. More than
// half of the budget says no more: behind such a piece a step ends anyway.
func (s *steps) expect(took, budget time.Duration) {
	s.next = min(max(took, s.next-(s.next-took)/4), budget/2)
}

// one does the smallest piece of work. If the source panics or ends the goroutine, the
// load is given up first.
func (s *steps) one() {
	whole := false
	defer func() {
		if !whole {
			s.giveUp(errPanic)
		}
	}()
	s.piece()
	whole = true
}

// piece begins the load, or does what is next in it.
func (s *steps) piece() {
	if s.begin == nil {
		s.err, s.done = wrap("load", errNotStarted), true
		return
	}
	if s.ld == nil {
		ld, err := s.begin()
		if err != nil || ld == nil {
			s.now.none = err == nil
			s.err, s.done = wrap("load", err), true
			return
		}
		s.ld = ld
		s.now.TotalBytes, s.now.TotalRows = ld.size()
		s.now.none = s.now.TotalBytes == 0
		return
	}
	switch err := s.ld.next(&s.now); {
	case err == io.EOF:
		s.now.Bytes, s.done = s.now.TotalBytes, true
	case err != nil:
		s.giveUp(err)
	}
}

// giveUp leaves the stores as they were.
func (s *steps) giveUp(err error) {
	if s.ld != nil {
		s.ld.rollback()
	}
	s.err, s.done = wrap("load", err), true
	s.begin, s.ld = nil, nil
}

// Done reports whether no Step is needed any more: everything is read, or the
// load has failed. Finish says which.
func (s *steps) Done() bool { return s.done }

// Progress says how far the load has come.
func (s *steps) Progress() Progress { return s.now }

// finish does what is left. It returns what is to be made alive now, or nil; if that
// panics, the load has failed.
func (s *steps) finish() (ld stepped) {
	for !s.done {
		s.one()
	}
	ld, s.begin, s.ld, s.over = s.ld, nil, nil, true
	if ld != nil {
		s.err = wrap("load", errPanic)
	}
	return ld
}

// Cancel gives up a load that is not finished. The stores are as they were, and Finish
// returns an error that wraps context.Canceled. After Finish it does nothing.
func (s *steps) Cancel() {
	if !s.over && s.err == nil {
		s.giveUp(context.Canceled)
	}
}
