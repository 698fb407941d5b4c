package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"
)

// saved is what every structure can.
type saved interface {
	Save(io.Writer) error
	Load(io.Reader) error
	Check() error
}

func closeSaved(t testing.TB, s saved) {
	if c, ok := s.(io.Closer); ok {
		require.NoError(t, c.Close())
	}
}

// savedCase makes a store with something in it, a small one for the tests that
// try all harm, and holds a loaded one against it.
type savedCase struct {
	name  string
	empty func() saved
	full  func(t testing.TB, s saved, n int) (same func(t testing.TB, s saved))
}

var savedCases = []savedCase{
	{"packed", func() saved { return new(Packed[record]) }, fillHandles},
	{"packed/heap", func() saved { return initialised(new(Packed[record]), Backed(Heap)) }, fillHandles},
	{"groups", func() saved {
		g := new(savedGroups)
		if err := g.Init(8); err != nil {
			panic(err)
		}
		return g
	}, fillHandles},
	{"arena", func() saved { return new(savedArena) }, fillHandles},
	{"bulk", func() saved { return initialised(new(Bulk[record]), Limit(20000)) }, fillHandles},
	{"bulk/blocks", func() saved { return initialised(new(Bulk[record]), Backed(Blocks)) }, fillHandles},
	{"array", func() saved { return new(Array[record]) }, fillArray},
	{"array/blocks", func() saved { return initialised(new(Array[record]), Backed(Blocks)) }, fillArray},
	{"array/geometric", func() saved { return initialised(new(Array[record]), Backed(Geometric)) }, fillArray},
	{"strings", func() saved { return new(Strings) }, fillStrings},
	{"strings/heap", func() saved { return initialised(new(Strings), Backed(Heap)) }, fillStrings},
}

func initialised[S interface{ Init(...Option) error }](s S, opts ...Option) S {
	if err := s.Init(opts...); err != nil {
		panic(err)
	}
	return s
}

// handled is a structure with handles.
type handled interface {
	Insert(record) (Handle[record], error)
	Remove(Handle[record]) bool
	Explain(Handle[record]) error
	at(Handle[record]) (record, bool)
}

func (b *Bulk[T]) at(h Handle[T]) (v T, ok bool)   { return copied(b.Get(h)) }
func (p *Packed[T]) at(h Handle[T]) (v T, ok bool) { return copied(p.Get(h)) }

func copied[T any](p *T, ok bool) (v T, _ bool) {
	if ok {
		v = *p
	}
	return v, ok
}

// savedArena is an Arena that takes what comes.
type savedArena struct{ Arena[record] }

func (a *savedArena) at(h Handle[record]) (record, bool) { return copied(a.Get(h)) }

func (a *savedArena) Insert(v record) (Handle[record], error) {
	if a.Len() == a.Cap() {
		if err := a.Grow(a.Cap() + 5); err != nil {
			return Handle[record]{}, err
		}
	}
	return a.Arena.Insert(v)
}

// savedGroups is a Groups of words that stand for records.
type savedGroups struct{ Groups[reading] }

func (g *savedGroups) Insert(v record) (Handle[record], error) {
	h, err := g.Groups.Insert(reading{N: int32(v.ID), X: v.X, Y: v.Y})
	return Handle[record](h), err
}

func (g *savedGroups) Remove(h Handle[record]) bool   { return g.Groups.Remove(Handle[reading](h)) }
func (g *savedGroups) Explain(h Handle[record]) error { return g.Groups.Explain(Handle[reading](h)) }
func (g *savedGroups) at(h Handle[record]) (record, bool) {
	v, ok := g.Get(Handle[reading](h))
	return record{uint64(v.N), v.X, v.Y}, ok
}

func fillHandles(t testing.TB, s saved, n int) func(testing.TB, saved) {
	st := s.(handled)
	live := map[Handle[record]]record{}
	var order, dead []Handle[record]
	for i := range n {
		v := record{uint64(i), 1, 2}
		h, err := st.Insert(v)
		require.NoError(t, err)
		live[h] = v
		order = append(order, h)
		if i%3 == 2 {
			k := i * 7 % len(order)
			if h := order[k]; st.Remove(h) {
				delete(live, h)
				dead = append(dead, h)
			}
		}
	}
	return func(t testing.TB, s saved) {
		st := s.(handled)
		for range 2 {
			for h, v := range live {
				got, ok := st.at(h)
				require.True(t, ok)
				require.Equal(t, v, got)
			}
			for _, h := range dead {
				require.ErrorIs(t, st.Explain(h), ErrDead)
			}
			for range 20 { // into the holes
				_, err := st.Insert(record{})
				require.NoError(t, err)
			}
			require.NoError(t, s.Check())
		}
	}
}

func fillArray(t testing.TB, s saved, n int) func(testing.TB, saved) {
	a := s.(*Array[record])
	want := map[Span[record]][]record{}
	add := func(k int) Span[record] {
		v := make([]record, k)
		for i := range v {
			v[i].ID = uint64(len(want)<<8 + i)
		}
		sp, err := a.AppendRange(v)
		require.NoError(t, err)
		want[sp] = v
		return sp
	}
	for i := range n {
		if sp := add(i%5 + 1); i%4 == 1 {
			require.NoError(t, a.Free(sp))
			delete(want, sp)
		}
	}
	var ranges []Range
	if n > 0 {
		for range 2 {
			r, err := a.Reserve(3)
			require.NoError(t, err)
			ranges = append(ranges, r)
		}
		_, err := a.Bytes(ranges[0], 0, 3)
		require.NoError(t, err)
		a.Commit(ranges[0])
		add(2) // behind the range that stays reserved
	}
	return func(t testing.TB, s saved) {
		b := s.(*Array[record])
		for sp, v := range want {
			require.Equal(t, v, b.Slice(sp))
		}
		used := b.Len()
		fresh, err := b.AppendRange(make([]record, 4))
		require.NoError(t, err)
		for sp := range want {
			require.True(t, fresh.start+fresh.count <= sp.start || sp.start+sp.count <= fresh.start)
		}
		require.NoError(t, b.Free(fresh))
		if n > 0 {
			b.Release(ranges[1]) // was not committed
			require.Equal(t, used, b.Len())
			b.Release(ranges[0])
			require.Equal(t, used-3, b.Len())
		}
		for sp := range want {
			require.NoError(t, b.Free(sp))
		}
		require.Zero(t, b.Len())
		require.NoError(t, b.Check())
	}
}

func fillStrings(t testing.TB, s saved, n int) func(testing.TB, saved) {
	st := s.(*Strings)
	want := map[Str]string{}
	hole, err := st.Reserve(min(n, 3), min(n, 8))
	require.NoError(t, err)
	for i := range n {
		id, err := st.Intern(fmt.Sprintf("name %d", i))
		require.NoError(t, err)
		want[id] = fmt.Sprintf("name %d", i)
	}
	if n > 0 {
		r, err := st.Reserve(1, 5)
		require.NoError(t, err)
		b, err := st.EntryBytes(r, 0, 1)
		require.NoError(t, err)
		binary.NativeEndian.PutUint32(b, r.Bytes.First)
		binary.NativeEndian.PutUint32(b[4:], 5)
		b, err = st.TextBytes(r, 0, 5)
		require.NoError(t, err)
		copy(b, "level")
		st.Commit(r)
		want[Str{r.Strs.First}] = "level"
	}
	st.Release(hole)
	return func(t testing.TB, s saved) {
		st := s.(*Strings)
		for id, text := range want {
			require.Equal(t, text, st.Get(id))
			again, err := st.Intern(text)
			require.NoError(t, err)
			if text == "level" {
				require.NotEqual(t, id, again, "a string of a range is not interned")
			} else {
				require.Equal(t, id, again)
			}
		}
		_, err := st.Intern("another")
		require.NoError(t, err)
		require.NoError(t, st.Check())
	}
}

func TestSnapshotsOfAllStructuresComeBack(t *testing.T) {
	for _, c := range savedCases {
		t.Run(c.name, func(t *testing.T) {
			for _, n := range []int{0, 1, 7, 64, 65, 3000} {
				s := c.empty()
				same := c.full(t, s, n)
				var file, again bytes.Buffer
				require.NoError(t, s.Save(&file))
				require.NoError(t, s.Save(&again))
				require.Equal(t, file.Bytes(), again.Bytes())
				require.NoError(t, s.Check())
				file.WriteString("next")
				l := c.empty()
				require.NoError(t, l.Load(&file))
				require.Equal(t, "next", file.String(), "no byte more is read")
				require.NoError(t, l.Check())
				var third bytes.Buffer
				require.NoError(t, l.Save(&third))
				require.Equal(t, again.Bytes(), third.Bytes(), "what was loaded saves the same")
				same(t, l)
				if _, ok := l.(*Array[record]); n > 0 && !ok {
					require.ErrorIs(t, l.Load(bytes.NewReader(again.Bytes())), ErrInUse)
				}
				closeSaved(t, s)
				closeSaved(t, l)
			}
		})
	}
}

// full is a writer with room for some writes.
type full struct{ writes int }

var errNoRoom = errors.New("no room")

func (f *full) Write(b []byte) (int, error) {
	if f.writes--; f.writes < 0 {
		return 0, errNoRoom
	}
	return len(b), nil
}

func TestSaveReturnsWhatItsWriterDoes(t *testing.T) {
	for _, c := range savedCases {
		for _, n := range []int{0, 7, 9000} { // some sections are longer than a buffer
			s := c.empty()
			c.full(t, s, n)
			for room := 0; ; room++ {
				w := full{room}
				err := s.Save(&w)
				if w.writes >= 0 {
					require.NoError(t, err, c.name)
					require.Greater(t, room, 2, c.name)
					break
				}
				require.ErrorIs(t, err, errNoRoom, "%s of %d, after %d writes", c.name, n, room)
				require.Equal(t, -1, w.writes, "%s: nothing is written after an error", c.name)
			}
			closeSaved(t, s)
		}
	}
}

// A range that a loader holds is in use too; once it is given back nothing is.
func TestLoadWaitsForReservedRanges(t *testing.T) {
	for _, back := range backings {
		var from, a Array[uint32]
		require.NoError(t, from.Init(Backed(back)))
		require.NoError(t, a.Init(Backed(back)))
		var file bytes.Buffer
		require.NoError(t, from.Save(&file))
		r, err := a.Reserve(5)
		require.NoError(t, err)
		require.ErrorIs(t, a.Load(bytes.NewReader(file.Bytes())), ErrInUse)
		a.Release(r)
		require.NoError(t, a.Load(bytes.NewReader(file.Bytes())))

		var fromText, s Strings
		require.NoError(t, fromText.Init(Backed(back)))
		require.NoError(t, s.Init(Backed(back)))
		file.Reset()
		require.NoError(t, fromText.Save(&file))
		for _, n := range [][2]int{{2, 0}, {0, 5}} {
			held, err := s.Reserve(n[0], n[1])
			require.NoError(t, err)
			require.ErrorIs(t, s.Load(bytes.NewReader(file.Bytes())), ErrInUse)
			s.Release(held)
		}
		require.NoError(t, s.Load(bytes.NewReader(file.Bytes())))
		for _, c := range []io.Closer{&from, &a, &fromText, &s} {
			require.NoError(t, c.Close())
		}
	}
}

func TestAClosedStoreIsNeitherSavedNorLoaded(t *testing.T) {
	for _, c := range savedCases {
		s := c.empty()
		if _, ok := s.(io.Closer); !ok {
			continue // an Arena
		}
		var file bytes.Buffer
		require.NoError(t, s.Save(&file))
		closeSaved(t, s)
		require.ErrorIs(t, s.Save(io.Discard), ErrClosed, c.name)
		require.ErrorIs(t, s.Load(&file), ErrClosed, c.name)
		closeSaved(t, s)
	}
}

// refuse loads data that is no snapshot, and then the right one: a failed Load
// leaves the store as it was.
func refuse(t testing.TB, c savedCase, what string, at int, data, whole []byte) {
	s := c.empty()
	err := s.Load(bytes.NewReader(data))
	require.ErrorIs(t, err, ErrSnapshot, "%s %d", what, at)
	require.NoError(t, s.Check())
	if at%8 == 0 {
		require.NoError(t, s.Load(bytes.NewReader(whole)))
		require.NoError(t, s.Check())
	}
	closeSaved(t, s)
}

func TestSnapshotsOfAllStructuresRefuseEveryHarm(t *testing.T) {
	for _, c := range savedCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.empty()
			c.full(t, s, 5)
			var file bytes.Buffer
			require.NoError(t, s.Save(&file))
			closeSaved(t, s)
			whole := file.Bytes()
			step := 1
			if testing.Short() || raceEnabled {
				step = 7
			}
			for i := 0; i < len(whole); i += step {
				refuse(t, c, "cut at", i, whole[:i], whole)
				harmed := bytes.Clone(whole)
				harmed[i] ^= 1 << (i * 3 % 8)
				refuse(t, c, "flipped at", i, harmed, whole)
			}
			for _, d := range savedCases {
				o := d.empty()
				if err := o.Load(bytes.NewReader(whole)); err == nil {
					require.IsType(t, s, o, "%s as %s", c.name, d.name)
				}
				closeSaved(t, o)
			}
		})
	}
}

// sections notes where a snapshot's sums stand: each is a write of its own.
type sections struct {
	bytes.Buffer
	ends []int
	sum  []bool
}

func (s *sections) Write(b []byte) (int, error) {
	n, err := s.Buffer.Write(b)
	s.ends = append(s.ends, s.Len())
	s.sum = append(s.sum, len(b) == 8 && len(s.ends) > 1)
	return n, err
}

// seal makes all sums of a harmed snapshot right.
func (s *sections) seal(data []byte) {
	at := 0
	for i, end := range s.ends {
		switch {
		case bytes.HasPrefix(data[at:], []byte(snapshotMagic[:6])) && end-at == snapshotHeader:
			binary.NativeEndian.PutUint64(data[end-8:], xxh3.Hash(data[at:end-8]))
			at = end
		case s.sum[i]:
			binary.NativeEndian.PutUint64(data[end-8:], xxh3.Hash(data[at:end-8]))
			at = end
		}
	}
}

// FuzzLoadSnapshot harms snapshots of each structure and makes the sums right
// again: what Load takes then must be a store that holds its invariants.
func FuzzLoadSnapshot(f *testing.F) {
	seeds := 0
	for k := range savedCases {
		for _, at := range []uint16{12, 28, 32, 44, 64, 72, 90, 130, 180} {
			f.Add(byte(k), at, byte(1), at+5, byte(0x80))
			seeds++
		}
	}
	require.NotZero(f, seeds)
	f.Fuzz(func(t *testing.T, kind byte, at1 uint16, xor1 byte, at2 uint16, xor2 byte) {
		c := savedCases[int(kind)%len(savedCases)]
		s := c.empty()
		c.full(t, s, 9)
		var file sections
		require.NoError(t, s.Save(&file))
		closeSaved(t, s)
		data := file.Bytes()
		data[int(at1)%len(data)] ^= xor1
		data[int(at2)%len(data)] ^= xor2
		file.seal(data)
		l := c.empty()
		if err := l.Load(bytes.NewReader(data)); err == nil {
			var again bytes.Buffer
			require.NoError(t, l.Save(&again))
			if st, ok := l.(*Strings); ok {
				keepsTexts(t, st)
			}
		} else {
			require.True(t, isAny(err, ErrSnapshot, ErrFull), "%v", err)
		}
		require.NoError(t, l.Check())
		closeSaved(t, l)
	})
}

// TestSnapshotsWithRightSumsAreCheckedToo flips each bit of a small snapshot
// of each structure under right sums.
func TestSnapshotsWithRightSumsAreCheckedToo(t *testing.T) {
	for _, c := range savedCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.empty()
			c.full(t, s, 5)
			var file sections
			require.NoError(t, s.Save(&file))
			closeSaved(t, s)
			refused := 0
			for i := 0; i < file.Len(); i++ {
				if testing.Short() && i%7 != 0 {
					continue
				}
				data := bytes.Clone(file.Bytes())
				data[i] ^= 1 << (i % 8)
				file.seal(data)
				l := c.empty()
				if err := l.Load(bytes.NewReader(data)); err != nil {
					require.True(t, isAny(err, ErrSnapshot, ErrFull), "%v", err)
					refused++
				} else if st, ok := l.(*Strings); ok {
					keepsTexts(t, st)
				}
				require.NoError(t, l.Check(), "byte %d", i)
				closeSaved(t, l)
			}
			require.NotZero(t, refused)
		})
	}
}

// A head with right sums whose numbers are not those of the rows is refused.
func TestSnapshotsWhoseHeadsSayAnythingElseAreRefused(t *testing.T) {
	const size, slots, count, born, last, parts, ranges = 24, 28, 32, 36, 40, 48, 52 // where they stand
	handles := map[int][]uint32{size: {0}, slots: {0, 1}, count: {0, 1, math.MaxUint32}, born: {0, 2, math.MaxUint32}, last: {0, 2, math.MaxUint32}, parts: {0}, ranges: {0}}
	for _, c := range savedCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.empty()
			c.full(t, s, 5)
			var file sections
			require.NoError(t, s.Save(&file))
			closeSaved(t, s)
			for at, numbers := range handles {
				if at >= born && binary.NativeEndian.Uint32(file.Bytes()[at:]) == 0 {
					continue // it has none
				}
				for _, n := range numbers {
					data := bytes.Clone(file.Bytes())
					binary.NativeEndian.PutUint32(data[at:], n)
					file.seal(data)
					l := c.empty()
					require.Error(t, l.Load(bytes.NewReader(data)), "%d at %d", n, at)
					require.NoError(t, l.Check())
					closeSaved(t, l)
				}
			}
		})
	}
}

// TestSnapshotsTakeMemoryForWhatIsThere declares as much as a header can and
// sends nothing.
func TestSnapshotsTakeMemoryForWhatIsThere(t *testing.T) {
	for _, c := range savedCases {
		t.Run(c.name, func(t *testing.T) {
			s := c.empty()
			c.full(t, s, 5)
			var file bytes.Buffer
			require.NoError(t, s.Save(&file))
			closeSaved(t, s)
			for at := 28; at < 56; at += 4 {
				data := bytes.Clone(file.Bytes())
				for _, also := range []int{28, at} { // slots, and one number more
					binary.NativeEndian.PutUint32(data[also:], 1<<30)
				}
				binary.NativeEndian.PutUint64(data[56:], xxh3.Hash(data[:56]))
				l := c.empty()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := l.Load(bytes.NewReader(data))
				runtime.ReadMemStats(&after)
				require.True(t, isAny(err, ErrSnapshot, ErrFull), "%v", err)
				require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<20))
				require.NoError(t, l.Check())
				closeSaved(t, l)
			}
		})
	}
}

func TestArenasWithPointersAreNotSaved(t *testing.T) {
	var a Arena[*int]
	require.ErrorIs(t, a.Save(io.Discard), ErrPointers)
	require.ErrorIs(t, a.Load(bytes.NewReader(nil)), ErrPointers)
}

func TestGroupsOfAnotherSizeAreRefused(t *testing.T) {
	for n := range 2 {
		var g, h Groups[particle]
		require.NoError(t, g.Init(8))
		require.NoError(t, h.Init(16))
		for i := range n {
			_, err := g.Insert(someParticle(i))
			require.NoError(t, err)
		}
		var file bytes.Buffer
		require.NoError(t, g.Save(&file))
		require.ErrorIs(t, h.Load(&file), ErrSnapshot)
		require.NoError(t, h.Check())
		require.NoError(t, g.Close())
		require.NoError(t, h.Close())
	}
}

func isAny(err error, any ...error) bool {
	return slices.ContainsFunc(any, func(e error) bool { return errors.Is(err, e) })
}
