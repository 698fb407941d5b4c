package foldwatch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	quiet   = 40 * time.Millisecond // without an event, until a change counts as finished
	longest = time.Second           // the longest wait for a change that goes on
)

// Watcher watches folders. It is for one goroutine.
type Watcher struct {
	fs      *fsnotify.Watcher
	folders map[string]os.FileInfo // what is watched, and which folder had the name then
	ignore  func(path string) bool
}

// New makes a Watcher that watches nothing yet. It fails on systems that do not report
// changes.
func New() (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{fs: fs, folders: map[string]os.FileInfo{}}, nil
}

// Close ends the watching.
func (w *Watcher) Close() error { return w.fs.Close() }

// Set says which folders to watch from now on, without those below them, and which
// paths in them to ignore. In place of a folder that does not exist, the nearest one
// above it is watched. Call it again before each Wait, because folders come and go.
func (w *Watcher) Set(folders []string, ignore func(path string) bool) error {
	w.ignore = ignore
	wanted := map[string]os.FileInfo{}
	for _, dir := range folders {
		if dir, info := nearest(dir); info != nil {
			wanted[dir] = info
		}
	}
	known := map[string]bool{} // without those that the system has dropped
	for _, dir := range w.fs.WatchList() {
		known[dir] = true
	}
	for dir, info := range w.folders {
		if now, ok := wanted[dir]; ok && os.SameFile(info, now) && known[dir] {
			continue
		}
		_ = w.fs.Remove(dir) // it may be gone already
		delete(w.folders, dir)
	}
	for dir, info := range wanted {
		if _, ok := w.folders[dir]; ok {
			continue
		}
		switch err := w.fs.Add(dir); {
		case errors.Is(err, os.ErrNotExist): // it has just gone; its parent will report it
			continue
		case err != nil:
			return fmt.Errorf("%s cannot be watched: %w", dir, err)
		}
		w.folders[dir] = info
	}
	return nil
}

// nearest returns dir, or the nearest folder above it that exists.
func nearest(dir string) (string, os.FileInfo) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", nil
	}
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			// On Windows, an info learns at its first comparison which file it is of, by
			// the name, which may be that of another folder by then.
			os.SameFile(info, info)
			return dir, info
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}

// Wait returns nil when something has changed and the change seems to be finished: no
// event has come for a moment. If the context ends first, it returns that error.
func (w *Watcher) Wait(ctx context.Context) error {
	var calm, late <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-calm:
			return nil
		case <-late:
			return nil
		case e, ok := <-w.fs.Events:
			if !ok {
				return fsnotify.ErrClosed
			}
			if w.ignore != nil && w.ignore(e.Name) {
				continue
			}
		case err, ok := <-w.fs.Errors:
			if !ok {
				return fsnotify.ErrClosed
			}
			if !isChange(err) {
				return err
			}
		}
		calm = time.After(quiet)
		if late == nil {
			late = time.After(longest)
		}
	}
}

// isChange reports whether an error only means that something has changed: there were
// too many events, or a folder was gone before its watch could be taken back, as after a
// move and a removal.
func isChange(err error) bool {
	return errors.Is(err, fsnotify.ErrEventOverflow) || errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.EINVAL)
}
