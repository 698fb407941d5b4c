package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// aged writes a file and waits until it may have a witness. It skips where no file has one.
func aged(t *testing.T, text string) (path string, found Sight) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.xml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	info, err := os.Stat(path)
	require.NoError(t, err)
	if id, ok := identify(info); !ok || id.change%1e6 == 0 {
		t.Skip("this system, or the disk of the temporary folder, does not tell well enough when a file was changed")
	}
	time.Sleep(2 * tick)
	found, err = Look(path, Sum{}, Witness{})
	require.NoError(t, err)
	require.Equal(t, SumOf([]byte(text)), found.Sum)
	require.NotZero(t, found.Witness)
	return path, found
}

// A sum that the file does not have shows that it was not read.
func TestAFileWithAWitnessIsNotRead(t *testing.T) {
	path, _ := aged(t, "<a/>")
	info, err := os.Stat(path)
	require.NoError(t, err)
	claimed := Sum{1, 2, 3}
	w := WitnessOf(info, claimed, time.Now())
	found, err := Look(path, claimed, w)
	require.NoError(t, err)
	require.Equal(t, Sight{claimed, 4, w}, found)

	other, err := Look(path, Sum{1, 2, 4}, w)
	require.NoError(t, err)
	require.Equal(t, SumOf([]byte("<a/>")), other.Sum, "it is a witness for another content")
}

// Whatever is done to a file, and however it is hidden, it is read again.
func TestAFileThatWasTouchedIsReadAgain(t *testing.T) {
	for name, touch := range map[string]func(t *testing.T, path string, was os.FileInfo){
		"as long and with its old time": func(t *testing.T, path string, was os.FileInfo) {
			require.NoError(t, os.WriteFile(path, []byte("<b/>"), 0o666))
			require.NoError(t, os.Chtimes(path, was.ModTime(), was.ModTime()))
		},
		"another in its place with its old time": func(t *testing.T, path string, was os.FileInfo) {
			require.NoError(t, os.WriteFile(path+"2", []byte("<b/>"), 0o666))
			require.NoError(t, os.Chtimes(path+"2", was.ModTime(), was.ModTime()))
			require.NoError(t, os.Rename(path+"2", path))
		},
		"longer": func(t *testing.T, path string, _ os.FileInfo) {
			require.NoError(t, os.WriteFile(path, []byte("<b></b>"), 0o666))
		},
		"empty": func(t *testing.T, path string, _ os.FileInfo) {
			require.NoError(t, os.Truncate(path, 0))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path, was := aged(t, "<a/>")
			info, err := os.Stat(path)
			require.NoError(t, err)
			touch(t, path, info)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			now, err := Look(path, was.Sum, was.Witness)
			require.NoError(t, err)
			require.Equal(t, SumOf(text), now.Sum)
			require.Equal(t, int64(len(text)), now.Size)
		})
	}
}

func TestAFileThatIsGoneHasNoWitness(t *testing.T) {
	path, was := aged(t, "<a/>")
	require.NoError(t, os.Remove(path))
	_, err := Look(path, was.Sum, was.Witness)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.Mkdir(path, 0o777))
	_, err = Look(path, was.Sum, was.Witness)
	require.ErrorIs(t, err, ErrNotRegular)
}

func TestWitnessesAreKeptWithTheirLevels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	s := open(t, path)
	both := Seen{Out: "a.lvl", Source: Witness{1}, Made: Witness{2}}
	one := Seen{Out: "b.lvl", Source: Witness{3}}
	require.NoError(t, s.PutSeen(both))
	require.NoFileExists(t, path, "they wait for a level")
	for _, out := range []string{"a.lvl", "b.lvl", "c.lvl"} {
		require.NoError(t, s.PutLevel(aLevel(out)))
	}
	require.NoError(t, s.PutSeen(one))
	require.NoError(t, s.PutSeen(Seen{Out: "gone.lvl", Source: Witness{4}}))
	require.NoError(t, s.Close())

	s = open(t, path)
	require.Equal(t, both, s.Seen("a.lvl"))
	require.Equal(t, one, s.Seen("b.lvl"))
	require.Zero(t, s.Seen("c.lvl"))

	for range 100 { // until the file is written anew
		require.NoError(t, s.PutLevel(aLevel("c.lvl")))
	}
	require.NoError(t, s.Close())
	s = open(t, path)
	require.Equal(t, both, s.Seen("a.lvl"))
	require.Equal(t, one, s.Seen("b.lvl"))
	require.Zero(t, s.Seen("gone.lvl"), "its level is not known")

	require.NoError(t, s.Forget([]string{"a.lvl"}))
	require.Zero(t, s.Seen("a.lvl"))
	s = open(t, path)
	require.Zero(t, s.Seen("a.lvl"))
	require.Equal(t, one, s.Seen("b.lvl"))
}
