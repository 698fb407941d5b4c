package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
)

// Backing is where a store keeps its rows: [Automatic], [Reserved], [Blocks],
// [Geometric] or [Heap]. In none of them does a row of a Bulk ever move, nor an element
// of an Array except by Extend and Compact. Packed and Groups are one piece of memory,
// which with Heap moves as it grows.
type Backing uint8

const (
	// Automatic is Reserved if the system has virtual memory and 64-bit addresses,
	// otherwise Blocks if it can map memory, otherwise Heap. Under the race detector,
	// which sees only Go's heap, it is Heap.
	Automatic Backing = iota
	// Reserved is one reservation of address space, a growing prefix of which is
	// committed. Rows are contiguous. If the system refuses to reserve, or if all stores
	// of the process together have reserved half of its addresses (64 TiB, 1 GiB with
	// 32-bit addresses), the store falls back to Blocks, and Packed and Groups to Heap.
	// A store without a Limit takes 64 GiB and more, so that happens after 700 to 1,000
	// of them; with a Limit there is room for any number.
	Reserved
	// Blocks are of 16 KiB, or of what BlockBytes says, carved in ascending
	// order from slabs of 2 MiB that the system maps.
	Blocks
	// Geometric are blocks of 16, 32, 64 … rows. Old blocks are kept when a new one
	// comes, and small stores stay small: a Bulk of one small record takes three pages
	// and its first block. Blocks below 2 MiB come from Go's heap, and all of them if
	// the system has no mappings.
	Geometric
	// Heap are blocks of fixed size from Go's heap: for systems without mappings, and
	// for the race detector and checkptr, which see nothing else.
	Heap
)

var backingNames = [...]string{"automatic", "reserved", "blocks", "geometric", "heap"}

// String returns the backing's name.
func (b Backing) String() string { return name(backingNames[:], int(b)) }

// Policy says which free slot an insertion takes. It is [LIFO], [FIFO] or [Lowest].
//
// The list of LIFO and FIFO has the slots that Remove freed. Those of Release, RemoveRange
// and Clear are not on it, and Trim takes all off it, as a range may that needs their room.
// They are taken when the list is empty, lowest first. With RunLength, the list has
// whole runs of free slots instead.
type Policy uint8

const (
	// LIFO takes the slot freed last, through a list kept in the holes: its line is
	// likely still in the cache. It is the best policy under churn. Records shorter
	// than 4 bytes cannot hold a link. Their default is Lowest, and Reuse refuses LIFO
	// and FIFO for them.
	LIFO Policy = iota
	// FIFO takes the slot freed first, through the same list. It spreads reuse over the
	// slots, so that generations last longest.
	FIFO
	// Lowest takes the free slot with the lowest index, found by bitmap, so that the
	// store stays dense at its start. It is the best policy after a mass removal.
	Lowest
)

// keepsOrder reports whether the policy goes by the order in which slots were freed, which
// a list in the holes keeps. Lowest goes by the bits of free alone.
func (p Policy) keepsOrder() bool { return p != Lowest }

var policyNames = [...]string{"lifo", "fifo", "lowest"}

// String returns the policy's name.
func (p Policy) String() string { return name(policyNames[:], int(p)) }

// Skipper says how an iteration passes over holes. It is [Bitmap] or [RunLength].
type Skipper uint8

const (
	// Bitmap keeps one bit for each slot, set while the slot is alive.
	Bitmap Skipper = iota
	// RunLength keeps the length of each run of holes in the holes themselves, so that
	// an iteration jumps over a run in one step. It needs records of at least 16 bytes,
	// or 8 with the policy Lowest. LIFO and FIFO then put whole runs on their list, not
	// slots; insertions fill a run from its start. It is for stores with few and long runs
	// of holes, of several thousand slots: over shorter ones it goes by the same bits as Bitmap,
	// as quickly (BenchmarkHoles). To keep the lengths makes a removal and an insertion two to
	// three times as slow as with Bitmap (BenchmarkChurn).
	RunLength
)

var skipperNames = [...]string{"bitmap", "runlength"}

// String returns the skipper's name.
func (s Skipper) String() string { return name(skipperNames[:], int(s)) }

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return strconv.Itoa(i)
}

// Option configures a store; see Init. Options that a store does not have, such as a
// policy for Strings, are errors there. A nil Option changes nothing.
type Option func(*options) error

// Backed chooses the backing. The default is Automatic.
func Backed(b Backing) Option {
	return func(o *options) error {
		if int(b) >= len(backingNames) {
			return fmt.Errorf("store: unknown backing %d", b)
		}
		o.backing = b
		return nil
	}
}

// Reuse chooses the policy by which holes are filled. The default is LIFO.
func Reuse(p Policy) Option {
	return func(o *options) error {
		if int(p) >= len(policyNames) {
			return fmt.Errorf("store: unknown policy %d", p)
		}
		o.policy, o.policySet = p, true
		return nil
	}
}

// Skip chooses how an iteration skips holes. The default is Bitmap.
func Skip(s Skipper) Option {
	return func(o *options) error {
		if int(s) >= len(skipperNames) {
			return fmt.Errorf("store: unknown skipper %d", s)
		}
		o.skipper, o.skipperSet = s, true
		return nil
	}
}

// Limit limits the store to n rows, and a Reserved store to the address space that they
// need. By default, a store ends at 2^32-2 rows or 64 GiB of address space, whichever
// is less. A process that has many stores should limit them; see Reserved.
func Limit(n int) Option {
	return func(o *options) error {
		if n < 1 || uint64(n) > maxRows {
			return limitError(n)
		}
		o.limit = uint32(n)
		return nil
	}
}

// limitError is a limit that no store can have.
type limitError int

func (e limitError) Error() string {
	return fmt.Sprintf("store: limit of %d rows is not within 1 to %d", int(e), uint64(maxRows))
}

// BlockBytes sets the approximate size of a block of Blocks or Heap, which is 16
// KiB by default. A block holds a power of two of rows. A Reserved store heeds it if it
// falls back to Blocks; Geometric, and stores in one piece, refuse it.
func BlockBytes(n int) Option {
	return func(o *options) error {
		if n < 1 || n > 1<<30 {
			return fmt.Errorf("store: blocks of %d bytes", n)
		}
		o.blockBytes, o.blockSet = n, true
		return nil
	}
}

// maxRows is the number of rows that 32-bit indices can address. Slot 0 is the header,
// and index 2^32-1 is left out so that the end of a range fits 32 bits.
const maxRows = 1<<32 - 2

// options is the sum of the Options of one store.
type options struct {
	backing    Backing
	policy     Policy
	policySet  bool
	skipper    Skipper
	skipperSet bool
	automatic  bool // the backing was not chosen
	limit      uint32
	blockBytes int
	blockSet   bool
	born, last uint32 // first and last generation of a live slot; both odd
}

// generations limits the generations to those from born to last, both odd. Tests use it
// to reach retirement.
func generations(born, last uint32) Option {
	return func(o *options) error {
		o.born, o.last = born, last
		return nil
	}
}

// lastGeneration leaves room for the even value that marks a retired slot.
const lastGeneration = 1<<32 - 3

func randomGeneration() uint32 { return rand.Uint32N(1<<30) | 1 }

func collect(opts []Option) (options, error) {
	o := options{limit: maxRows, blockBytes: blockBytes, last: lastGeneration}
	// The first generation is random in each store: see Handle.
	o.born = randomGeneration()
	for _, opt := range opts {
		if opt == nil {
			continue
		}
		if err := opt(&o); err != nil {
			return o, err
		}
	}
	if o.blockSet && o.backing == Geometric {
		return o, fmt.Errorf("store: %v has blocks of its own sizes, no BlockBytes", o.backing)
	}
	if o.backing == Automatic {
		o.backing, o.automatic = automatic(), true
	}
	if !canMap && (o.backing == Reserved || o.backing == Blocks) {
		o.backing = Heap
	}
	return o, nil
}

func automatic() Backing {
	switch {
	case !canMap || raceEnabled:
		return Heap
	case strconv.IntSize == 64:
		return Reserved
	}
	return Blocks
}

// Errors of the package. They are wrapped with details; tell them apart with errors.Is.
var (
	ErrFull     = errors.New("store: full")
	ErrMemory   = errors.New("store: the system gives no memory")
	ErrPointers = errors.New("store: the record holds a pointer")
	ErrInUse    = errors.New("store: already in use")
	ErrClosed   = errors.New("store: closed")
	ErrRange    = errors.New("store: not a range of this store")
)
