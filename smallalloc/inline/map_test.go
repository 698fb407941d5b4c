package inline

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
)

// verify holds the invariants of Map against its slots.
func (m *Map[K, V]) verify() error {
	n := 0
	mask := len(m.slots) - 1
	for i := range m.slots {
		s := &m.slots[i]
		if s.tag == 0 {
			if s.key != *new(K) {
				return fmt.Errorf("empty slot %d has a key", i)
			}
			continue
		}
		n++
		if s.tag != tagOf(m.kind, s.key) && s.key == s.key {
			return fmt.Errorf("slot %d has another key's tag", i)
		}
		for j := int(s.tag>>m.shift) & mask; j != i; j = (j + 1) & mask {
			if m.slots[j].tag == 0 {
				return fmt.Errorf("slot %d is empty, between slot %d and its place", j, i)
			}
		}
		if far := (i - int(s.tag>>m.shift)) & mask; far > m.reach {
			return fmt.Errorf("slot %d is %d from its entry's place, the reach is %d", i, far, m.reach)
		}
	}
	if m.kind == keyWord && m.reach > maxReach {
		return fmt.Errorf("%d slots of reach", m.reach)
	}
	if n != m.n || n > m.max || n > 0 && n == len(m.slots) {
		return fmt.Errorf("%d entries, n %d, max %d, %d slots", n, m.n, m.max, len(m.slots))
	}
	return nil
}

func TestMapHoldsThreeQuartersOfItsSlots(t *testing.T) {
	for slots, want := range map[int]int{0: 0, 1: 0, 2: 1, 3: 1, 4: 3, 8: 6, 15: 6, 16: 12, 63: 24, 64: 48, 100: 48} {
		m := OverMap(make([]Slot[int, int], slots))
		n := 0
		for m.TryPut(n, n) {
			n++
		}
		require.Equal(t, want, n, "%d slots", slots)
		require.Equal(t, Own, m.Where())
		require.NoError(t, m.verify())
		if n > 0 {
			require.True(t, m.TryPut(0, 77), "an entry that is there can be set")
			v, _ := m.Get(0)
			require.Equal(t, 77, v)
		}
		m.Put(n, n)
		require.Equal(t, Heap, m.Where())
		require.Equal(t, n+1, m.Len())
	}
}

func TestMapDoesNotTrustTheContentsOfItsSlots(t *testing.T) {
	var slots [8]Slot[int, int]
	for i := range slots {
		slots[i] = Slot[int, int]{key: i, val: i, tag: 1}
	}
	m := OverMap(slots[:])
	m.Put(1, 10)
	require.Equal(t, 1, m.Len())
	require.False(t, m.Has(2))
	require.NoError(t, m.verify())
}

func TestMapSpillsToThePoolAndFrees(t *testing.T) {
	site := newSite(t, smallalloc.Class{Size: 256, Slots: 4})
	var slots [4]Slot[uint32, uint16]
	m := OverMap(slots[:])
	m.SpillTo(site)
	for i := range uint32(6) {
		m.Put(i, uint16(i))
	}
	require.Equal(t, Pool, m.Where())
	require.NoError(t, m.verify())
	for i := range uint32(100) {
		m.Put(i, uint16(i))
	}
	require.Equal(t, Heap, m.Where())
	require.Zero(t, site.inUse())
	require.EqualValues(t, 1, site.ToPool, "the slot of 256 bytes has room for 16 at once")
	m.Free()
	require.Equal(t, Own, m.Where())
	require.Zero(t, m.Len())
	for i := range uint32(6) {
		m.Put(i, 0)
	}
	m.Free()
	require.Zero(t, site.inUse())
}

type (
	id    uint16
	label string
	point struct{ X, Y int32 }
)

func keysAgree[K comparable](t *testing.T, kind keyKind, key func(i int) K) {
	require.Equal(t, kind, kindOf[K]())
	var slots [16]Slot[K, int]
	m := OverMap(slots[:])
	want := map[K]int{}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 3000 {
		k := key(r.IntN(120))
		switch r.IntN(3) {
		case 0, 1:
			m.Put(k, i)
			want[k] = i
		case 2:
			_, there := want[k]
			require.Equal(t, there, m.Delete(k))
			delete(want, k)
		}
		if i%100 == 0 {
			require.NoError(t, m.verify())
			require.Equal(t, want, maps.Collect(m.All()))
		}
	}
	for i := range 120 {
		v, ok := m.Get(key(i))
		w, there := want[key(i)]
		require.Equal(t, there, ok)
		require.Equal(t, w, v)
		require.Equal(t, there, m.Has(key(i)))
		require.Equal(t, there, m.At(key(i)) != nil)
	}
}

func TestKeysOfAnyComparableType(t *testing.T) {
	keysAgree(t, keyWord, func(i int) int { return i - 60 })
	keysAgree(t, keyWord, func(i int) uint64 { return uint64(i) << 56 })
	keysAgree(t, keyWord, func(i int) id { return id(i * 256) })
	keysAgree(t, keyWord, func(i int) int8 { return int8(i - 60) })
	keysAgree(t, keyText, func(i int) string { return fmt.Sprint("name", i) })
	keysAgree(t, keyText, func(i int) label { return label(make([]byte, i)) })
	keysAgree(t, keyOther, func(i int) point { return point{int32(i), -int32(i)} })
	keysAgree(t, keyOther, func(i int) float64 { return float64(i) / 3 })
	keysAgree(t, keyOther, func(i int) any {
		if i%2 == 0 {
			return i
		}
		return fmt.Sprint(i)
	})
	keysAgree(t, keyOther, func(i int) [2]string { return [2]string{fmt.Sprint(i), "x"} })
	keysAgree(t, keyOther, func(i int) bool { return i%2 == 0 })
}

func TestFloatKeysFollowGo(t *testing.T) {
	var m Map[float64, int]
	m.Put(0, 1)
	m.Put(math.Copysign(0, -1), 2)
	require.Equal(t, 1, m.Len(), "both zeros are one key")
	m.Put(math.NaN(), 3)
	m.Put(math.NaN(), 4)
	require.Equal(t, 3, m.Len(), "a NaN is equal to no key")
	require.False(t, m.Has(math.NaN()))
	require.NoError(t, m.verify())
}

func TestKeysThatCannotBeComparedPanic(t *testing.T) {
	var m Map[any, int]
	m.Put(1, 1)
	require.Panics(t, func() { m.Put([]int{}, 1) })
	require.Equal(t, 1, m.Len())
	require.NoError(t, m.verify())
}

func TestInsertTellsWhetherTheEntryIsNew(t *testing.T) {
	var slots [8]Slot[string, int]
	m := OverMap(slots[:])
	p, added := m.Insert("a")
	require.True(t, added)
	require.Zero(t, *p)
	*p = 5
	p, added = m.Insert("a")
	require.False(t, added)
	require.Equal(t, 5, *p)
	*m.At("a") = 6
	v, _ := m.Get("a")
	require.Equal(t, 6, v)
	require.True(t, m.Delete("a"))
	p, added = m.Insert("a")
	require.True(t, added)
	require.Zero(t, *p, "nothing is left of the entry deleted before")
}

func TestResetKeepsTheSlots(t *testing.T) {
	m := Map[int, int]{}
	for i := range 100 {
		m.Put(i, i)
	}
	was := len(m.slots)
	m.Reset()
	require.Zero(t, m.Len())
	require.False(t, m.Has(5))
	require.Empty(t, maps.Collect(m.All()))
	for i := range 100 {
		m.Put(i, i)
	}
	require.Equal(t, was, len(m.slots))
}

func TestNoEntryStaysInTheOwnSlots(t *testing.T) {
	type slots [8]Slot[string, *int]
	fill := func(m *Map[string, *int], n int) {
		for i := range n {
			m.Put(fmt.Sprint(i), new(int))
		}
	}
	for name, remove := range map[string]func(m *Map[string, *int]){
		"free":   func(m *Map[string, *int]) { m.Free() },
		"reset":  func(m *Map[string, *int]) { m.Reset() },
		"delete": func(m *Map[string, *int]) { require.True(t, m.Delete("0") && m.Delete("1") && m.Delete("2")) },
		"spill":  func(m *Map[string, *int]) { fill(m, 20) },
	} {
		var home slots
		m := OverMap(home[:])
		fill(&m, 3)
		require.NotEqual(t, slots{}, home)
		remove(&m)
		require.Equal(t, slots{}, home, name)
		require.NoError(t, m.verify(), name)
	}
}

func TestASequenceReadsTheMapWhenItsLoopBegins(t *testing.T) {
	site := newSite(t, smallalloc.Class{Size: 256, Slots: 2})
	var m Map[int16, int16]
	var set Set[int16]
	m.SpillTo(site)
	set.SpillTo(site)
	entries, elements := m.All(), set.All()
	want := map[int16]int16{}
	for i := range int16(100) { // out of slots of the pool, which others get then
		m.Put(i, -i)
		set.Add(i)
		want[i] = -i
		if i%10 == 0 {
			require.Equal(t, want, maps.Collect(entries))
			require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(elements))
		}
	}
	require.Positive(t, site.ToPool)
	m.Free()
	set.Free()
	require.Empty(t, maps.Collect(entries))
	require.Empty(t, slices.Collect(elements))
}

func TestTheZeroMapIsEmptyAndGrows(t *testing.T) {
	var m Map[string, int]
	require.False(t, m.Has("x"))
	require.False(t, m.Delete("x"))
	require.Nil(t, m.At("x"))
	require.False(t, m.TryPut("x", 1))
	require.Empty(t, maps.Collect(m.All()))
	m.Reset()
	m.Free()
	var words Map[int, int]
	_, ok := words.Get(0)
	require.False(t, ok)
	words.Put(0, 0)
	_, ok = words.Get(1)
	require.False(t, ok)
	_, ok = words.Get(0)
	require.True(t, ok)
}

// Deletion with backward shift, over every order in which the entries of a small
// table can be deleted.
func TestDeletionExhaustively(t *testing.T) {
	for start := range 40 {
		var permute func(rest []int, order []int)
		permute = func(rest, order []int) {
			if len(rest) > 0 {
				for i := range rest {
					permute(slices.Delete(slices.Clone(rest), i, i+1), append(slices.Clone(order), rest[i]))
				}
				return
			}
			var slots [8]Slot[int, int]
			m := OverMap(slots[:])
			for i := range 5 {
				m.Put(start*1000+i*i, i)
			}
			for n, i := range order {
				if !m.Delete(start*1000+i*i) || m.Delete(start*1000+i*i) {
					t.Fatalf("order %v: entry %d", order, n)
				}
				if err := m.verify(); err != nil {
					t.Fatal(order, err)
				}
				for _, left := range order[n+1:] {
					if v, ok := m.Get(start*1000 + left*left); !ok || v != left {
						t.Fatalf("order %v: %d is lost", order, left)
					}
				}
			}
		}
		permute([]int{0, 1, 2, 3, 4}, nil)
	}
}

func runMap(t *testing.T, own int, commands []byte) {
	site := newSite(t, smallalloc.Class{Size: 128, Slots: 1}, smallalloc.Class{Size: 512, Slots: 1})
	m := OverMap(make([]Slot[int16, byte], own))
	m.SpillTo(site)
	want := map[int16]byte{}
	for i := 0; i+1 < len(commands); i += 2 {
		op, x := commands[i], commands[i+1]
		k := int16(x%40) * 7
		_, there := want[k]
		switch op % 8 {
		case 0, 1, 2:
			m.Put(k, op)
			want[k] = op
		case 3:
			if m.TryPut(k, op) {
				want[k] = op
			} else {
				require.False(t, there)
			}
		case 4, 5:
			require.Equal(t, there, m.Delete(k))
			delete(want, k)
		case 6:
			v, ok := m.Get(k)
			require.Equal(t, there, ok)
			require.Equal(t, want[k], v)
		case 7:
			if x < 20 {
				m.Reset()
				clear(want)
			} else if x > 240 {
				m.Free()
				clear(want)
			}
		}
		require.NoError(t, m.verify())
	}
	require.Equal(t, want, maps.Collect(m.All()))
	m.Free()
	require.Zero(t, site.inUse())
}

func FuzzMap(f *testing.F) {
	seeds := [][]byte{
		{0, 1, 4, 1, 6, 1},
		slices.Repeat([]byte{0, 7, 0, 23, 0, 31, 4, 7, 0, 12, 4, 23}, 20),
		{0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 4, 3, 4, 0, 3, 11, 7, 250, 3, 1, 7, 0},
	}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		require.NotEmpty(f, s)
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, commands []byte) {
		if len(commands) > 600 {
			return
		}
		for _, own := range []int{0, 2, 8, 64} {
			runMap(t, own, commands)
			underFactor(worst, func() { runMap(t, own, commands) })
		}
	})
}

func TestSetIsAMapWithoutValues(t *testing.T) {
	site := newSite(t)
	var slots [8]SetSlot[label]
	s := OverSet(slots[:])
	s.SpillTo(site)
	require.True(t, s.Add("a"))
	require.False(t, s.Add("a"))
	require.True(t, s.Has("a"))
	require.False(t, s.Has("b"))
	for _, k := range []label{"b", "c", "d", "e", "f"} {
		require.True(t, s.TryAdd(k))
	}
	require.True(t, s.TryAdd("a"))
	require.False(t, s.TryAdd("g"))
	require.Equal(t, Own, s.Where())
	require.True(t, s.Add("g"))
	require.Equal(t, Heap, s.Where(), "labels hold pointers")
	require.Equal(t, 7, s.Len())
	require.Equal(t, []label{"a", "b", "c", "d", "e", "f", "g"}, slices.Sorted(s.All()))
	for range s.All() {
		break
	}
	require.True(t, s.Delete("a"))
	require.False(t, s.Delete("a"))
	s.Reset()
	require.Zero(t, s.Len())
	s.Free()
	require.Equal(t, Own, s.Where())
}

// An entry that is there already needs no slot, and so none is taken for it.
func TestAFullMapTakesNewValuesInPlace(t *testing.T) {
	var slots [16]Slot[int, int]
	site := Site{}
	m := OverMap(slots[:])
	m.SpillTo(&site)
	for k := range 12 {
		m.Put(k, k)
	}
	for k := range 12 {
		m.Put(k, k+100)
		p, isNew := m.Insert(k)
		require.False(t, isNew)
		require.Equal(t, k+100, *p)
	}
	require.Equal(t, Own, m.Where())
	require.Zero(t, site.ToHeap)
	m.Put(12, 0)
	require.Equal(t, Heap, m.Where())

	var few [2]SetSlot[string]
	s := OverSet(few[:])
	require.True(t, s.Add("a"))
	require.False(t, s.Add("a"))
	require.Equal(t, Own, s.Where())
}
