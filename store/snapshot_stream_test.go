package store

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// snapshots are a store of each structure with something in it, and an unused
// one to load it into.
func snapshots(t *testing.T) map[string][2]snapshotted {
	bulk, packed, groups, arena, array, strings := new(Bulk[pair]), new(Packed[pair]), new(Groups[pair]), new(Arena[pair]), new(Array[pair]), new(Strings)
	require.NoError(t, arena.Grow(50))
	for i := range 50 {
		v := pair{float32(i), 1}
		for _, insert := range []func(pair) (Handle[pair], error){bulk.Insert, packed.Insert, groups.Insert, arena.Insert} {
			_, err := insert(v)
			require.NoError(t, err)
		}
		_, err := array.Append(v)
		require.NoError(t, err)
		_, err = strings.Intern(string(rune('a' + i)))
		require.NoError(t, err)
	}
	all := map[string][2]snapshotted{"bulk": {bulk, new(Bulk[pair])}, "packed": {packed, new(Packed[pair])}, "groups": {groups, new(Groups[pair])},
		"arena": {arena, new(Arena[pair])}, "array": {array, new(Array[pair])}, "strings": {strings, new(Strings)}}
	t.Cleanup(func() {
		for _, s := range all {
			for _, s := range s {
				if c, ok := s.(io.Closer); ok {
					require.NoError(t, c.Close())
				}
			}
		}
	})
	return all
}

type snapshotted interface {
	Save(io.Writer) error
	Load(io.Reader) error
	Check() error
}

// shortWriter leaves out the end of what goes beyond its room and says nothing.
type shortWriter struct{ room int }

func (w *shortWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.room)
	w.room -= n
	return n, nil
}

// readFunc is a reader.
type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

func TestSnapshotThatIsNotWrittenWholeIsAnError(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	for name, s := range snapshots(t) {
		var file bytes.Buffer
		require.NoError(t, s[0].Save(&file))
		for room := 0; room < file.Len(); room += step {
			if err := s[0].Save(&shortWriter{room}); !errors.Is(err, io.ErrShortWrite) {
				require.ErrorIs(t, err, io.ErrShortWrite, "%s cut at %d", name, room)
			}
		}
		require.NoError(t, s[0].Save(&shortWriter{file.Len()}), name)
	}
}

// A reader may give nothing for a while; one that does so for ever, or lies, is
// an error, and the store can be loaded afterwards.
func TestSnapshotFromUnreadyReaders(t *testing.T) {
	late, step := errors.New("late"), 7
	if testing.Short() {
		step = 41
	}
	for name, s := range snapshots(t) {
		var file bytes.Buffer
		require.NoError(t, s[0].Save(&file))
		for cut := 0; cut < file.Len(); cut += step {
			for _, c := range []struct {
				then readFunc
				want error
			}{
				{func([]byte) (int, error) { return 0, nil }, io.ErrNoProgress},
				{func([]byte) (int, error) { return 0, late }, late},
				{func(b []byte) (int, error) { return len(b) + 1, nil }, errCount},
				{func([]byte) (int, error) { return -1, nil }, errCount},
			} {
				err := s[1].Load(io.MultiReader(bytes.NewReader(file.Bytes()[:cut]), c.then))
				if !errors.Is(err, c.want) || !errors.Is(err, ErrSnapshot) {
					require.Fail(t, "another error", "%s at %d: %v, not %v", name, cut, err, c.want)
				}
				noError(t, s[1].Check())
			}
		}
		idle, whole := 0, iotest.OneByteReader(bytes.NewReader(file.Bytes()))
		require.NoError(t, s[1].Load(readFunc(func(b []byte) (int, error) {
			if idle++; idle%50 != 0 {
				return 0, nil
			}
			return whole.Read(b)
		})), name)
		require.NoError(t, s[1].Check())
	}
}

// badReader panics behind some bytes.
type badReader struct {
	data []byte
	at   int
}

func (r *badReader) Read(b []byte) (int, error) {
	if r.at == len(r.data) {
		panic("the reader fails")
	}
	n := copy(b, r.data[r.at:])
	r.at += n
	return n, nil
}

// A program that recovers from what its reader did has the store as it was.
func TestALoadWhoseReaderPanicsLeavesNothing(t *testing.T) {
	for _, c := range savedCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.empty()
			same := c.full(t, s, 5)
			var file bytes.Buffer
			require.NoError(t, s.Save(&file))
			closeSaved(t, s)
			whole := file.Bytes()
			for i := 0; i < len(whole); i += 7 {
				s := c.empty()
				require.Panics(t, func() { _ = s.Load(&badReader{data: whole[:i]}) })
				require.NoError(t, s.Check(), "behind %d", i)
				require.NoError(t, s.Load(bytes.NewReader(whole)), "behind %d", i)
				same(t, s)
				closeSaved(t, s)
			}
		})
	}
}
