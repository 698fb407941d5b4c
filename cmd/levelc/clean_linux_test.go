package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/build"
	"github.com/levelc/levelc/cmd/levelc/internal/cache"
)

// Names from an old Unix need not be UTF-8.
func TestLevelsOfAnyNameAreRememberedAndCleaned(t *testing.T) {
	dir, types := t.TempDir(), gameSchemaFile(t)
	levels, out := filepath.Join(dir, "levels"), filepath.Join(dir, "out")
	for _, name := range []string{"caf\xe9.xml", "caf\xe8.xml", "\xff/a.xml"} {
		path := filepath.Join(levels, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Skip("this disk wants names in UTF-8: ", err)
		}
		require.NoError(t, os.WriteFile(path, []byte(`<scene title="T"/>`), 0o666))
	}
	for _, want := range []string{"levelc: 3 levels built\n", "levelc: 3 levels up to date\n"} {
		code, said := levelcRun("build", "--schema", types, levels, "--outdir", out)
		require.Equal(t, 0, code, said)
		require.Equal(t, want, said)
	}
	code, said := levelcRun("clean", out)
	require.Equal(t, 0, code, said)
	require.Equal(t, "levelc: 3 levels removed\n", said)
	left, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Empty(t, left)
}

// What somebody else removes while clean looks at it is gone, as clean wants it.
func TestWhatVanishesMeanwhileIsNoErrorOfClean(t *testing.T) {
	const size = 64 << 20 // takes a while to read
	zeros, _, err := cache.SumReader(io.LimitReader(zeroes{}, size), size)
	require.NoError(t, err)
	for name, remove := range map[string]func(level string) error{
		"a level":    os.Remove,
		"its folder": func(level string) error { return os.RemoveAll(filepath.Dir(level)) },
	} {
		beaten := false
		for tries := 0; !beaten; tries++ {
			require.Less(t, tries, 50, "clean was always faster")
			dir := filepath.Join(t.TempDir(), "out")
			level := filepath.Join(dir, "a.lvl")
			require.NoError(t, os.Mkdir(dir, 0o777))
			require.NoError(t, os.WriteFile(level, nil, 0o666))
			require.NoError(t, os.Truncate(level, size))
			store, err := cache.Open(t.Context(), build.CachePath("", dir), nil)
			require.NoError(t, err)
			require.NoError(t, store.PutLevel(cache.Level{Out: "a.lvl", Sum: zeros, Size: size}))
			require.NoError(t, store.Close())
			done, removed := make(chan struct{}), make(chan bool)
			go func() {
				for !isOpen(level) {
					select {
					case <-done:
						removed <- false
						return
					default:
					}
				}
				_, err := os.Lstat(level)
				removed <- err == nil && remove(level) == nil
			}()
			code, said := levelcRun("clean", dir)
			close(done)
			beaten = <-removed && said == "levelc: 0 levels removed\n"
			if !beaten {
				require.Equal(t, "levelc: 1 level removed\n", said, name)
			}
			require.Equal(t, 0, code, name)
			require.NoFileExists(t, level, name)
			require.NoFileExists(t, build.CachePath("", dir), name)
		}
	}
}

// isOpen reports whether this process has a file open.
func isOpen(path string) bool {
	const mine = "/proc/self/fd"
	files, _ := os.ReadDir(mine)
	for _, f := range files {
		if to, _ := os.Readlink(filepath.Join(mine, f.Name())); to == path {
			return true
		}
	}
	return false
}

type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// Two calls remove the same temporary files.
func TestTwoCleansRemoveTheSameTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	for range 20 {
		for i := range 100 {
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf(".a.lvl.%08x.tmp", i)), nil, 0o666))
		}
		ended := make(chan error)
		for range 2 {
			go func() { ended <- new(cleaner).removeTemporary(root, dir, []cache.Level{{Out: "a.lvl"}}) }()
		}
		require.NoError(t, errors.Join(<-ended, <-ended))
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}
