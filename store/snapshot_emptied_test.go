package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"
)

// emptied is a store of one kind that the tests below fill and empty.
type emptied struct {
	saved
	add   func(k int) error
	clear func()
}

// emptiedLimit is the Limit of stores that have one, and the length of the snapshots.
const emptiedLimit = 40

type emptiedCase struct {
	name string
	make func(t testing.TB) emptied
	full int // how many it takes, or 0
}

// emptiedCases are stores of each kind on each backing, with a Limit and without.
func emptiedCases() (all []emptiedCase) {
	for _, back := range backings {
		for _, full := range []int{0, emptiedLimit} {
			opts := []Option{Backed(back)}
			if full > 0 {
				opts = append(opts, Limit(full))
			}
			add := func(kind string, full int, make func(t testing.TB) emptied) {
				all = append(all, emptiedCase{fmt.Sprintf("%s/%v/limit=%d", kind, back, full), make, full})
			}
			add("bulk", full, func(t testing.TB) emptied {
				b := initialised(new(Bulk[record]), opts...)
				return emptied{b, func(k int) error { _, err := b.Insert(record{ID: uint64(k)}); return err }, b.Clear}
			})
			add("array", full, func(t testing.TB) emptied {
				a := initialised(new(Array[record]), opts...)
				return emptied{a, func(k int) error { _, err := a.Append(record{ID: uint64(k)}); return err }, a.Clear}
			})
			add("strings", max(full-1, 0), func(t testing.TB) emptied {
				s := initialised(new(Strings), opts...)
				return emptied{s, func(k int) error { _, err := s.Intern(string(rune('A' + k))); return err }, s.Clear}
			})
			if back != Reserved && back != Heap {
				continue
			}
			add("packed", full, func(t testing.TB) emptied {
				p := initialised(new(Packed[record]), opts...)
				return emptied{p, func(k int) error { _, err := p.Insert(record{ID: uint64(k)}); return err }, p.Clear}
			})
			add("groups", full, func(t testing.TB) emptied {
				g := new(savedGroups)
				require.NoError(t, g.Init(8, opts...))
				return emptied{g, func(k int) error { _, err := g.Insert(record{ID: uint64(k)}); return err }, g.Clear}
			})
		}
	}
	return append(all, emptiedCase{"arena", func(t testing.TB) emptied {
		a := new(Arena[record])
		require.NoError(t, a.Grow(emptiedLimit))
		return emptied{a, func(k int) error { _, err := a.Insert(record{ID: uint64(k)}); return err }, a.Clear}
	}, emptiedLimit})
}

// fill adds n to a store.
func (e emptied) fill(t testing.TB, n int) {
	for k := range n {
		noError(t, e.add(k))
	}
	require.NoError(t, e.Check())
}

func (e emptied) save(t testing.TB) []byte {
	var file sections
	require.NoError(t, e.Save(&file))
	return file.Bytes()
}

// scattered are snapshots that a store of Limit emptiedLimit takes although they have more
// places: each element is in a slab of its own, whose last place is lost.
func scattered(t testing.TB, like emptied) (*sections, bool) {
	opts := []Option{Backed(Heap), BlockBytes(1), Limit(emptiedLimit)}
	var e emptied
	switch like.saved.(type) {
	case *Array[record]:
		a := initialised(new(Array[record]), opts...)
		e = emptied{saved: a, add: func(k int) error { _, err := a.Append(record{ID: uint64(k)}); return err }}
	case *Strings:
		s := initialised(new(Strings), opts...)
		e = emptied{saved: s, add: func(k int) error { _, err := s.Intern(string(rune('A' + k))); return err }}
	default:
		return nil, false
	}
	e.fill(t, emptiedLimit-1)
	file := new(sections)
	require.NoError(t, e.Save(file))
	require.Greater(t, binary.NativeEndian.Uint32(file.Bytes()[28:]), uint32(emptiedLimit)/2)
	closeSaved(t, e.saved)
	return file, true
}

// damages calls f for a snapshot that is cut, that is changed, and that is changed under
// right sums.
func damages(file *sections, f func(what string, data []byte)) {
	step := 31
	if testing.Short() || raceEnabled {
		step = 127
	}
	whole := file.Bytes()
	for i := 0; i < len(whole); i += step {
		f(fmt.Sprint("cut at ", i), whole[:i])
		harmed := bytes.Clone(whole)
		harmed[i] ^= 1 << (i % 8)
		f(fmt.Sprint("flipped at ", i), bytes.Clone(harmed))
		file.seal(harmed)
		f(fmt.Sprint("sealed at ", i), harmed)
	}
	for i := 28; i < snapshotHeader-8; i += 4 { // more than there is, of which nothing follows
		for _, n := range []uint32{1, emptiedLimit + 1, 3 * emptiedLimit / 2, math.MaxUint32} {
			head := bytes.Clone(whole[:snapshotHeader])
			binary.NativeEndian.PutUint32(head[i:], n)
			binary.NativeEndian.PutUint64(head[snapshotHeader-8:], xxh3.Hash(head[:snapshotHeader-8]))
			f(fmt.Sprintf("head with %d at %d", n, i), head)
		}
	}
}

// A load that fails leaves a store as it was, and usable, whether it was used before or
// not; so does a load that is refused because the store was used.
func TestAFailedLoadLeavesAStoreAsItWas(t *testing.T) {
	for _, c := range emptiedCases() {
		t.Run(c.name, func(t *testing.T) {
			source := c.make(t)
			source.fill(t, emptiedLimit-2)
			plain := new(sections)
			require.NoError(t, source.Save(plain))
			closeSaved(t, source.saved)
			files := []*sections{plain}
			if file, ok := scattered(t, source); ok {
				files = append(files, file)
			}
			failed := 0
			for _, file := range files {
				for _, used := range []int{0, 1, emptiedLimit - 1} {
					damages(file, func(what string, data []byte) {
						what = fmt.Sprintf("%s, after %d", what, used)
						e := c.make(t)
						defer closeSaved(t, e.saved)
						e.fill(t, used)
						e.clear()
						before := e.save(t)
						if err := e.Load(bytes.NewReader(data)); err == nil {
							require.Contains(t, what, "sealed", what)
							require.NoError(t, e.Check(), what)
							return
						} else if used > 0 {
							require.True(t, isAny(err, ErrSnapshot, ErrFull, ErrInUse), "%s: %v", what, err)
						} else {
							require.True(t, isAny(err, ErrSnapshot, ErrFull), "%s: %v", what, err)
						}
						failed++
						require.NoError(t, e.Check(), what)
						require.Equal(t, before, e.save(t), what)
						if s, ok := e.saved.(*Strings); ok {
							require.Empty(t, s.Get(Str{}))
						}
						n := emptiedLimit - 1
						if c.full > 0 {
							n = c.full
						}
						e.fill(t, n)
						if c.full > 0 {
							require.ErrorIs(t, e.add(n), ErrFull, what)
						}
						e.clear()
						require.NoError(t, e.Check(), what)
					})
				}
			}
			require.NotZero(t, failed)
		})
	}
}

// What failed to load can be loaded from an undamaged copy, any number of times, and that
// takes no more memory than the first time.
func TestALoadMayBeTriedAgain(t *testing.T) {
	for _, c := range emptiedCases() {
		t.Run(c.name, func(t *testing.T) {
			source := c.make(t)
			files := make([]*sections, 1, 2)
			source.fill(t, emptiedLimit-2)
			files[0] = new(sections)
			require.NoError(t, source.Save(files[0]))
			closeSaved(t, source.saved)
			if file, ok := scattered(t, source); ok {
				files = append(files, file)
			}
			for _, file := range files {
				e, whole := c.make(t), file.Bytes()
				taken := 0
				for k := range 5 {
					require.ErrorIs(t, e.Load(bytes.NewReader(whole[:len(whole)-1])), ErrSnapshot)
					if s, ok := e.saved.(*Strings); ok {
						if k > 0 {
							require.Equal(t, taken, s.bytesTaken())
						}
						taken = s.bytesTaken()
					}
				}
				require.NoError(t, e.Load(bytes.NewReader(whole)))
				require.NoError(t, e.Check())
				again := e.save(t)
				require.Equal(t, whole[snapshotHeader:], again[snapshotHeader:])
				require.NoError(t, e.add(emptiedLimit-2))
				require.NoError(t, e.Check())
				closeSaved(t, e.saved)
			}
		})
	}
}

// An Array that was used and emptied, and moves for a load, has its memory where it is now,
// and goes back if the load fails.
func TestAnEmptiedArrayMovesForASnapshot(t *testing.T) {
	file, _ := scattered(t, emptied{saved: new(Array[record])})
	for _, whole := range []bool{false, true} {
		a := initialised(new(Array[record]), Limit(emptiedLimit))
		sp, err := a.Append(record{ID: 1})
		require.NoError(t, err)
		require.NoError(t, a.Free(sp))
		data, end, place := file.Bytes(), a.spans.end, a.spans.mem.mem
		if !whole {
			data = data[:snapshotHeader] // it has moved by then
		}
		switch err := a.Load(bytes.NewReader(data)); {
		case !whole:
			require.Error(t, err)
			require.Zero(t, a.Len())
			require.Equal(t, end, a.spans.end)
			require.Equal(t, place, a.spans.mem.mem)
		case a.spans.mem.size() > 0: // it is reserved
			require.NoError(t, err)
			require.Equal(t, emptiedLimit-1, a.Len())
		default: // it is in blocks, which it keeps
			require.ErrorIs(t, err, ErrInUse)
		}
		_, err = a.Append(record{ID: 2})
		require.NoError(t, err)
		require.NoError(t, a.Check())
		require.NoError(t, a.Close())
	}
}
