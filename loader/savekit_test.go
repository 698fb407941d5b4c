package loader_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/game"
)

type storey struct {
	Name  store.Str          `level:"name,id"`
	Cells store.Span[uint32] `level:"cells"`
	Doors store.Span[door]   `level:"doors"`
}

// door has a byte that is no field, so its rows are not its records.
type door struct {
	At   uint32    `level:"at"`
	Open bool      `level:"open"`
	Kind uint8     `level:"-"`
	Name store.Str `level:"name"`
}

type building struct {
	Layers  store.Bulk[storey] `level:"layer"`
	Cells   store.Array[uint32]
	Doors   store.Array[door]
	Strings store.Strings
}

// Records that are rows as they are, and such as are not, come back the same.
func TestElementsAreSavedWhole(t *testing.T) {
	var w, again building
	for i := range 3 {
		cells, err := w.Cells.Make(5000 * i)
		require.NoError(t, err)
		for k := range w.Cells.Slice(cells) {
			w.Cells.Slice(cells)[k] = uint32(k * 0x01020305)
		}
		var doors []door
		for k := range 10 * i {
			name, err := w.Strings.Intern(fmt.Sprint("door", k))
			require.NoError(t, err)
			doors = append(doors, door{At: uint32(k), Open: k%2 == 0, Kind: 7, Name: name})
		}
		span, err := w.Doors.AppendRange(doors)
		require.NoError(t, err)
		_, err = w.Layers.Insert(storey{Cells: cells, Doors: span})
		require.NoError(t, err)
	}
	file := saveWorld(t, bind(t, &w), loader.SaveOptions{Strict: true})
	b := bind(t, &again)
	load(t, b, file)
	require.Equal(t, file, saveWorld(t, b, loader.SaveOptions{Strict: true}))
	i := 0
	for _, l := range again.Layers.All() {
		require.Len(t, again.Cells.Slice(l.Cells), 5000*i)
		for k, v := range again.Cells.Slice(l.Cells) {
			require.Equal(t, uint32(k*0x01020305), v)
		}
		for k, d := range again.Doors.Slice(l.Doors) {
			require.Equal(t, door{At: uint32(k), Open: k%2 == 0, Name: d.Name}, d)
			require.Equal(t, fmt.Sprint("door", k), again.Strings.Get(d.Name))
		}
		i++
	}
}

// A save leaves nothing behind for the next one, whatever its options, and whether it has
// worked or not.
func TestSavesDoNotDependOnThoseBefore(t *testing.T) {
	var w game.World
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, bridge(t))
	load(t, b, planks(t, 40))
	all := []func(b *loader.Binding, l *loader.Level, out *bytes.Buffer) error{
		func(b *loader.Binding, l *loader.Level, out *bytes.Buffer) error {
			return l.Save(ctx, out, loader.SaveOptions{Writer: format.WriterOptions{Codec: format.CodecLZ4}})
		},
		func(b *loader.Binding, l *loader.Level, out *bytes.Buffer) error {
			return b.Save(ctx, out, loader.SaveOptions{Writer: format.WriterOptions{Meta: []byte("\x81\xa1a\x01")}})
		},
		func(b *loader.Binding, l *loader.Level, out *bytes.Buffer) error {
			return l.Save(ctx, out, loader.SaveOptions{})
		},
	}
	var want []string
	for _, save := range all {
		var fresh game.World
		b := bind(t, &fresh, loader.KeepNodes())
		l := load(t, b, bridge(t))
		load(t, b, planks(t, 40))
		var out bytes.Buffer
		require.NoError(t, save(b, l, &out))
		want = append(want, out.String())
	}
	dead, err := w.Bodies.Insert(game.Body{})
	require.NoError(t, err)
	w.Bodies.Remove(dead)
	for i := range 12 {
		var out strings.Builder
		var buf bytes.Buffer
		require.NoError(t, all[i*5%3](b, l, &buf))
		out.Write(buf.Bytes())
		require.Equal(t, want[i*5%3], out.String())
		if i%4 == 0 {
			j, err := w.Joints.Insert(game.Joint{A: dead})
			require.NoError(t, err)
			require.ErrorIs(t, b.Save(ctx, io.Discard, loader.SaveOptions{Strict: true}), loader.ErrDangling)
			require.Error(t, b.Save(ctx, io.Discard, loader.SaveOptions{Writer: format.WriterOptions{Align: 3}}))
			w.Joints.Remove(j)
		}
	}
}

// An id is written once for each kind, whichever kinds share it.
func TestSaveWritesIDsOnceForEachKind(t *testing.T) {
	var w struct{ A, B, C store.Bulk[named] }
	var texts store.Strings
	b, err := loader.BindStores(&texts, []loader.Named{{Tag: "a", Store: &w.A}, {Tag: "b", Store: &w.B}, {Tag: "c", Store: &w.C}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	for _, kind := range []*store.Bulk[named]{&w.A, &w.B, &w.C} {
		for _, id := range []string{"x", "y", "x", "", "y"} {
			text, err := texts.Intern(id)
			require.NoError(t, err)
			_, err = kind.Insert(named{text})
			require.NoError(t, err)
		}
	}
	var out bytes.Buffer
	require.NoError(t, b.Save(ctx, &out, loader.SaveOptions{}))
	r, err := format.NewReader(&out, format.Options{})
	require.NoError(t, err)
	require.EqualValues(t, 3*2, r.Rows(format.TableIDs))
}

type sign struct {
	Number int32     `level:"number,id"`
	Text   store.Str `level:"text"`
	Again  store.Str `level:"again"`
}

type signs struct {
	Signs   store.Bulk[sign] `level:"sign"`
	Strings store.Strings
}

// BenchmarkSaveSigns saves nodes with texts.
func BenchmarkSaveSigns(b *testing.B) {
	for _, text := range []string{"Stop. Nobody has ever come back from beyond this gate", "Стой. Никто ещё не вернулся из-за этих ворот"} {
		b.Run(fmt.Sprintf("ascii=%v", text[0] < 0x80), func(b *testing.B) {
			var w signs
			bound := bind(b, &w)
			for i := range 20000 {
				text, err := w.Strings.Intern(fmt.Sprint(text, i/2))
				require.NoError(b, err)
				_, err = w.Signs.Insert(sign{Number: int32(i), Text: text, Again: text})
				require.NoError(b, err)
			}
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, bound.Save(ctx, io.Discard, loader.SaveOptions{}))
			}
		})
	}
}

// BenchmarkSaveCells is a tile map of a million cells.
func BenchmarkSaveCells(b *testing.B) {
	const n = 1 << 20
	var w building
	cells, err := w.Cells.Make(n)
	require.NoError(b, err)
	clear(w.Cells.Slice(cells))
	_, err = w.Layers.Insert(storey{Cells: cells})
	require.NoError(b, err)
	bound := bind(b, &w)
	for b.Loop() {
		require.NoError(b, bound.Save(ctx, io.Discard, loader.SaveOptions{}))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/cell")
}

// BenchmarkSaveAmongKinds saves a level of 8 nodes in a world of many kinds.
func BenchmarkSaveAmongKinds(b *testing.B) {
	for _, kinds := range []int{1, 50, 500} {
		b.Run(fmt.Sprintf("kinds=%d", kinds), func(b *testing.B) {
			var first store.Bulk[plain]
			stores := []loader.Named{{Tag: "kind", Store: &first}}
			for i := range kinds - 1 {
				stores = append(stores, loader.Named{Tag: fmt.Sprint("kind", i), Store: new(store.Bulk[plain])})
			}
			bound, err := loader.BindStores(nil, stores)
			require.NoError(b, err)
			for range 8 {
				_, err := first.Insert(plain{})
				require.NoError(b, err)
			}
			var file bytes.Buffer
			require.NoError(b, bound.Save(ctx, &file, loader.SaveOptions{}))
			l, err := bound.LoadBytes(ctx, file.Bytes())
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, l.Save(ctx, io.Discard, loader.SaveOptions{}))
			}
		})
	}
}
