package inline

import (
	"iter"
	"math/bits"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Slot is storage for one entry of a [Map].
type Slot[K comparable, V any] struct {
	key K
	val V
	tag uint32 // the key's hash, never 0; 0: the slot is empty
}

// Map is a hash table over slots that its caller supplies. The zero Map has
// none and is ready to use. Keys of integer and string kinds are fast, named
// types too; any other comparable key works as in a Go map, but a lookup takes up to
// three times as long. It is made for few entries: with more than 96, integers need a
// better hash, and a lookup gains nothing over that of a Go map; with thousands it is
// slower. Fewer integers get that hash too where many of them meet in one place.
//
// Of the slots supplied it uses the largest power of two, and fills
// three quarters of them: 16 slots hold 12 entries, 64 hold 48. Then it takes
// twice as many from its site, as a [Vec] does.
//
// Linear probing: an entry is in the first free slot from the place its hash
// names. Deletion shifts the entries behind it back instead of leaving a mark, so
// a table that lives long does not slow down. A search ends at an empty slot, or as
// far from its place as no entry is: keys in a row may fill slots in a row without a gap,
// but each is in its place.
//
// Invariants: len(slots) is a power of two or 0, and at least one slot is
// empty; from an entry's place to the entry no slot is empty, and it is at most reach
// slots; reach is at most maxReach where one multiplication is the hash.
type Map[K comparable, V any] struct {
	_     noCopy
	slots []Slot[K, V]
	n     int
	max   int   // entries at which the table must grow
	reach int   // how far an entry may be from its place
	shift uint8 // a tag's place is tag>>shift
	kind  keyKind
	home  []Slot[K, V]
	site  *Site
}

// OverMap returns an empty Map over slots, which are cleared when the first entry
// comes.
func OverMap[K comparable, V any](slots []Slot[K, V]) Map[K, V] { return Map[K, V]{home: slots} }

// SpillTo sets where m takes slots from when its own are full. Call it before m
// is first filled.
func (m *Map[K, V]) SpillTo(s *Site) { m.site = s }

// Get returns the value of k. It does not allocate and does not make k escape: a key
// made from bytes, as in Get(string(b)) up to 32 of them and Get(View(b)), costs
// nothing.
func (m *Map[K, V]) Get(k K) (v V, ok bool) {
	var h uint64
	switch m.kind {
	case keyWord:
		h = mem.Bits(k) * factor
	case keyMany:
		h = mem.HashWord(mem.Bits(k), wordKey)
	default:
		if s := m.find(k); s != nil {
			return s.val, true
		}
		return v, false
	}
	// find for integers, where comparing keys is as fast as comparing tags.
	slots := m.slots
	place := uint(h >> ((32 + m.shift) & 63))
	for i := place; i < uint(len(slots)); i = (i + 1) & uint(len(slots)-1) {
		s := &slots[i]
		if s.key == k && s.tag != 0 {
			return s.val, true
		}
		if s.tag == 0 || int(i-place)&(len(slots)-1) >= m.reach {
			break
		}
	}
	return v, false
}

// Has reports whether there is an entry for k.
func (m *Map[K, V]) Has(k K) bool { return m.find(k) != nil }

// At returns the value of k, or nil, until the next entry is put or deleted.
func (m *Map[K, V]) At(k K) *V {
	if s := m.find(k); s != nil {
		return &s.val
	}
	return nil
}

// find returns the slot of k, or nil.
func (m *Map[K, V]) find(k K) *Slot[K, V] {
	if m.n == 0 {
		return nil
	}
	return m.probe(k, tagOf(m.kind, k))
}

// probe returns the slot of k, or nil.
func (m *Map[K, V]) probe(k K, tag uint32) *Slot[K, V] {
	for i := tag >> m.shift; ; i++ {
		s := &m.slots[int(i)&(len(m.slots)-1)]
		if s.tag == tag && s.key == k {
			return s
		}
		if s.tag == 0 || int(i-tag>>m.shift) >= m.reach {
			return nil
		}
	}
}

// Put sets the value of k.
func (m *Map[K, V]) Put(k K, v V) {
	p, _ := m.Insert(k)
	*p = v
}

// Insert returns the value of k, until the next entry is put or deleted; it reports
// true if there was none, and the value is zero.
func (m *Map[K, V]) Insert(k K) (*V, bool) {
	if m.n >= m.max {
		if s := m.find(k); s != nil {
			return &s.val, false
		}
		m.grow()
	}
	tag := tagOf(m.kind, k)
	far := 0
	for i := tag >> m.shift; ; i++ {
		s := &m.slots[int(i)&(len(m.slots)-1)]
		if s.tag == tag && s.key == k {
			return &s.val, false
		}
		if s.tag == 0 {
			s.key, s.tag = k, tag
			m.n++
			if far > m.reach {
				return &m.reachTo(far, s).val, true
			}
			return &s.val, true
		}
		far++
	}
}

// reachTo notes that the entry in s is so many slots from its place, and returns its slot.
// If that is too far for an integer, all are hashed anew.
func (m *Map[K, V]) reachTo(far int, s *Slot[K, V]) *Slot[K, V] {
	m.reach = far
	if m.kind != keyWord || far <= maxReach {
		return s
	}
	k := s.key
	m.scatter()
	return m.find(k)
}

// scatter hashes the keys of a small table by mem.HashWord, and puts each into its slot. If
// an entry is there that has not been moved yet, it is the next.
func (m *Map[K, V]) scatter() {
	m.kind, m.reach = keyMany, 0
	mask := len(m.slots) - 1
	var waiting [wordSlots]bool
	for i := range m.slots {
		waiting[i] = m.slots[i].tag != 0
	}
	for from := range m.slots {
		if !waiting[from] {
			continue
		}
		e := m.slots[from]
		m.slots[from], waiting[from] = Slot[K, V]{}, false
		for e.tag != 0 {
			e.tag = tagOf(m.kind, e.key)
			place := int(e.tag>>m.shift) & mask
			i := place
			for m.slots[i].tag != 0 && !waiting[i] {
				i = (i + 1) & mask
			}
			m.reach = max(m.reach, (i-place)&mask)
			m.slots[i], e = e, m.slots[i]
			waiting[i] = false
		}
	}
}

// TryPut is Put for a Map that is not to spill: it reports false, and does
// nothing, where there is no entry for k and the slots in use are full.
func (m *Map[K, V]) TryPut(k K, v V) bool {
	if m.n >= m.max && !m.opened() {
		p := m.At(k)
		if p != nil {
			*p = v
		}
		return p != nil
	}
	m.Put(k, v)
	return true
}

// Delete removes the entry of k; it reports false if there is none.
func (m *Map[K, V]) Delete(k K) bool {
	if m.n == 0 {
		return false
	}
	tag := tagOf(m.kind, k)
	mask := len(m.slots) - 1
	i := int(tag>>m.shift) & mask
	for m.slots[i].tag != tag || m.slots[i].key != k {
		if m.slots[i].tag == 0 {
			return false
		}
		i = (i + 1) & mask
	}
	// Close the hole: an entry behind it moves in, unless its place is behind the hole,
	// and leaves the next hole.
	for j := (i + 1) & mask; m.slots[j].tag != 0; j = (j + 1) & mask {
		place := int(m.slots[j].tag>>m.shift) & mask
		if (j-place)&mask >= (j-i)&mask {
			m.slots[i] = m.slots[j]
			i = j
		}
	}
	m.slots[i] = Slot[K, V]{}
	m.n--
	return true
}

// grow makes room for one more entry at least.
func (m *Map[K, V]) grow() {
	if !m.opened() {
		m.moveTo(max(2*len(m.slots), minSlots))
	}
}

// minSlots is the least number of slots that is taken.
const minSlots = 8

// opened takes m's own slots into use. It reports false if there are too few of them,
// or if slots are in use already.
func (m *Map[K, V]) opened() bool {
	if m.slots != nil || len(m.home) < 2 {
		return false
	}
	m.slots = m.home
	m.slots = m.slots[:1<<(bits.Len(uint(len(m.home)))-1)]
	clear(m.slots)
	m.kind = kindIn[K](len(m.slots))
	m.measure()
	return true
}

// measure sets what depends on the number of slots.
func (m *Map[K, V]) measure() {
	m.max = len(m.slots) - max(len(m.slots)/4, 1)
	m.shift = shiftFor(len(m.slots))
}

// shiftFor returns by how much a tag is shifted to its place in so many slots.
func shiftFor(slots int) uint8 { return uint8(33 - bits.Len(uint(slots))) }

// moveTo moves the entries to at least c fresh slots.
func (m *Map[K, V]) moveTo(c int) {
	old := m.slots
	fresh := take[Slot[K, V]](m.site, c)
	fresh = fresh[:1<<(bits.Len(uint(len(fresh)))-1)]
	clear(fresh)
	mask := len(fresh) - 1
	shift := shiftFor(len(fresh))
	kind := m.kind
	if kind != keyMany {
		kind = kindIn[K](len(fresh))
	}
	reach := 0
	for j := range old {
		if old[j].tag == 0 {
			continue
		}
		if kind != m.kind {
			old[j].tag = tagOf(kind, old[j].key)
		}
		i, far := int(old[j].tag>>shift)&mask, 0
		for fresh[i].tag != 0 {
			i = (i + 1) & mask
			far++
		}
		fresh[i] = old[j]
		reach = max(reach, far)
	}
	m.release()
	m.slots, m.kind, m.reach = fresh, kind, reach
	m.measure()
	if kind == keyWord && reach > maxReach { // they come in another order than before
		m.scatter()
	}
}

// spilled reports whether the slots in use are not m's own.
func (m *Map[K, V]) spilled() bool { return len(m.slots) > len(m.home) }

// release gives spilled slots back, and clears m's own: an entry left there would keep
// what it points to alive for as long as the slots live.
func (m *Map[K, V]) release() {
	switch {
	case m.spilled():
		giveBack(m.site, m.slots)
	case m.n > 0:
		clear(m.slots)
	}
}

// Reset removes all entries and keeps the slots. Cost: it clears them.
func (m *Map[K, V]) Reset() {
	clear(m.slots)
	m.n, m.reach = 0, 0
}

// Free removes all entries, gives spilled slots back and leaves m as it was made. Cost:
// it clears m's own slots if they are in use and have entries.
func (m *Map[K, V]) Free() {
	m.release()
	m.slots, m.n, m.max, m.reach, m.kind = nil, 0, 0, 0, keyOther
}

// Len returns the number of entries.
func (m *Map[K, V]) Len() int { return m.n }

// Where tells where the slots are.
func (m *Map[K, V]) Where() Storage { return whereIs(m.site, m.slots, m.spilled()) }

// All returns the entries, in no order that may be relied on: those that the map has
// when the loop begins. The map must not be changed during the walk; values may be,
// through At.
func (m *Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		slots := m.slots // not before, when a sequence that is kept would name slots given back
		for i := range slots {
			if s := &slots[i]; s.tag != 0 && !yield(s.key, s.val) {
				return
			}
		}
	}
}
