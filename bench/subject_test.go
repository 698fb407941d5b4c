package bench

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

// subject is levelc or a peer, ready to load one level.
type subject struct {
	name  string
	bar   float64
	file  int // bytes
	nodes int
	load  func() error
	undo  func() error // nil where the garbage collector does it
}

// once loads and says how long that took, without what undoes it.
func (s *subject) once(tb testing.TB) time.Duration {
	start := time.Now()
	err := s.load()
	took := time.Since(start)
	if err == nil && s.undo != nil {
		err = s.undo()
	}
	if err != nil {
		tb.Fatalf("%s: %v", s.name, err)
	}
	return took
}

// subjects returns levelc and its peers for a level, those that want accepts.
func subjects(tb testing.TB, size string, want func(name string) bool) []subject {
	file := compiled(tb, size)
	content := contentOf(tb, file)
	load, unload := warm(tb, fromReader(file))
	inPlace, unloadInPlace := warm(tb, func(b *loader.Binding) (*loader.Level, error) {
		return b.LoadBytes(context.Background(), file)
	})
	list := []subject{
		{"levelc", 0, len(file), content.Nodes(), load, unload},
		{"levelc-unload", 0, len(file), content.Nodes(), func() error { return errors.Join(load(), unload()) }, nil},
		{"levelc-bytes", 0, len(file), content.Nodes(), inPlace, unloadInPlace},
		{"levelc-new", 0, len(file), content.Nodes(), anew(tb, file, false), nil},
		{"levelc-cold", 0, len(file), content.Nodes(), anew(tb, file, true), nil},
	}
	peers, missing := Peers()
	for _, why := range missing {
		tb.Log(why)
	}
	kept := list[:0]
	for _, s := range list {
		if want(s.name) {
			kept = append(kept, s)
		}
	}
	for _, peer := range peers {
		if !want(peer.Name) {
			continue
		}
		data, err := peer.Encode(content)
		require.NoError(tb, err)
		kept = append(kept, subject{peer.Name, peer.Bar, len(data), content.Nodes(), func() error {
			_, err := peer.Decode(data)
			return err
		}, nil})
	}
	return kept
}

// fromReader loads from an io.Reader, as from a file.
func fromReader(file []byte) func(*loader.Binding) (*loader.Level, error) {
	src := new(bytes.Reader)
	return func(b *loader.Binding) (*loader.Level, error) {
		src.Reset(file)
		return b.Load(context.Background(), src)
	}
}

// warm loads into one world again and again, and unloads what it has loaded.
func warm(tb testing.TB, from func(*loader.Binding) (*loader.Level, error)) (load, unload func() error) {
	w := game.NewWorld()
	b, err := loader.Bind(w)
	require.NoError(tb, err)
	tb.Cleanup(func() { closeWorld(tb, w) })
	var l *loader.Level
	load = func() error {
		l, err = from(b)
		return err
	}
	unload = func() error { return l.Unload() }
	return load, unload
}

// anew loads into a new world each time. If cold is set, its memory is new to the process.
func anew(tb testing.TB, file []byte, cold bool) func() error {
	return func() error {
		if cold {
			store.TrimClosed()
		}
		w := game.NewWorld()
		if _, err := loader.Load(context.Background(), bytes.NewReader(file), w); err != nil {
			return err
		}
		closeWorld(tb, w)
		return nil
	}
}
