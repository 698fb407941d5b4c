package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/schema"
	"github.com/levelc/levelc/format"
)

// cacheName is the cache in the folder of --outdir. It is there, and not in the user's
// cache folder, because it is about just these files: it is moved and removed with
// them, two checkouts do not share it, and levelc clean finds it.
const cacheName = ".levelc-cache"

// remembering is the flags and the state of incremental builds.
type remembering struct {
	cacheFile string
	noCache   bool
	explain   bool

	store    *cache.Store // nil if nothing is remembered
	flags    string       // those that levels depend on
	tool     string       // identifies this levelc
	resolved *resolved    // the schema, once it is known
	known    int          // the levels of this call that the cache has listed

	// For levelc watch:
	failures *failures      // jobs that would fail again
	trouble  *cacheTrouble  // what is wrong with the cache
	onlyNews bool           // do not repeat the warnings of levels that are up to date
	inputs   *schema.Inputs // set to what the types depend on
}

// cacheTrouble is what levelc watch has found out about its cache. It looks at it again
// and again, and says each thing once. A nil *cacheTrouble keeps nothing.
type cacheTrouble struct {
	said    map[string]bool
	useless bool // nothing is remembered in it
}

func (t *cacheTrouble) isNew(err error) bool {
	if t == nil {
		return true
	}
	said := t.said[err.Error()]
	t.said[err.Error()] = true
	return !said
}

func (t *cacheTrouble) giveUp() {
	if t != nil {
		t.useless = true
	}
}

// resolved is a schema that was found, or that the cache knows.
type resolved struct {
	sum     cache.Sum // of its file
	schema  *format.Schema
	depends []string // the files that it depends on, as a person would list them
}

// remember opens the cache. If something is wrong with it, it prints a note and
// everything is built. It never overwrites a file that the user named and that is no
// cache.
func (b *builder) remember(ctx context.Context, rules []rule) error {
	switch {
	case b.noCache && b.explain:
		return usageError{errors.New("with --no-cache everything is built, and there is nothing to --explain")}
	case b.noCache && b.cacheFile != "":
		return usageError{errors.New("name either --cache or --no-cache")}
	case b.noCache, b.store != nil: // levelc watch may have one in memory
		return nil
	}
	if err := b.notACache(rules); err != nil {
		return err
	}
	tool, err := identity()
	if err != nil {
		b.trouble.giveUp()
		b.note("nothing is remembered, for levelc cannot tell which one it is: %v", plainCause(err))
		return nil
	}
	b.tool = tool
	path := cachePath(b.cacheFile, b.outdir)
	store, err := cache.Open(ctx, path, b.heldCache(path))
	if ctx.Err() != nil {
		return errInterrupted
	}
	if errors.Is(err, cache.ErrForeign) && b.cacheFile != "" {
		return usageError{fmt.Errorf("--cache %s would be written over: %w", path, err)}
	}
	if err != nil && b.trouble.isNew(err) {
		b.note("%s: %v; levels that it does not tell about are built", path, plainCause(err))
	}
	b.store = store
	return nil
}

// notACache refuses a cache file that would overwrite what is built.
func (b *builder) notACache(rules []rule) error {
	if b.cacheFile == "" {
		return nil
	}
	over := func(what string) error {
		return usageError{fmt.Errorf("--cache %s would be written over %s", b.cacheFile, what)}
	}
	file := pathTo(b.cacheFile)
	if b.depfile != "" && file.is(b.depfile) {
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

// heldCache says that a cache is waited for, which another process holds.
func (s streams) heldCache(path string) func() {
	return func() {
		s.note("waiting for another process that uses %s", diag.Printable(path))
	}
}

func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "levelc: note: "+format+"\n", args...)
}

// closeCache writes what has not been written yet. It fails only if an interrupt has
// ended the waiting for another process.
func (b *builder) closeCache(inc *incremental) error {
	if b.store == nil {
		return nil
	}
	err := b.store.Close()
	if inc != nil && inc.unkept != nil {
		err = inc.unkept
	}
	switch {
	case errors.Is(err, context.Canceled):
		return errInterrupted
	case err != nil:
		b.trouble.giveUp()
		b.note("the cache cannot be written, so the next build will build these levels again: %s: %v", diag.Printable(cachePath(b.cacheFile, b.outdir)), plainCause(err))
	}
	return nil
}
