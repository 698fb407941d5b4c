package source

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func restingFile(t *testing.T, text string) (*File, string) {
	path := filepath.Join(t.TempDir(), "a.xml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	f, err := Open(path)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	f.Rest()
	require.Nil(t, f.f)
	return f, path
}

func TestARestingFileIsOpenOnlyWhileItIsUsed(t *testing.T) {
	f, _ := restingFile(t, "<a>\n <b c='1 2'/></a>")
	for range 2 {
		var r record
		require.NoError(t, f.Read(new(Reader), &r, Options{}))
		require.NotEmpty(t, r.out.String())
		require.Nil(t, f.f)
		p, err := f.Position(Pos{Off: 11, Member: "c", Item: 2})
		require.NoError(t, err)
		require.Equal(t, "2:10", fmt.Sprint(p.Line, ":", p.Col))
		require.Nil(t, f.f)
		var b [2]byte
		_, err = f.ReadAt(b[:], 4)
		require.NoError(t, err)
		require.Nil(t, f.f)
		text, err := f.Bytes()
		require.NoError(t, err)
		require.Equal(t, "<a>\n <b c='1 2'/></a>", string(text))
		require.Nil(t, f.f)
	}
	require.NoError(t, f.Close())
}

func TestAFileThatIsAnotherOneNowIsNotTakenForIt(t *testing.T) {
	for _, change := range []func(path string) error{
		func(path string) error { return os.WriteFile(path, []byte("<a></a>  "), 0o666) },
		func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) },
		func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			if err := os.WriteFile(path+".new", []byte("<b></b>"), 0o666); err != nil {
				return err
			}
			if err := os.Chtimes(path+".new", time.Time{}, info.ModTime()); err != nil {
				return err
			}
			return os.Rename(path+".new", path)
		},
	} {
		f, path := restingFile(t, "<a></a>")
		require.NoError(t, change(path))
		var r record
		require.ErrorIs(t, f.Read(new(Reader), &r, Options{}), ErrChanged)
		require.Empty(t, r.out.String())
	}
	f, path := restingFile(t, "<a></a>")
	require.NoError(t, os.Remove(path))
	require.ErrorIs(t, f.Read(new(Reader), &record{}, Options{}), os.ErrNotExist)
}
