package editor

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// What is replayed is the text that was recorded, made of the same places, wherever it
// comes and whatever is around it.
func TestAFragmentIsAsItWasRecorded(t *testing.T) {
	a, b := new(Doc), new(Doc)
	place := func(d *Doc, off int64, member string) Place { return Place{d, source.Pos{Off: off, Member: member}} }
	piece := func(w *Writer) {
		for i := range 3000 { // more than a buffer
			w.Open("e", place(a, int64(10+i), ""))
			w.AttrAt("x", fmt.Sprint(i), place(a, int64(10+i), "x"))
			w.Attr("y", "<")
			w.Open("in", place(b, int64(i), "y"))
			w.Text(" ", place(b, int64(i), ""))
			w.Close()
			w.Close()
		}
	}
	around := func(w *Writer, n int, middle func()) {
		w.Open("level", place(b, 1, ""))
		for i := range n {
			w.Open("before", place(b, int64(i), "m"))
			w.Close()
		}
		middle()
		w.Open("behind", place(b, 2, "q"))
		w.Close()
		w.Close()
		w.flush(0)
	}
	writer := func() (*Writer, *bytes.Buffer) {
		out := new(bytes.Buffer)
		return &Writer{to: out, ctx: context.Background(), docs: map[*Doc]int32{}, odd: func(Place, string) {}}, out
	}
	first, _ := writer()
	var f *Fragment
	around(first, 3, func() {
		first.Record()
		piece(first)
		f = first.Recorded()
	})
	require.NotNil(t, f)
	for _, n := range []int{0, 1, 50, 5000} {
		want, wantText := writer()
		around(want, n, func() { piece(want) })
		got, gotText := writer()
		around(got, n, func() { got.Replay(f) })
		require.Equal(t, wantText.String(), gotText.String())
		for off := int64(0); off < int64(wantText.Len()); off += 7 {
			wantDoc, wantPos := want.origin(off)
			gotDoc, gotPos := got.origin(off)
			require.Same(t, wantDoc, gotDoc)
			require.Equal(t, wantPos, gotPos)
		}
	}
}

func TestAFragmentThatIsTooLongIsNone(t *testing.T) {
	w := &Writer{to: new(bytes.Buffer), ctx: context.Background(), docs: map[*Doc]int32{}, odd: func(Place, string) {}}
	w.Record()
	for range mostRecorded/10 + 1 {
		w.Open("abcdefgh", Place{})
		w.Close()
	}
	require.Nil(t, w.Recorded())
	w.Record()
	w.Open("a", Place{})
	w.Close()
	require.NotNil(t, w.Recorded())
}

// A shelf is full at some time, and has room again for what comes later.
func TestAShelfHasRoomForSoMuch(t *testing.T) {
	s := new(Shelf)
	file := func(name string) *Doc {
		f, err := source.Spool(bytes.NewReader([]byte("<a/>")), name)
		require.NoError(t, err)
		return &Doc{File: f, Path: name, took: mostOfOne}
	}
	most := mostShelved / mostOfOne
	for i := range 3 * most {
		d := file(fmt.Sprint(i))
		s.put(d)
		require.Equal(t, i < most, d.shelved)
		require.Equal(t, i < most, s.take(d.Path, mostOfOne) == d)
		require.Nil(t, s.take(d.Path, mostOfOne-1), "there is no room in the level")
	}
	require.False(t, s.Holds(s.order[0], &Fragment{text: []byte("x")}))
	s.Trim()
	require.Nil(t, s.take("0", mostOfOne), "the oldest go")
	d := file("new")
	s.put(d)
	require.True(t, d.shelved)
	require.True(t, s.Holds(d, &Fragment{text: []byte("x")}))
	require.Equal(t, int64(1), d.made)
	large := file("large")
	large.took++
	s.put(large)
	require.False(t, large.shelved)
	s.Close()
	require.Zero(t, s.took)
	require.Nil(t, s.take("new", mostOfOne))
	var none *Shelf
	require.Nil(t, none.take("new", 1))
	none.put(d)
}
