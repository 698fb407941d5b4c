package build

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/operand"
	"github.com/levelc/levelc/cmd/levelc/internal/terse"
)

// lostLevels finds the levels in the folder of --outdir whose sources have been removed
// or renamed. Nobody else knows of them, and a game may still load them. If the cache
// listed as many levels before the build as were built or left alone, no level is looked
// at.
//
// The cache may list levels that this call has nothing to do with. So one counts only if
// its source was below a folder of this call, or that of a pattern, and would be written
// to the same place.
func (run *Run) lostLevels(args []string, jobs []Job) (lost []string) {
	dirs := foldersOf(args)
	if run.store == nil || run.known == run.listed || len(dirs) == 0 {
		return nil
	}
	mine := make(map[string]bool, len(jobs))
	for _, j := range jobs {
		mine[run.cacheKey(j.Out)] = true
	}
	for _, l := range run.store.Levels() {
		if mine[l.Out] || !slices.ContainsFunc(dirs, func(dir string) bool { return wouldBe(l, dir) }) {
			continue
		}
		if _, err := os.Lstat(l.Source); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		out := filepath.Join(run.Outdir, filepath.FromSlash(l.Out))
		if _, err := os.Lstat(out); err == nil {
			lost = append(lost, out)
		}
	}
	return lost
}

// foldersOf returns the folders among the arguments, and those of patterns.
func foldersOf(args []string) (dirs []string) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err != nil && operand.IsPattern(arg):
			dirs = append(dirs, operand.PatternFolder(arg))
		case err != nil || info.IsDir():
			dirs = append(dirs, arg)
		}
	}
	return dirs
}

// wouldBe reports whether a level's source was below a folder, at the place that the
// level has below its own.
func wouldBe(l cache.Level, dir string) bool {
	rel, err := filepath.Rel(dir, l.Source)
	return err == nil && filepath.IsLocal(rel) && filepath.ToSlash(strings.TrimSuffix(rel, filepath.Ext(rel)))+".lvl" == l.Out
}

// SayLost says in one line which levels have lost their sources. It leaves them alone:
// they may be meant to stay.
func (run *Run) SayLost(args []string, jobs []Job) {
	lost := run.lostLevels(args, jobs)
	if len(lost) == 0 || run.Quiet {
		return
	}
	what, them := "has no source any more", "it"
	if len(lost) > 1 {
		what, them = "have no source any more", "them"
	}
	run.say("%s in %s %s, as %s; remove %s yourself, or levelc clean removes all that was built",
		terse.Quantity(len(lost), "level"), run.Outdir, what, lost[0], them)
}
