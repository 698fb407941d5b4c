package store

import (
	"io"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Bytes may run beside anything that its store's writer does.
func TestTheWriterDoesAnythingWhileLoadersFillABulk(t *testing.T) {
	for _, back := range backings {
		for _, skip := range []Skipper{Bitmap, RunLength} {
			t.Run(back.String()+skip.String(), func(t *testing.T) {
				var b Bulk[record]
				require.NoError(t, b.Init(Backed(back), Skip(skip)))
				defer b.Close()
				first, err := b.AppendRange(make([]record, 30000))
				require.NoError(t, err)
				_, err = b.AppendRange(make([]record, 5000))
				require.NoError(t, err)
				stale := b.HandleIn(first, 0)
				var gone []Handle[record]
				for i := range first.Len {
					gone = append(gone, Handle[record]{first.First + i, stale.gen})
				}
				b.Release(first)
				_, err = b.Trim()
				require.NoError(t, err)
				var ranges []Range
				for _, n := range []int{10000, 15000, 20000} { // in free places, and behind all
					r, err := b.Reserve(n)
					require.NoError(t, err)
					ranges = append(ranges, r)
				}
				var wg sync.WaitGroup
				for _, r := range ranges {
					wg.Go(func() { fillAsLoader(t, &b, r, 100, 0) })
				}
				for i := range uint32(40) {
					h, err := b.Insert(record{ID: 1})
					require.NoError(t, err)
					own, err := b.AppendRange(make([]record, 100))
					require.NoError(t, err)
					require.True(t, b.Remove(h))
					for k := i; k < uint32(len(gone)); k += 40 { // their blocks may just be coming back
						isTrue(t, !b.Remove(gone[k]))
						_, ok := b.Get(gone[k])
						isTrue(t, !ok)
					}
					b.RemoveRange(own.First+i, own.First+i+3)
					for range b.All() {
					}
					for range b.Runs() {
					}
					b.Release(own)
					b.RemoveRange(1, 100+i)
					require.NoError(t, b.Save(io.Discard))
					b.Stats()
					b.Cap()
					_, err = b.Trim()
					require.NoError(t, err)
					require.NoError(t, b.Grow(10))
					if i == 20 {
						b.Clear()
					}
				}
				wg.Wait()
				for _, r := range ranges {
					b.Commit(r)
				}
				require.NoError(t, b.Check())
			})
		}
	}
}

func TestTheWriterDoesAnythingWhileLoadersFillAnArray(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			var a Array[record]
			require.NoError(t, a.Init(Backed(back)))
			defer a.Close()
			var ranges []Range
			const loaders, rows = 3, 15000
			for range loaders {
				r, err := a.Reserve(rows)
				require.NoError(t, err)
				ranges = append(ranges, r)
			}
			var wg sync.WaitGroup
			for k, r := range ranges {
				wg.Go(func() { fillAsLoader(t, &a, r, 100, k*rows) })
			}
			for i := range 200 {
				s, err := a.AppendRange(make([]record, 50+i%7))
				require.NoError(t, err)
				more, err := a.AppendRange(make([]record, 5))
				require.NoError(t, err)
				s, err = a.Extend(s, make([]record, 9))
				require.NoError(t, err)
				require.NotNil(t, a.SpanBytes(s.start, s.count))
				require.NoError(t, a.Free(more))
				_, err = a.Compact(slices.Values([]*Span[record]{&s}))
				require.NoError(t, err)
				require.NoError(t, a.Save(io.Discard))
				a.Stats()
				require.NoError(t, a.Free(s))
				if i%50 == 0 {
					a.Clear()
				}
			}
			wg.Wait()
			for k, r := range ranges {
				a.Commit(r)
				for i, v := range a.Slice(Span[record]{r.First, r.Len}) {
					require.Equal(t, uint64(k*rows+i), v.ID)
				}
			}
			require.NoError(t, a.Check())
		})
	}
}
