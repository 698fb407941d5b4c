package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each file of a group has its name when done is called, and one that cannot
// have it keeps none of the others from theirs.
func TestAGroupCommitsEachFile(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"a", "b"} {
		require.NoError(t, os.Mkdir(filepath.Join(dir, d), 0o777))
	}
	const n = 300
	path := func(i int) string { return filepath.Join(dir, string(rune('a'+i%2)), fmt.Sprint(i, ".lvl")) }
	bad := func(i int) bool { return i%50 == 7 }
	g := NewGroup()
	calls := make([]int, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	for first := range 4 { // each with a quarter of the files
		all.Go(func() {
			for i := first; i < n; i += 4 {
				o, err := Create(path(i))
				if err == nil {
					_, err = fmt.Fprint(&at{o, 0}, "level ", i)
				}
				if err != nil {
					errs[i] = err
					continue
				}
				if bad(i) { // somebody makes a folder where the level should be
					if err := os.MkdirAll(filepath.Join(path(i), "x"), 0o777); err != nil {
						errs[i] = err
					}
				}
				g.Commit(o, func(err error) {
					calls[i]++
					text, rerr := os.ReadFile(path(i))
					if err == nil && (rerr != nil || string(text) != fmt.Sprint("level ", i)) {
						err = fmt.Errorf("%q, %v", text, rerr)
					}
					errs[i] = errors.Join(err, o.Close())
				})
			}
		})
	}
	all.Wait()
	g.Close()
	g.Close() // as by a defer
	for i := range n {
		require.Equal(t, 1, calls[i], i)
		if bad(i) {
			var pe *fs.PathError
			require.ErrorAs(t, errs[i], &pe)
			require.Equal(t, path(i), pe.Path)
			continue
		}
		require.NoError(t, errs[i], i)
	}
	for _, d := range []string{"a", "b"} {
		left, err := os.ReadDir(filepath.Join(dir, d))
		require.NoError(t, err)
		require.Len(t, left, n/2, d)
	}
}

// at writes to a place that moves on.
type at struct {
	o   *File
	off int64
}

func (a *at) Write(p []byte) (int, error) {
	n, err := a.o.WriteAt(p, a.off)
	a.off += int64(n)
	return n, err
}

// While the disk writes one file, the next ones gather, and are written together.
func TestAGroupWaitsOnceForManyFiles(t *testing.T) {
	dir := t.TempDir()
	var batches []int
	writing, written := make(chan bool), make(chan bool)
	g := newGroup(func(files []*os.File) []error {
		batches = append(batches, len(files))
		writing <- true
		<-written
		return make([]error, len(files))
	})
	done := 0
	commit := func(name string) {
		o, err := Create(filepath.Join(dir, name))
		require.NoError(t, err)
		g.Commit(o, func(err error) {
			assert.NoError(t, errors.Join(err, o.Close())) // not the test's goroutine
			done++
		})
	}
	commit("first")
	<-writing
	for i := range mostWaiting {
		commit(fmt.Sprint(i))
	}
	written <- true
	<-writing
	close(written)
	g.Close()
	require.Equal(t, []int{1, mostWaiting}, batches)
	require.Equal(t, 1+mostWaiting, done)
}

// A file that the disk does not take does not get its name; the others of its
// batch do.
func TestAGroupTellsOfADiskThatFails(t *testing.T) {
	dir := t.TempDir()
	full := errors.New("no space left")
	g := newGroup(func(files []*os.File) []error {
		errs := make([]error, len(files))
		for i, f := range files {
			if filepath.Base(f.Name())[:4] == ".bad" {
				errs[i] = full
			}
		}
		return errs
	})
	got := map[string]error{}
	for _, name := range []string{"bad1", "good1", "bad2", "good2"} {
		o, err := Create(filepath.Join(dir, name))
		require.NoError(t, err)
		g.Commit(o, func(err error) {
			got[name] = err
			assert.NoError(t, o.Close()) // not the test's goroutine
		})
	}
	g.Close()
	require.ErrorIs(t, got["bad1"], full)
	require.ErrorIs(t, got["bad2"], full)
	require.NoError(t, got["good1"])
	require.NoError(t, got["good2"])
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 2)
}

// A file that was closed is no longer there to be committed.
func TestAGroupTellsOfAFileThatIsGone(t *testing.T) {
	o, err := Create(filepath.Join(t.TempDir(), "level.lvl"))
	require.NoError(t, err)
	require.NoError(t, o.Close())
	g := NewGroup()
	var got error
	g.Commit(o, func(err error) { got = err })
	g.Close()
	require.ErrorIs(t, got, fs.ErrClosed)
}

// Commit of one and of many files beside each other: how long n files take.
func BenchmarkCommit(b *testing.B) {
	const n = 64
	write := func(b *testing.B, dir string, i int) *File {
		o, err := Create(filepath.Join(dir, fmt.Sprint(i, ".lvl")))
		require.NoError(b, err)
		_, err = o.WriteAt(make([]byte, 8<<10), 0)
		require.NoError(b, err)
		return o
	}
	b.Run(fmt.Sprintf("how=each/files=%d", n), func(b *testing.B) {
		dir := b.TempDir()
		for b.Loop() {
			for i := range n {
				o := write(b, dir, i)
				require.NoError(b, o.Commit())
				require.NoError(b, o.Close())
			}
		}
	})
	b.Run(fmt.Sprintf("how=group/files=%d", n), func(b *testing.B) {
		dir := b.TempDir()
		for b.Loop() {
			g := NewGroup()
			var errs []error
			for i := range n {
				o := write(b, dir, i)
				g.Commit(o, func(err error) { errs = append(errs, err, o.Close()) })
			}
			g.Close()
			require.NoError(b, errors.Join(errs...))
		}
	})
}
