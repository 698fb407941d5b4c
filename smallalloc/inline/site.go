package inline

import (
	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Site is where the containers of one place in a program spill to when their
// own storage is full, and how often they did. It is a field of the long-lived
// struct whose methods make those containers: each container keeps a pointer to
// it. A site belongs to one goroutine at a time, as its pool does.
//
// Without a site, and with one that has no pool, containers spill to the Go
// heap; so do those whose elements hold Go pointers, which no pool can take.
type Site struct {
	Pool *smallalloc.Pool // may be nil

	ToPool uint64 // times that a container took storage from the pool
	ToHeap uint64 // times that one took it from the Go heap
	Most   int    // the largest capacity asked for, in elements: with that much storage of their own none would have spilled. Containers ask for twice what they have, so it may be up to twice what they held
}

// Storage is where a container's elements are. It is [Own], [Pool] or [Heap].
type Storage uint8

const (
	Own  Storage = iota // in the storage the container was made over
	Pool                // in a slot of its site's pool
	Heap                // on the Go heap
)

func (s Storage) String() string {
	switch s {
	case Own:
		return "own"
	case Pool:
		return "pool"
	}
	return "heap"
}

// noCopy makes go vet report copies of the struct that has it as a field. Two
// copies of a container would share storage, and free it twice.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// take returns fresh storage for at least n elements, in its full length. Storage from
// the pool has old contents.
func take[T any](s *Site, n int) []T {
	if s == nil {
		return fromHeap[T](n)
	}
	s.Most = max(s.Most, n)
	if s.Pool != nil {
		if b, ok := smallalloc.TrySlice[T](s.Pool, n); ok {
			s.ToPool++
			return b[:cap(b)]
		}
	}
	s.ToHeap++
	return fromHeap[T](n)
}

// fromHeap returns at least n elements of the Go heap: some more of small ones, since a
// block of 64 bytes costs not twice as much as one of 16 and saves two that would follow.
// A few elements, which may be all there will be, get the smallest block.
func fromHeap[T any](n int) []T {
	least := 64
	if n <= minCap[T]() {
		least = 8
	}
	if size := mem.Size[T](); size > 0 {
		n = max(n, least/size)
	}
	return make([]T, n)
}

// giveBack frees storage that take returned.
func giveBack[T any](s *Site, b []T) {
	if whereIs(s, b, true) != Pool {
		return
	}
	if _, err := smallalloc.FreeSlice(s.Pool, b); checked && err != nil {
		panic(err)
	}
}

// whereIs tells where storage is. spilled says that it is not the container's own.
func whereIs[T any](s *Site, b []T, spilled bool) Storage {
	switch {
	case !spilled:
		return Own
	case s != nil && s.Pool != nil && smallalloc.OwnsSlice(s.Pool, b):
		return Pool
	}
	return Heap
}
