package smallalloc

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFootprintIsSlotsAndOneBitEach(t *testing.T) {
	for _, c := range []struct {
		classes []Class
		want    int
	}{
		{[]Class{{8, 1000}}, 8125},
		{[]Class{{8, 1}}, 9},
		{[]Class{{8, 64}}, 520},
		{[]Class{{48, 12800}}, 616_000},
		{[]Class{{8, 1000}, {16, 3}}, 8125 + 49},
	} {
		got, err := Footprint(c.classes)
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%v", c.classes)
	}
}

func TestTheFootprintOfNoClassesIsThatOfTheDefaultOnes(t *testing.T) {
	want, err := Footprint(DefaultClasses())
	require.NoError(t, err)
	var o Options
	got, err := Footprint(o.Classes)
	require.NoError(t, err)
	require.Equal(t, want, got)
	p, err := New(o)
	require.NoError(t, err)
	require.Equal(t, want, p.Stats().Bytes)
	want, err = SharedFootprint(3, DefaultClasses())
	require.NoError(t, err)
	got, err = SharedFootprint(3, o.Classes)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestImpossibleClassesAreRefused(t *testing.T) {
	for name, classes := range map[string][]Class{
		"none":           {},
		"size 0":         {{0, 1}},
		"negative size":  {{-8, 1}},
		"size not of 8":  {{12, 1}},
		"size too large": {{MaxSize + 8, 1}},
		"no slots":       {{8, 0}},
		"negative slots": {{8, -1}},
		"size twice":     {{8, 1}, {16, 1}, {8, 2}},
		"slots overflow": {{MaxSize, math.MaxInt}},
		"bytes overflow": {{8, math.MaxInt / 8}},
		"sum overflows":  {{8, maxRegion / 10}, {16, maxRegion / 20}},
	} {
		_, err := New(Options{Classes: classes})
		require.ErrorIs(t, err, ErrClass, name)
		require.ErrorContains(t, err, "smallalloc: class not possible", name)
		_, same := Footprint(classes)
		require.Equal(t, err, same, name)
		_, same = SharedFootprint(2, classes)
		require.Equal(t, err, same, name)
		_, err = NewShared(2, Options{Classes: classes})
		require.ErrorIs(t, err, ErrClass, name)
	}
}

func TestAnyListOfClassesServesEverySize(t *testing.T) {
	lists := [][]Class{
		DefaultClasses(),
		{{8, 3}},
		{{MaxSize, 2}},
		{{128, 5}, {8, 70}, {24, 1}},
		{{8, 1}, {16, 1}, {24, 1}, {32, 1}, {40, 1}, {1000, 7}, {4096, 3}},
	}
	every := []Class{}
	for size := 8; size <= MaxSize; size += 8 {
		every = append(every, Class{size, 1})
	}
	for _, form := range []Bitmap{Tree, Flat} {
		for _, classes := range append(lists, every) {
			given := append([]Class(nil), classes...)
			p, err := New(Options{Classes: classes, Bitmap: form})
			require.NoError(t, err)
			require.Equal(t, given, classes, "the caller's list is left alone")
			sorted, _ := ordered(classes)
			for _, c := range sorted {
				for n := range 3 {
					b := p.Alloc(c.Size)
					require.Len(t, b, c.Size)
					require.Equal(t, c.Size, cap(b))
					require.Equal(t, n < c.Slots, p.Owns(b), "%v request %d", c, n)
				}
			}
			require.NoError(t, p.verify())
		}
	}
}

func TestMemoryOfTheCallerIsUsedFromItsFirstWordOn(t *testing.T) {
	classes := []Class{{8, 1000}, {48, 100}}
	need, err := Footprint(classes)
	require.NoError(t, err)
	block := make([]byte, need+16)
	for shift := range 8 {
		mem := block[shift:]
		p, err := New(Options{Classes: classes, Memory: mem})
		require.NoError(t, err)
		b := p.Alloc(48)
		b[0] = 77
		require.Contains(t, mem, byte(77), "slots lie in the caller's memory")
		p.Free(b)
	}
	_, err = New(Options{Classes: classes, Memory: block[:need-1]})
	require.ErrorIs(t, err, ErrMemory)
	_, err = New(Options{Classes: classes, Memory: []byte{}})
	require.ErrorIs(t, err, ErrMemory)
	_, err = NewShared(2, Options{Classes: classes, Memory: block[:64]})
	require.ErrorIs(t, err, ErrMemory)
}

func TestUnknownBitmapsAreRefused(t *testing.T) {
	_, err := New(Options{Bitmap: Flat + 1})
	require.ErrorContains(t, err, "unknown bitmap 2")
	_, err = NewShared(2, Options{Bitmap: 200})
	require.ErrorContains(t, err, "unknown bitmap 200")
}
