package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A game that is loading the level holds its file only so long.
func TestAFileThatIsOpenIsWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.lvl")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o666))
	game, err := os.Open(path)
	require.NoError(t, err)
	o, err := Create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	time.AfterFunc(100*time.Millisecond, func() { game.Close() })
	require.NoError(t, o.Commit())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
}

// Files that stay open are waited for together, and the error says what may be wrong.
func TestFilesThatStayOpenShareTheWaiting(t *testing.T) {
	dir := t.TempDir()
	var batch []committal
	for i := range 3 {
		path := filepath.Join(dir, string(rune('a'+i)))
		require.NoError(t, os.WriteFile(path, nil, 0o666))
		game, err := os.Open(path)
		require.NoError(t, err)
		defer game.Close()
		o, err := Create(path)
		require.NoError(t, err)
		batch = append(batch, committal{file: o})
	}
	begun := time.Now()
	g := NewGroup()
	g.commit(batch)
	g.Close()
	require.Less(t, time.Since(begun), 2*time.Duration(fullPatience))
	for _, c := range batch {
		require.ErrorContains(t, c.err, "open or mapped")
		_, ok := errors.AsType[syscall.Errno](c.err)
		require.True(t, ok)
		_ = c.file.Close()
	}
}

func TestWhatIsBusyIsTriedAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "level.lvl")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	locked := filepath.Join(t.TempDir(), "locked.lvl")
	require.NoError(t, os.WriteFile(locked, nil, 0o444))
	for _, c := range []struct {
		path  string
		err   error
		again bool
	}{
		{file, &os.LinkError{Op: "rename", Err: syscall.Errno(32)}, true},
		{file, &fs.PathError{Op: "remove", Err: syscall.Errno(33)}, true},
		{file, syscall.Errno(303), true},
		{file, syscall.Errno(1224), true},
		{file, syscall.ERROR_ACCESS_DENIED, true},
		{t.TempDir(), syscall.ERROR_ACCESS_DENIED, false},
		{locked, syscall.ERROR_ACCESS_DENIED, false},
		{file, syscall.ERROR_FILE_NOT_FOUND, false},
		{file, errors.New("other"), false},
	} {
		tries, p := 0, patience(time.Millisecond)
		err := p.try(c.path, func() error {
			tries++
			return c.err
		})
		require.Equal(t, c.err, err)
		require.Equal(t, c.again, tries > 1, "%v", c.err)
	}
}
