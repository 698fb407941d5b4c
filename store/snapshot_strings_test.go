package store

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// mislaid is harm to a Strings of "alphabet", "bravo" and "charlie", which have the
// numbers 1 to 3: something that must stay is free, or goes with a range.
var mislaid = []struct {
	name string
	harm func(s *Strings)
}{
	{"entry 0 is free", func(s *Strings) { s.entries.lose(0, 1) }},
	{"entry 0 is in a range", func(s *Strings) { s.entries.seize(0, 1) }},
	{"entry 0 has a text", func(s *Strings) { *s.entry(0) = stretch{0, 8} }},
	{"an interned string is free", func(s *Strings) { s.entries.lose(2, 1) }},
	{"an interned string is in a range", func(s *Strings) { s.entries.seize(2, 1) }},
	{"the text of an interned string is free", func(s *Strings) { s.text.lose(0, 8) }},
	{"half the text of an interned string is free", func(s *Strings) { s.text.lose(4, 4) }},
	{"the text of an interned string is in a range", func(s *Strings) { s.text.seize(0, 8) }},
	{"a range ends within the text of an interned string", func(s *Strings) { s.text.seize(6, 7) }},
}

// lose makes elements free, whoever has them.
func (a *spans) lose(first, n uint32) {
	a.free.add(first, n)
	a.used -= n
}

// seize makes elements a committed range, whoever has them.
func (a *spans) seize(first, n uint32) {
	k, i := a.ranges.find(first)
	a.ranges.insert(k, i, stretch{first, n})
}

// Saving a harmed Strings makes a snapshot whose sums are right.
func TestStringsDoNotLoadWhatTheNextInternOverwrites(t *testing.T) {
	for _, back := range backings {
		for _, c := range mislaid {
			t.Run(fmt.Sprint(back, "/", c.name), func(t *testing.T) {
				s := initialised(new(Strings), Backed(back))
				for _, text := range []string{"alphabet", "bravo", "charlie"} {
					_, err := s.Intern(text)
					require.NoError(t, err)
				}
				var whole, harmed bytes.Buffer
				require.NoError(t, s.Save(&whole))
				c.harm(s)
				require.ErrorIs(t, s.Check(), ErrCorrupt)
				require.NoError(t, s.Save(&harmed))
				require.NoError(t, s.Close())

				l := initialised(new(Strings), Backed(back))
				require.ErrorIs(t, l.Load(&harmed), ErrSnapshot)
				require.NoError(t, l.Check())
				require.NoError(t, l.Load(&whole))
				id, ok := l.Find("bravo")
				require.True(t, ok)
				require.Equal(t, Str{2}, id)
				require.NoError(t, l.Check())
				require.NoError(t, l.Close())
			})
		}
	}
}

// A string of a range that has text behind all others would get some by the next Reserve,
// without memory: to read it would end the program.
func TestStringsDoNotLoadTextThatIsNotThere(t *testing.T) {
	for _, back := range backings {
		for _, far := range []stretch{{6, 5}, {10, 1}, {5 << 20, 9}, {math.MaxUint32, 1}, {1, math.MaxUint32}} {
			t.Run(fmt.Sprint(back, "/", far), func(t *testing.T) {
				s := initialised(new(Strings), Backed(back))
				r, err := s.Reserve(2, 10)
				require.NoError(t, err)
				entries, err := s.EntryBytes(r, 0, 2)
				require.NoError(t, err)
				copy(entries, asBytes([]stretch{{r.Bytes.First, 4}, {r.Bytes.First + 4, 6}}))
				text, err := s.TextBytes(r, 0, 10)
				require.NoError(t, err)
				copy(text, "twoandmore")
				s.Commit(r)
				var whole, harmed bytes.Buffer
				require.NoError(t, s.Save(&whole))
				*s.entry(r.Strs.First + 1) = far
				require.ErrorIs(t, s.Save(&harmed), ErrRange)
				require.Zero(t, harmed.Len())
				require.NoError(t, s.saveOpen(&harmed))
				require.NoError(t, s.Close())

				l := initialised(new(Strings), Backed(back))
				require.ErrorIs(t, l.Load(&harmed), ErrSnapshot)
				require.NoError(t, l.Check())
				require.NoError(t, l.Load(&whole))
				require.Equal(t, "ndmore", l.Get(Str{r.Strs.First + 1}))
				require.NoError(t, l.Close())
			})
		}
	}
}

// Entries that are free may name anything. Those in use whose text was given back name what
// no snapshot has.
func TestStringsAreSavedByWhatIsInUse(t *testing.T) {
	var s Strings
	require.NoError(t, s.Init(Backed(Heap)))
	reserve := func(text string) StringRange {
		r, err := s.Reserve(1, len(text))
		require.NoError(t, err)
		e, err := s.EntryBytes(r, 0, 1)
		require.NoError(t, err)
		copy(e, asBytes([]stretch{{r.Bytes.First, uint32(len(text))}}))
		b, err := s.TextBytes(r, 0, len(text))
		require.NoError(t, err)
		copy(b, text)
		s.Commit(r)
		return r
	}
	first, last, other := reserve("first"), reserve("last"), reserve("other")
	s.text.release(other.Bytes)
	require.ErrorIs(t, s.Save(new(bytes.Buffer)), ErrRange)
	s.entries.release(other.Strs)
	s.Release(first)
	*s.entry(first.Strs.First) = stretch{1000, 1000}
	var b bytes.Buffer
	require.NoError(t, s.Save(&b))
	require.NoError(t, s.Close())
	var l Strings
	require.NoError(t, l.Load(&b))
	require.Equal(t, "last", l.Get(Str{last.Strs.First}))
	require.NoError(t, l.Close())
}

// keepsTexts interns into a Strings that was loaded, into its holes too, and releases its
// ranges: no interned string may change.
func keepsTexts(t testing.TB, s *Strings) {
	texts := map[Str]string{{}: ""}
	for _, x := range s.index.slots {
		if x.id != 0 {
			texts[Str{x.id}] = string([]byte(s.Get(Str{x.id})))
		}
	}
	for i := range 12 {
		if i == 6 {
			for r := s.entries.ranges.last(); r.n > 0; r = s.entries.ranges.last() {
				s.entries.release(Range{First: r.first, Len: r.n})
			}
			for r := s.text.ranges.last(); r.n > 0; r = s.text.ranges.last() {
				s.text.release(Range{First: r.first, Len: r.n})
			}
		}
		text := fmt.Sprintf("%012d", i)[i:]
		if _, there := s.Find(text); there {
			continue
		}
		id, err := s.Intern(text)
		require.NoError(t, err)
		require.NotContains(t, texts, id)
		texts[id] = text
	}
	for id, text := range texts {
		require.Equal(t, text, s.Get(id), "of %v", id)
	}
}

func TestARefusedLoadLeavesNoKind(t *testing.T) {
	for _, c := range savedCases {
		inner := func(s saved) *slots {
			switch s := s.(type) {
			case *Packed[record]:
				return &s.ids.slots
			case *savedGroups:
				return &s.ids.slots
			}
			return nil
		}
		s := c.empty()
		c.full(t, s, 5)
		if inner(s) != nil {
			inner(s).kind = 7
			var file bytes.Buffer
			require.NoError(t, s.Save(&file))
			l := c.empty()
			require.ErrorIs(t, l.Load(bytes.NewReader(file.Bytes()[:file.Len()-1])), ErrSnapshot, c.name)
			require.Zero(t, inner(l).kind, c.name)
			closeSaved(t, l)
		}
		closeSaved(t, s)
	}
}
