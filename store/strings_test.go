package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stringsModel holds a Strings against a map and, for ranges, slices.
type stringsModel struct {
	t      *testing.T
	back   Backing
	s      *Strings
	ids    map[string]Str
	held   []StringRange
	ranges []StringRange
	texts  [][]string // of ranges
	serial int
}

// text is one of a few hundred strings of many lengths, some longer than a
// block.
func text(x uint32) string {
	n := int(x % 30)
	if x%97 == 5 {
		n = int(x%4) * 9000
	}
	return strings.Repeat(string(rune('a'+x>>5%26)), n)
}

func (m *stringsModel) step(cmd byte, x uint32) {
	switch cmd % 12 {
	case 0, 1, 2, 3, 4:
		want, known := m.ids[text(x)]
		found, ok := m.s.Find(text(x))
		require.Equal(m.t, known, ok)
		require.Equal(m.t, want, found)
		id, err := m.s.Intern(text(x))
		require.NoError(m.t, err)
		if known {
			require.Equal(m.t, want, id)
		}
		m.ids[text(x)] = id
	case 5, 6:
		r, err := m.s.Reserve(int(x%9)+1, int(x%2000)+1)
		require.NoError(m.t, err)
		m.held = append(m.held, r)
	case 7, 8:
		m.settle(x)
	case 9:
		if len(m.ranges) > 0 {
			k := int(x) % len(m.ranges)
			m.s.Release(m.ranges[k])
			m.ranges, m.texts = slices.Delete(m.ranges, k, k+1), slices.Delete(m.texts, k, k+1)
		}
	case 10:
		if x%8 == 0 {
			m.s.Clear()
			m.ids = map[string]Str{"": {}}
			m.ranges, m.texts = nil, nil
		}
	case 11:
		if x%4 == 0 && len(m.held) == 0 {
			var file bytes.Buffer
			require.NoError(m.t, m.s.Save(&file))
			require.NoError(m.t, m.s.Close())
			m.s = new(Strings)
			require.NoError(m.t, m.s.Init(Backed(m.back)))
			require.NoError(m.t, m.s.Load(&file))
		}
	}
}

// settle fills one of the held ranges and commits it, or gives it back.
func (m *stringsModel) settle(x uint32) {
	if len(m.held) == 0 {
		return
	}
	k := int(x>>1) % len(m.held)
	r := m.held[k]
	m.held = slices.Delete(m.held, k, k+1)
	if x&1 != 0 {
		m.s.Release(r)
		return
	}
	all, err := m.s.TextBytes(r, 0, int(r.Bytes.Len))
	require.NoError(m.t, err)
	require.Len(m.t, all, int(r.Bytes.Len))
	for i := range all {
		m.serial++
		all[i] = byte(m.serial)
	}
	texts := make([]string, r.Strs.Len)
	for i := range texts {
		from := int(x) * i % len(all)
		n := int(x) % (len(all) - from + 1)
		texts[i] = string(all[from : from+n])
		e, err := m.s.EntryBytes(r, i, 1)
		require.NoError(m.t, err)
		binary.NativeEndian.PutUint32(e, r.Bytes.First+uint32(from))
		binary.NativeEndian.PutUint32(e[4:], uint32(n))
	}
	m.s.Commit(r)
	m.ranges, m.texts = append(m.ranges, r), append(m.texts, texts)
}

func (m *stringsModel) compare() {
	require.NoError(m.t, m.s.Check())
	count, size := len(m.ids)-1, 0
	for text, id := range m.ids {
		size += len(text)
		if m.s.Get(id) != text {
			require.Fail(m.t, "an interned string changed", "%q", text)
		}
	}
	for k, r := range m.ranges {
		count += int(r.Strs.Len)
		size += int(r.Bytes.Len)
		for i, text := range m.texts[k] {
			if m.s.Get(Str{r.Strs.First + uint32(i)}) != text {
				require.Fail(m.t, "a string of a range changed", "%q", text)
			}
		}
	}
	require.Equal(m.t, count, m.s.Len())
	require.Equal(m.t, size, m.s.Size())
	require.Empty(m.t, m.s.Get(Str{1 << 30}))
}

func runStrings(t *testing.T, k byte, program []byte) {
	m := &stringsModel{t: t, back: backings[k%4], s: new(Strings), ids: map[string]Str{"": {}}}
	require.NoError(t, m.s.Init(Backed(m.back)))
	for len(program) >= 3 {
		m.step(program[0], uint32(program[1])|uint32(program[2])<<8)
		program = program[3:]
	}
	m.compare()
	for _, r := range append(m.held, m.ranges...) {
		m.s.Release(r)
	}
	m.s.Clear()
	require.Zero(t, m.s.Len())
	require.Zero(t, m.s.Size())
	require.NoError(t, m.s.Check())
	require.NoError(t, m.s.Close())
}

func TestStringsAgreeWithAMap(t *testing.T) { agrees(t, 12, 1000, runStrings) }

func TestStringsInternOnce(t *testing.T) {
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			var s Strings
			require.NoError(t, s.Init(Backed(back)))
			ids := map[string]Str{"": {}}
			for i := range 20000 {
				text := fmt.Sprintf("name %d", i%7000)
				id, err := s.Intern(text)
				require.NoError(t, err)
				if old, ok := ids[text]; ok {
					require.Equal(t, old, id)
				}
				ids[text] = id
			}
			require.Equal(t, 7000, s.Len())
			for text, id := range ids {
				require.Equal(t, text, s.Get(id))
			}
			require.NoError(t, s.Check())
			require.NoError(t, s.Close())
		})
	}
}

func TestStringsTakeRangesAsTheyCome(t *testing.T) {
	for _, back := range backings {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			var s Strings
			require.NoError(t, s.Init(Backed(back)))
			hero, err := s.Intern("hero")
			require.NoError(t, err)
			for range 3 {
				r, err := s.Reserve(2, 40000)
				require.NoError(t, err)
				b, err := s.TextBytes(r, 0, 40000)
				require.NoError(t, err)
				for i := range b {
					b[i] = byte('a' + i%26)
				}
				e, err := s.EntryBytes(r, 0, 2)
				require.NoError(t, err)
				copy(as[uint32](e), []uint32{r.Bytes.First + 1, 3, r.Bytes.First, 40000})
				require.Equal(t, 1, s.Len())
				s.Commit(r)
				require.Equal(t, 3, s.Len())
				require.Equal(t, "bcd", s.Get(Str{r.Strs.First}))
				require.Len(t, s.Get(Str{r.Strs.First + 1}), 40000)
				require.Equal(t, "hero", s.Get(hero))
				bcd, err := s.Intern("bcd")
				require.NoError(t, err)
				require.NotEqual(t, r.Strs.First, bcd.id)
				require.NoError(t, s.Check())
				s.Release(r)
				require.Equal(t, 2, s.Len())
				s.Clear()
				hero, err = s.Intern("hero")
				require.NoError(t, err)
			}
			require.Empty(t, s.Get(Str{9999}))
			require.NoError(t, s.Close())
		})
	}
}

// fillRange commits texts as a range.
func fillRange(t *testing.T, s *Strings, texts ...string) StringRange {
	all := strings.Join(texts, "")
	r, err := s.Reserve(len(texts), len(all))
	require.NoError(t, err)
	pos := r.Bytes.First
	var entries []byte
	for _, text := range texts {
		entries = binary.NativeEndian.AppendUint32(entries, pos)
		entries = binary.NativeEndian.AppendUint32(entries, uint32(len(text)))
		pos += uint32(len(text))
	}
	for off := 0; off < len(all); {
		b, err := s.TextBytes(r, off, len(all)-off)
		require.NoError(t, err)
		off += copy(b, all[off:])
	}
	for row := 0; row < len(texts); {
		b, err := s.EntryBytes(r, row, len(texts)-row)
		require.NoError(t, err)
		row += copy(b, entries[8*row:]) / 8
	}
	s.Commit(r)
	return r
}

// A string that is gone has no text, wherever its entry was.
func TestStringsThatAreGoneAreEmpty(t *testing.T) {
	for _, backing := range []Backing{Reserved, Blocks, Geometric, Heap} {
		for _, n := range []int{10, 3000, 300_000} {
			if testing.Short() && n > 3000 {
				continue
			}
			var s Strings
			opts := []Option{Backed(backing), BlockBytes(4096)}
			if backing == Geometric {
				opts = opts[:1]
			}
			require.NoError(t, s.Init(opts...))
			var ids []Str
			intern := func(n int) {
				for i := range n {
					id, err := s.Intern(fmt.Sprint("text ", i))
					noError(t, err)
					ids = append(ids, id)
				}
			}
			gone := func(ids []Str) {
				for _, id := range ids {
					if text := s.Get(id); text != "" {
						require.Empty(t, text, "%v: %d", backing, id.ID())
					}
				}
			}
			intern(n)
			r := fillRange(t, &s, "one", "two", "three")
			level := []Str{{r.Strs.First}, {r.Strs.First + 1}, {r.Strs.First + 2}}
			require.Equal(t, "three", s.Get(level[2]))
			after, err := s.Intern("after")
			require.NoError(t, err)
			s.Release(r)
			gone(level)
			require.Equal(t, "after", s.Get(after))
			for i := range 2 { // in the place of the text that was released
				_, err := s.Intern(string([]byte{'a' + byte(i)}))
				require.NoError(t, err)
			}
			gone(level[2:])

			r = fillRange(t, &s, "four")
			s.Clear()
			gone(append(ids, after, Str{r.Strs.First}))
			require.Zero(t, s.Len())
			held, err := s.Reserve(n, 1)
			require.NoError(t, err)
			gone(ids)
			s.Release(held)
			gone(ids)
			ids = nil
			intern(n)
			require.Equal(t, "text 9", s.Get(ids[9]))
			require.NoError(t, s.Close())
			gone(ids)
		}
	}
}

// A search compares hashes first, so it looks at hardly any text but the one it is for.
func TestTheIndexLooksAtNoOtherText(t *testing.T) {
	var x index
	const n = 40_000
	for id := range uint32(n) {
		x.add(x.hash(fmt.Sprint(id+1)), id+1)
	}
	looks := 0
	for id := range uint32(n) {
		require.Equal(t, id+1, x.find(x.hash(fmt.Sprint(id+1)), func(at uint32) bool { looks++; return at == id+1 }))
		require.Zero(t, x.find(x.hash(fmt.Sprint(-1-int(id))), func(uint32) bool { looks++; return false }))
	}
	require.Less(t, looks, n+n/50)
}

func TestStringsThatAreClearedKeepAnIndexOfTheirSize(t *testing.T) {
	var s Strings
	defer s.Close()
	names := make([]string, 20_000)
	for i := range names {
		names[i] = fmt.Sprint("name ", i)
	}
	fill := func(n int) func() {
		return func() {
			for _, name := range names[:n] {
				_, _ = s.Intern(name)
			}
			_, ok := s.Find(names[n])
			require.False(t, ok)
			require.Equal(t, n, s.Len())
			s.Clear()
			_, ok = s.Find(names[0])
			require.False(t, ok)
		}
	}
	fill(len(names) - 1)()
	require.NoError(t, s.Check())
	kept := cap(s.index.slots)
	strs, _ := s.Stats()
	require.GreaterOrEqual(t, strs.Committed, 8*kept)
	if most := 10.0; !raceEnabled {
		if !canMap { // nor is there other memory for the strings than Go's
			most += 10
		}
		require.Less(t, testing.AllocsPerRun(1, fill(len(names)-1)), most)
	}
	require.Equal(t, kept, cap(s.index.slots))
	fill(30)()
	fill(30)()
	require.LessOrEqual(t, cap(s.index.slots), leastIndex, "Clear of 30 strings clears %d slots", kept)
	require.NoError(t, s.Check())
}

// Texts may have the same hash: the text decides.
func TestStringsOfOneHashAreToldApart(t *testing.T) {
	var s Strings
	defer s.Close()
	id, err := s.Intern("a")
	require.NoError(t, err)
	h := s.index.hash("a")
	require.Equal(t, id.id, s.find(h, "a"))
	require.Zero(t, s.find(h, "b"))
	require.Zero(t, s.find(h, ""))
}
