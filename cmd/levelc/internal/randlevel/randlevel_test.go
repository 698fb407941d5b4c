package randlevel_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/randlevel"
	"github.com/levelc/levelc/format"
)

func TestLevelsKeepTheRulesAndComeAgain(t *testing.T) {
	nodes, differ := 0, 0
	for seed := range uint64(300) {
		o := randlevel.Options{Schema: seed, Rows: seed + 1, Nameless: seed%2 == 0, Extras: seed%3 == 0}
		l, err := randlevel.Make(o)
		require.NoError(t, err)
		require.NoError(t, format.Verify(bytes.NewReader(l.File), format.Options{}))
		again, err := randlevel.Make(o)
		require.NoError(t, err)
		require.Equal(t, l.File, again.File)
		r, err := format.NewReader(bytes.NewReader(l.File), format.Options{})
		require.NoError(t, err)
		nodes += int(r.Rows(format.TableNode))
		o.Change = 7
		changed, err := randlevel.Make(o)
		require.NoError(t, err)
		require.NoError(t, format.Verify(bytes.NewReader(changed.File), format.Options{}))
		require.Equal(t, l.Schema, changed.Schema)
		if !bytes.Equal(l.File, changed.File) {
			differ++
		}
	}
	require.Greater(t, nodes, 1000)
	require.Greater(t, differ, 60)
}

// TestAWriterThatIsResetWritesTheSame writes random levels of random layouts
// with one writer and holds each against that of a new writer. In between the
// writer fails, is left in the middle, is closed and refuses options.
func TestAWriterThatIsResetWritesTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	w := new(format.Writer)
	spooled, failed := 0, 0
	for i := range 700 {
		o := randlevel.Options{Schema: rng.Uint64N(20), Rows: rng.Uint64N(1000), Nameless: rng.IntN(2) == 0, Extras: rng.IntN(3) > 0}
		of := format.WriterOptions{Codec: format.Codec(rng.IntN(3)), Small: rng.IntN(4) == 0, Align: 64 << rng.IntN(3), BlockBytes: 1 << (6 + rng.IntN(13))}
		if of.Codec == format.CodecZstd && rng.IntN(4) > 0 { // which takes its time
			of.Codec = format.CodecNone
		}
		if _, err := format.NewWriter(new(format.Schema), of); errors.Is(err, format.ErrCodecMissing) {
			of.Codec = format.CodecNone
		}
		if i%2 == 0 {
			of.BlockBytes = 0
		}
		if rng.IntN(3) == 0 {
			of.Memory, of.Spool = 1, func() (format.Spool, error) { spooled++; return new(spool), nil }
		}
		var want, got format.Buffer
		_, err := randlevel.Write(o, new(format.Writer), of, &want)
		require.NoError(t, err)
		_, err = randlevel.Write(o, w, of, &got)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), "level %d: %+v %+v", i, o, of)
		switch rng.IntN(8) {
		case 0:
			_, err := randlevel.Write(o, w, of, &full{left: rng.IntN(3)})
			if err != nil {
				require.ErrorIs(t, err, errFull)
				failed++
			}
		case 1:
			leave(t, w)
		case 2:
			require.NoError(t, w.Close())
		case 3:
			require.ErrorIs(t, w.Reset(w.Schema(), format.WriterOptions{Align: 3}), format.ErrWriter)
		}
	}
	require.Greater(t, spooled, 50)
	require.Greater(t, failed, 50)
}

// leave resets the writer and gives it some nodes, a row full of ones and one
// that never comes.
func leave(t *testing.T, w *format.Writer) {
	s := w.Schema()
	require.NoError(t, w.Reset(s, format.WriterOptions{}))
	for i := range s.Tables {
		if s.Tables[i].Class == format.ClassNode {
			row, err := w.Node(i, 0, 0)
			require.NoError(t, err)
			require.NoError(t, w.Put(i, row, bytes.Repeat([]byte{0xff}, int(s.Tables[i].Stride))))
			_, err = w.Node(i, 0, 0)
			require.NoError(t, err)
			name, err := w.String([]byte{'a', byte(i)})
			require.NoError(t, err)
			require.NoError(t, w.ID(name, i, 0))
			require.NoError(t, w.Chunk(name))
			_, err = w.Node(i, 0, 0)
			require.NoError(t, err)
		}
	}
}

// spool is a spool in memory.
type spool struct{ format.Buffer }

func (s *spool) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(s.Buffer).ReadAt(p, off)
}
func (s *spool) Close() error { return nil }

var errFull = errors.New("the disk is full")

// full takes so many writes.
type full struct{ left int }

func (f *full) WriteAt(p []byte, off int64) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}
