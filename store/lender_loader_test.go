package store_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type dryRock struct {
	Name  store.Str             `level:"name,id"`
	Next  store.Handle[dryRock] `level:"next,ref"`
	Shape store.Span[dryPoint]  `level:"point"`
	Ore   [1000]uint32          `level:"ore"`
}

type dryPoint struct {
	At [2000]uint32 `level:"at"`
}

type dryMoss struct {
	Cells [5000]uint32 `level:"cells"`
}

type dryWorld struct {
	Rocks   store.Bulk[dryRock] `level:"rock"`
	Mosses  store.Bulk[dryMoss] `level:"moss"`
	Points  store.Array[dryPoint]
	Strings store.Strings
}

// So many rocks and mosses are some slabs and commits in each of the stores.
const dryRows = 140

// bindDry makes a world, with one rock of its own, whose stores have a backing.
func bindDry(t *testing.T, back store.Backing, opts ...loader.Option) (*dryWorld, *loader.Binding) {
	w := new(dryWorld)
	require.NoError(t, w.Rocks.Init(store.Backed(back)))
	require.NoError(t, w.Mosses.Init(store.Backed(back)))
	require.NoError(t, w.Points.Init(store.Backed(back)))
	require.NoError(t, w.Strings.Init(store.Backed(back)))
	b, err := loader.Bind(w, opts...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = b.Close() })
	name, err := w.Strings.Intern("own")
	require.NoError(t, err)
	_, err = w.Rocks.Insert(dryRock{Name: name})
	require.NoError(t, err)
	return w, b
}

// dryLevel is the file of a level of n rocks and mosses.
func dryLevel(t *testing.T, n int) []byte {
	var w dryWorld
	var last store.Handle[dryRock]
	for i := range n {
		name, err := w.Strings.Intern(fmt.Sprintf("rock %d of %0*d", i, 30*i, 0))
		require.NoError(t, err)
		shape, err := w.Points.AppendRange(make([]dryPoint, 1+i%3))
		require.NoError(t, err)
		w.Points.Slice(shape)[0].At[7] = uint32(i)
		last, err = w.Rocks.Insert(dryRock{Name: name, Next: last, Shape: shape})
		require.NoError(t, err)
		_, err = w.Mosses.Insert(dryMoss{Cells: [5000]uint32{3: uint32(i)}})
		require.NoError(t, err)
	}
	b, err := loader.Bind(&w)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, b.Save(t.Context(), &file, loader.SaveOptions{Writer: format.WriterOptions{Align: 16 << 10}}))
	require.NoError(t, b.Close())
	return file.Bytes()
}

// bits is the world as it is, and its invariants hold.
func (w *dryWorld) bits(t *testing.T) []byte {
	var b bytes.Buffer
	w.save(t, &b)
	return b.Bytes()
}

func (w *dryWorld) save(t *testing.T, to io.Writer) {
	for _, s := range []interface {
		Save(io.Writer) error
		Check() error
	}{&w.Rocks, &w.Mosses, &w.Points, &w.Strings} {
		require.NoError(t, s.Check())
		require.NoError(t, s.Save(to))
	}
}

// dryWays are the ways of a level into a world. Each undoes nothing.
func dryWays(t *testing.T, file []byte) map[string]func(context.Context, *loader.Binding) error {
	path := filepath.Join(t.TempDir(), "dry.lvl")
	require.NoError(t, os.WriteFile(path, file, 0o600))
	return map[string]func(context.Context, *loader.Binding) error{
		"load": func(ctx context.Context, b *loader.Binding) error {
			_, err := b.Load(ctx, bytes.NewReader(file))
			return err
		},
		"bytes": func(ctx context.Context, b *loader.Binding) error {
			_, err := b.LoadBytes(ctx, file)
			return err
		},
		"steps": func(_ context.Context, b *loader.Binding) error {
			ld := b.Start(bytes.NewReader(file))
			for !ld.Step(0) {
			}
			_, err := ld.Finish()
			return err
		},
		"mapped": func(ctx context.Context, b *loader.Binding) error {
			f, err := os.Open(path)
			if err == nil {
				_, err = b.LoadMapped(ctx, f)
				_ = f.Close()
			}
			return err
		},
		"chunks": func(ctx context.Context, b *loader.Binding) error {
			f, err := b.Open(ctx, bytes.NewReader(file), int64(len(file)))
			if err == nil {
				if err = f.Load(ctx, ""); err != nil {
					_ = f.Close()
				}
			}
			return err
		},
	}
}

// during runs a function while the system refuses some requests behind the first ones.
type during func(after int, f func() error) error

// eachDrought is a test with droughts that stay, and with those that are over after one
// request.
func eachDrought(t *testing.T, d *store.Drought, name string, test func(*testing.T, during)) {
	t.Run(name+"/all", func(t *testing.T) { test(t, d.During) })
	t.Run(name+"/one", func(t *testing.T) { test(t, d.DuringOne) })
}

// If a request for memory fails, whichever it is, the level is not loaded and the world
// is as it was. Once there is memory, the whole level can be loaded.
func TestLevelsGoThroughDroughts(t *testing.T) {
	file := dryLevel(t, dryRows)
	d := store.StartDrought(t)
	for _, back := range []store.Backing{store.Reserved, store.Blocks, store.Geometric} {
		for name, way := range dryWays(t, file) {
			failed := 0
			eachDrought(t, d, fmt.Sprintf("%v/%s", back, name), func(t *testing.T, during during) {
				for after := 0; ; after++ {
					w, b := bindDry(t, back)
					before := w.bits(t)
					err := during(after, func() error { return way(t.Context(), b) })
					if err != nil {
						require.ErrorIs(t, err, store.ErrMemory, "request %d", after)
						require.True(t, bytes.Equal(before, w.bits(t)), "request %d", after)
						failed++
						require.NoError(t, way(t.Context(), b))
					}
					w.save(t, io.Discard)
					require.Equal(t, dryRows+1, w.Rocks.Len())
					require.Equal(t, dryRows, w.Mosses.Len())
					sum := uint32(0)
					for _, rock := range w.Rocks.All() {
						if s := w.Points.Slice(rock.Shape); len(s) > 0 {
							sum += s[0].At[7]
						}
					}
					for _, moss := range w.Mosses.All() {
						sum += moss.Cells[3]
					}
					require.EqualValues(t, dryRows*(dryRows-1), sum)
					require.NoError(t, b.Close())
					if d.Refused() == 0 { // also where a level came by another way
						break
					}
				}
			})
			require.Positive(t, failed)
		}
	}
}

// A reload that gets no memory leaves the level as it was, and the next one lets it
// grow.
func TestReloadsGoThroughDroughts(t *testing.T) {
	old, file := dryLevel(t, 10), dryLevel(t, dryRows)
	d := store.StartDrought(t)
	for _, back := range []store.Backing{store.Reserved, store.Blocks, store.Geometric} {
		eachDrought(t, d, back.String(), func(t *testing.T, during during) {
			for after := 0; ; after++ {
				w, b := bindDry(t, back, loader.Reloadable())
				lvl, err := b.LoadBytes(t.Context(), old)
				require.NoError(t, err)
				before := w.bits(t)
				reload := func() error { _, err := lvl.Reload(t.Context(), bytes.NewReader(file)); return err }
				if err = during(after, reload); err != nil {
					require.ErrorIs(t, err, store.ErrMemory)
					require.True(t, bytes.Equal(before, w.bits(t)), "request %d", after)
					require.NoError(t, reload())
				}
				w.save(t, io.Discard)
				require.Equal(t, dryRows+1, w.Rocks.Len())
				require.Equal(t, dryRows, w.Mosses.Len())
				require.NoError(t, b.Close())
				if d.Refused() == 0 {
					require.Positive(t, after)
					break
				}
			}
		})
	}
}
