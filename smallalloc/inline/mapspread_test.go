package inline

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

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

// Under these factors, keys that are near enough to their places in a table are not in one
// of twice its size.
func TestKeysThatMeetInALargerTableAreHashedAnew(t *testing.T) {
	for _, c := range []struct{ factor, first, stride uint64 }{
		{5625992715698928113, 24226, 82},
		{10190868476573738771, 3, 13790870938},
		{11884848513763949131, 6, 52},
	} {
		underFactor(c.factor, func() {
			var m Map[uint64, int]
			for i := range 96 {
				m.Put(c.first+uint64(i)*c.stride, i)
				require.NoError(t, m.verify())
			}
			for i := range 96 {
				got, ok := m.Get(c.first + uint64(i)*c.stride)
				require.True(t, ok && got == i)
			}
		})
	}
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

// probes is how far all entries are from their places together.
func probes[K comparable, V any](m *Map[K, V]) (sum int) {
	for i, s := range m.slots {
		if s.tag != 0 {
			sum += (i - int(s.tag>>m.shift)) & (len(m.slots) - 1)
		}
	}
	return sum
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
		require.Less(t, probes(&m), 5*n/2, name)
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

func TestLargeMapsOfTextHaveShortProbes(t *testing.T) {
	var m Map[string, int]
	const n = 10000
	for i := range n {
		m.Put(fmt.Sprint("name", i), i)
	}
	require.NoError(t, m.verify())
	require.Less(t, probes(&m), 5*n/2)
}
