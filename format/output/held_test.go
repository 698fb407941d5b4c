package output

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// An output has the bytes that a file would have, whether it is short, grows long,
// or has holes, and can be read at any moment.
func TestAnOutputIsAFileWhereverItLies(t *testing.T) {
	dir := t.TempDir()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		o, err := Create(filepath.Join(dir, "level.lvl"))
		require.NoError(t, err)
		want, err := os.CreateTemp(dir, "want")
		require.NoError(t, err)
		limit := 1 + r.IntN(2*mostHeld)
		for range 1 + r.IntN(30) {
			off := int64(r.IntN(limit))
			p := make([]byte, r.IntN(min(limit, 9000)))
			if r.IntN(5) == 0 {
				p = p[:0] // which does not make a file longer
			}
			for i := range p {
				p[i] = byte(r.Uint32())
			}
			if r.IntN(3) == 0 {
				n1, err1 := o.ReadAt(p, off)
				q := make([]byte, len(p))
				n2, err2 := want.ReadAt(q, off)
				require.Equal(t, n2, n1)
				require.Equal(t, err2, err1)
				require.Equal(t, q[:n2], p[:n1])
				continue
			}
			n, err := o.WriteAt(p, off)
			require.NoError(t, err)
			require.Equal(t, len(p), n)
			_, err = want.WriteAt(p, off)
			require.NoError(t, err)
		}
		require.NoError(t, o.Commit())
		require.NoError(t, o.Close())
		text, err := os.ReadFile(filepath.Join(dir, "level.lvl"))
		require.NoError(t, err)
		must, err := os.ReadFile(want.Name())
		require.NoError(t, err)
		require.Equal(t, must, text)
		require.NoError(t, want.Close())
	}
}

// Of a place that cannot be there, an output says what a file says.
func TestAnOutputHasNoNegativePlaces(t *testing.T) {
	o, err := Create(filepath.Join(t.TempDir(), "level.lvl"))
	require.NoError(t, err)
	_, err = o.ReadAt(make([]byte, 1), -1)
	require.ErrorContains(t, err, "negative offset")
	_, err = o.WriteAt([]byte("x"), -1)
	require.ErrorContains(t, err, "negative offset")
	require.NoError(t, o.Close())
}

// What was held and could not be written is not in the file, so the file is no output,
// whatever is written to it later.
func TestAnOutputWhoseBeginningIsLostIsNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "level.lvl")
	o, err := Create(path)
	require.NoError(t, err)
	_, err = o.WriteAt([]byte("hello"), 0)
	require.NoError(t, err)
	good := o.temp.File
	o.temp.File, err = os.Open(good.Name()) // takes no writes
	require.NoError(t, err)
	long := make([]byte, mostHeld)
	_, err = o.WriteAt(long, 5)
	require.Error(t, err)
	require.NoError(t, o.temp.File.Close())
	o.temp.File = good
	_, again := o.WriteAt(long, 5)
	require.Equal(t, err, again)
	require.Equal(t, err, o.Commit())
	require.NoError(t, o.Close())
	require.NoFileExists(t, path)
}
