package interrupt

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/fault"
)

// fewLooks is a context that ends after so many looks at it.
type fewLooks struct {
	context.Context
	left *int
}

func (a fewLooks) Err() error {
	if *a.left--; *a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A file can still be read at any place where its reading ends with an interrupt.
func TestAnInterruptibleFileIsAFile(t *testing.T) {
	left := 2
	r := Reader(fewLooks{context.Background(), &left}, bytes.NewReader([]byte("level")))
	f, ok := r.(randomReader)
	require.True(t, ok)
	var b [3]byte
	at, err := f.Seek(1, io.SeekStart)
	require.NoError(t, err)
	require.EqualValues(t, 1, at)
	_, err = f.Read(b[:])
	require.NoError(t, err)
	require.Equal(t, "eve", string(b[:]))
	_, err = f.ReadAt(b[:], 2)
	require.NoError(t, err)
	require.Equal(t, "vel", string(b[:]))
	_, err = f.ReadAt(b[:], 2)
	require.ErrorIs(t, err, fault.ErrInterrupted)
	_, err = f.Read(b[:])
	require.ErrorIs(t, err, fault.ErrInterrupted)
	_, ok = Reader(context.Background(), bytes.NewBufferString("level")).(io.Seeker)
	require.False(t, ok, "a pipe cannot seek")
}
