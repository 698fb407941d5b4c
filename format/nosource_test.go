package format

import (
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestANilSourceIsAnError(t *testing.T) {
	_, err := NewReader(nil, Options{})
	require.EqualError(t, err, "lvl: the source is nil")
	_, err = OpenFile(nil, 100, Options{})
	require.EqualError(t, err, "lvl: the source is nil")
	require.EqualError(t, Annotate(io.Discard, nil, Options{}), "lvl: the source is nil")
	var r Reader
	require.ErrorIs(t, r.Reset(nil, Options{}), errNoSource)
	_, err = r.Next()
	require.ErrorIs(t, err, errNoSource)
	file := writeLevel(t, 20, false, WriterOptions{})
	require.NoError(t, r.ResetBytes(file, Options{}))
	require.ErrorIs(t, r.Reset(nil, Options{}), errNoSource, "after another file")
	require.NoError(t, r.ResetBytes(file, Options{}))
	for {
		_, err := r.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
	}
}
