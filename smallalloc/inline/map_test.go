package inline

import (
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/internal/mem"
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

// distance is how far keys are from their places on average, in a table of
// their own under one hash.
func distance(hash func(k uint64) uint64, n int, key func(i uint64) uint64) float64 {
	slots := minSlots
	for slots/4*3 < n {
		slots *= 2
	}
	used := make([]bool, slots)
	sum := 0
	for i := range uint64(n) {
		p := int(hash(key(i)) >> (65 - bits.Len(uint(slots))))
		for used[p] {
			p = (p + 1) & (slots - 1)
			sum++
		}
		used[p] = true
	}
	return float64(sum) / float64(n)
}

func multiplied(factor uint64) func(k uint64) uint64 {
	return func(k uint64) uint64 { return k * factor }
}

// regular are keys that a game or its enemy may have. The strides of Fibonacci numbers
// and the inverse are chosen against the golden ratio.
func regular() map[string]func(i uint64) uint64 {
	keys := map[string]func(i uint64) uint64{
		"inverse":  func(i uint64) uint64 { return i * 0xF1DE83E19937733D },
		"grid":     func(i uint64) uint64 { return i/100<<32 | i%100 },
		"reversed": bits.Reverse64,
	}
	for _, stride := range []uint64{1, 8, 64, 610, 987, 1597, 2584, 4181, 6765, 1 << 16, 1 << 20, 1 << 32, 1<<32 + 1, 1 << 50} {
		keys[fmt.Sprint("stride ", stride)] = func(i uint64) uint64 { return i * stride }
	}
	return keys
}

// In small tables, keys in a row spread evenly under every factor, and nothing piles up
// under most.
func TestIntegersSpread(t *testing.T) {
	const golden, factors = 0x9E3779B97F4A7C15, 300
	r := rand.New(rand.NewPCG(5, 6))
	keys := regular()
	require.Greater(t, distance(multiplied(golden), 96, keys["inverse"]), 20.0, "the attack works where the factor is known")
	bad := map[string]int{}
	for range factors {
		f := newFactor(r.Uint64)
		for _, n := range []int{6, 12, 24, 48, 96} {
			require.Less(t, distance(multiplied(f), n, keys["stride 1"]), 1.2, "%d keys in a row, factor %#x", n, f)
		}
		for name, key := range keys {
			if distance(multiplied(f), 96, key) > 4 {
				bad[name]++
			}
		}
	}
	for name, n := range bad {
		require.Less(t, n, factors/10, name)
	}
}

// underFactor makes f the factor of all integers while run runs, and hashes those that
// meet in the same way in each process.
func underFactor(f uint64, run func()) {
	was, key := factor, wordKey
	defer func() { factor, wordKey = was, key }()
	factor, wordKey = f, mem.Key{0x8BB84B93962EACC9, 0x4B33A62ED433D4A3}
	run()
}

// steps is how many slots a search for k looks at.
func (m *Map[K, V]) steps(k K) int {
	tag := tagOf(m.kind, k)
	for n := 0; ; n++ {
		s := &m.slots[(int(tag>>m.shift)+n)&(len(m.slots)-1)]
		if s.tag == tag && s.key == k || s.tag == 0 || n == m.reach {
			return n + 1
		}
	}
}

// Integers that meet are hashed anew, in the slots that they are in. So no stride is much
// slower than the others, for keys that are there and for their neighbours that are not.
func TestNoStrideIsSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var slots [wordSlots]Slot[uint64, int]
	for range 12 {
		underFactor(newFactor(r.Uint64), func() {
			anew, sum := 0, 0
			mean := func(n int, name string, key func(i uint64) uint64) int {
				m := OverMap(slots[:n/3*4])
				looked := 0
				for i := range uint64(n) {
					m.Put(key(i), int(i))
				}
				for i := range uint64(n) {
					looked += m.steps(key(i)) + m.steps(key(i)+1)
					if x, ok := m.Get(key(i)); !ok || x != int(i) {
						t.Fatalf("%s: key %d is lost", name, i)
					}
				}
				if m.kind == keyMany {
					anew++
				}
				require.Equal(t, Own, m.Where())
				require.Less(t, looked, 16*2*n, "%d keys, %s, factor %#x", n, name, factor)
				return looked / n
			}
			const strides = 1500
			for _, n := range []int{6, 24, 48, 96} {
				for s := range uint64(strides) {
					sum += mean(n, fmt.Sprint("stride ", s+1), func(i uint64) uint64 { return i * (s + 1) })
				}
				for s := range 57 {
					mean(n, fmt.Sprint("stride 1<<", s), func(i uint64) uint64 { return i << s })
				}
			}
			require.Positive(t, anew)
			require.Less(t, anew, 4*strides/20, "few strides need it")
			require.Less(t, sum, 2*4*strides*2, "two slots on average")
		})
	}
}

// Under this factor small keys have one place.
const worst = 1

func TestKeysThatMeetAreHashedAnewInPlace(t *testing.T) {
	underFactor(worst, func() {
		keysAgree(t, keyWord, func(i int) uint16 { return uint16(i) })
		for _, n := range []int{maxReach + 1, maxReach + 2, 48, 96} {
			var slots [wordSlots]Slot[int, *int]
			m := OverMap(slots[:])
			for i := range n {
				p, added := m.Insert(i)
				require.True(t, added)
				require.Nil(t, *p, "the value of the new entry, wherever it is now")
				*p = &i
				require.NoError(t, m.verify())
			}
			for i := range n {
				x, ok := m.Get(i)
				require.True(t, ok && *x == i)
			}
			require.Equal(t, n > maxReach+1, m.kind == keyMany)
			require.Equal(t, Own, m.Where())
			m.Reset()
			require.False(t, m.Has(1))
			m.Put(1, nil)
			require.NoError(t, m.verify())
			m.Free()
			require.Equal(t, [wordSlots]Slot[int, *int]{}, slots)
			m.Put(1, nil)
			require.Equal(t, keyWord, m.kind, "others may not meet")
		}
		var m Map[int, int] // one that grows stays with the better hash
		for i := range 200 {
			m.Put(i, i)
			require.NoError(t, m.verify())
			require.Equal(t, i > maxReach, m.kind == keyMany)
		}
	})
}

// In large tables, nothing piles up under any key.
func TestManyIntegersSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20 {
		secret := mem.Key{r.Uint64() | 1, r.Uint64() | 1}
		hash := func(k uint64) uint64 { return mem.HashWord(k, secret) }
		for name, key := range regular() {
			for _, n := range []int{3000, 10000} {
				require.Less(t, distance(hash, n, key), 2.5, "%d keys, %s, secret %#x", n, name, secret)
			}
		}
	}
}

// The same in a Map, which hashes as it grows in one way and then in another.
func TestLargeMapsHaveShortProbes(t *testing.T) {
	for name, key := range regular() {
		var m Map[uint64, int]
		const n = 10000
		for i := range uint64(n) {
			m.Put(key(i), int(i))
			if len(m.slots) < 4*wordSlots && i%16 == 0 {
				require.NoError(t, m.verify())
			}
		}
		require.NoError(t, m.verify())
		sum, mask := 0, len(m.slots)-1
		for i, s := range m.slots {
			if s.tag != 0 {
				sum += (i - int(s.tag>>m.shift)) & mask
			}
		}
		require.Less(t, sum, 5*n/2, name)
		for i := range uint64(n) {
			x, ok := m.Get(key(i))
			require.True(t, ok)
			require.EqualValues(t, i, x)
		}
		require.False(t, m.Has(key(n)))
		require.True(t, m.Delete(key(n/2)))
		require.NoError(t, m.verify())
		m.Free()
		m.Put(1, 1)
		require.True(t, m.Has(1), "a small table again")
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
