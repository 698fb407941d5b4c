package loader_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type trackPoint struct {
	T, V float32
}

type track struct {
	Points store.Span[trackPoint] `level:"points"`
	Loop   bool                   `level:"loop"`
}

type trackWorld struct {
	Movers store.Bulk[mover] `level:"mover"`
	Tracks store.Array[track]
	Points store.Array[trackPoint]
	Speeds store.Array[float32]
}

type mover struct {
	Tracks store.Span[track]   `level:"tracks"`
	Speeds store.Span[float32] `level:"speeds"`
}

// An element whose value a level cannot hold is one of a record, which the error names,
// however late the value is found and however deep it lies.
func TestElementsThatALevelCannotHoldAreThoseOfARecord(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  func(w *trackWorld, m *mover)
		says string
	}{
		{"an element", func(w *trackWorld, m *mover) { w.Speeds.Slice(m.Speeds)[1] = float32(math.Inf(1)) }, "table mover.speeds"},
		{"an element of an element", func(w *trackWorld, m *mover) {
			w.Points.Slice(w.Tracks.Slice(m.Tracks)[1].Points)[2].V = float32(math.NaN())
		}, "table mover.tracks.points"},
	} {
		for _, memory := range []int64{0, 1000} {
			t.Run(c.name, func(t *testing.T) {
				var w trackWorld
				b := bind(t, &w)
				var culprit store.Handle[mover]
				for i := range 300 {
					h, err := w.Movers.Insert(mover{})
					require.NoError(t, err)
					m, _ := w.Movers.Get(h)
					m.Speeds, err = w.Speeds.Make(i % 4)
					require.NoError(t, err)
					m.Tracks, err = w.Tracks.Make(2)
					require.NoError(t, err)
					for k := range w.Tracks.Slice(m.Tracks) {
						w.Tracks.Slice(m.Tracks)[k].Points, err = w.Points.Make(3)
						require.NoError(t, err)
					}
					if i == 7 {
						culprit = h
						c.bad(&w, m)
					}
				}
				o := loader.SaveOptions{Writer: format.WriterOptions{Memory: memory, BlockBytes: 512}}
				if memory > 0 {
					o.Writer.Spool = new(spools).open
				}
				err := b.Save(ctx, new(bytes.Buffer), o)
				var e *loader.Error
				require.ErrorAs(t, err, &e)
				require.ErrorIs(t, err, format.ErrFinite)
				require.NotRegexp(t, "offset|row ", err.Error(), "of a file that was not written")
				require.Contains(t, err.Error(), "save: "+c.says+", record "+culprit.String()+", field ")
				require.Equal(t, w.Movers.Any(culprit), e.Record)
			})
		}
	}
}
