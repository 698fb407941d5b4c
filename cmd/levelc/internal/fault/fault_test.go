package fault

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsAboutFilesKeepTheirCause(t *testing.T) {
	absent := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	denied := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}
	path := filepath.Join(t.TempDir(), "level.xml")

	err := CannotRead(path, absent)
	require.EqualError(t, err, path+": does not exist")
	require.ErrorIs(t, err, fs.ErrNotExist)

	err = CannotRead("level.xml", denied)
	require.EqualError(t, err, "level.xml: cannot be read: permission denied")
	require.ErrorIs(t, err, fs.ErrPermission)

	err = CannotWrite("level.lvl", denied)
	require.EqualError(t, err, "level.lvl cannot be written: permission denied")
	require.ErrorIs(t, err, fs.ErrPermission)
}

func TestAWrongCommandLineStaysOneWhenItIsWrapped(t *testing.T) {
	cause := errors.New("no such flag")
	err := fmt.Errorf("build: %w", Usage(cause))
	require.True(t, IsUsage(err))
	require.ErrorIs(t, err, cause)
	require.EqualError(t, err, "build: no such flag")
	require.False(t, IsUsage(cause))
}
