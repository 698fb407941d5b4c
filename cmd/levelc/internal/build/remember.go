package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/depfile"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/samefile"
)

// CacheName is the cache in the folder of --outdir. It is there, and not in the user's
// cache folder as a typesMemory may be, because it is about just these files: it is moved
// and removed with them, two checkouts do not share it, and levelc clean finds it.
const CacheName = ".levelc-cache"

// remember opens the cache. If something is wrong with it, it prints a note and
// everything is built. It never overwrites a file that the user named and that is no
// cache.
func (run *Run) remember(ctx context.Context, rules []depfile.Rule) error {
	switch {
	case run.NoCache && run.Explain:
		return fault.Usage(errors.New("with --no-cache everything is built, and there is nothing to --explain"))
	case run.NoCache && run.CacheFile != "":
		return fault.Usage(errors.New("name either --cache or --no-cache"))
	case run.NoCache, run.store != nil: // levelc watch may have one in memory
		return nil
	}
	if err := run.notACache(rules); err != nil {
		return err
	}
	tool, err := run.Identity()
	if err != nil {
		run.history.trouble.giveUp()
		run.note("nothing is remembered, for levelc cannot tell which one it is: %v", fault.PlainCause(err))
		return nil
	}
	run.tool = tool
	path := CachePath(run.CacheFile, run.Outdir)
	store, err := cache.Open(ctx, path, HeldCache(run.Err, path))
	if ctx.Err() != nil {
		return fault.ErrInterrupted
	}
	if errors.Is(err, cache.ErrForeign) && run.CacheFile != "" {
		return fault.Usage(fmt.Errorf("--cache %s would be written over: %w", path, err))
	}
	if err != nil && run.history.trouble.isNew(err) {
		run.note("%s: %v; levels that it does not tell about are built", path, fault.PlainCause(err))
	}
	run.store, run.listed = store, store.Len()
	return nil
}

// notACache refuses a cache file that would overwrite what is built.
func (run *Run) notACache(rules []depfile.Rule) error {
	if run.CacheFile == "" {
		if path := CachePath("", run.Outdir); run.Depfile != "" && samefile.Same(path, run.Depfile) {
			return fault.Usage(fmt.Errorf("--depfile %s would be written over the cache", run.Depfile))
		}
		return nil
	}
	files := []named{{"the depfile", run.Depfile}}
	for _, r := range rules {
		files = append(files, named{"a level", r.Out})
	}
	if what := leadsTo(run.CacheFile, files); what != "" {
		return fault.Usage(fmt.Errorf("--cache %s would be written over %s", run.CacheFile, what))
	}
	return nil // a source or a schema is not a cache, which is noticed when it is opened
}

// CachePath returns the path of a folder's cache: the one that was named, if any was.
func CachePath(named, outdir string) string {
	if named != "" {
		return named
	}
	return filepath.Join(outdir, CacheName)
}

// closeCache writes what has not been written yet. It fails only if an interrupt has
// ended the waiting for another process.
func (run *Run) closeCache(inc *incremental) error {
	if run.store == nil {
		return nil
	}
	err := run.store.Close()
	if inc != nil && inc.unkept != nil {
		err = inc.unkept
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fault.ErrInterrupted
	case err != nil:
		run.history.trouble.giveUp()
		again := "read these files" // whose levels it knows
		if inc != nil && inc.learned.Load() {
			again = "build these levels"
		}
		run.note("the cache cannot be written, so the next build will %s again: %s: %v", again, CachePath(run.CacheFile, run.Outdir), fault.PlainCause(err))
	}
	return nil
}

// HeldCache returns a function that says that a cache is waited for, which another process
// holds.
func HeldCache(w io.Writer, path string) func() {
	return func() {
		fmt.Fprintf(w, "levelc: note: waiting for another process that uses %s\n", diag.Printable(path))
	}
}
