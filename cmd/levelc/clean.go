package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/diag"
	"github.com/levelc/levelc/cmd/levelc/internal/fault"
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
	"github.com/levelc/levelc/format/output"
)

// cleaner is one call of levelc clean.
type cleaner struct {
	streams
	cacheFile string
	dryRun    bool
	force     bool
	quiet     bool
}

func newClean(s streams) *cobra.Command {
	c := &cleaner{streams: s}
	list := &faultKeeper{Writer: s.out} // of --dry-run
	c.out = list
	cmd := &cobra.Command{
		Use:   "clean FOLDER...",
		Short: "remove what build --outdir has written",
		Long: "clean removes the levels that levelc build --outdir has written to a folder, as\n" +
			"far as the cache of that folder lists them. Then it removes the cache, and the\n" +
			"folders below that have become empty.\n\n" +
			"A level that somebody has changed or replaced since it was built is kept and\n" +
			"reported, and the cache is kept for it; --force removes both. Temporary files\n" +
			"that a killed build has left for these levels are also removed. clean touches no\n" +
			"other file, and no level outside the folder. Of a cache that is a link, only the\n" +
			"link is removed.\n\n" +
			"In a folder without a cache there is nothing to clean, nor in one that does not\n" +
			"exist; that is no error. A cache that --cache names has to exist, and so has its\n" +
			"folder.\n\n" +
			"clean beside a build or watch that runs in the same folder may make that build\n" +
			"fail, as it removes what the build is about to rename or has just written.",
		Example: "  levelc clean assets\n" +
			"  levelc clean --dry-run assets\n" +
			"  levelc clean --cache build/assets.cache assets",
		Args:              arguments(1, anyNumber),
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if c.cacheFile != "" && len(dirs) > 1 {
				return fault.Usage(errors.New("--cache goes with one folder"))
			}
			return cmp.Or(s.each(dirs, func(dir string) error { return c.clean(cmd.Context(), dir) }), list.err)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVarP(&c.dryRun, "dry-run", "n", false, "list what would be removed, and remove nothing")
	f.BoolVar(&c.force, "force", false, "also remove levels that somebody has changed")
	f.StringVar(&c.cacheFile, "cache", "", "the cache `file`, if the build used another than "+build.CacheName+" in the folder")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "print only errors")
	return cmd
}

// clean removes the levels of one folder.
func (c *cleaner) clean(ctx context.Context, dir string) error {
	// Whatever a cache says and wherever links lead, nothing outside the folder is
	// touched.
	if info, err := os.Stat(dir); err == nil && !info.IsDir() { // to open a pipe may take for ever
		return fmt.Errorf("%s: is not a folder", dir)
	}
	root, err := os.OpenRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && c.cacheFile == "": // a cache has levels, perhaps in a folder of another name
		hint := ""
		if near := source.Near(dir); near != "" {
			hint = fmt.Sprintf(" (did you mean %q?)", near)
		}
		c.say("%s does not exist%s: there is nothing in it to clean", dir, hint)
		return nil
	case err != nil:
		return fault.CannotRead(dir, err)
	}
	defer root.Close()
	path := build.CachePath(c.cacheFile, dir)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if c.cacheFile != "" {
			return fault.CannotRead(path, err)
		}
		why := ""
		if isLink(path) {
			why = fmt.Sprintf(", as %s is a link to nothing", path)
		}
		c.say("%s has no cache%s: there is nothing in it that levelc knows to have built", dir, why)
		return nil
	}
	linked := isLink(path)
	store, err := cache.Open(ctx, path, build.HeldCache(c.err, path))
	switch {
	case ctx.Err() != nil:
		return fault.ErrInterrupted
	case errors.Is(err, cache.ErrDamaged):
		c.note("%s: %v; levels that it does not tell about are kept", path, err)
	case err != nil:
		return aboutCache(path, err)
	}
	levels := store.Levels()
	err = c.removeTemporary(root, dir, levels)
	gone, n, rerr := c.removeAll(ctx, root, dir, levels)
	err = errors.Join(err, rerr)
	if !c.dryRun {
		if ferr := store.Forget(gone); !errors.Is(ferr, fs.ErrNotExist) { // the folder may have gone, too
			err = errors.Join(err, aboutCache(path, ferr))
		}
	}
	if err != nil {
		return err
	}
	if linked && !c.dryRun && !isLink(path) {
		c.say("%s was a link; what it led to is left as it is", path)
	}
	verb := "removed"
	if c.dryRun {
		verb = "to be removed"
	}
	text := fmt.Sprintf("%s %s", terse.Quantity(n.removed, "level"), verb)
	if n.kept > 0 {
		text += fmt.Sprintf(", %d kept", n.kept)
	}
	c.say("%s", text)
	return nil
}

func aboutCache(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, fault.PlainCause(err))
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

func (c *cleaner) say(format string, args ...any) {
	if !c.quiet {
		fmt.Fprintf(c.err, "levelc: %s\n", diag.Printable(fmt.Sprintf(format, args...)))
	}
}

// cleaned counts levels that were removed or kept.
type cleaned struct{ removed, kept int }

// removeAll removes the levels that are still as they were built. It returns the names
// of all levels that are gone.
func (c *cleaner) removeAll(ctx context.Context, root *os.Root, dir string, levels []cache.Level) (gone []string, n cleaned, err error) {
	var errs []error
	emptied := map[string]bool{}
	for _, l := range levels {
		if ctx.Err() != nil {
			return gone, n, fault.ErrInterrupted
		}
		name := filepath.FromSlash(l.Out)
		shown := filepath.Join(dir, name)
		why, err := changed(root, name, l)
		goes := err == nil && (why == "" || c.force && why != isNoFile)
		var removal error
		if goes && !c.dryRun {
			removal = root.Remove(name)
		}
		switch {
		case errors.Is(cmp.Or(err, removal), fs.ErrNotExist):
			if !c.dryRun {
				gone = append(gone, l.Out)
				empties(emptied, name) // of what somebody has removed
			}
			continue
		case err != nil && linkOnTheWay(root, name) != "":
			c.note("%s is kept: %s is a link now, and leads out of the folder; remove the link, and clean forgets the level",
				shown, filepath.Join(dir, linkOnTheWay(root, name)))
			n.kept++
			continue
		case err != nil || removal != nil:
			errs = append(errs, fmt.Errorf("%s: %w", shown, fault.PlainCause(cmp.Or(err, removal))))
			continue
		case !goes:
			c.note("%s is kept: %s", shown, why)
			n.kept++
			continue
		}
		if c.dryRun {
			fmt.Fprintln(c.out, shown)
		}
		n.removed++
		gone = append(gone, l.Out)
		empties(emptied, name)
	}
	if !c.dryRun {
		removeEmpty(root, emptied)
	}
	return gone, n, errors.Join(errs...)
}

// empties adds the folders that a level was in.
func empties(dirs map[string]bool, name string) {
	for d := filepath.Dir(name); d != "."; d = filepath.Dir(d) {
		dirs[d] = true
	}
}

// linkOnTheWay returns the first folder on the way to a level that is a link, or "".
func linkOnTheWay(root *os.Root, name string) (link string) {
	for d := filepath.Dir(name); d != "."; d = filepath.Dir(d) {
		if info, err := root.Lstat(d); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			link = d
		}
	}
	return link
}

// removeTemporary removes the temporary files of builds that were killed.
func (c *cleaner) removeTemporary(root *os.Root, dir string, levels []cache.Level) error {
	var errs []error
	outs := map[string][]string{} // by folder
	for _, l := range levels {
		name := filepath.FromSlash(l.Out)
		outs[filepath.Dir(name)] = append(outs[filepath.Dir(name)], filepath.Base(name))
	}
	for _, folder := range slices.Sorted(maps.Keys(outs)) {
		files, err := fs.ReadDir(root.FS(), filepath.ToSlash(folder))
		if err != nil {
			continue // the folder is gone, with its levels
		}
		for _, f := range files {
			name := filepath.Join(folder, f.Name())
			if !strings.HasPrefix(f.Name(), ".") || !f.Type().IsRegular() ||
				!slices.ContainsFunc(outs[folder], func(of string) bool { return output.IsTemporary(f.Name(), of) }) {
				continue
			}
			if c.dryRun {
				fmt.Fprintln(c.out, filepath.Join(dir, name))
			} else if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, fmt.Errorf("%s: %w", filepath.Join(dir, name), fault.PlainCause(err)))
			}
		}
	}
	return errors.Join(errs...)
}

const isNoFile = "it is no file"

// changed says how a level differs from what was built, or returns "".
func changed(root *os.Root, name string, l cache.Level) (why string, err error) {
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return "", err
	case info.Mode()&fs.ModeSymlink != 0:
		return "it is a link", nil
	case !info.Mode().IsRegular():
		return isNoFile, nil
	case info.Size() != l.Size:
		return "it was changed", nil
	}
	f, err := root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum, _, err := cache.SumReader(f, info.Size())
	if err == nil && sum != l.Sum {
		why = "it was changed"
	}
	return why, err
}

// removeEmpty removes empty folders, the deepest first.
func removeEmpty(root *os.Root, dirs map[string]bool) {
	var names []string
	for d := range dirs {
		names = append(names, d)
	}
	slices.Sort(names)
	for _, d := range slices.Backward(names) {
		if info, err := root.Lstat(d); err == nil && info.IsDir() {
			_ = root.Remove(d) // a folder that is not empty stays
		}
	}
}
