package format

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// readMemory reads a file that lies in memory.
func readMemory(r *Reader, file []byte) (rows [][]byte, shared int, err error) {
	if err := r.ResetBytes(file, Options{}); err != nil {
		return nil, 0, err
	}
	rows = make([][]byte, len(r.Schema().Tables))
	for {
		b, err := r.Next()
		if err == io.EOF {
			return rows, shared, nil
		}
		if err != nil {
			return nil, 0, err
		}
		if b.Shared {
			shared++
		}
		rows[b.Table] = append(rows[b.Table], b.Data...)
	}
}

func TestAFileInMemoryIsReadInPlace(t *testing.T) {
	var r Reader
	for name, file := range smallFiles(t) {
		before := bytes.Clone(file)
		want, err := readWhole(file, Options{})
		require.NoError(t, err)
		got, shared, err := readMemory(&r, file)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
		for _, b := range r.Blocks() {
			if b.Codec == CodecNone {
				shared--
			}
		}
		require.Zero(t, shared, "%s: blocks that are stored as they are are the file's own memory", name)
		require.Equal(t, before, file)
		require.NoError(t, r.Reset(bytes.NewReader(file), Options{}), "a stream after a file in memory")
		require.Equal(t, before, file)
	}
}

func TestAFileInMemoryOfAnyAlignmentIsRead(t *testing.T) {
	var r Reader
	file := fullLevel(t, 20, WriterOptions{})
	want, err := readWhole(file, Options{})
	require.NoError(t, err)
	room := make([]byte, len(file)+64)
	for at := range 17 {
		moved := room[at : at+len(file)]
		copy(moved, file)
		got, _, err := readMemory(&r, moved)
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, _, err = readMemory(&r, moved[:len(moved)-1])
		require.ErrorIs(t, err, ErrTruncated)
		_, _, err = readMemory(&r, room[at:at+len(file)+1])
		require.ErrorIs(t, err, ErrTrailing)
	}
	_, _, err = readMemory(&r, nil)
	require.ErrorIs(t, err, ErrTruncated)
}

// What was under way in a source that was given up is nothing to a file in memory.
func TestAFileInMemoryAfterASourceThatWasStopped(t *testing.T) {
	placeAll(t)
	file := fullLevelIn(t, 4000, false, WriterOptions{BlockBytes: 80_000}) // more than the buffer reads at once
	want := allRows(t, file)
	var r Reader
	for n := range len(dissect(t, file).blocks) {
		require.NoError(t, r.Reset(bytes.NewReader(file), Options{}))
		s := newShelf(&r)
		for range n {
			_, err := r.NextInto(s)
			require.NoError(t, err)
		}
		r.Stop()
		require.NoError(t, r.ResetBytes(file, Options{}))
		r.Skip(TableSrc)
		rows := 0
		for {
			b, err := r.Next()
			if err == io.EOF {
				break
			}
			require.NoError(t, err, "after %d blocks", n)
			rows += len(b.Data)
		}
		require.Equal(t, len(bytes.Join(want, nil))-len(want[TableSrc]), rows)
	}
}
