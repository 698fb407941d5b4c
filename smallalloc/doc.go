// Package smallalloc is a pool for small objects: one block of memory,
// divided once into slots of a few sizes, with one bit of cost for each slot. It is
// Dennis Gustafsson's small object allocator of 2012, for Go programs that build
// many small things, keep them for the time of a level and drop them.
//
//	sizes      8          16           32            48       ...  bits
//	        +-+-+-+-+--+----+----+--+--------+----+----------+----+------+
//	region  |s|s|s|s|..| s  | s  |..|   s    | .. |    s     | .. |010011|
//	        +-+-+-+-+--+----+----+--+--------+----+----------+----+------+
//	        offset 0                                              1 bit a slot
//
// A request takes the lowest free slot of the smallest size that holds it. A free
// needs nothing but the address: the section it lies in tells the size, the
// distance to the section's start the slot. There are no headers, nothing lies
// between slots, 1,000 allocations of 8 bytes take 8,125 bytes
// (TestAThousandAllocationsOfEightBytesTake8125Bytes), and neighbours in time are
// neighbours in memory.
//
// In Go this saves no headers, because Go has none. It saves the collector's
// work: to it a pool is one block of bytes, however many objects are in it, and
// an object that is freed is not garbage.
//
// # Use
//
//	p, err := smallalloc.New(smallalloc.Options{})
//	b := p.Alloc(40)          // []byte of length 40 and capacity 48
//	ours, err := p.Free(b)
//
//	nodes, err := smallalloc.For[Node](p)
//	n := nodes.New()          // *Node, zero
//	nodes.Free(n)
//
// When a size has no free slot, Alloc and New go to the Go heap, and Free of what
// they got from there does nothing: it is a program that is slower than it was meant to
// be, not one that fails. TryAlloc and TryNew report it instead. Either way it
// is counted.
//
// # What may live in a pool
//
// The collector does not look into a pool, so nothing in it may be a Go pointer:
// what it points to would be collected. [For], [Make] and [TrySlice] refuse types
// that hold one at any depth, and name the field. One object refers to another by
// a [Ref], of 4 bytes. A block from the Go heap has no Ref, and one known by a Ref
// alone would be collected: linked structures are built with TryAlloc and TryNew.
//
// A Go pointer into the pool, on the other hand, keeps the whole of its memory
// alive, also when the Pool itself is gone.
//
// # Wrong frees
//
// The bits know which slots are in use, so a double free and a pointer to the
// inside of a slot are always found; it costs a comparison and a multiplication.
// Free returns them as a [*FreeError] and leaves the pool as it was. They are
// mistakes of the program; they are errors and not panics because the pool is
// sound after them, so whether they are worth stopping for is the program's to say.
// Those who do not look at the error find them counted in [Stats]. Memory
// that is not the pool's is no error, since Alloc itself may have taken it
// from the Go heap: Free reports false.
//
// One mistake is not to be seen in an address: the second free of a slot that has
// a new owner by then frees it under that owner. It comes out when the new owner
// frees. Builds with the tag invariants fill free slots with 0xDF and panic at the
// next allocation when somebody has written there.
//
// # How the lowest free slot is found
//
// [Flat] is the source's form: the bits, 64 at a time, from the lowest word on that
// may have a free one. It is the fastest where slots are freed in the reverse
// order of their allocation, and it reads all words, 200 of them for 12,800
// slots, where only the first and the last are free by turns. [Tree], the default,
// has two levels of summary above the same bits, as jemalloc's bitmaps have,
// and reads three words always.
//
// Measured on two busy cores of a Xeon (Emerald Rapids), 48 bytes, 12,800 slots;
// nanoseconds for a free and an allocation, the lower quartile of short turns,
// through func values (BenchmarkAllocFree):
//
//	pattern                      tree   flat   new, without its GC   sync.Pool
//	last in, first out           14     13     26                    30
//	random, 50 % full            25     41     25                    16
//	random, 99 % full            18     51     23                    17
//	first and last slot only     14     71     23                    20
//
// With the collector's work, in processor time over all threads, 99 % full and
// random (BenchmarkTotalCPU): new 59, tree 15, flat 50; with 64 MB more on the Go
// heap new 64, tree 15, flat 50.
//
// A level of 500 KB in XML, read into a tree of 144,000 small objects, walked and
// freed (BenchmarkLevel): over new 8.2 ms of processor time, 144,111 allocations
// and a cycle of the collector every two or three levels; over the pool 2.7 ms and
// none; read as a stream, with no tree at all, 0.96 ms and none. The last is the
// better answer where it is possible, as the source's second comment says.
//
// # Sizes and counts
//
// How many slots of each size a game needs is measured, not guessed: run a level
// with a generous pool, print [Pool.Stats], and give the pool what [Stats.Plan]
// proposes for a budget. Sizes tells requests by byte and Padding what the rounding to a
// size has cost, which tells where a size of one's own would pay.
//
// # Concurrency
//
// A Pool belongs to one goroutine at a time, and one pool for each is the fastest
// arrangement. [Shared] is for objects that several goroutines allocate and free.
package smallalloc
