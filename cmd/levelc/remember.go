package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
)

// cacheName is the cache in the folder of --outdir. It is there, and not in the user's
// cache folder, because it is about just these files: it is moved and removed with
// them, two checkouts do not share it, and levelc clean finds it.
const cacheName = ".levelc-cache"

// remember opens the cache. If something is wrong with it, it prints a note and
// everything is built. It never overwrites a file that the user named and that is no
// cache.
func (run *Run) remember(ctx context.Context, rules []rule) error {
	switch {
	case run.noCache && run.explain:
		return usage(errors.New("with --no-cache everything is built, and there is nothing to --explain"))
	case run.noCache && run.cacheFile != "":
		return usage(errors.New("name either --cache or --no-cache"))
	case run.noCache, run.store != nil: // levelc watch may have one in memory
		return nil
	}
	if err := run.notACache(rules); err != nil {
		return err
	}
	tool, err := run.identity()
	if err != nil {
		run.history.trouble.giveUp()
		run.note("nothing is remembered, for levelc cannot tell which one it is: %v", plainCause(err))
		return nil
	}
	run.tool = tool
	path := cachePath(run.cacheFile, run.outdir)
	store, err := cache.Open(ctx, path, heldCache(run.Err, path))
	if ctx.Err() != nil {
		return errInterrupted
	}
	if errors.Is(err, cache.ErrForeign) && run.cacheFile != "" {
		return usage(fmt.Errorf("--cache %s would be written over: %w", path, err))
	}
	if err != nil && run.history.trouble.isNew(err) {
		run.note("%s: %v; levels that it does not tell about are built", path, plainCause(err))
	}
	run.store, run.listed = store, store.Len()
	return nil
}

// notACache refuses a cache file that would overwrite what is built.
func (run *Run) notACache(rules []rule) error {
	if run.cacheFile == "" {
		return nil
	}
	over := func(what string) error {
		return usage(fmt.Errorf("--cache %s would be written over %s", run.cacheFile, what))
	}
	file := pathTo(run.cacheFile)
	if run.depfile != "" && file.is(run.depfile) {
		return over("the depfile")
	}
	for _, r := range rules {
		if file.is(r.out) {
			return over("a level")
		}
	}
	return nil // a source or a schema is not a cache, which is noticed when it is opened
}

// cachePath returns the path of a folder's cache.
func cachePath(named, outdir string) string {
	if named != "" {
		return named
	}
	return filepath.Join(outdir, cacheName)
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
		return errInterrupted
	case err != nil:
		run.history.trouble.giveUp()
		run.note("the cache cannot be written, so the next build will build these levels again: %s: %v", diag.Printable(cachePath(run.cacheFile, run.outdir)), plainCause(err))
	}
	return nil
}

// heldCache returns a function that says that a cache is waited for, which another process
// holds.
func heldCache(w io.Writer, path string) func() {
	return func() {
		fmt.Fprintf(w, "levelc: note: waiting for another process that uses %s\n", diag.Printable(path))
	}
}
