package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// smallDisk is a file system of that size.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	disk := filepath.Join(t.TempDir(), "disk")
	require.NoError(t, os.Mkdir(disk, 0o777))
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("no small file system can be mounted here: ", err)
	}
	t.Cleanup(func() { require.NoError(t, syscall.Unmount(disk, syscall.MNT_DETACH)) })
	return disk
}

// A disk that is full is an error with the name of the level, and what was
// there before stays as it was. With little memory the spool meets it first.
func TestAFullDiskLeavesWhatWasThere(t *testing.T) {
	dir := t.TempDir()
	disk := smallDisk(t, "256k")
	types := gameSchemaFile(t)
	out := filepath.Join(disk, "a.lvl")
	require.NoError(t, os.WriteFile(out, []byte("old"), 0o666))
	path := fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 20_000)
	for _, more := range [][]string{{"-o", out}, {"--outdir", disk}} {
		code, said := levelcRun(append([]string{"build", "--schema", types, path}, more...)...)
		require.Equal(t, 1, code, said)
		require.Contains(t, said, out+" cannot be written: no space left on device")
		text, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, "old", string(text))
		left, err := filepath.Glob(filepath.Join(disk, ".a.lvl*"))
		require.NoError(t, err)
		require.Empty(t, left)
	}
}

// Of many levels, some of which the disk has room for, these are whole and the others
// are not there.
func TestAFullDiskTakesSomeOfManyLevels(t *testing.T) {
	dir := t.TempDir()
	disk := smallDisk(t, "256k")
	for i := range 100 {
		fileOf(t, dir, fmt.Sprintf("%02d.xml", i), "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 100)
	}
	for _, jobs := range []string{"1", "3"} {
		out := filepath.Join(disk, jobs)
		code, said := levelcRun("build", "--schema", gameSchemaFile(t), dir, "--outdir", out, "--no-cache", "-j", jobs, "--max-errors", "0")
		require.Equal(t, 1, code, said)
		made := 0
		files, err := os.ReadDir(out)
		require.NoError(t, err)
		for _, f := range files {
			path := filepath.Join(out, f.Name())
			code, said := levelcRun("verify", path)
			require.Equal(t, 0, code, said)
			made++
		}
		require.Positive(t, made)
		require.Contains(t, said, fmt.Sprintf("levelc: %d levels built, %d failed\n", made, 100-made))
		require.Equal(t, 100-made, strings.Count(said, ".lvl cannot be written: no space left on device\n"))
		require.NoError(t, os.RemoveAll(out))
	}
}

// So it is where a level is written again, or as a source.
func TestAFullDiskIsSaidOfEveryOutput(t *testing.T) {
	dir := t.TempDir()
	disk := smallDisk(t, "64k")
	types := gameSchemaFile(t)
	lvl := filepath.Join(dir, "a.lvl")
	code, said := levelcRun("build", "--schema", types, fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 20_000), "-o", lvl)
	require.Equal(t, 0, code, said)
	out := filepath.Join(disk, "b")
	for _, call := range [][]string{{"strip"}, {"recompress", "--compress", "none"}, {"dump", "--as", "xml"}} {
		code, said := levelcRun(append(call, lvl, "-o", out)...)
		require.Equal(t, 1, code, said)
		require.Equal(t, "levelc: "+out+" cannot be written: no space left on device\n", said, call)
		left, err := os.ReadDir(disk)
		require.NoError(t, err)
		require.Empty(t, left)
	}
}

// A level that is checked only needs the folder of temporary files; if that is
// full, it is said of which source.
func TestAFullFolderOfTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	disk := smallDisk(t, "256k")
	types := gameSchemaFile(t)
	path := fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 1_500_000)
	t.Setenv("TMPDIR", disk)
	code, said := levelcRun("check", "--schema", types, path)
	require.Equal(t, 1, code, said)
	require.Contains(t, said, path+" cannot be checked: its rows need a temporary file in "+disk+": no space left on device")
	left, err := os.ReadDir(disk)
	require.NoError(t, err)
	require.Empty(t, left)

	path = fileOf(t, dir, "b.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 300_000)
	code, said = levelcRun("check", "--schema", types, path)
	require.Equal(t, 0, code, "20 MB of rows fit in memory: %s", said)
}

// A folder that nothing can be written to, by nobody.
func TestAnUnwritableFolderIsSaid(t *testing.T) {
	types, dir := gameSchemaFile(t), t.TempDir()
	path := fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 3)
	code, said := levelcRun("build", "--schema", types, path, "-o", "/proc/self/a.lvl")
	require.Equal(t, 1, code)
	require.Contains(t, said, "/proc/self/a.lvl cannot be written: ")
	code, said = levelcRun("build", "--schema", types, path, "--outdir", "/proc/self/out")
	require.Equal(t, 1, code)
	require.Contains(t, said, "/proc/self/out")
}

// A folder that is read-only now, as one on a medium, has levels that are up to date. That
// they have been touched cannot be noted in its cache, which loses no level by that.
func TestAReadOnlyFolderIsUpToDate(t *testing.T) {
	disk, types := smallDisk(t, "256k"), gameSchemaFile(t)
	path := fileOf(t, t.TempDir(), "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 3)
	build := func() string {
		t.Helper()
		code, said := levelcRun("build", "--schema", types, path, "--outdir", disk, "--explain")
		require.Equal(t, 0, code, said)
		return said
	}
	cache, level := filepath.Join(disk, ".levelc-cache"), filepath.Join(disk, "a.lvl")
	vouched := regexp.MustCompile(`"made":"[0-9a-f]*[1-9a-f][0-9a-f]*"\}\}\n$`)
	require.Eventually(t, func() bool { // until the level is not young any more
		build()
		text, err := os.ReadFile(cache)
		return err == nil && vouched.Match(text)
	}, time.Minute, time.Millisecond)
	require.NoError(t, os.Chtimes(level, time.Time{}, time.Now()))
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip("the file system cannot be made read-only: ", err)
	}
	require.Equal(t, "levelc: note: the cache cannot be written, so the next build will read these files again: "+cache+": read-only file system\n", build())
	code, said := levelcRun("clean", disk)
	require.Equal(t, 1, code)
	require.Equal(t, "levelc: "+level+": read-only file system\nlevelc: "+cache+": read-only file system\n", said)
}

// Whatever cannot be written to standard output is a failure, and names no other file.
func TestAFullStandardOutputIsSaid(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no file that is always full: ", err)
	}
	defer full.Close()
	types, dir := gameSchemaFile(t), t.TempDir()
	path := fileOf(t, dir, "a.xml", "<scene title=\"T\">", "<body pos=\"1 2\"/>", "</scene>", 3)
	out := filepath.Join(dir, "out")
	level := filepath.Join(out, "a.lvl")
	code, said := levelcRun("build", "--schema", types, path, "--outdir", out)
	require.Equal(t, 0, code, said)
	for _, args := range [][]string{
		{"clean", "--dry-run", out}, {"verify", level}, {"stat", level}, {"dump", level}, {"dump", "--hex", level},
		{"dump", "--as", "xml", level}, {"version"}, {"docs"},
		{"recompress", "--compress", "lz4", level}, {"strip", level},
	} {
		var err bytes.Buffer
		code := run(args, streams{strings.NewReader(""), full, &err})
		require.Equal(t, 1, code, "%q", args)
		require.Regexp(t, `levelc: write /dev/full: no space left on device\n$`, err.String(), "%q", args)
	}
	code, said = levelcRun("verify", level)
	require.Equal(t, 0, code, said)
}
