package inline

import "iter"

// SetSlot is storage for one element of a [Set].
type SetSlot[K comparable] = Slot[K, struct{}]

// Set is a [Map] without values.
type Set[K comparable] struct {
	m Map[K, struct{}]
}

// OverSet returns an empty Set over slots, which are cleared when the first element
// comes.
func OverSet[K comparable](slots []SetSlot[K]) Set[K] {
	return Set[K]{m: Map[K, struct{}]{home: slots}}
}

// SpillTo sets where s takes slots from when its own are full. Call it before s
// is first filled.
func (s *Set[K]) SpillTo(site *Site) { s.m.site = site }

// Add adds k; it reports false if s has it already.
func (s *Set[K]) Add(k K) bool {
	_, added := s.m.Insert(k)
	return added
}

// TryAdd is Add for a Set that is not to spill: it reports false if k is not
// in s afterwards, because the slots in use are full.
func (s *Set[K]) TryAdd(k K) bool { return s.m.TryPut(k, struct{}{}) }

// Has reports whether k is in s. It neither allocates nor makes k escape.
func (s *Set[K]) Has(k K) bool { return s.m.Has(k) }

// Delete removes k; it reports false if s has it not.
func (s *Set[K]) Delete(k K) bool { return s.m.Delete(k) }

// Len returns the number of elements.
func (s *Set[K]) Len() int { return s.m.n }

// Reset removes all elements and keeps the slots.
func (s *Set[K]) Reset() { s.m.Reset() }

// Free removes all elements, gives spilled slots back and leaves s as it was
// made.
func (s *Set[K]) Free() { s.m.Free() }

// Where tells where the slots are.
func (s *Set[K]) Where() Storage { return s.m.Where() }

// All returns the elements, in no order that may be relied on: those that the set has
// when the loop begins. The set must not be changed during the walk.
func (s *Set[K]) All() iter.Seq[K] {
	return func(yield func(K) bool) {
		slots := s.m.slots // see Map.All
		for i := range slots {
			if slots[i].tag != 0 && !yield(slots[i].key) {
				return
			}
		}
	}
}
