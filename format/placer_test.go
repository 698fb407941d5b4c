package format

import (
	"bytes"
	"io"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// leavingShelf panics at one of its calls, or ends the goroutine.
type leavingShelf struct {
	*shelf
	left atomic.Int64
	exit bool
}

func (s *leavingShelf) spend() {
	switch {
	case s.left.Add(-1) != 0:
	case s.exit:
		runtime.Goexit()
	default:
		panic("burst")
	}
}

func (s *leavingShelf) Place(table int, first, rows uint32) []byte {
	s.spend()
	return s.shelf.Place(table, first, rows)
}

func (s *leavingShelf) Settle(table int, rows []byte) bool {
	s.spend()
	return s.shelf.Settle(table, rows)
}

// A Placer is called on the reader's goroutine too. What it does there reaches the caller.
func TestAPlacerThatPanicsOrEndsTheGoroutine(t *testing.T) {
	placeAll(t)
	file := writeLevel(t, 12000, false, WriterOptions{BlockBytes: 16 << 10})
	require.Greater(t, len(file), stageWhole, "or it comes by one read")
	want := allRows(t, file)
	var r Reader
	for round := range 8 {
		o := Options{Check: []Mode{CheckFull, CheckNone}[round>>2]}
		for n := int64(1); ; n += 1 + n {
			var src io.Reader = bytes.NewReader(file)
			if round&1 != 0 {
				src = forward{src}
			}
			require.NoError(t, r.Reset(src, o))
			s := &leavingShelf{shelf: newShelf(&r), exit: round&2 != 0}
			s.left.Store(n)
			var err error
			burst := false
			returned := apart(t, func() {
				defer r.Stop()
				defer func() { burst = recover() == "burst" }()
				for {
					var b Block
					if b, err = r.NextInto(s); err != nil {
						return
					}
					s.take(b)
				}
			})
			if s.left.Load() > 0 {
				require.ErrorIs(t, err, io.EOF)
				require.Equal(t, want, s.rows)
				break
			}
			require.True(t, burst || !returned || s.exit, "call %d, round %d: %v", n, round, err)
			if returned && !burst {
				require.ErrorIs(t, err, errSourceExit)
			}
		}
	}
}
