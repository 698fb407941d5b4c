package ldtk_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/compile"
	"github.com/levelc/levelc/loader"
)

// A project that a designer goes on with is loaded over the running one, and its levels
// come and go in any order.
func TestRandomProjectsReloadAndStream(t *testing.T) {
	rounds := uint64(2)
	if testing.Short() {
		rounds = 1
	}
	for i := range 6 * rounds {
		seed := i/6*12 + 6 + i%6 // of versions since 1.0, as older ones have no iids
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			p := makeProject(seed)
			p.reload(t)
			p.stream(t)
		})
	}
}

func (p *made) reload(t *testing.T) {
	ctx, w := context.Background(), new(typedWorld)
	b, err := loader.Bind(w, loader.Reloadable())
	require.NoError(t, err)
	defer b.Close()
	l, err := b.Load(ctx, bytes.NewReader(compileFile(t, w, p.file(t))))
	require.NoError(t, err)
	requireLines(t, p.saysInAnyOrder(), w.saysInAnyOrder(t))
	for i := range uint64(5) {
		if p.edit(); i == 3 {
			p = makeProject(11 + 12*p.Uint64N(100)) // another one in its place
		}
		_, err = l.Reload(ctx, bytes.NewReader(compileFile(t, w, p.file(t))))
		require.NoError(t, err)
		requireLines(t, p.saysInAnyOrder(), w.saysInAnyOrder(t))
	}
	require.NoError(t, l.Unload())
}

func (p *made) stream(t *testing.T) {
	ctx, w := context.Background(), new(typedWorld)
	level := build(t, schemaOf(t, w), p.file(t), compile.Options{ChunkBy: []string{"level"}}).level
	b, err := loader.Bind(w)
	require.NoError(t, err)
	defer b.Close()
	f, err := b.Open(ctx, bytes.NewReader(level), int64(len(level)))
	require.NoError(t, err)
	for range 3 {
		for range 12 {
			if label := pick(p, f.Chunks()...).Label; f.Loaded(label) {
				require.NoError(t, f.Unload(label))
			} else {
				require.NoError(t, f.Load(ctx, label))
			}
		}
		for _, c := range f.Chunks() {
			if !f.Loaded(c.Label) {
				require.NoError(t, f.Load(ctx, c.Label))
			}
		}
		requireLines(t, p.saysInAnyOrder(), w.saysInAnyOrder(t))
	}
	require.NoError(t, f.Close())
	require.Zero(t, w.Levels.Len())
	require.Zero(t, w.Entities.Len()+w.Naturals.Len()+w.Others.Len())
}

// edit changes some of everything, as a designer does.
func (p *made) edit() {
	few := func() bool { return p.IntN(4) == 0 }
	for _, e := range p.entities {
		if few() {
			e.px = p.vec(500)
		}
		if few() {
			e.fields = p.fields(e.kind.fields)
		}
	}
	for _, l := range p.levels {
		if few() {
			l.at, l.near = p.vec(999), nil
			p.makeNear(l)
		}
		if few() {
			l.fields = p.fields(p.levelFields)
		}
		for _, y := range l.layers {
			if few() {
				y.offset = p.vec(y.def.grid)
			}
			if few() {
				p.Shuffle(len(y.entities), func(i, j int) { y.entities[i], y.entities[j] = y.entities[j], y.entities[i] })
			}
			if few() && len(y.cells) > 0 {
				y.cells[p.IntN(len(y.cells))] = y.def.values[0]
			}
			if few() && len(y.tiles) > 0 {
				y.tiles = y.tiles[1:]
			}
		}
	}
}

// saysInAnyOrder is says with the records of the game's own, sorted.
func (p *made) saysInAnyOrder() []string {
	list := records(p.says([]string{"Kind0", "Kind1"}))
	for _, e := range p.drawn("Kind0") {
		list = append(list, strings.Join(append([]string{p.naturalHead(e)}, p.catalogueSays(e, p.naturalValue)...), "\n"))
	}
	for _, e := range p.drawn("Kind1") {
		list = append(list, strings.Join(append([]string{p.otherHead(e)}, p.catalogueSays(e, p.otherValue)...), "\n"))
	}
	slices.Sort(list)
	return list
}

func (w *typedWorld) saysInAnyOrder(t *testing.T) []string {
	list := records((&loaded{&w.World, w.idOf}).says(t))
	for _, n := range w.Naturals.All() {
		list = append(list, strings.Join(w.naturalSays(n), "\n"))
	}
	for _, o := range w.Others.All() {
		list = append(list, strings.Join(w.otherSays(o), "\n"))
	}
	slices.Sort(list)
	return list
}

// records joins each line with those of its fields.
func records(lines []string) []string {
	var list []string
	for _, l := range lines {
		if strings.HasPrefix(l, "  ") && len(list) > 0 {
			list[len(list)-1] += "\n" + l
			continue
		}
		list = append(list, l)
	}
	return list
}
