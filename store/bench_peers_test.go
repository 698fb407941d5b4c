package store

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// What a game would otherwise use, beside Packed, Arena and Strings.

// peer is one way to keep records under a key.
type peer[K any] struct {
	how    string
	insert func(row32) K
	remove func(K)
	get    func(K) *row32
	sum    func() uint64 // of the ids of all records, in a loop of its own
}

// benchPeer fills p with n records, and measures looking them up at random,
// passing over all, and replacing them at random.
func benchPeer[K any](b *testing.B, n int, p peer[K]) {
	keys := make([]K, n)
	for i := range keys {
		keys[i] = p.insert(row32{ID: uint64(i)})
	}
	rng := rand.New(rand.NewPCG(1, 1))
	order := rng.Perm(n)
	// Some go and come before, so that no peer lies in the order of its keys.
	for _, k := range order[:n/2] {
		p.remove(keys[k])
	}
	for _, k := range order[:n/2] {
		keys[k] = p.insert(row32{ID: uint64(k)})
	}
	run := func(do string, f func()) {
		b.Run(fmt.Sprintf("do=%s/record=32/n=%d/how=%s", do, n, p.how), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
			perRecord(b, n)
		})
	}
	run("get", func() {
		for _, k := range order {
			sink += p.get(keys[k]).ID
		}
	})
	run("iterate", func() { sink += p.sum() })
	run("replace", func() {
		for _, k := range order {
			p.remove(keys[k])
			keys[k] = p.insert(row32{ID: uint64(k)})
		}
	})
}

func must[T any](b *testing.B) func(v T, err error) T {
	return func(v T, err error) T {
		if err != nil {
			b.Fatal(err)
		}
		return v
	}
}

// BenchmarkPeers holds Packed and Arena against what does the same by hand, against maps,
// against a slice with a map of places, and against pointers.
func BenchmarkPeers(b *testing.B) {
	for _, n := range []int{1000, 64_000} {
		benchPeer(b, n, packedPeer(b))
		benchPeer(b, n, slotMapPeer())
		benchPeer(b, n, sliceAndMapPeer())
		benchPeer(b, n, arenaPeer(b, n))
		benchPeer(b, n, handArenaPeer())
		benchPeer(b, n, pointersPeer())
		benchPeer(b, n, mapPeer())
	}
}

func packedPeer(b *testing.B) peer[Handle[row32]] {
	p := new(Packed[row32])
	b.Cleanup(func() { p.Close() })
	return peer[Handle[row32]]{
		how:    "packed",
		insert: func(v row32) Handle[row32] { return must[Handle[row32]](b)(p.Insert(v)) },
		remove: func(h Handle[row32]) { p.Remove(h) },
		get: func(h Handle[row32]) *row32 {
			r, _ := p.Get(h)
			return r
		},
		sum: func() uint64 { return sumOf(p.Rows()) },
	}
}

func sumOf(rows []row32) (sum uint64) {
	for i := range rows {
		sum += rows[i].ID
	}
	return sum
}

// slotMapPeer is a Packed by hand: records side by side, and slots with generations that
// tell their places. It grows by append, so its records move.
func slotMapPeer() peer[[2]uint32] {
	type slot struct{ place, gen uint32 } // of a free one, place is the next free one
	var rows []row32
	var back []uint32
	var slots []slot
	free := ^uint32(0)
	return peer[[2]uint32]{
		how: "slotmap",
		insert: func(v row32) [2]uint32 {
			k := free
			if k == ^uint32(0) {
				k = uint32(len(slots))
				slots = append(slots, slot{})
			} else {
				free = slots[k].place
			}
			s := &slots[k]
			s.place, s.gen = uint32(len(rows)), s.gen+1
			rows, back = append(rows, v), append(back, k)
			return [2]uint32{k, s.gen}
		},
		remove: func(k [2]uint32) {
			s := &slots[k[0]]
			if s.gen != k[1] {
				return
			}
			last := len(rows) - 1
			rows[s.place], back[s.place] = rows[last], back[last]
			slots[back[s.place]].place = s.place
			rows, back = rows[:last], back[:last]
			s.gen++
			s.place, free = free, k[0]
		},
		get: func(k [2]uint32) *row32 {
			if s := &slots[k[0]]; s.gen == k[1] {
				return &rows[s.place]
			}
			return nil
		},
		sum: func() uint64 { return sumOf(rows) },
	}
}

// handArenaPeer is an Arena by hand: a record beside its generation.
func handArenaPeer() peer[[2]uint32] {
	type slot struct {
		row       row32
		gen, next uint32 // alive if gen is odd
	}
	var slots []slot
	free := ^uint32(0)
	return peer[[2]uint32]{
		how: "handarena",
		insert: func(v row32) [2]uint32 {
			k := free
			if k == ^uint32(0) {
				k = uint32(len(slots))
				slots = append(slots, slot{})
			} else {
				free = slots[k].next
			}
			s := &slots[k]
			s.row = v
			s.gen++
			return [2]uint32{k, s.gen}
		},
		remove: func(k [2]uint32) {
			if s := &slots[k[0]]; s.gen == k[1] {
				s.gen++
				s.next, free = free, k[0]
			}
		},
		get: func(k [2]uint32) *row32 {
			if s := &slots[k[0]]; s.gen == k[1] {
				return &s.row
			}
			return nil
		},
		sum: func() (sum uint64) {
			for i := range slots {
				if s := &slots[i]; s.gen&1 != 0 {
					sum += s.row.ID
				}
			}
			return sum
		},
	}
}

func arenaPeer(b *testing.B, n int) peer[Handle[row32]] {
	a := new(Arena[row32])
	if err := a.Grow(n); err != nil {
		b.Fatal(err)
	}
	return peer[Handle[row32]]{
		how:    "arena",
		insert: func(v row32) Handle[row32] { return must[Handle[row32]](b)(a.Insert(v)) },
		remove: func(h Handle[row32]) { a.Remove(h) },
		get: func(h Handle[row32]) *row32 {
			r, _ := a.Get(h)
			return r
		},
		sum: func() (sum uint64) {
			for _, r := range a.All() {
				sum += r.ID
			}
			return sum
		},
	}
}

// sliceAndMapPeer keeps records in a slice, the last moving into gaps, and the
// place of each key in a map.
func sliceAndMapPeer() peer[uint32] {
	var rows []row32
	var keys []uint32
	places := map[uint32]int{}
	next := uint32(0)
	return peer[uint32]{
		how: "sliceandmap",
		insert: func(v row32) uint32 {
			next++
			places[next] = len(rows)
			rows, keys = append(rows, v), append(keys, next)
			return next
		},
		remove: func(k uint32) {
			i, last := places[k], len(rows)-1
			rows[i], keys[i] = rows[last], keys[last]
			places[keys[i]] = i
			delete(places, k)
			rows, keys = rows[:last], keys[:last]
		},
		get: func(k uint32) *row32 { return &rows[places[k]] },
		sum: func() uint64 { return sumOf(rows) },
	}
}

// pointersPeer keeps pointers in a slice, with a stack of free places. Nothing
// tells a stale place from its next owner.
func pointersPeer() peer[uint32] {
	var rows []*row32
	var free []uint32
	return peer[uint32]{
		how: "pointers",
		insert: func(v row32) uint32 {
			if n := len(free) - 1; n >= 0 {
				k := free[n]
				free = free[:n]
				rows[k] = &v
				return k
			}
			rows = append(rows, &v)
			return uint32(len(rows) - 1)
		},
		remove: func(k uint32) {
			rows[k] = nil
			free = append(free, k)
		},
		get: func(k uint32) *row32 { return rows[k] },
		sum: func() (sum uint64) {
			for _, r := range rows {
				if r != nil {
					sum += r.ID
				}
			}
			return sum
		},
	}
}

func mapPeer() peer[uint32] {
	rows := map[uint32]*row32{}
	next := uint32(0)
	return peer[uint32]{
		how: "map",
		insert: func(v row32) uint32 {
			next++
			rows[next] = &v
			return next
		},
		remove: func(k uint32) { delete(rows, k) },
		get:    func(k uint32) *row32 { return rows[k] },
		sum: func() (sum uint64) {
			for _, r := range rows {
				sum += r.ID
			}
			return sum
		},
	}
}

// BenchmarkStrings interns names that are new and names that are there, and
// reads them, beside a map from string to number with a slice for the way back.
func BenchmarkStrings(b *testing.B) {
	for _, n := range []int{1000, 64_000} {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("level/%d/object", i)
		}
		rand.New(rand.NewPCG(1, 1)).Shuffle(n, func(i, j int) { names[i], names[j] = names[j], names[i] })
		run := func(do, how string, f func()) {
			b.Run(fmt.Sprintf("do=%s/n=%d/how=%s", do, n, how), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
				perRecord(b, n)
			})
		}
		var s Strings
		b.Cleanup(func() { s.Close() })
		intern := func() {
			for _, name := range names {
				sink += uint64(must[Str](b)(s.Intern(name)).ID())
			}
		}
		intern() // so that each of these may be run alone
		run("new", "strings", func() { s.Clear(); intern() })
		run("intern", "strings", intern)
		run("get", "strings", func() {
			for i := range n {
				sink += uint64(len(s.Get(Str{uint32(i + 1)})))
			}
		})

		ids, texts := map[string]uint32{}, []string(nil)
		internMap := func() {
			for _, name := range names {
				id, ok := ids[name]
				if !ok {
					// A loader's text is a buffer that is used again.
					name = string(append([]byte(nil), name...))
					id = uint32(len(texts))
					ids[name] = id
					texts = append(texts, name)
				}
				sink += uint64(id)
			}
		}
		internMap()
		run("new", "map", func() { ids, texts = map[string]uint32{}, nil; internMap() })
		run("intern", "map", internMap)
		run("get", "map", func() {
			for i := range n {
				sink += uint64(len(texts[i]))
			}
		})
	}
}
