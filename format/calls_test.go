package format

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// Without a Placer, NextInto is Next, wherever in a file.
func TestNextIntoWithoutAPlacer(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 3000, false, WriterOptions{BlockBytes: 4096})
	want := allRows(t, file)
	for _, nils := range []int{1, 2, 5} {
		r, err := NewReader(bytes.NewReader(file), Options{})
		require.NoError(t, err)
		s := newShelf(r)
		for i := 0; ; i++ {
			var place Placer
			if i%nils > 0 {
				place = s
			}
			b, err := r.NextInto(place)
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			s.take(b)
		}
		require.Equal(t, want, s.rows, "one of %d", nils)
	}
}

// Whole may be asked at any time; the race detector sees whether the goroutine that reads
// ahead minds.
func TestWholeWhileAStreamIsReadAhead(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 3000, false, WriterOptions{BlockBytes: 4096})
	r, err := NewReader(forward{bytes.NewReader(file)}, Options{})
	require.NoError(t, err)
	s := newShelf(r)
	require.False(t, r.Whole())
	for {
		b, err := r.NextInto(s)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		r.Whole()
		s.take(b)
	}
	require.Equal(t, allRows(t, file), s.rows)
}

// A table that is skipped too late comes to its end, and so do those that refer to it.
func TestSkipAfterTheFirstNextDoesNothing(t *testing.T) {
	placeAll(t)
	file := fullLevelIn(t, 700, true, WriterOptions{BlockBytes: 4096})
	want := allRows(t, file)
	for table := range want {
		for _, src := range []io.Reader{bytes.NewReader(file), forward{bytes.NewReader(file)}} {
			r, err := NewReader(src, Options{})
			require.NoError(t, err)
			s := newShelf(r)
			for {
				b, err := r.NextInto(s)
				if err == io.EOF {
					break
				}
				require.NoError(t, err, "table %d", table)
				s.take(b)
				r.Skip(table)
			}
			for i := range want {
				require.True(t, bytes.Equal(want[i], s.rows[i]), "table %d of a file of which %d is skipped late", i, table)
			}
		}
	}
}
