//go:build invariants

package store

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestGuardPoisonsFreedRows(t *testing.T) {
	var b Bulk[record]
	require.NoError(t, b.Init(Backed(Heap)))
	defer b.Close()
	h, err := b.Insert(record{ID: 1, X: 2, Y: 3})
	require.NoError(t, err)
	p, ok := b.Get(h)
	require.True(t, ok)
	b.Remove(h)
	require.Equal(t, uint64(0xDBDBDBDB), p.ID>>32)
	require.Less(t, p.Y, float32(-1e16))
}

// A loader that gives up has written to rows that nobody else has reached yet. Whoever
// gets them next finds no trace of it.
func TestGuardKnowsWhatALoaderGaveBack(t *testing.T) {
	for _, back := range []Backing{Automatic, Reserved, Blocks, Heap} {
		for _, before := range []int{0, 10, 2000} {
			var b Bulk[record]
			require.NoError(t, b.Init(Backed(back)))
			insert := func(n int) {
				for range n {
					_, err := b.Insert(record{ID: 1})
					require.NoError(t, err)
				}
			}
			insert(before)
			const n = 3000
			r, err := b.Reserve(n)
			require.NoError(t, err)
			for row := 0; row < n; {
				rows, err := b.Bytes(r, row, n-row)
				require.NoError(t, err)
				for i := range rows {
					rows[i] = 7
				}
				row += len(rows) / b.slots.size
			}
			b.Release(r)
			require.NotPanics(t, func() { insert(2 * n) }, "%v, %d", back, before)
			require.NoError(t, b.Check())
			require.NoError(t, b.Close())
		}
	}
}

// Discarded pages of a file show the file again: nobody has written to them.
func TestGuardKnowsThatTrimBringsPagesOfAFileBack(t *testing.T) {
	const n = 20000
	f := rowsFile(t, n)
	for _, remove := range []func(b *Bulk[record]){
		(*Bulk[record]).Clear,
		func(b *Bulk[record]) { b.RemoveRange(100, n-100) },
	} {
		b := openMapped(t)
		mapAll(t, b, f, n)
		remove(b)
		_, err := b.Trim()
		require.NoError(t, err)
		require.NoError(t, b.Check())
		for range n / 2 {
			_, err := b.Insert(record{})
			noError(t, err)
		}
		require.NoError(t, b.Check())
	}
}

func TestGuardFaultsUseAfterClose(t *testing.T) {
	if !canMap {
		t.Skip("no mappings on this system")
	}
	for _, back := range []Backing{Reserved, Blocks} {
		var b Bulk[record]
		require.NoError(t, b.Init(Backed(back)))
		h, err := b.Insert(record{ID: 1})
		require.NoError(t, err)
		p, _ := b.Get(h)
		require.NoError(t, b.Close())
		_, ok := b.Get(h)
		require.False(t, ok)
		_, err = b.Insert(record{})
		require.ErrorIs(t, err, ErrClosed)
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		require.Panics(t, func() { p.ID++ })
	}
}

func TestGuardReportsLeaks(t *testing.T) {
	reports := make(chan string, 10)
	old := leaked
	leaked = func(s string) {
		select {
		case reports <- s:
		default:
		}
	}
	defer func() { leaked = old }()
	func() {
		b := new(Bulk[record])
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}()
	for range 50 {
		runtime.GC()
		select {
		case s := <-reports:
			if require.Contains(t, s, "never closed"); s != "" {
				require.Contains(t, s, "guard_test.go:")
				return
			}
		case <-time.After(20 * time.Millisecond):
		}
	}
	require.Fail(t, "no report")
}

// poke writes through a pointer that outlived its record.
func poke(p *record) { p.Y = 5 }

func TestGuardFindsWritesAfterRemoval(t *testing.T) {
	for _, o := range [][]Option{{Backed(Heap)}, {Backed(Heap), Reuse(Lowest)}, {Backed(Blocks), Reuse(FIFO)}, {Backed(Reserved), Skip(RunLength), Reuse(Lowest)}} {
		var b Bulk[record]
		require.NoError(t, b.Init(o...))
		h, err := b.Insert(record{ID: 1})
		require.NoError(t, err)
		_, err = b.Insert(record{ID: 2})
		require.NoError(t, err)
		p, _ := b.Get(h)
		require.True(t, b.Remove(h))
		require.NoError(t, b.Check())
		poke(p)
		require.ErrorIs(t, b.Check(), ErrCorrupt)
		require.PanicsWithValue(t, "store: Bulk[store.record], opened at "+b.slots.life.where+": slot 1 was written to after it was removed", func() { _, _ = b.Insert(record{}) })
		require.NoError(t, b.Close())
	}
	var p Packed[record]
	h, err := p.Insert(record{})
	require.NoError(t, err)
	at, _ := p.Get(h)
	require.True(t, p.Remove(h))
	poke(at)
	require.Panics(t, func() { _, _ = p.Insert(record{}) })
	require.NoError(t, p.Close())

	var a Arena[record]
	require.NoError(t, a.Grow(1))
	h, err = a.Insert(record{})
	require.NoError(t, err)
	at, _ = a.Get(h)
	require.True(t, a.Remove(h))
	poke(at)
	require.Panics(t, func() { _, _ = a.Insert(record{}) })

	for _, back := range backings {
		var s Array[record]
		require.NoError(t, s.Init(Backed(back)))
		one, err := s.AppendRange(make([]record, 3))
		require.NoError(t, err)
		_, err = s.Append(record{})
		require.NoError(t, err)
		elems := s.Slice(one)
		require.NoError(t, s.Free(one))
		require.Equal(t, uint64(0xDBDBDBDB), elems[1].ID>>32)
		poke(&elems[2])
		_, err = s.Append(record{})
		require.NoError(t, err, "the first is clean")
		require.Panics(t, func() { _, _ = s.Make(2) })
		require.NoError(t, s.Close())
	}
}

func TestGuardAcceptsWhatLoadersLeave(t *testing.T) {
	for _, back := range backings {
		var b Bulk[record]
		var a Array[record]
		require.NoError(t, b.Init(Backed(back)))
		require.NoError(t, a.Init(Backed(back)))
		for range 3 {
			for _, s := range []Rows{&b, &a} {
				r, err := s.Reserve(100)
				require.NoError(t, err)
				for row := 0; row < 60; {
					mem, err := s.Bytes(r, row, 60-row)
					require.NoError(t, err)
					for i := range mem {
						mem[i] = 7
					}
					row += len(mem) / sizeOf[record]()
				}
				s.Release(r)
			}
			for range 80 {
				_, err := b.Insert(record{ID: 5})
				require.NoError(t, err)
				_, err = a.Append(record{ID: 5})
				require.NoError(t, err)
			}
			require.NoError(t, b.Check())
			b.Clear()
			a.Clear()
		}
		require.NoError(t, b.Close())
		require.NoError(t, a.Close())
	}
}

func TestGuardFaultsUseAfterCloseOfAllStructures(t *testing.T) {
	if !canMap {
		t.Skip("no mappings on this system")
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	var p Packed[record]
	require.NoError(t, p.Init(Backed(Reserved)))
	_, err := p.Insert(record{})
	require.NoError(t, err)
	row := &p.Rows()[0]
	require.NoError(t, p.Close())
	require.Panics(t, func() { poke(row) })

	var g Groups[particle]
	require.NoError(t, g.Init(8, Backed(Reserved)))
	_, err = g.Insert(particle{})
	require.NoError(t, err)
	var col []float32
	for gr := range g.All() {
		col = ColumnOf(func(p *particle) *float32 { return &p.Age }).Of(gr)
	}
	require.NoError(t, g.Close())
	require.Panics(t, func() { col[0]++ })

	var a Array[record]
	require.NoError(t, a.Init(Backed(Blocks)))
	s, err := a.Append(record{})
	require.NoError(t, err)
	elem := &a.Slice(s)[0]
	require.NoError(t, a.Close())
	require.Nil(t, a.Slice(s))
	_, err = a.Append(record{})
	require.ErrorIs(t, err, ErrClosed)
	require.Panics(t, func() { poke(elem) })
}

func TestGuardNamesWhatLeaked(t *testing.T) {
	reports := map[string]bool{}
	var mu sync.Mutex
	old := leaked
	leaked = func(s string) {
		mu.Lock()
		defer mu.Unlock()
		for _, what := range []string{"Packed[store.record]", "Groups[store.particle]", "Array[store.record]", "Strings[string]"} {
			if strings.Contains(s, what) && strings.Contains(s, "guard_test.go:") {
				reports[what] = true
			}
		}
	}
	defer func() { leaked = old }()
	func() {
		_, err := new(Packed[record]).Insert(record{})
		require.NoError(t, err)
		_, err = new(Groups[particle]).Insert(particle{})
		require.NoError(t, err)
		_, err = new(Array[record]).Append(record{})
		require.NoError(t, err)
		_, err = new(Strings).Intern("x")
		require.NoError(t, err)
	}()
	require.Eventually(t, func() bool {
		runtime.GC()
		mu.Lock()
		defer mu.Unlock()
		return len(reports) == 4
	}, 5*time.Second, 20*time.Millisecond)
}

// A dead row is watched wherever it lies: in a hole, at an end or in the middle of a run of
// holes, and behind the last record.
func TestGuardFindsAWriteToAnyWordOfADeadRow(t *testing.T) {
	type wide [8]uint32
	removals := map[string]func(b *Bulk[wide], r Range){
		"one":          func(b *Bulk[wide], r Range) { b.Remove(b.HandleIn(r, 20)) },
		"one, trimmed": func(b *Bulk[wide], r Range) { b.Remove(b.HandleIn(r, 20)); _, _ = b.Trim() },
		"some":         func(b *Bulk[wide], r Range) { b.RemoveRange(r.First+18, r.First+25) },
		"joined": func(b *Bulk[wide], r Range) {
			for _, i := range []int{18, 19, 22, 21, 20} {
				b.Remove(b.HandleIn(r, i))
			}
		},
		"to the end": func(b *Bulk[wide], r Range) { b.RemoveRange(r.First+18, r.First+r.Len+20) },
		"range":      func(b *Bulk[wide], r Range) { b.Release(r) },
		"last range": func(b *Bulk[wide], r Range) { b.RemoveRange(r.First+r.Len, b.slots.top); b.Release(r) },
		"all":        func(b *Bulk[wide], r Range) { b.Clear() },
	}
	for how, remove := range removals {
		eachKind(t, func(t *testing.T, opts ...Option) {
			for word := range len(wide{}) {
				var b Bulk[wide]
				require.NoError(t, b.Init(opts...))
				r, err := b.AppendRange(make([]wide, 50))
				require.NoError(t, err)
				for range 20 {
					_, err = b.Insert(wide{})
					require.NoError(t, err)
				}
				p, _ := b.Get(b.HandleIn(r, 20))
				remove(&b, r)
				require.NoError(t, b.Check())
				s := &b.slots
				alone := how == "one" || how == "one, trimmed"
				if alone && s.opt.skipper == RunLength && word < runBytes(s.opt.policy)/4 || s.listed > 0 && s.recents == 0 && word < s.linkBytes()/4 {
					require.NoError(t, b.Close()) // its links
					continue
				}
				p[word]++
				require.ErrorIs(t, b.Check(), ErrCorrupt, "%s, word %d", how, word)
				require.Panics(t, func() {
					for range 100 {
						_, _ = b.Insert(wide{})
					}
				}, "%s, word %d", how, word)
				require.NoError(t, b.Close())
			}
		})
	}
}

// Blocks of Go's heap stay where a pointer is left.
func TestGuardPoisonsTheHeapAtClose(t *testing.T) {
	for _, back := range []Backing{Heap, Geometric} {
		var b Bulk[record]
		require.NoError(t, b.Init(Backed(back)))
		var at []*record
		for i := range 1000 {
			h, err := b.Insert(record{ID: uint64(i)})
			require.NoError(t, err)
			p, _ := b.Get(h)
			at = append(at, p)
		}
		require.NoError(t, b.Close())
		for _, p := range at {
			require.Equal(t, uint64(0xDBDBDBDBDBDBDBDB), p.ID)
		}
		var a Array[record]
		require.NoError(t, a.Init(Backed(back)))
		span, err := a.AppendRange(make([]record, 3000))
		require.NoError(t, err)
		elems := a.Slice(span)
		require.NoError(t, a.Close())
		require.Equal(t, uint64(0xDBDBDBDBDBDBDBDB), elems[2999].ID)
	}
	var p Packed[record]
	require.NoError(t, p.Init(Backed(Heap)))
	_, err := p.Insert(record{})
	require.NoError(t, err)
	rows := p.Rows()
	require.NoError(t, p.Close())
	require.Equal(t, uint64(0xDBDBDBDBDBDBDBDB), rows[0].ID)
}

// If the system does not replace the pages of a file in a range that is given back, what they
// show is not taken for a write.
func TestGuardKnowsPagesOfAFileThatStay(t *testing.T) {
	b := openMapped(t)
	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	defer a.Close()
	n := int(perPages(sizeOf[record]()))
	f, page := rowsFile(t, n), int64(os.Getpagesize())
	was := system.zeros
	defer func() { system.zeros = was }()
	for _, s := range []Mapper{b, &a} {
		r, err := s.ReservePages(n, page)
		require.NoError(t, err)
		_, err = s.Map(r, 0, n, f, page)
		require.NoError(t, err)
		system.zeros = func([]byte) error { return errDry }
		s.Release(r)
		system.zeros = was
	}
	require.Len(t, b.slots.mem.rows.files, 1)
	require.Len(t, a.spans.mem.files, 1)
	require.NoError(t, b.Check())
	require.NoError(t, a.Check())
	for range 2 * n {
		_, err := b.Insert(record{})
		require.NoError(t, err)
		_, err = a.Append(record{})
		require.NoError(t, err)
	}
}
