package bench

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/testdata/game"
)

// subject is levelc or a peer, ready to load one level.
type subject struct {
	name  string
	bar   float64
	file  int // bytes
	nodes int
	load  func() error
}

// subjects returns levelc and its peers for a level, those that want accepts.
func subjects(tb testing.TB, size string, want func(name string) bool) []subject {
	file := compiled(tb, size)
	content := contentOf(tb, file)
	list := []subject{
		{"levelc", 0, len(file), content.Nodes(), warm(tb, file)},
		{"levelc-cold", 0, len(file), content.Nodes(), cold(tb, file)},
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
		}})
	}
	return kept
}

// warm loads into one world again and again.
func warm(tb testing.TB, file []byte) func() error {
	w := game.NewWorld()
	b, err := loader.Bind(w)
	require.NoError(tb, err)
	tb.Cleanup(func() { closeWorld(tb, w) })
	src := new(bytes.Reader)
	return func() error {
		src.Reset(file)
		l, err := b.Load(context.Background(), src)
		if err != nil {
			return err
		}
		return l.Unload()
	}
}

// cold loads into a new world each time.
func cold(tb testing.TB, file []byte) func() error {
	return func() error {
		w := game.NewWorld()
		if _, err := loader.Load(context.Background(), bytes.NewReader(file), w); err != nil {
			return err
		}
		closeWorld(tb, w)
		return nil
	}
}
