package loader_test

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// streamOnly hides that a source could be read at any place.
type streamOnly struct{ io.Reader }

// A Binding keeps buffers for the next level, but not the file of the last one.
func TestABindingLetsGoOfTheFile(t *testing.T) {
	large := planks(t, 6000)
	for name, loadOne := range map[string]func(*loader.Binding, []byte) (*loader.Level, error){
		"memory": func(b *loader.Binding, f []byte) (*loader.Level, error) { return b.LoadBytes(ctx, f) },
		"file": func(b *loader.Binding, f []byte) (*loader.Level, error) {
			return b.Load(ctx, bytes.NewReader(f))
		},
		"stream": func(b *loader.Binding, f []byte) (*loader.Level, error) {
			return b.Load(ctx, streamOnly{bytes.NewReader(f)})
		},
		"damaged": func(b *loader.Binding, f []byte) (*loader.Level, error) {
			return b.LoadBytes(ctx, f[:len(f)-64])
		},
		"cancelled": func(b *loader.Binding, f []byte) (*loader.Level, error) {
			ld := b.Start(bytes.NewReader(f))
			for range 5 {
				ld.Step(0)
			}
			ld.Cancel()
			return nil, context.Canceled
		},
	} {
		for size, file := range map[string][]byte{"small": bridge(t), "large": large} {
			var w game.World
			b := bind(t, &w)
			data := bytes.Clone(file)
			kept := weak.Make(&data[0])
			_, _ = loadOne(b, data)
			data = nil
			for range 3 {
				runtime.GC()
			}
			require.Nil(t, kept.Value(), "%s, %s", name, size)
			runtime.KeepAlive(b)
		}
	}
}

// endsAfter is a context that is cancelled once it has been asked some times.
type endsAfter struct {
	context.Context
	asks int
}

func (c *endsAfter) Err() error {
	if c.asks--; c.asks < 0 {
		return context.Canceled
	}
	return nil
}

// A Binding keeps neither the file of a reload that is given up nor that of a level
// that does not fit the world.
func TestABindingLetsGoOfTheFileThatItRefuses(t *testing.T) {
	file := planks(t, 6000)
	var w game.World
	b := bind(t, &w, loader.Reloadable())
	lvl := load(t, b, file)
	var other struct {
		Lamps store.Bulk[plain] `level:"lamp"`
	}
	stranger := bind(t, &other)
	for name, fails := range map[string]func([]byte) error{
		"cancelled": func(f []byte) error {
			_, err := lvl.Reload(&endsAfter{ctx, 5}, bytes.NewReader(f))
			return err
		},
		"another world": func(f []byte) error {
			_, err := stranger.LoadBytes(ctx, f)
			return err
		},
	} {
		data := bytes.Clone(file)
		kept := weak.Make(&data[0])
		require.Error(t, fails(data), name)
		data = nil
		for range 3 {
			runtime.GC()
		}
		require.Nil(t, kept.Value(), name)
	}
	runtime.KeepAlive(b)
	runtime.KeepAlive(stranger)
}
