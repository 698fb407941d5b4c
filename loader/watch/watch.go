package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
)

// ErrTooLarge marks a file that is longer than Options.MaxBytes.
var ErrTooLarge = errors.New("the file is too large")

// Options say how a file is watched. The zero value is ready to use.
type Options struct {
	Settle   time.Duration // how long a file must not change before it is read; 0 is 100 ms
	MaxBytes int64         // of the file, and of what it decodes to; 0 is 1 GiB
}

// Version is a version of the file, or the reason why there is none.
type Version struct {
	File []byte // checked by all rules of the format; nil with an error
	Err  error
}

// Watcher watches one file. The zero Watcher watches none, and no version is ever ready.
// Its methods may be called by any goroutine, but Reload only by the one that uses the level.
type Watcher struct {
	path  string
	o     Options
	notes *fsnotify.Watcher
	trail []string     // of path; after File, only run uses it
	ready chan Version // at most one, the newest
	once  sync.Once
	done  chan struct{}
	last  []byte // the file of the last version in ready
	late  []byte // for Reload: the version during which it was cancelled
}

// File begins to watch a file. The file need not exist yet; its folder must. Close ends
// the watch. On a system without notifications, the error wraps errors.ErrUnsupported.
func File(path string, o Options) (*Watcher, error) {
	if o.Settle <= 0 {
		o.Settle = 100 * time.Millisecond
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 1 << 30
	}
	if path == "" {
		return nil, fmt.Errorf("watch: the name of the file is empty: %w", os.ErrInvalid)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("watch: %s is a folder, and no file: %w", path, os.ErrInvalid)
	}
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	notes, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch: %w: %w", errors.ErrUnsupported, err)
	}
	w := &Watcher{path: path, o: o, notes: notes, ready: make(chan Version, 1), done: make(chan struct{})}
	if err := w.follow(); err != nil {
		return nil, errors.Join(fmt.Errorf("watch: %w", err), notes.Close())
	}
	go w.run()
	return w, nil
}

// Ready returns a channel of new versions, for a game that waits in a select. Close
// closes it.
func (w *Watcher) Ready() <-chan Version { return w.ready }

// Reload reloads the level if there is a new version; otherwise it returns nil at once.
// An error is that of the version or of Level.Reload; the level is then as it was. If
// ctx interrupts a version, the next call gets it again, unless there is a newer one.
// After Close it still gets a version that was ready or interrupted, once; from then on
// it returns nil.
func (w *Watcher) Reload(ctx context.Context, l *loader.Level) ([]loader.Change, error) {
	file := w.late
	w.late = nil
	select {
	case v, open := <-w.ready:
		switch {
		case !open: // which takes nothing back
		case v.Err != nil:
			return nil, v.Err
		default:
			file = v.File
		}
	default:
	}
	if file == nil {
		return nil, nil
	}
	changes, err := l.Reload(ctx, bytes.NewReader(file))
	if e := ctx.Err(); e != nil && errors.Is(err, e) {
		w.late = file
	}
	if e, ok := err.(*loader.Error); ok && e.File == "" {
		named := *e
		named.File = w.path
		err = &named
	}
	return changes, err
}

// Close ends the watch and its goroutine. Closing twice is harmless, and so is closing nil,
// which File returns beside an error.
func (w *Watcher) Close() (err error) {
	if w == nil || w.notes == nil {
		return nil
	}
	w.once.Do(func() {
		err = w.notes.Close()
		<-w.done
	})
	return err
}

// run waits for changes until Close.
func (w *Watcher) run() {
	defer close(w.done)
	defer close(w.ready)
	quiet := time.NewTimer(w.o.Settle)
	quiet.Stop()
	defer quiet.Stop()
	for {
		select {
		case e, open := <-w.notes.Events:
			if !open {
				return
			}
			if w.concerns(e) {
				quiet.Reset(w.o.Settle)
			}
		case err, open := <-w.notes.Errors:
			if !open {
				return
			}
			// Events for the file may have been among those that were missed.
			if !isChange(err) {
				w.fail(err)
			}
			quiet.Reset(w.o.Settle)
		case <-quiet.C:
			// First, so that no change is missed between reading and watching.
			if err := w.follow(); errors.Is(err, fsnotify.ErrClosed) {
				return // Close came in between, and a version that is ready stays
			} else if err != nil {
				w.fail(err)
				continue
			}
			file, err := w.read()
			if err == nil && bytes.Equal(file, w.last) {
				continue
			}
			w.last = file
			w.put(Version{File: file, Err: err})
		}
	}
}

// isChange reports whether an error of the watch only means that something has changed:
// there were too many events, or a folder was gone before its watch could be taken back,
// as after a move and a removal.
func isChange(err error) bool {
	return errors.Is(err, fsnotify.ErrEventOverflow) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EINVAL)
}

// follow watches the folders of everything that leads to the file now.
func (w *Watcher) follow() error {
	for range 8 { // until it stays the same meanwhile, or changes so often that an event will tell
		trail, err := Trail(w.path)
		if err != nil {
			return err
		}
		known := w.notes.WatchList() // without folders that are gone
		if slices.Equal(trail, w.trail) && !slices.ContainsFunc(trail, func(name string) bool {
			return !slices.Contains(known, filepath.Dir(name))
		}) {
			return nil
		}
		for _, dir := range known {
			if !slices.ContainsFunc(trail, func(name string) bool { return filepath.Dir(name) == dir }) {
				_ = w.notes.Remove(dir) // it may be gone already
			}
		}
		w.trail = trail
		for _, name := range trail { // a folder that is gone again shows in the next round
			if err := w.notes.Add(filepath.Dir(name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// concerns reports whether an event is about a name that leads to the file, or about a
// watched folder that goes: another may have come in its place. A disk that takes
// cave.lvl for Cave.lvl tells its own spelling; where these are two files, the worst is
// that the file is read in vain.
func (w *Watcher) concerns(e fsnotify.Event) bool {
	gone := e.Has(fsnotify.Rename) || e.Has(fsnotify.Remove)
	return e.Op != fsnotify.Chmod && slices.ContainsFunc(w.trail, func(name string) bool {
		return strings.EqualFold(filepath.Base(name), filepath.Base(e.Name)) || gone && strings.EqualFold(filepath.Dir(name), e.Name)
	})
}

// put makes v the version that is ready. Only run sends, so there is room once the
// channel is empty.
func (w *Watcher) put(v Version) {
	select {
	case <-w.ready:
	default:
	}
	w.ready <- v
}

// fail makes an error of the watch ready. It may replace a version that nobody has
// seen, so the next file that is read counts as new, even if it is the same.
func (w *Watcher) fail(err error) {
	w.last = nil
	w.put(Version{Err: fmt.Errorf("watch: %w", err)})
}

// read reads the file and checks it by the rules of the format.
func (w *Watcher) read() ([]byte, error) {
	// Opening a pipe may take for ever, so this comes first. A folder gives an error of
	// its own.
	if info, err := os.Stat(w.path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, fmt.Errorf("watch: %s is not a file: %w", w.path, fs.ErrInvalid)
	}
	f, err := os.Open(w.path)
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	defer f.Close()
	file, err := io.ReadAll(io.LimitReader(f, max(w.o.MaxBytes, w.o.MaxBytes+1))) // MaxBytes may be the greatest int64
	if err == nil && int64(len(file)) > w.o.MaxBytes {
		err = fmt.Errorf("%w: more than %d bytes", ErrTooLarge, w.o.MaxBytes)
	}
	if err == nil {
		err = format.Verify(bytes.NewReader(file), format.Options{MaxBytes: w.o.MaxBytes})
	}
	if err != nil {
		return nil, fmt.Errorf("watch: %s: %w", w.path, err)
	}
	return file, nil
}
