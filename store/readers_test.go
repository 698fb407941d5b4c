package store

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// The methods that change a store, as the package documentation has them.
var changing = strings.Fields(`Init Load Insert InsertRange Append AppendRange Make Extend Intern Set SetKind
	Remove RemoveRange RemoveRow Free Clear Close Grow Trim Compact Reserve ReservePages Map Commit Release`)

// filling is what loaders may do beside readers.
var filling = []string{"Bytes", "TextBytes", "EntryBytes"}

type reads map[string]func()

// requireReaders calls all reading methods of a store in goroutines that run beside
// each other, so that the race detector finds what writes. Each method that does
// not change the store has to be among them.
func requireReaders(t *testing.T, store any, calls reads) {
	t.Helper()
	typ := reflect.TypeOf(store)
	for method := range typ.Methods() {
		name := method.Name
		if slices.Contains(changing, name) || slices.Contains(filling, name) {
			require.NotContains(t, calls, name)
			continue
		}
		require.Contains(t, calls, name, "%s reads, says the package documentation", typ)
	}
	require.LessOrEqual(t, len(calls), typ.NumMethod())
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 10 {
				for _, call := range calls {
					call()
				}
			}
		})
	}
	wg.Wait()
}

// reading is what a Groups holds that is read, and stands for a record.
type reading struct {
	X, Y float32
	N    int32
}

// worked fails the test where a reading method does.
func worked(t *testing.T, err error) {
	if err != nil {
		t.Error(err)
	}
}

func bulkReads(t *testing.T, b *Bulk[record], hs []Handle[record]) reads {
	return reads{
		"All": func() {
			for h := range b.All() {
				b.Get(h)
			}
		},
		"Runs": func() {
			for range b.Runs() {
			}
		},
		"RunBytes": func() {
			for range b.RunBytes() {
			}
		},
		"Cursor": func() {
			for c := b.Cursor(); c.Next(); {
				b.Any(c.Handle())
			}
		},
		"Any":      func() { b.Any(hs[0]) },
		"FromAny":  func() { b.FromAny(b.Any(hs[0])) },
		"At":       func() { b.At(hs[0].Index()) },
		"Get":      func() { b.Get(hs[0]) },
		"Explain":  func() { _ = b.Explain(hs[0]) },
		"GenAt":    func() { b.GenAt(hs[0].Index()) },
		"HandleAt": func() { b.HandleAt(hs[0].Index()) },
		"HandleIn": func() { b.HandleIn(Range{First: 1, Len: 2, Gen: 1}, 1) },
		"RowBytes": func() { b.RowBytes(hs[0].Index(), b.GenAt(hs[0].Index())) },
		"Kind":     func() { b.Kind() },
		"Len":      func() { b.Len() },
		"Cap":      func() { b.Cap() },
		"Record":   func() { b.Record() },
		"Stats":    func() { b.Stats() },
		"String":   func() { _ = b.String() },
		"GoString": func() { _ = b.GoString() },
		"Check":    func() { worked(t, b.Check()) },
		"Save":     func() { worked(t, b.Save(io.Discard)) },
	}
}

func TestReadersOfABulkWriteNothing(t *testing.T) {
	var b Bulk[record]
	requireReaders(t, &b, bulkReads(t, &b, make([]Handle[record], 1)))
	for _, policy := range policies {
		for _, skip := range []Skipper{Bitmap, RunLength} {
			var b Bulk[record]
			require.NoError(t, b.Init(Reuse(policy), Skip(skip)))
			var hs []Handle[record]
			for i := range 300 {
				h, err := b.Insert(record{ID: uint64(i)})
				require.NoError(t, err)
				hs = append(hs, h)
			}
			for i := 0; i < len(hs); i += 3 {
				require.True(t, b.Remove(hs[i]))
			}
			_, err := b.Reserve(5)
			require.NoError(t, err)
			requireReaders(t, &b, bulkReads(t, &b, hs))
			require.NoError(t, b.Close())
		}
	}
}

func packedReads(t *testing.T, p *Packed[record], hs []Handle[record]) reads {
	return reads{
		"All": func() {
			for h := range p.All() {
				p.Get(h)
			}
		},
		"Rows":     func() { p.Rows() },
		"Get":      func() { p.Get(hs[0]) },
		"Explain":  func() { _ = p.Explain(hs[0]) },
		"HandleAt": func() { p.HandleAt(0) },
		"Len":      func() { p.Len() },
		"String":   func() { _ = p.String() },
		"Stats":    func() { p.Stats() },
		"GoString": func() { _ = p.GoString() },
		"Check":    func() { worked(t, p.Check()) },
		"Save":     func() { worked(t, p.Save(io.Discard)) },
	}
}

func TestReadersOfAPackedWriteNothing(t *testing.T) {
	var p Packed[record]
	defer p.Close()
	hs := []Handle[record]{FromBits[record](1<<32 | 1)}
	zero := packedReads(t, &p, hs)
	zero["HandleAt"] = func() {} // there is nothing at 0
	requireReaders(t, &p, zero)
	hs = nil
	for i := range 300 {
		h, err := p.Insert(record{ID: uint64(i)})
		require.NoError(t, err)
		hs = append(hs, h)
	}
	for i := 0; i < len(hs); i += 3 {
		require.True(t, p.Remove(hs[i]))
	}
	requireReaders(t, &p, packedReads(t, &p, hs))
}

func groupsReads(t *testing.T, g *Groups[reading], hs []Handle[reading]) reads {
	x := ColumnOf(func(r *reading) *float32 { return &r.X })
	return reads{
		"All": func() {
			for group := range g.All() {
				for _, v := range x.Of(group) {
					_ = v
				}
			}
		},
		"Find": func() {
			if group, i, ok := g.Find(hs[0]); ok {
				_ = x.Of(group)[i]
			}
		},
		"Get":      func() { g.Get(hs[0]) },
		"Explain":  func() { _ = g.Explain(hs[0]) },
		"HandleAt": func() { g.HandleAt(0) },
		"Len":      func() { g.Len() },
		"Stats":    func() { g.Stats() },
		"String":   func() { _ = g.String() },
		"GoString": func() { _ = g.GoString() },
		"Check":    func() { worked(t, g.Check()) },
		"Save":     func() { worked(t, g.Save(io.Discard)) },
	}
}

func TestReadersOfAGroupsWriteNothing(t *testing.T) {
	for _, lanes := range []int{8, 16, 0} {
		var g Groups[reading]
		require.NoError(t, g.Init(lanes))
		zero := groupsReads(t, &g, make([]Handle[reading], 1))
		zero["HandleAt"] = func() {} // there is nothing at 0
		requireReaders(t, &g, zero)
		var hs []Handle[reading]
		for i := range 301 {
			h, err := g.Insert(reading{N: int32(i)})
			require.NoError(t, err)
			hs = append(hs, h)
		}
		for i := 0; i < len(hs); i += 3 {
			require.True(t, g.Remove(hs[i]))
		}
		requireReaders(t, &g, groupsReads(t, &g, hs[1:]))
		require.NoError(t, g.Close())
	}
}

func TestReadersOfAnArenaWriteNothing(t *testing.T) {
	var a Arena[record]
	hs := make([]Handle[record], 1)
	calls := reads{
		"All": func() {
			for h := range a.All() {
				a.Get(h)
			}
		},
		"Get":      func() { a.Get(hs[0]) },
		"Explain":  func() { _ = a.Explain(hs[0]) },
		"Len":      func() { a.Len() },
		"Cap":      func() { a.Cap() },
		"Stats":    func() { a.Stats() },
		"String":   func() { _ = a.String() },
		"GoString": func() { _ = a.GoString() },
		"Check":    func() { worked(t, a.Check()) },
		"Save":     func() { worked(t, a.Save(io.Discard)) },
	}
	requireReaders(t, &a, calls)
	require.NoError(t, a.Grow(300))
	hs = nil
	for i := range 299 {
		h, err := a.Insert(record{ID: uint64(i)})
		require.NoError(t, err)
		hs = append(hs, h)
	}
	for i := 0; i < len(hs); i += 3 {
		require.True(t, a.Remove(hs[i]))
	}
	requireReaders(t, &a, calls)
}

func TestReadersOfAnArrayWriteNothing(t *testing.T) {
	var a Array[record]
	defer a.Close()
	spans := make([]Span[record], 1)
	calls := reads{
		"Slice": func() {
			for _, s := range spans {
				a.Slice(s)
			}
		},
		"SpanBytes": func() { a.SpanBytes(spans[0].Start(), uint32(spans[0].Len())) },
		"Len":       func() { a.Len() },
		"Record":    func() { a.Record() },
		"Stats":     func() { a.Stats() },
		"String":    func() { _ = a.String() },
		"GoString":  func() { _ = a.GoString() },
		"Check":     func() { worked(t, a.Check()) },
		"Save":      func() { worked(t, a.Save(io.Discard)) },
	}
	requireReaders(t, &a, calls)
	for i := range 100 {
		s, err := a.Make(i % 7)
		require.NoError(t, err)
		spans = append(spans, s)
	}
	for i := 0; i < len(spans); i += 3 {
		require.NoError(t, a.Free(spans[i]))
	}
	_, err := a.Reserve(5)
	require.NoError(t, err)
	requireReaders(t, &a, calls)
}

func TestReadersOfStringsWriteNothing(t *testing.T) {
	var s Strings
	defer s.Close()
	ids := make([]Str, 1)
	calls := reads{
		"Get": func() {
			for _, id := range ids {
				s.Get(id)
			}
		},
		"Find":     func() { s.Find("b") },
		"Len":      func() { s.Len() },
		"Size":     func() { s.Size() },
		"Stats":    func() { s.Stats() },
		"String":   func() { _ = s.String() },
		"GoString": func() { _ = s.GoString() },
		"Check":    func() { worked(t, s.Check()) },
		"Save":     func() { worked(t, s.Save(io.Discard)) },
	}
	requireReaders(t, &s, calls)
	for i := range 100 {
		id, err := s.Intern(strings.Repeat("b", i))
		require.NoError(t, err)
		ids = append(ids, id)
	}
	r, err := s.Reserve(3, 10)
	require.NoError(t, err)
	requireReaders(t, &s, calls)
	s.Release(r)
}
