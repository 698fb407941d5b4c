package inline

import (
	"fmt"
	"slices"
	"testing"

	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/internal/paired"
)

//go:noinline
func appendAll[T any](out []T, x T, n int) []T {
	for range n {
		out = append(out, x)
	}
	return out
}

//go:noinline
func pushVertices(out *Vec[vertex], n int) {
	for i := range n {
		out.Push(vertex{float64(i), 1, 2})
	}
}

//go:noinline
func appendVertices(out []vertex, n int) []vertex {
	for i := range n {
		out = append(out, vertex{float64(i), 1, 2})
	}
	return out
}

func times(name string, f func()) paired.Case {
	return paired.Case{Name: name, Run: func(n int) {
		for range n {
			f()
		}
	}}
}

// BenchmarkVec is n pushes of 24 bytes over a buffer of 50 on the stack, the
// zeroing of the buffer included, in a function that does not inline: the
// append idiom, which hands the slice back, a Vec of vertices, a Vec in
// a function generic over its element, the append idiom in such a function, and
// a slice that append grows on the heap.
func BenchmarkVec(b *testing.B) {
	for _, n := range []int{3, 40} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			paired.Compare(b,
				times("append", func() {
					var buf [50]vertex
					if s := appendVertices(buf[:0], n); len(s) != n {
						panic(n)
					}
				}),
				times("vec", func() {
					var buf [50]vertex
					v := Over(buf[:])
					pushVertices(&v, n)
					if v.Len() != n {
						panic(n)
					}
					v.Free()
				}),
				times("vecgeneric", func() {
					var buf [50]vertex
					v := Over(buf[:])
					pushAll(&v, vertex{}, n)
					if v.Len() != n {
						panic(n)
					}
					v.Free()
				}),
				times("appendgeneric", func() {
					var buf [50]vertex
					if s := appendAll(buf[:0], vertex{}, n); len(s) != n {
						panic(n)
					}
				}),
				times("heap", func() {
					if s := appendVertices(nil, n); len(s) != n {
						panic(n)
					}
				}),
			)
		})
	}
}

// BenchmarkVecSpill is n pushes of 8 bytes into a Vec with room for 8: where they
// fit, where the Vec spills to the pool, and where it goes on to the heap, beside
// a Vec without a pool.
func BenchmarkVecSpill(b *testing.B) {
	site := newSite(b, smallalloc.DefaultClasses()...)
	for _, n := range []int{8, 16, 64} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			paired.Compare(b,
				times("heap", func() {
					var buf [8]uint64
					v := Over(buf[:])
					pushAll(&v, 1, n)
					v.Free()
				}),
				times("pool", func() {
					var buf [8]uint64
					v := Over(buf[:])
					v.SpillTo(site)
					pushAll(&v, 1, n)
					v.Free()
				}),
			)
		})
	}
}

// compareLookups compares Go's map, a Map and, for small n, a search through a
// slice. The loops are written out: a func value between would cost as much as
// a lookup.
func compareLookups[K comparable](b *testing.B, keys []K) {
	builtin := make(map[K]int)
	m := OverMap(make([]Slot[K, int], 128))
	for i, k := range keys {
		builtin[k] = i
		m.Put(k, i)
	}
	cases := []paired.Case{
		{Name: "gomap", Run: func(n int) {
			sum := 0
			for n > 0 {
				for _, k := range keys {
					sum += builtin[k]
				}
				n -= len(keys)
			}
			sink = sum
		}},
		{Name: "inline", Run: func(n int) {
			sum := 0
			for n > 0 {
				for _, k := range keys {
					x, _ := m.Get(k)
					sum += x
				}
				n -= len(keys)
			}
			sink = sum
		}},
	}
	if len(keys) <= 16 {
		cases = append(cases, paired.Case{Name: "scan", Run: func(n int) {
			sum := 0
			for n > 0 {
				for _, k := range keys {
					sum += slices.Index(keys, k)
				}
				n -= len(keys)
			}
			sink = sum
		}})
	}
	paired.Compare(b, cases...)
}

var sink int

// BenchmarkMapGet is the lookup of a key that is there.
func BenchmarkMapGet(b *testing.B) {
	for _, n := range []int{4, 16, 64} {
		b.Run(fmt.Sprintf("key=uint64/n=%d", n), func(b *testing.B) {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = uint64(i*7919 + 13)
			}
			compareLookups(b, keys)
		})
		b.Run(fmt.Sprintf("key=named32/n=%d", n), func(b *testing.B) {
			type name uint32
			keys := make([]name, n)
			for i := range keys {
				keys[i] = name(i + 1)
			}
			compareLookups(b, keys)
		})
		b.Run(fmt.Sprintf("key=string/n=%d", n), func(b *testing.B) {
			keys := make([]string, n)
			for i := range keys {
				keys[i] = fmt.Sprint("attribute", i*7)
			}
			compareLookups(b, keys)
		})
	}
}

// BenchmarkMapBuild is a map made, filled with n entries and dropped: Go's, Go's
// with a size, Go's kept and cleared, a Map over slots on the stack, and one without.
func BenchmarkMapBuild(b *testing.B) {
	words := make([]string, 48)
	for i := range words {
		words[i] = fmt.Sprint("attribute", i*7)
	}
	for _, n := range []int{6, 12, 48} {
		b.Run(fmt.Sprintf("key=uint64/n=%d", n), func(b *testing.B) {
			kept := map[uint64]int{}
			paired.Compare(b,
				times("gomap", func() {
					m := map[uint64]int{}
					for i := range n {
						m[uint64(i)*7919] = i
					}
					sink = len(m)
				}),
				times("gomapsized", func() {
					m := make(map[uint64]int, n)
					for i := range n {
						m[uint64(i)*7919] = i
					}
					sink = len(m)
				}),
				times("gomapkept", func() {
					clear(kept)
					for i := range n {
						kept[uint64(i)*7919] = i
					}
				}),
				times("inline", func() {
					var slots [64]Slot[uint64, int]
					m := OverMap(slots[:])
					for i := range n {
						m.Put(uint64(i)*7919, i)
					}
					sink = m.Len()
				}),
				times("zero", func() {
					var m Map[uint64, int]
					for i := range n {
						m.Put(uint64(i)*7919, i)
					}
					sink = m.Len()
				}),
			)
		})
		b.Run(fmt.Sprintf("key=string/n=%d", n), func(b *testing.B) {
			paired.Compare(b,
				times("gomap", func() {
					m := map[string]int{}
					for i, w := range words[:n] {
						m[w] = i
					}
					sink = len(m)
				}),
				times("inline", func() {
					var slots [64]Slot[string, int]
					m := OverMap(slots[:])
					for i, w := range words[:n] {
						m.Put(w, i)
					}
					sink = m.Len()
				}),
			)
		})
	}
}

// BenchmarkMapFull is the lookup of keys that are there and of as many that are not, in
// a Map whose slots are as full as they get.
func BenchmarkMapFull(b *testing.B) {
	for _, n := range []int{48, 96, 12000} {
		compareFull(b, "uint64", n, func(i int) uint64 { return uint64(i) * 7919 })
		compareFull(b, "string", n, func(i int) string { return fmt.Sprint("attribute", i) })
		compareFull(b, "struct", n, func(i int) point { return point{int32(i), 1} })
		compareFull(b, "any", n, func(i int) any { return i })
	}
}

func compareFull[K comparable](b *testing.B, name string, n int, key func(i int) K) {
	builtin, m := map[K]int{}, Map[K, int]{}
	keys := make([]K, 2*n)
	for i := range keys {
		keys[i] = key(i)
		if i%2 == 0 {
			builtin[keys[i]] = i
			m.Put(keys[i], i)
		}
	}
	for miss := range 2 {
		b.Run(fmt.Sprintf("key=%s/n=%d/miss=%d", name, n, miss), func(b *testing.B) {
			paired.Compare(b,
				paired.Case{Name: "gomap", Run: func(times int) {
					sum := 0
					for i := range times {
						sum += builtin[keys[2*(i%n)+miss]]
					}
					sink = sum
				}},
				paired.Case{Name: "inline", Run: func(times int) {
					sum := 0
					for i := range times {
						x, _ := m.Get(keys[2*(i%n)+miss])
						sum += x
					}
					sink = sum
				}},
			)
		})
	}
}

// BenchmarkStorage is four pushes into a Vec over storage of several sizes: on
// the stack, which Go zeroes, from a Scratch, and from the heap.
func BenchmarkStorage(b *testing.B) {
	s := NewScratch[byte](1 << 20)
	scratch := func(size int) func() {
		return func() {
			m := s.Mark()
			v := Over(s.Take(size))
			pushAll(&v, 1, 4)
			s.Release(m)
		}
	}
	heap := func(size int) func() {
		return func() {
			v := Over(make([]byte, size))
			pushAll(&v, 1, 4)
		}
	}
	b.Run("bytes=64", func(b *testing.B) {
		paired.Compare(b, times("stack", func() {
			var buf [64]byte
			v := Over(buf[:])
			pushAll(&v, 1, 4)
		}), times("scratch", scratch(64)), times("heap", heap(64)))
	})
	b.Run("bytes=1024", func(b *testing.B) {
		paired.Compare(b, times("stack", func() {
			var buf [1024]byte
			v := Over(buf[:])
			pushAll(&v, 1, 4)
		}), times("scratch", scratch(1024)), times("heap", heap(1024)))
	})
	b.Run("bytes=16384", func(b *testing.B) {
		paired.Compare(b, times("stack", func() {
			var buf [16384]byte
			v := Over(buf[:])
			pushAll(&v, 1, 4)
		}), times("scratch", scratch(16384)), times("heap", heap(16384)))
	})
}

// BenchmarkScratch is a span taken and given back by a mark: alone, and with two more
// inside it, one after the other.
func BenchmarkScratch(b *testing.B) {
	s := NewScratch[byte](1 << 10)
	take := func(inside func()) {
		m := s.Mark()
		s.Take(64)[0] = 1
		inside()
		s.Release(m)
	}
	nothing := func() {}
	paired.Compare(b,
		times("alone", func() { take(nothing) }),
		times("nested", func() {
			take(func() {
				take(nothing)
				take(nothing)
			})
		}),
	)
}
