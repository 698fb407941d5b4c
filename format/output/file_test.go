package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/levelc/levelc/format"
	"github.com/stretchr/testify/require"
)

// An output gets its name when it is complete; what fails before that leaves
// the folder as it was.
func TestOutputIsThereWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "level.lvl")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))

	o, err := Create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	spool, err := o.Spool()
	require.NoError(t, err)
	_, err = spool.WriteAt([]byte("rows"), 100)
	require.NoError(t, err)
	require.NoError(t, o.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(text))

	o, err = Create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	require.NoError(t, o.Commit())
	require.NoError(t, o.Close())
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}

// Who asks later whether an output has been touched compares it with what it was.
func TestACommittedFileIsDescribed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.lvl")
	o, err := Create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	require.Nil(t, o.Committed())
	require.NoError(t, o.Commit())
	is, err := os.Stat(path)
	require.NoError(t, err)
	require.True(t, os.SameFile(is, o.Committed()))
	require.Equal(t, is.ModTime(), o.Committed().ModTime())

	swap := func(was, place string) error {
		return errors.Join(os.Rename(was, place), os.WriteFile(place+".other", []byte("its"), 0o666), os.Rename(place+".other", place))
	}
	o, err = Create(path)
	require.NoError(t, err)
	require.NoError(t, o.seal())
	require.NoError(t, o.publishAs(swap))
	require.Nil(t, o.Committed(), "the name is another's")
	require.NoError(t, o.Close())
}

// A name may be as long as the file system lets it be, whatever it is made of.
func TestAnOutputMayHaveALongName(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 251), strings.Repeat("日", 83)} {
		path := filepath.Join(t.TempDir(), name+".lvl")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Skip("the file system has shorter names")
		}
		o, err := Create(path)
		require.NoError(t, err)
		_, err = o.Spool()
		require.NoError(t, err)
		require.True(t, utf8.ValidString(o.temp.Name()))
		require.NoError(t, o.Commit())
		require.NoError(t, o.Close())
	}
}

// What is left behind by force can be told from what is somebody's.
func TestTemporaryFilesAreKnownByTheirNames(t *testing.T) {
	for _, base := range []string{"hall.lvl", strings.Repeat("日", 83), "a"} {
		o, err := Create(filepath.Join(t.TempDir(), base))
		require.NoError(t, err)
		_, err = o.Spool()
		require.NoError(t, err)
		for _, f := range []*beside{o.temp, o.spools[0]} {
			name := filepath.Base(f.Name())
			require.True(t, IsTemporary(name, base), name)
			require.False(t, IsTemporary(name, base[1:]), name)
			require.False(t, IsTemporary(name[1:], base))
			require.False(t, IsTemporary(name+"x", base))
		}
		require.NoError(t, o.Close())
	}
	for _, name := range []string{"hall.lvl", ".hall.lvl.tmp", ".hall.lvl.1234567.tmp", ".hall.lvl.1234567g.tmp", ".hall.lvl.123456789a.tmp", ".hall.lvl.12345678", ".hall.lvl..tmp"} {
		require.False(t, IsTemporary(name, "hall.lvl"), name)
	}
	require.True(t, IsTemporary(".hall.lvl.1234567f.tmp", "hall.lvl"))
}

// Errors name what was asked for, whichever file they are of.
func TestAnOutputsErrorsNameItsPath(t *testing.T) {
	dir := t.TempDir()
	var pe *fs.PathError

	path := filepath.Join(dir, "nowhere", "x.lvl")
	_, err := Create(path)
	require.ErrorAs(t, err, &pe)
	require.Equal(t, path, pe.Path)
	require.ErrorIs(t, err, fs.ErrNotExist)

	_, err = Create(dir)
	require.EqualError(t, err, "write "+dir+": no file that could be replaced")
	_, err = Create("")
	require.EqualError(t, err, "the path to write to is empty: invalid argument")
	require.ErrorIs(t, err, fs.ErrInvalid)

	path = filepath.Join(dir, "level.lvl")
	o, err := Create(path)
	require.NoError(t, err)
	spool, err := o.Spool()
	require.NoError(t, err)
	for _, f := range []format.Spool{spool, o.temp} {
		_, err = f.ReadAt(make([]byte, 1), 0)
		require.Equal(t, io.EOF, err)
		require.NoError(t, f.Close())
		_, err = f.WriteAt([]byte("x"), 0)
		require.EqualError(t, err, "write "+path+": file already closed")
		_, err = f.ReadAt(make([]byte, 1), 0)
		require.EqualError(t, err, "write "+path+": file already closed")
	}
	require.ErrorIs(t, o.Commit(), fs.ErrClosed)
	require.NoError(t, o.Close())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// Neither what is committed nor what was given up can be written to any more.
func TestAFileIsCommittedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.lvl")
	for _, end := range []func(*File) error{(*File).Commit, (*File).Close} {
		o, err := Create(path)
		require.NoError(t, err)
		_, err = o.WriteAt([]byte("whole"), 0)
		require.NoError(t, err)
		require.NoError(t, end(o))
		require.ErrorIs(t, o.Commit(), fs.ErrClosed)
		_, err = o.WriteAt([]byte("x"), 0)
		require.ErrorIs(t, err, fs.ErrClosed)
		_, err = o.ReadAt(make([]byte, 1), 0)
		require.ErrorIs(t, err, fs.ErrClosed)
		_, err = o.Spool()
		require.ErrorIs(t, err, fs.ErrClosed, "it would stay behind")
		require.NoError(t, o.Close())
		require.NoError(t, o.Close())
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "whole", string(text))
	}
}

// What is behind a link is replaced, with its permissions, and the link stays.
func TestAnOutputKeepsLinksAndPermissions(t *testing.T) {
	dir := t.TempDir()
	kept, link := filepath.Join(dir, "kept.lvl"), filepath.Join(dir, "link.lvl")
	require.NoError(t, os.WriteFile(kept, nil, 0o640))
	before, err := os.Stat(kept)
	require.NoError(t, err)
	if err := os.Symlink("kept.lvl", link); err != nil {
		t.Skip("no right to make links: ", err)
	}
	o, err := Create(link)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	require.NoError(t, o.Commit())
	require.NoError(t, o.Close())
	text, err := os.ReadFile(kept)
	require.NoError(t, err)
	require.Equal(t, "new", string(text))
	after, err := os.Stat(kept)
	require.NoError(t, err)
	require.Equal(t, before.Mode(), after.Mode())
	to, err := os.Readlink(link)
	require.NoError(t, err)
	require.Equal(t, "kept.lvl", to)
}

// What a link leads to need not be there yet, but its folder must: the link stays.
func TestAnOutputIsMadeWhereALinkLeads(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.MkdirAll(at("real/deep"), 0o777))
	links := [][2]string{{"a.lvl", "deep/../b.lvl"}, {"deep", "real/deep"}, {"real/b.lvl", "c.lvl"}, {"rooted.lvl", at("real/d.lvl")[len(filepath.VolumeName(dir)):]}, {"gone.lvl", at("no/c.lvl")}, {"ring1", "ring2"}, {"ring2", "ring1"}}
	for _, l := range links {
		if err := os.Symlink(l[1], at(l[0])); err != nil {
			t.Skip("no right to make links: ", err)
		}
	}
	o, err := Create(at("a.lvl"))
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("new"), 0)
	require.NoError(t, err)
	require.NoError(t, o.Commit())
	require.NoError(t, o.Close())
	text, err := os.ReadFile(at("real/c.lvl"))
	require.NoError(t, err)
	require.Equal(t, "new", string(text))

	o, err = Create(at("rooted.lvl"))
	require.NoError(t, err)
	require.NoError(t, o.Commit())
	require.NoError(t, o.Close())
	require.FileExists(t, at("real/d.lvl"))

	_, err = Create(at("gone.lvl"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "gone.lvl: it leads to "+at("no/c.lvl"))
	_, err = Create(at("ring1"))
	require.ErrorContains(t, err, "ring1: links that lead to no file")
	for _, l := range links {
		to, err := os.Readlink(at(l[0]))
		require.NoError(t, err)
		require.Equal(t, l[1], to)
	}
}

func TestTheZeroFileIsNoOutput(t *testing.T) {
	var o File
	_, err := o.WriteAt([]byte("x"), 0)
	require.ErrorIs(t, err, fs.ErrInvalid)
	_, err = o.ReadAt(make([]byte, 1), 0)
	require.ErrorIs(t, err, fs.ErrInvalid)
	_, err = o.Spool()
	require.ErrorIs(t, err, fs.ErrInvalid)
	require.ErrorIs(t, o.Commit(), fs.ErrInvalid)
	require.Nil(t, o.Committed())
	require.NoError(t, o.Close())
}

// A folder that somebody has removed has nothing left in it, which is what Close is for.
func TestCloseOfAnOutputWhoseFolderIsGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file keeps its name there")
	}
	dir := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.Mkdir(dir, 0o777))
	o, err := Create(filepath.Join(dir, "level.lvl"))
	require.NoError(t, err)
	_, err = o.Spool()
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(dir))
	require.ErrorIs(t, o.Commit(), fs.ErrNotExist)
	require.NoError(t, o.Close())
}

// A save of a level that is given the Spool of an output may call it more than once.
func TestCloseRemovesEverySpool(t *testing.T) {
	dir := t.TempDir()
	o, err := Create(filepath.Join(dir, "hall.lvl"))
	require.NoError(t, err)
	for i := range 3 {
		spool, err := o.Spool()
		require.NoError(t, err)
		if i != 1 {
			require.NoError(t, spool.Close())
		}
	}
	require.NoError(t, o.Close())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}
