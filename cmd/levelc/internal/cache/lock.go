package cache

import (
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// file is what lock returns.
type file interface {
	io.ReadWriteCloser
	io.ReaderAt
	io.WriterAt
	Stat() (fs.FileInfo, error)
	Truncate(int64) error
}

const (
	// untilHeld is how long a lock is waited for without a word. A levelc at work holds
	// it for some milliseconds, so another may have been stopped while it had it.
	untilHeld = time.Second

	// lastTry is how long a lock is waited for after the context has ended. What an
	// interrupted build has made is still worth writing down, if nobody is in the way.
	lastTry = 100 * time.Millisecond

	// longestWay bounds the pauses between the tries at a file that somebody has to
	// himself. All of them together take less than twice as long.
	longestWay = time.Second
)

type locked struct {
	f   file
	err error
}

// lock opens the file and keeps others from writing to it. The context ends the waiting
// for another process. The system knows no such end, so the call that waits is then left
// to itself, and gives back what it may get.
func (j journal) lock(flag int) (file, error) {
	got, left := make(chan locked), make(chan struct{})
	defer close(left)
	go func() {
		f, err := lock(j.path, flag)
		select {
		case got <- locked{f, err}:
		case <-left:
			if f != nil {
				f.Close()
			}
		}
	}()
	late := time.NewTimer(untilHeld)
	defer late.Stop()
	for {
		select {
		case l := <-got:
			return l.f, l.err
		case <-late.C:
			if j.held != nil {
				j.held()
			}
		case <-j.ctx.Done():
			select {
			case l := <-got:
				return l.f, l.err
			case <-time.After(lastTry):
				return nil, j.ctx.Err()
			}
		}
	}
}

// lock waits for as long as it takes. On a disk without locks it goes on without: facts
// stay true, though one may be lost.
func lock(path string, flag int) (file, error) {
	var f *lockedfile.File
	err := patiently(func() (err error) {
		f, err = lockedfile.OpenFile(path, flag, 0o666)
		return err
	})
	if noLocks(err) {
		f, err := os.OpenFile(path, flag, 0o666)
		if err != nil {
			return nil, err // and no file that is nil inside
		}
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// patiently repeats an action on the file while somebody has that to himself.
func patiently(action func() error) error {
	err := action()
	for wait := time.Millisecond; inTheWay(err) && wait < longestWay; wait *= 2 {
		time.Sleep(wait)
		err = action()
	}
	return err
}
