package foldwatch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	quiet   = 40 * time.Millisecond // without an event, until a change is taken to be over
	longest = time.Second           // that a change that goes on is waited for
)

// Watcher watches folders. It is for one goroutine.
type Watcher struct {
	fs      *fsnotify.Watcher
	folders map[string]os.FileInfo // what is watched, and which folder had the name
	ignore  func(path string) bool
}

// New makes a Watcher that watches nothing yet. It fails on systems that tell
// nobody about changes.
func New() (*Watcher, error) {
	fs, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{fs: fs, folders: map[string]os.FileInfo{}}, nil
}

// Close ends the watching.
func (w *Watcher) Close() error { return w.fs.Close() }

// Set says which folders to watch from now on, without those below them, and
// of which paths in them an event does not count. In place of a folder that is
// not there the nearest above it is watched. Call it again before each Wait, for
// folders come and go.
func (w *Watcher) Set(folders []string, ignore func(path string) bool) error {
	w.ignore = ignore
	wanted := map[string]os.FileInfo{}
	for _, dir := range folders {
		if dir, info := nearest(dir); info != nil {
			wanted[dir] = info
		}
	}
	known := w.fs.WatchList() // without those that the system has given up
	for dir, info := range w.folders {
		if now, ok := wanted[dir]; ok && os.SameFile(info, now) && slices.Contains(known, dir) {
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
		case errors.Is(err, os.ErrNotExist): // it went while we looked; its parent tells about it
			continue
		case err != nil:
			return fmt.Errorf("%s cannot be watched: %w", dir, err)
		}
		w.folders[dir] = info
	}
	return nil
}

// nearest is dir, or the folder above it that is there.
func nearest(dir string) (string, os.FileInfo) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", nil
	}
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir, info
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}

// Wait returns nil when something has changed and seems to be done: no event has
// come for a moment. It returns the context's error when that ends first.
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
			if !errors.Is(err, fsnotify.ErrEventOverflow) { // that one says: look at everything
				return err
			}
		}
		calm = time.After(quiet)
		if late == nil {
			late = time.After(longest)
		}
	}
}
