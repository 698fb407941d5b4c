package loader

import (
	"bytes"
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// However many loads there were at once, the buffers that they leave behind are those of a
// few.
func TestACrowdOfLoadsLeavesFewBuffers(t *testing.T) {
	s, file := kindsAndLevel(t, 3, 3)
	b, ts, err := BindSchema(s)
	require.NoError(t, err)
	defer ts.Close()
	for _, last := range []func(*Loading){
		func(ld *Loading) { ld.Cancel() },
		func(ld *Loading) {
			l, err := ld.Finish()
			require.NoError(t, err)
			require.NoError(t, l.Unload())
		},
	} {
		var all []*Loading
		for range 3 * maxFreeLanes {
			ld := b.Start(bytes.NewReader(file))
			ld.Step(0)
			all = append(all, ld)
		}
		for _, ld := range all {
			last(ld)
		}
		require.Len(t, b.lanes, maxFreeLanes)
	}
}

// A Level, a File and a Loading may be kept by a game that has closed their Binding.
func TestAClosedBindingKeepsNoBuffers(t *testing.T) {
	s, file := kindsAndLevel(t, 3, 3)
	b, ts, err := BindSchema(s, Reloadable())
	require.NoError(t, err)
	ctx := context.Background()
	l, err := b.LoadBytes(ctx, file)
	require.NoError(t, err)
	other, err := b.LoadBytes(ctx, file)
	require.NoError(t, err)
	require.NoError(t, l.Save(ctx, new(bytes.Buffer), SaveOptions{}))
	require.NoError(t, ts.Close())
	gone := func() {
		require.Empty(t, b.lanes)
		require.Empty(t, b.sets)
		require.Empty(t, b.imaged)
		require.Zero(t, b.home)
		require.Nil(t, b.saving)
	}
	gone()
	_, err = b.LoadBytes(ctx, file)
	require.Error(t, err)
	require.NoError(t, l.Unload())
	require.NoError(t, other.Unload())
	gone()
}

// A Loading that is over does not keep its source, nor what it was read with.
func TestALoadingThatIsOverKeepsNoSource(t *testing.T) {
	s, file := kindsAndLevel(t, 3, 3)
	b, ts, err := BindSchema(s)
	require.NoError(t, err)
	defer ts.Close()
	for name, last := range map[string]func(*Loading){
		"Finish": func(ld *Loading) { _, _ = ld.Finish() },
		"Cancel": func(ld *Loading) { ld.Cancel() },
		"unread": func(ld *Loading) { ld.Cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			gone := make(chan bool, 1)
			ld := func() *Loading {
				src := bytes.NewReader(bytes.Clone(file))
				runtime.AddCleanup(src, func(int) { gone <- true }, 0)
				return b.Start(src)
			}()
			if name != "unread" {
				ld.Step(0)
			}
			last(ld)
			requireGone(t, gone)
			runtime.KeepAlive(ld)
		})
	}
}

// Nor does a File that is closed, whatever was under way.
func TestAClosedFileKeepsNoSource(t *testing.T) {
	s, file := kindsAndLevel(t, 3, 3)
	b, ts, err := BindSchema(s)
	require.NoError(t, err)
	defer ts.Close()
	gone := make(chan bool, 1)
	f, ld := func() (*File, *ChunkLoading) {
		src := bytes.NewReader(bytes.Clone(file))
		runtime.AddCleanup(src, func(int) { gone <- true }, 0)
		f, err := b.Open(context.Background(), src, src.Size())
		require.NoError(t, err)
		require.NoError(t, f.Load(context.Background(), ""))
		require.NoError(t, f.Unload(""))
		ld := f.Start("")
		ld.Step(0)
		return f, ld
	}()
	require.NoError(t, f.Close())
	require.ErrorIs(t, ld.Finish(), errFileClosed)
	requireGone(t, gone)
	runtime.KeepAlive(f)
	runtime.KeepAlive(ld)
}

func requireGone(t *testing.T, gone <-chan bool) {
	t.Helper()
	for range 100 {
		runtime.GC()
		select {
		case <-gone:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	require.Fail(t, "the source is kept")
}
