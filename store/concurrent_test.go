package store

import (
	"bytes"
	"io"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Under the race detector these run on Go's heap, where it sees them.

// fillAsLoader numbers the records of a reserved range from id on, step at a time.
func fillAsLoader(t *testing.T, s Rows, r Range, step, id int) {
	for row := 0; row < int(r.Len); {
		mem, err := s.Bytes(r, row, step)
		if err != nil {
			t.Error(err)
			return
		}
		for i := range as[record](mem) {
			as[record](mem)[i] = record{ID: uint64(id + row + i)}
		}
		row += len(mem) / sizeOf[record]()
	}
}

func TestLoadersFillDisjointRangesBesideReaders(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			var b Bulk[record]
			require.NoError(t, b.Init(Backed(back)))
			defer b.Close()
			h, err := b.Insert(record{ID: 42})
			require.NoError(t, err)
			const loaders, rows = 4, 5000
			ranges := make([]Range, loaders)
			for k := range ranges {
				ranges[k], err = b.Reserve(rows)
				require.NoError(t, err)
			}
			var wg sync.WaitGroup
			for k, r := range ranges {
				wg.Go(func() { fillAsLoader(t, &b, r, 300, k*rows) })
			}
			for range 3 {
				wg.Go(func() {
					for range 200 {
						n := 0
						for _, p := range b.All() {
							n += int(p.ID)
						}
						if p, ok := b.Get(h); !ok || p.ID != 42 || n != 42 {
							t.Error("a reader saw a row that was not committed")
						}
					}
				})
			}
			wg.Wait()
			for _, r := range ranges {
				b.Commit(r)
			}
			require.Equal(t, loaders*rows+1, b.Len())
			for k, r := range ranges {
				for i := range rows {
					p, ok := b.Get(b.HandleIn(r, i))
					require.True(t, ok)
					require.Equal(t, uint64(k*rows+i), p.ID)
				}
			}
		})
	}
}

func TestTheWriterInsertsWhileLoadersFill(t *testing.T) {
	for _, back := range backings {
		t.Run(back.String(), func(t *testing.T) {
			var b Bulk[record]
			require.NoError(t, b.Init(Backed(back)))
			defer b.Close()
			r, err := b.Reserve(20000)
			require.NoError(t, err)
			var wg sync.WaitGroup
			wg.Go(func() { fillAsLoader(t, &b, r, 100, 0) })
			for i := range 20000 {
				h, err := b.Insert(record{ID: uint64(i)})
				require.NoError(t, err)
				if i%3 == 0 {
					require.True(t, b.Remove(h))
				}
			}
			wg.Wait()
			b.Commit(r)
			require.NoError(t, b.Check())
		})
	}
}

func TestStringsAreReadByMany(t *testing.T) {
	var s Strings
	require.NoError(t, s.Init())
	defer s.Close()
	id, err := s.Intern("name")
	require.NoError(t, err)
	r, err := s.Reserve(10, 5000)
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 1000 {
				if got, ok := s.Find("name"); s.Get(id) != "name" || !ok || got != id {
					t.Error("a reader got another string")
				}
			}
		})
	}
	wg.Go(func() {
		for off := 0; off < 5000; off += 100 {
			mem, err := s.TextBytes(r, off, 100)
			if err != nil {
				t.Error(err)
				return
			}
			clear(mem)
		}
	})
	wg.Wait()
	s.Release(r)
}

// All makes lanes without a record safe and Save saves them so: neither writes
// to them where readers did not.
func TestReadersOfGroupsWriteNothing(t *testing.T) {
	var g Groups[pair]
	defer g.Close()
	for i := range 13 {
		_, err := g.Insert(pair{X: float32(i)})
		require.NoError(t, err)
	}
	x := ColumnOf(func(r *pair) *float32 { return &r.X })
	for group := range g.All() { // a writer that leaves its traces beyond the last record
		clear(x.Of(group)[group.Len():])
		break
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for range 20 {
				for group := range g.All() {
					if last := x.Of(group)[group.Lanes()-1]; last != 1 {
						t.Errorf("a lane without a record has %v", last)
					}
				}
				if err := g.Save(io.Discard); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestSavingStoresThatWereNeverUsedIsReading(t *testing.T) {
	var b Bulk[pair]
	var p Packed[pair]
	var g Groups[pair]
	var a Array[pair]
	var s Strings
	b.SetKind(3)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for _, save := range []func(io.Writer) error{b.Save, p.Save, g.Save, a.Save, s.Save} {
				if err := save(io.Discard); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	var file, again bytes.Buffer
	require.NoError(t, b.Save(&again))
	require.NoError(t, b.Init())
	require.NoError(t, b.Save(&file))
	require.Equal(t, again.Bytes(), file.Bytes(), "it begins at the generation that the snapshot tells")
	require.NoError(t, p.Save(&file))
	require.NoError(t, g.Save(&file))
	require.NoError(t, a.Save(&file))
	require.NoError(t, s.Save(&file))
	b.SetKind(0)
	for _, store := range []interface {
		Load(io.Reader) error
		Close() error
		Check() error
	}{&b, &p, &g, &a, &s} {
		require.NoError(t, store.Load(&file))
		require.NoError(t, store.Check())
		require.NoError(t, store.Close())
	}
	require.EqualValues(t, 3, b.Kind())
}
