//go:build invariants

package store

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestGuardPoisonsFreedRows(t *testing.T) {
	var b Bulk[record]
	require.NoError(t, b.Init(Backed(Heap)))
	defer b.Close()
	h, err := b.Insert(record{ID: 1, X: 2, Y: 3})
	require.NoError(t, err)
	p, ok := b.Get(h)
	require.True(t, ok)
	b.Remove(h)
	require.Equal(t, uint64(0xDBDBDBDB), p.ID>>32)
	require.Less(t, p.Y, float32(-1e16))
}

func TestGuardFaultsUseAfterClose(t *testing.T) {
	if !canMap {
		t.Skip("no mappings on this system")
	}
	for _, back := range []Backing{Reserved, Blocks} {
		var b Bulk[record]
		require.NoError(t, b.Init(Backed(back)))
		h, err := b.Insert(record{ID: 1})
		require.NoError(t, err)
		p, _ := b.Get(h)
		require.NoError(t, b.Close())
		_, ok := b.Get(h)
		require.False(t, ok)
		_, err = b.Insert(record{})
		require.ErrorIs(t, err, ErrClosed)
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		require.Panics(t, func() { p.ID++ })
	}
}

func TestGuardReportsLeaks(t *testing.T) {
	reports := make(chan string, 10)
	old := leaked
	leaked = func(s string) {
		select {
		case reports <- s:
		default:
		}
	}
	defer func() { leaked = old }()
	func() {
		b := new(Bulk[record])
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}()
	for range 50 {
		runtime.GC()
		select {
		case s := <-reports:
			if require.Contains(t, s, "never closed"); s != "" {
				require.Contains(t, s, "guard_test.go:")
				return
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
	require.Fail(t, "no report")
}
