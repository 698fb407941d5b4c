package loader_test

import (
	"bytes"
	"math"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// A tick has 8-byte fields where 32-bit systems put them at multiples of 4.
type tick struct {
	Name  store.Str          `level:"name,id"`
	At    float64            `level:"at"`
	Next  store.Handle[tick] `level:"next,ref"`
	Beats [3]uint8           `level:"beats"`
	Count uint64             `level:"count,default=18446744073709551615"`
	Loud  bool               `level:"loud"`
	Marks store.Span[mark]   `level:"mark"`
	Own   uint16             `level:"-"`
	Since int64              `level:"since"`
}

type mark struct {
	From store.Str `level:"from"`
	At   int64     `level:"at"`
	N    int16     `level:"n"`
}

type clock struct {
	Ticks   store.Bulk[tick] `level:"tick"`
	Marks   store.Array[mark]
	Strings store.Strings
}

// Records are saved and loaded whatever the system's alignment is.
func TestSaveAlignsWideFields(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) == 4 {
		require.EqualValues(t, 4, unsafe.Offsetof(tick{}.At), "else this tests nothing")
	}
	var w clock
	b := bind(t, &w)
	before := store.Handle[tick]{}
	for i := range 3 {
		name, err := w.Strings.Intern("tick" + string(rune('0'+i)))
		require.NoError(t, err)
		span, err := w.Marks.Make(i)
		require.NoError(t, err)
		for k := range w.Marks.Slice(span) {
			w.Marks.Slice(span)[k] = mark{From: name, At: math.MinInt64 + int64(k), N: int16(-k)}
		}
		before, err = w.Ticks.Insert(tick{Name: name, At: 0.1 * float64(i), Next: before, Beats: [3]uint8{1, 2, uint8(i)},
			Count: math.MaxUint64 - uint64(i), Loud: i == 1, Marks: span, Own: 7, Since: -1 - int64(i)})
		require.NoError(t, err)
	}
	file := saveWorld(t, b, loader.SaveOptions{Strict: true})
	var again clock
	load(t, bind(t, &again), file)
	require.Equal(t, 3, again.Ticks.Len())
	i := 0
	for h, v := range again.Ticks.All() {
		name := "tick" + string(rune('0'+i))
		require.Equal(t, name, again.Strings.Get(v.Name))
		require.Equal(t, 0.1*float64(i), v.At)
		require.Equal(t, uint64(math.MaxUint64-uint64(i)), v.Count)
		require.Equal(t, -1-int64(i), v.Since)
		require.Equal(t, [3]uint8{1, 2, uint8(i)}, v.Beats)
		require.Equal(t, i == 1, v.Loud)
		require.Equal(t, i == 0, v.Next.IsNil())
		for k, m := range again.Marks.Slice(v.Marks) {
			require.Equal(t, mark{From: v.Name, At: math.MinInt64 + int64(k), N: int16(-k)}, m)
		}
		require.Equal(t, i, int(v.Marks.Len()))
		_, ok := again.Ticks.Get(h)
		require.True(t, ok)
		i++
	}
	r, err := format.NewReader(bytes.NewReader(file), format.Options{})
	require.NoError(t, err)
	s := r.Schema()
	for _, at := range []struct {
		table, field   string
		offset, stride uint32
	}{{"tick", "at", 8, 64}, {"tick", "since", 56, 64}, {"tick.mark", "at", 8, 24}} {
		table := &s.Tables[s.Table(at.table)]
		require.Equal(t, at.stride, table.Stride, at.table)
		require.Equal(t, at.offset, table.Fields[table.Field(at.field)].Offset, "%s.%s, on any system", at.table, at.field)
	}
}
