package smallalloc

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Shared is a pool for several goroutines. The slots are divided among shards,
// each a [Pool] with a lock of its own. A goroutine allocates from the shard that
// was last used on the processor that it runs on. If that one is full, it goes
// through the others, so a class is full only when it is full everywhere. Any
// goroutine may free what any other allocated; the address tells the shard.
//
// There are shards because one lock for all does not scale: goroutines on several
// processors would wait for it, and hand its cache line to and fro
// (BenchmarkShared, which needs as many idle processors as goroutines to show
// it). For one goroutine alone, a pair of Alloc and Free costs 52 ns, about four
// times what it costs with a Pool and three times what it costs with a sync.Pool,
// because of the choice of a shard and its lock. If a class is full everywhere, no shard
// is searched: the pair costs four times what make does (BenchmarkSharedFull). If each
// goroutine can have a Pool of its own, that is better. The lowest slot comes first only
// within a shard. The zero Shared has no shards, and Alloc panics.
type Shared struct {
	region mem.Region
	stride uintptr // bytes from one shard's memory to the next one's
	recip  uint64  // 2^64/stride rounded up
	shards []*shard
	next   atomic.Uint32
	_      [64]byte
	near   sync.Pool // *shard, one for each processor that allocated lately
}

// shard is a pool and its lock, in cache lines of its own. What it says of its classes is
// read without the lock, so that a class which is full everywhere costs no locks.
//
// Invariants: both words change under the lock only; a class in full has no free slot; a
// class that has blocks of the Go heap is in outside. A class behind the 64th is in
// neither.
type shard struct {
	_       [64]byte
	mu      sync.Mutex
	pool    *Pool
	full    atomic.Uint64 // bit i: class i
	outside atomic.Uint64
	_       [64]byte
}

// classBit returns the bit of the class that serves n bytes, which some class does. It is
// 0 for a class behind the 64th.
func (h *shard) classBit(n int) uint64 { return 1 << h.pool.bins[n].section.class }

// set and unset change a word of the shard, under the lock.
func set(w *atomic.Uint64, bit uint64)   { w.Store(w.Load() | bit) }
func unset(w *atomic.Uint64, bit uint64) { w.Store(w.Load() &^ bit) }

// NewShared makes a pool of the slots in o, divided among n shards. There is at
// least one shard, and there are at most as many as the class with the fewest
// slots has slots. As many shards as processors are plenty (runtime.GOMAXPROCS).
// NewShared fails as New does.
func NewShared(n int, o Options) (*Shared, error) {
	sorted, err := o.ordered()
	if err != nil {
		return nil, fmt.Errorf("smallalloc: %w", err)
	}
	n, stride, err := divide(n, sorted)
	if err != nil {
		return nil, fmt.Errorf("smallalloc: %w", err)
	}
	s := &Shared{}
	s.divided(stride)
	if o.Memory == nil {
		s.region = mem.Make(stride * n)
	} else {
		s.region = mem.Over(o.Memory)
	}
	have := s.region.Len()
	if have < stride*n {
		return nil, fmt.Errorf("smallalloc: %w: %d of %d bytes", ErrMemory, have, stride*n)
	}
	for i := range n {
		size := stride
		if i == n-1 {
			size = have - i*stride // the last shard gets what is left over
		}
		p := &Pool{flat: o.Bitmap == Flat, region: s.region.Part(uintptr(i*stride), size)}
		p.layOut(share(sorted, i, n))
		s.shards = append(s.shards, &shard{pool: p})
	}
	s.near.New = func() any { return s.shards[s.next.Add(1)%uint32(n)] }
	return s, nil
}

// divided sets how many bytes of the region each shard has.
func (s *Shared) divided(stride int) {
	s.stride, s.recip = uintptr(stride), ^uint64(0)/uint64(stride)+1
}

// SharedFootprint returns the number of bytes that [NewShared] takes out of the
// memory it is given: [Footprint] of each shard's part, rounded up so that shards
// have no cache line in common.
func SharedFootprint(n int, classes []Class) (int, error) {
	sorted, err := ordered(classes)
	if err != nil {
		return 0, fmt.Errorf("smallalloc: %w", err)
	}
	n, stride, err := divide(n, sorted)
	if err != nil {
		return 0, fmt.Errorf("smallalloc: %w", err)
	}
	return n * stride, nil
}

// divide returns how many shards there will be, at most n, and how many bytes each has.
func divide(n int, sorted []Class) (shards, stride int, err error) {
	n = max(n, 1)
	for _, c := range sorted {
		n = min(n, c.Slots)
	}
	const line = 64
	stride = (total(share(sorted, 0, n)) + line - 1) / line * line
	if stride > maxRegion/n {
		return 0, 0, fmt.Errorf("%w: the shards exceed %d bytes", ErrClass, maxRegion)
	}
	return n, stride, nil
}

// share returns shard i's part of the classes, divided among n. If they do not divide
// evenly, the first shards have one slot more.
func share(sorted []Class, i, n int) []Class {
	part := slices.Clone(sorted)
	for j := range part {
		part[j].Slots = (part[j].Slots + n - 1 - i) / n
	}
	return part
}

// Alloc is [Pool.Alloc].
func (s *Shared) Alloc(n int) []byte { return s.alloc(n, true) }

// TryAlloc is [Pool.TryAlloc].
func (s *Shared) TryAlloc(n int) ([]byte, bool) {
	b := s.alloc(n, false)
	return b, b != nil
}

func (s *Shared) alloc(n int, heap bool) []byte {
	near, ok := s.near.Get().(*shard)
	if !ok {
		panic("smallalloc: Alloc in a zero Shared; NewShared makes one")
	}
	b := near.allocIfRoom(n)
	if b == nil {
		b = s.allocElsewhere(near, n, heap)
	}
	s.near.Put(near)
	return b
}

// allocIfRoom returns nil and counts nothing if the shard has no slot for n bytes.
func (h *shard) allocIfRoom(n int) []byte {
	if uint(n) >= uint(len(h.pool.bins)) {
		return nil
	}
	if full := h.full.Load(); full != 0 && full&h.classBit(n) != 0 {
		return nil
	}
	var b []byte
	h.mu.Lock()
	if h.pool.room(n) {
		b = h.pool.alloc(n, false)
	} else {
		set(&h.full, h.classBit(n))
	}
	h.mu.Unlock()
	return b
}

// room reports whether there is a slot for n bytes, which some class serves.
func (p *Pool) room(n int) bool {
	for s := p.bins[n].section; s != nil; s = s.next {
		if s.live < s.slots {
			return true
		}
	}
	return false
}

// allocElsewhere tries all other shards. A miss is counted in near.
func (s *Shared) allocElsewhere(near *shard, n int, heap bool) []byte {
	for _, h := range s.shards {
		if h == near {
			continue
		}
		if b := h.allocIfRoom(n); b != nil {
			return b
		}
	}
	near.mu.Lock()
	defer near.mu.Unlock()
	b := near.pool.alloc(n, heap)
	if uint(n) < uint(len(near.pool.bins)) && near.pool.classOf(n).outside > 0 {
		set(&near.outside, near.classBit(n))
	}
	return b
}

// Free is [Pool.Free]; it may be called by any goroutine.
func (s *Shared) Free(b []byte) (bool, error) {
	addr := mem.Addr(b)
	off := s.region.Offset(addr)
	if off >= uintptr(s.region.Len()) {
		s.foreign(cap(b))
		return false, nil
	}
	h := s.shard(off)
	h.mu.Lock()
	ours, err := h.pool.free(addr, cap(b))
	if ours && h.full.Load() != 0 {
		unset(&h.full, 1<<h.pool.sectionAt(h.pool.region.Offset(addr)).class)
	}
	h.mu.Unlock()
	if e, ok := err.(*FreeError); ok {
		e.Offset = int(off)
	}
	return ours, err
}

// foreign counts a free of memory that is not the pool's in the first shard that
// has a block of that class outside, or else in the last one.
func (s *Shared) foreign(c int) {
	last := len(s.shards) - 1
	for i, h := range s.shards {
		p := h.pool
		served := c < len(p.bins)
		if i < last && (!served || h.outside.Load()&h.classBit(c) == 0 && h.classBit(c) != 0) {
			continue
		}
		h.mu.Lock()
		if i == last || p.classOf(c).outside > 0 {
			p.discount(c)
			if served && p.classOf(c).outside == 0 {
				unset(&h.outside, h.classBit(c))
			}
			h.mu.Unlock()
			return
		}
		h.mu.Unlock()
	}
}

// Owns is [Pool.Owns].
func (s *Shared) Owns(b []byte) bool {
	off := s.region.Offset(mem.Addr(b))
	if off >= uintptr(s.region.Len()) {
		return false
	}
	return s.shard(off).pool.Owns(b)
}

// Ref is [Pool.Ref]. The refs of a Shared are those of all its shards together.
func (s *Shared) Ref(b []byte) Ref {
	addr := mem.Addr(b)
	off := s.region.Offset(addr)
	if off >= uintptr(s.region.Len()) {
		return 0
	}
	i := s.index(off)
	r := s.shards[i].pool.ref(addr)
	if r == 0 {
		return 0
	}
	return s.first(i) + r
}

// At is [Pool.At]; it may be called by any goroutine.
func (s *Shared) At(r Ref, n int) []byte {
	off := r.offset()
	if r == 0 || off >= uintptr(s.region.Len()) {
		return nil
	}
	i := s.index(off)
	h := s.shards[i]
	if checked { // which looks at what is in use
		h.mu.Lock()
		defer h.mu.Unlock()
	}
	return h.pool.At(r-s.first(i), n)
}

// first returns how many words lie in front of shard i.
func (s *Shared) first(i uint64) Ref { return Ref(i * uint64(s.stride) / refUnit) }

// shard returns the shard of an offset.
func (s *Shared) shard(off uintptr) *shard { return s.shards[s.index(off)] }

// index returns the number of the shard of an offset; everything behind the shards counts
// as the last one. From 4 GiB on, the product may be one too high for the last bytes of a
// shard.
func (s *Shared) index(off uintptr) uint64 {
	i, _ := bits.Mul64(uint64(off), s.recip)
	if uint64(off) < i*uint64(s.stride) {
		i--
	}
	return min(i, uint64(len(s.shards)-1))
}

// Reset is [Pool.Reset].
func (s *Shared) Reset() {
	for _, h := range s.shards {
		h.mu.Lock()
		h.pool.Reset()
		h.full.Store(0)
		h.outside.Store(0)
		h.mu.Unlock()
	}
}

// Live is [Pool.Live]; each shard's slots are those that were in use at one
// moment. It allocates, and holds no lock while the loop's body runs.
func (s *Shared) Live() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, h := range s.shards {
			h.mu.Lock()
			live := slices.Collect(h.pool.Live())
			h.mu.Unlock()
			for _, b := range live {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// Stats returns the sum of the shards' statistics. Peak and Demand may be too high,
// because the shards need not have reached theirs at the same time.
func (s *Shared) Stats() Stats {
	var sum Stats
	for i, h := range s.shards {
		h.mu.Lock()
		st := h.pool.Stats()
		h.mu.Unlock()
		if i == 0 {
			sum = st
			continue
		}
		sum.add(st)
	}
	return sum
}

// add adds the statistics of a pool that has the same sizes.
func (st *Stats) add(o Stats) {
	for i, k := range o.Classes {
		c := &st.Classes[i]
		c.Slots += k.Slots
		c.Live += k.Live
		c.Peak += k.Peak
		c.Demand += k.Demand
		c.Requests += k.Requests
		c.Misses += k.Misses
		c.Refused += k.Refused
		c.Padding += k.Padding
		c.Scan = max(c.Scan, k.Scan)
	}
	for n, c := range o.Sizes {
		st.Sizes[n] += c
	}
	st.Large += o.Large
	st.LargeBytes += o.LargeBytes
	st.DoubleFrees += o.DoubleFrees
	st.InteriorFrees += o.InteriorFrees
	st.ForeignFrees += o.ForeignFrees
	st.Bytes += o.Bytes
}
