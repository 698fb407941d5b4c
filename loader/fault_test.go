package loader_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// bitsOf is the stores as they are, bit by bit: records, generations, free
// lists, elements and strings.
func bitsOf(t testing.TB, w *game.World) []byte {
	var b bytes.Buffer
	for _, s := range []interface{ Save(io.Writer) error }{
		&w.Scenes, &w.Groups, &w.Bodies, &w.Shapes, &w.Joints, &w.Cameras, &w.Triggers, &w.Lights, &w.Pickups,
		&w.Lists.Corners, &w.Lists.Stops, &w.Lists.Bodies, &w.Lists.Words, &w.Lists.Numbers, &w.Strings,
	} {
		require.NoError(t, s.Save(&b))
	}
	return b.Bytes()
}

var errCable = errors.New("the cable is out")

// fault is a source that goes wrong at a byte.
type fault struct {
	file   []byte
	at     int
	how    string
	cancel context.CancelFunc
	wait   <-chan struct{}
	zeros  int
}

func (f *fault) Read(p []byte) (int, error) {
	if f.at > 0 {
		n := copy(p[:min(len(p), f.at)], f.file)
		f.file, f.at = f.file[n:], f.at-n
		return n, nil
	}
	switch f.how {
	case "fails":
		return 0, errCable
	case "ends":
		return 0, io.EOF
	case "no bytes":
		return 0, nil
	case "blocks":
		f.cancel() // as somebody who is tired of waiting would
		<-f.wait
		return 0, context.Canceled
	}
	// some bytes now and then, some reads without any
	if f.zeros++; f.zeros%3 != 0 || len(f.file) == 0 {
		return 0, map[bool]error{true: io.EOF}[len(f.file) == 0]
	}
	n := copy(p[:min(len(p), 5)], f.file)
	f.file = f.file[n:]
	return n, nil
}

// faultWays is the ways of loading that read a stream; a load that succeeds is undone.
func faultWays(b *loader.Binding, lvl *loader.Level) map[string]func(context.Context, io.Reader) error {
	return map[string]func(context.Context, io.Reader) error{
		"load": func(ctx context.Context, src io.Reader) error {
			l, err := b.Load(ctx, src)
			if err == nil {
				err = l.Unload()
			}
			return err
		},
		"step": func(ctx context.Context, src io.Reader) error {
			ld := b.Start(src)
			for !ld.Step(0) {
				if ctx.Err() != nil {
					ld.Cancel()
				}
			}
			l, err := ld.Finish()
			if err == nil {
				err = l.Unload()
			}
			return err
		},
		"reload": func(ctx context.Context, src io.Reader) error { _, err := lvl.Reload(ctx, src); return err },
	}
}

// failEverywhere lets each way of loading a file fail at each byte. bits is the stores as
// they are; it is asked once in step bytes.
func failEverywhere(t *testing.T, ways map[string]func(context.Context, io.Reader) error, file []byte, step int, bits func() []byte) {
	// The first failure may take memory for buffers of the stores' own.
	for _, way := range ways {
		_ = way(ctx, &fault{file: file, at: len(file) - 1, how: "fails"})
	}
	before := bits()
	for name, way := range ways {
		for _, how := range []string{"fails", "ends", "no bytes", "blocks"} {
			for at := 0; at < len(file); at++ {
				ctx, cancel := context.WithCancel(ctx)
				err := way(ctx, &fault{file: file, at: at, how: how, cancel: cancel, wait: ctx.Done()})
				cancel()
				require.Error(t, err, "%s: %s at %d", name, how, at)
				switch how {
				case "fails":
					require.ErrorIs(t, err, errCable)
				case "no bytes":
					require.ErrorIs(t, err, io.ErrNoProgress)
				case "blocks":
					require.ErrorIs(t, err, context.Canceled)
				}
				if at%step == 0 || at == len(file)-1 {
					require.True(t, bytes.Equal(before, bits()), "%s: %s at %d", name, how, at)
				} else if testing.Short() {
					at += step/3 - 1
				}
			}
		}
	}
	require.NoError(t, ways["load"](ctx, &fault{file: file, how: "dribbles"}), "short and empty reads are no faults")
	require.NoError(t, ways["step"](ctx, &fault{file: file, how: "dribbles"}))
}

// A source that fails at any byte, in any way, leaves every store as it was, bit for
// bit: in Load, in a load in steps, and in a reload.
func TestFaultsAtEveryByteLeaveTheStoresAlone(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	lvl := load(t, b, planks(t, 3))
	_, err := w.Bodies.Insert(game.Body{Health: 5})
	require.NoError(t, err)
	step := 307
	if testing.Short() {
		step = 401
	}
	failEverywhere(t, faultWays(b, lvl), bridge(t), step, func() []byte { return bitsOf(t, &w) })
	require.Equal(t, 4, w.Bodies.Len())
}

// counting is a context that is cancelled after so many looks at it.
type counting struct {
	context.Context
	left int
}

func (c *counting) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func (c *counting) Done() <-chan struct{} { return nil }

func (c *counting) Deadline() (time.Time, bool) { return time.Time{}, false }

func TestCancelAtEveryBlockLeavesTheStoresAlone(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	lvl := load(t, b, bridge(t))
	file := planks(t, 2000)
	load := func(ctx context.Context) error {
		l, err := b.Load(ctx, bytes.NewReader(file))
		if err == nil {
			err = l.Unload()
		}
		return err
	}
	require.ErrorIs(t, load(&counting{ctx, 5}), context.Canceled)
	before := bitsOf(t, &w)
	n := 0
	for ; ; n++ {
		if err := load(&counting{ctx, n}); err == nil {
			break
		} else {
			require.ErrorIs(t, err, context.Canceled)
		}
		require.True(t, bytes.Equal(before, bitsOf(t, &w)), "load, block %d", n)
	}
	require.Greater(t, n, 8, "there are some blocks")
	before = bitsOf(t, &w)
	for n = 0; ; n++ {
		if _, err := lvl.Reload(&counting{ctx, n}, bytes.NewReader(file)); err == nil {
			break
		}
		require.True(t, bytes.Equal(before, bitsOf(t, &w)), "reload, block %d", n)
	}
	require.Greater(t, n, 8)
	require.Equal(t, 2000, w.Bodies.Len())
	for steps := range 12 {
		before = bitsOf(t, &w)
		ld := b.Start(bytes.NewReader(file))
		for range steps {
			ld.Step(0)
		}
		ld.Cancel()
		require.True(t, bytes.Equal(before, bitsOf(t, &w)), "%d steps", steps)
	}
}
