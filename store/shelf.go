package store

import (
	"math/bits"
	"os"
	"runtime"
	"slices"
	"sync"
)

// A store that is opened and filled pays the system for its addresses, its pages and
// their tables, and pays again to give them back: for a small level that is several times
// what loading it costs. So the mappings of small stores that were closed lie on a shelf,
// with zeroed pages, for stores of the same shape that are opened next, as a game opens
// one world for each level. It is a matter of time only: a store begins the same way
// on a mapping of the shelf as on one of the system.

const (
	// canShelve is true where discarded pages are sure to read as zero, and where there
	// are enough addresses. Guarded stores have to fault when they are used after Close.
	canShelve = runtime.GOOS == "linux" && bits.UintSize == 64 && !guarded

	lotParts  = 4       // a mapping has at most
	lotBytes  = 2 << 20 // of pages that one mapping may bring along
	shelfLots = 256
	shelfMost = 8 << 20 // bytes of pages on the whole shelf

	// Bytes on the whole shelf that are usable. They count against the system's limits, and
	// those without pages may get some where the system makes huge pages unasked.
	shelfUsable = 4 * shelfMost
)

// lot is a mapping on the shelf.
type lot struct {
	all    tract
	parts  [lotParts]reservation
	n      int
	pages  int // bytes
	usable int // bytes
}

// shelf holds lots, the one that came last at the end.
//
// Invariants: all bytes of a lot's parts that are usable are zero; at most shelfLots lots,
// which have at most shelfMost bytes of pages together, and at most shelfUsable that are
// usable; pages and usable are how many they have.
type shelf struct {
	mu     sync.Mutex
	lots   []lot
	pages  int
	usable int
}

// shelved is the shelf of all stores.
var shelved shelf

// TrimClosed gives back to the system what is kept of closed stores for the next ones: up
// to 8 MiB of memory, with its address space and up to 32 MiB that count against limits. It
// returns how many bytes of memory that was. Nobody has to call it: a store that gets no
// memory does. It costs a system call for each store, and may be called at any time, by any
// goroutine.
func TrimClosed() int {
	_, pages := shelved.clear()
	return pages
}

// giveWay gives all lots back, and reports whether there were any.
func (s *shelf) giveWay() bool {
	lots, _ := s.clear()
	return lots > 0
}

// put takes a mapping that is no longer in use, of which parts were parts, and reports
// whether it did. It does not take one with files, with huge pages, or with much that
// would have to be zeroed.
func (s *shelf) put(all tract, parts ...*reservation) bool {
	if !canShelve || !system.shelves {
		return false
	}
	l := lot{all: all, n: len(parts)}
	page := os.Getpagesize()
	for i, r := range parts {
		if r.huge > 0 || len(r.files) > 0 {
			return false
		}
		paged := min(max(r.paged, roundUp(r.warm, page)), r.usable)
		l.parts[i] = reservation{all: r.all, mem: r.mem, usable: r.usable, paged: paged}
		l.pages, l.usable = l.pages+paged, l.usable+r.usable
	}
	if l.pages > lotBytes || l.usable > 2*lotBytes {
		return false
	}
	for i, r := range parts {
		// Of what comes behind, some pages may have been touched, and nobody knows which.
		paged := l.parts[i].paged
		if paged < r.ready && system.discard(r.bytes(paged, r.ready)) != nil {
			return false
		}
		clear(r.bytes(0, paged))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.lots) >= shelfLots || s.pages+l.pages > shelfMost || s.usable+l.usable > shelfUsable {
		s.drop(0)
	}
	s.lots = append(s.lots, l)
	s.pages += l.pages
	s.usable += l.usable
	return true
}

// take looks for a mapping of the parts that are wanted, and hands them out.
func (s *shelf) take(parts ...want) (all tract, ok bool) {
	if !canShelve || !system.shelves {
		return tract{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := len(s.lots) - 1; i >= 0; i-- {
		l := &s.lots[i]
		if !l.fits(parts) || addresses.take(l.all.n) != nil {
			continue
		}
		for k, p := range parts {
			*p.r = l.parts[k]
		}
		return s.remove(i), true
	}
	return tract{}, false
}

// fits reports whether the lot has the parts that are wanted.
func (l *lot) fits(parts []want) bool {
	if l.n != len(parts) {
		return false
	}
	for k, p := range parts {
		if l.parts[k].size() != p.n {
			return false
		}
	}
	return true
}

// remove takes a lot off the shelf and returns its mapping.
func (s *shelf) remove(i int) tract {
	l := s.lots[i]
	s.pages -= l.pages
	s.usable -= l.usable
	s.lots = slices.Delete(s.lots, i, i+1)
	return l.all
}

// drop gives a lot back to the system.
func (s *shelf) drop(i int) {
	_ = mapFree(s.remove(i).all()) // nobody is left who could be told
}

// clear gives all lots back, and returns how many there were and how many bytes of pages
// they had.
func (s *shelf) clear() (lots, pages int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lots, pages = len(s.lots), s.pages
	for len(s.lots) > 0 {
		s.drop(len(s.lots) - 1)
	}
	return lots, pages
}
