package output

import (
	"os"
	"path/filepath"
	"sync"
)

// Group commits many files, and waits for the disk once for all files that have come
// meanwhile: each wait takes some milliseconds, however little there is to write. Each
// file is committed as by File.Commit. Files that come together share its two seconds of
// waiting for other processes.
//
// Several goroutines may call Commit at a time. One of them calls Close after all calls
// of Commit; a Commit after that panics.
type Group struct {
	queue  chan committal
	closes sync.Once
	ended  chan struct{}
	sync   func([]*os.File) []error // syncFiles
}

// committal is a file that is to get its name.
type committal struct {
	file *File
	done func(error)
	err  error
}

const (
	mostWaiting  = 8  // files, before Commit waits
	mostTogether = 16 // files in one wait for the disk
)

// NewGroup returns a group without files. Its goroutine ends with Close.
func NewGroup() *Group {
	return newGroup(syncFiles)
}

func newGroup(sync func([]*os.File) []error) *Group {
	g := &Group{queue: make(chan committal, mostWaiting), ended: make(chan struct{}), sync: sync}
	go g.run()
	return g
}

// Commit gives an output its name soon. Then it calls done on the group's goroutine,
// with what File.Commit would have returned. The file belongs to the group until then.
// done must not call Commit, which may wait for the goroutine that done is on.
func (g *Group) Commit(o *File, done func(error)) {
	g.queue <- committal{file: o, done: done}
}

// Close returns when everything that was given to Commit is done. It may be called again.
func (g *Group) Close() {
	g.closes.Do(func() { close(g.queue) })
	<-g.ended
}

func (g *Group) run() {
	defer close(g.ended)
	var batch []committal
	for c := range g.queue {
		batch = append(batch[:0], c)
		for len(batch) < mostTogether && len(g.queue) > 0 {
			batch = append(batch, <-g.queue)
		}
		g.commit(batch)
		for i := range batch {
			batch[i].done(batch[i].err)
		}
		clear(batch)
	}
}

// commit is File.Commit for several files.
func (g *Group) commit(batch []committal) {
	var temps []*os.File
	for i := range batch {
		c := &batch[i]
		if c.err = c.file.seal(); c.err == nil {
			temps = append(temps, c.file.temp.File)
		}
	}
	errs := g.sync(temps)
	folders := map[string]error{} // the errors of syncing them
	p := fullPatience             // for all: while one file is waited for, so are the next ones
	for i := range batch {
		c := &batch[i]
		if c.err != nil {
			continue
		}
		c.err, errs = c.file.failed(errs[0]), errs[1:]
		if c.err == nil {
			c.err = c.file.publish(&p)
		}
		if c.err == nil {
			folders[filepath.Dir(c.file.place)] = nil
		}
	}
	for dir := range folders {
		folders[dir] = syncFolder(dir)
	}
	for i := range batch {
		c := &batch[i]
		if c.err == nil {
			c.err = c.file.failed(folders[filepath.Dir(c.file.place)])
		}
	}
}
