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

// An element whose value a level cannot hold is one of a record, which the error names,
// however late the value is found and however deep it lies.
func TestElementsThatALevelCannotHoldAreThoseOfARecord(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  func(w *shelf, b *book)
		says string
	}{
		{"an element", func(w *shelf, b *book) { w.Words.Slice(b.Words)[1].N = float32(math.Inf(1)) }, "table book.word"},
		{"an element of an element", func(w *shelf, b *book) {
			w.Words.Slice(w.Leaves.Slice(b.Leaves)[1].Words)[2].N = float32(math.NaN())
		}, "table book.petal.word"},
	} {
		for _, memory := range []int64{0, 1000} {
			t.Run(c.name, func(t *testing.T) {
				var w shelf
				b := bind(t, &w)
				var culprit store.Handle[book]
				for i := range 300 {
					h, err := w.Books.Insert(book{})
					require.NoError(t, err)
					book, _ := w.Books.Get(h)
					book.Words, err = w.Words.Make(i % 4)
					require.NoError(t, err)
					book.Leaves, err = w.Leaves.Make(2)
					require.NoError(t, err)
					for k := range w.Leaves.Slice(book.Leaves) {
						w.Leaves.Slice(book.Leaves)[k].Words, err = w.Words.Make(3)
						require.NoError(t, err)
					}
					if i == 7 {
						culprit = h
						c.bad(&w, book)
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
				require.Equal(t, w.Books.Any(culprit), e.Record)
			})
		}
	}
}
