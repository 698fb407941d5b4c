package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/cache"
	"github.com/levelc/levelc/cmd/levelc/internal/export"
)

// A flag is part of what has to be the same, unless it is listed as one that no
// level depends on: so a new flag is never forgotten.
func TestEveryFlagOfBuildMattersOrIsListed(t *testing.T) {
	verb, _, err := newRoot(streams{}).Find([]string{"build"})
	require.NoError(t, err)
	watch, _, err := newRoot(streams{}).Find([]string{"watch"})
	require.NoError(t, err)
	known := map[string]bool{"help": true}
	watch.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	require.Equal(t, flagsThatMatter(watch.Flags()), flagsThatMatter(verb.Flags()), "what one has built, the other leaves alone")
	matter := 0
	verb.Flags().VisitAll(func(f *pflag.Flag) {
		known[f.Name] = true
		has := strings.Contains(" "+flagsThatMatter(verb.Flags()), " "+f.Name+"=")
		require.Equal(t, !slices.Contains(indifferent, f.Name), has, f.Name)
		if !has {
			return
		}
		matter++
		before := flagsThatMatter(verb.Flags())
		for _, v := range []string{"true", "lz4", "4096", "warn", "plain", "x"} {
			if verb.Flags().Set(f.Name, v) == nil {
				break
			}
		}
		now := flagsThatMatter(verb.Flags())
		require.NotEqual(t, before, now, f.Name)
		require.Contains(t, build.FlagChanges(before, now), "--"+f.Name+" ")
	})
	require.GreaterOrEqual(t, matter, 4)
	for _, name := range indifferent {
		require.True(t, known[name], "there is no flag --%s", name)
	}
}

// What nobody has touched since the last build is not read, and what somebody has, is,
// with whatever time.
func TestFilesThatNobodyTouchedAreNotRead(t *testing.T) {
	dir := manyLevels(t, 3)
	settle := func() { time.Sleep(50 * time.Millisecond) } // young files have no witness
	settle()
	require.Equal(t, "levelc: 3 levels built", buildMany(t, dir))
	settle()
	require.Equal(t, "levelc: 3 levels up to date", buildMany(t, dir))
	path := filepath.Join(dir, "out", build.CacheName)
	store, err := cache.Open(context.Background(), path, nil)
	require.NoError(t, err)
	seen := store.Seen("0001.lvl")
	if seen.Source == (cache.Witness{}) {
		t.Skip("this system, or this disk, does not tell well enough when a file was changed")
	}
	require.NotZero(t, seen.Made)

	before, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "levelc: 3 levels up to date", buildMany(t, dir))
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(before), string(after), "there was nothing to learn")

	for _, touched := range []string{"levels/0001.xml", "out/0001.lvl"} {
		file := filepath.Join(dir, touched)
		info, err := os.Stat(file)
		require.NoError(t, err)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		changed := bytes.Replace(text, []byte(`"b7"`), []byte(`"b_"`), 1)
		if touched == "out/0001.lvl" {
			changed[len(changed)-1]++
		}
		require.NotEqual(t, text, changed)
		require.NoError(t, os.WriteFile(file, changed, 0o666))
		require.NoError(t, os.Chtimes(file, info.ModTime(), info.ModTime()))
		require.Equal(t, "levelc: 1 level built, 2 up to date", buildMany(t, dir), touched)
		settle()
		require.Equal(t, "levelc: 3 levels up to date", buildMany(t, dir), touched)
	}
	require.NoError(t, os.Chtimes(filepath.Join(dir, "levels", "0002.xml"), time.Time{}, time.Now()))
	require.Equal(t, "levelc: 3 levels up to date", buildMany(t, dir), "contents count, not times")
}

// manyLevels writes small levels and a schema for them.
func manyLevels(t testing.TB, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "levels"), 0o777))
	var text strings.Builder
	for i := range n {
		text.Reset()
		fmt.Fprintf(&text, "<scene title=\"%d\">", i)
		for k := range 20 {
			fmt.Fprintf(&text, "\n  <body name=\"b%d\" pos=\"%d %d\"/>", k, i, k)
		}
		text.WriteString("\n</scene>\n")
		require.NoError(t, os.WriteFile(filepath.Join(dir, "levels", fmt.Sprintf("%04d.xml", i)), []byte(text.String()), 0o666))
	}
	var s bytes.Buffer
	require.NoError(t, export.WriteFile(&s, gamePlan(t).Schema()))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "game.schema"), s.Bytes(), 0o666))
	return dir
}

// buildMany runs a build of them, and returns the last line that it says.
func buildMany(t testing.TB, dir string, args ...string) string {
	t.Helper()
	args = append([]string{"build", "--schema", filepath.Join(dir, "game.schema"), filepath.Join(dir, "levels"), "--outdir", filepath.Join(dir, "out")}, args...)
	code, stdout, stderr := levelc(nil, args...)
	require.Zero(t, code, stderr)
	require.Empty(t, stdout)
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	return lines[len(lines)-1]
}

// A build with nothing to do takes at most 5 % of the first: BenchmarkRebuild
// measures it; here is a wide margin, for a machine that does other things.
func TestABuildWithNothingToDoIsShort(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 100
	}
	dir := manyLevels(t, n)
	begun := time.Now()
	require.Equal(t, fmt.Sprintf("levelc: %d levels built", n), buildMany(t, dir))
	first := time.Since(begun)
	again := time.Hour
	for range 3 {
		begun = time.Now()
		require.Equal(t, fmt.Sprintf("levelc: %d levels up to date", n), buildMany(t, dir))
		again = min(again, time.Since(begun))
	}
	t.Logf("%d levels: %v, then %v (%.1f %%)", n, first, again, 100*float64(again)/float64(first))
	require.Less(t, again, first/4+50*time.Millisecond)
}

// BenchmarkRebuild builds many small levels, each time into a new folder, and then
// finds that nothing has changed. No folder goes before all is measured: ext4 passes
// over the inodes of files that were removed within the last minutes one by one, which
// would be most of the time of the next build.
func BenchmarkRebuild(b *testing.B) {
	dir, made := manyLevels(b, 1000), 0
	for _, jobs := range []string{"1", "2"} {
		var out string
		b.Run("levels=1000/how=all/j="+jobs, func(b *testing.B) {
			for b.Loop() {
				made++
				out = filepath.Join(dir, fmt.Sprint("out", made))
				require.Equal(b, "levelc: 1000 levels built", buildMany(b, dir, "-j", jobs, "--outdir", out))
			}
		})
		b.Run("levels=1000/how=none/j="+jobs, func(b *testing.B) {
			if out == "" {
				out = filepath.Join(dir, "out")
				buildMany(b, dir, "--outdir", out)
			}
			for b.Loop() {
				require.Equal(b, "levelc: 1000 levels up to date", buildMany(b, dir, "-j", jobs, "--outdir", out))
			}
		})
	}
}

// Two builds in one folder at the same time: each writes whole files, and what
// they learn is kept.
func TestTwoBuildsInOneFolderAgree(t *testing.T) {
	dir := manyLevels(t, 60)
	done := make(chan string, 2)
	for range 2 {
		go func() {
			_, _, stderr := levelc(nil, "build", "--schema", filepath.Join(dir, "game.schema"), filepath.Join(dir, "levels"), "--outdir", filepath.Join(dir, "out"))
			done <- stderr
		}()
	}
	said := []string{<-done, <-done} // both have ended before anything is required
	for _, s := range said {
		// One may find what the other has just built.
		require.Regexp(t, `^levelc: (60 levels built|60 levels up to date|\d+ levels? built, \d+ up to date)\n$`, s)
	}
	require.Equal(t, "levelc: 60 levels up to date", buildMany(t, dir))
	left, err := os.ReadDir(filepath.Join(dir, "out"))
	require.NoError(t, err)
	require.Len(t, left, 61)
}

// A build that was killed leaves the facts of what it had written.
func TestFactsOfABuildThatWasKilledAreThere(t *testing.T) {
	dir := manyLevels(t, 5)
	buildMany(t, dir)
	path := filepath.Join(dir, "out", build.CacheName)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	cut := bytes.Join(lines[:4], nil) // the head and three levels
	require.NoError(t, os.WriteFile(path, append(cut, lines[4][:20]...), 0o666))
	require.Equal(t, "levelc: 2 levels built, 3 up to date", buildMany(t, dir))
}

// Package build keeps so many warnings of a level: as many as --max-errors asks for, but no
// fewer than the first number, and no more than the second.
const leastWarnings, mostWarnings = 200, 10000

// More warnings than the cache keeps are counted all the same, also by a build that
// leaves their level alone. All are kept that --max-errors asks for, up to a limit, and
// asking for more than that is no reason to build a level again.
func TestWarningsThatAreNotKeptAreCountedAgain(t *testing.T) {
	for _, c := range []struct {
		warnings int
		max      string
		says     string
	}{
		{leastWarnings + 50, fmt.Sprint(leastWarnings), "and 50 more warnings"},
		{leastWarnings + 50, "0", fmt.Sprintf("odd%d", leastWarnings+49)},
		{mostWarnings + 50, "0", fmt.Sprintf("odd%d", mostWarnings-1)},
	} {
		dir := t.TempDir()
		var text strings.Builder
		text.WriteString("<scene title=\"T\">\n")
		for i := range c.warnings {
			fmt.Fprintf(&text, "<odd%d/>\n", i)
		}
		text.WriteString("</scene>")
		src := filepath.Join(dir, "a.xml")
		require.NoError(t, os.WriteFile(src, []byte(text.String()), 0o666))
		types := gameSchemaFile(t)
		for again := range 3 {
			code, said := levelcRun("build", "--schema", types, src, "--outdir", filepath.Join(dir, "out"), "--unknown", "warn", "--max-errors", c.max, "--explain")
			require.Equal(t, 0, code, said)
			require.Contains(t, said, c.says)
			require.Equal(t, again == 0, strings.Contains(said, "a.lvl: "), "built again")
		}
	}
}
