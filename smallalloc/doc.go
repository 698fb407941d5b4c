// Package smallalloc is a pool for small objects: one block of memory, divided
// once into slots of a few sizes, at a cost of one bit for each slot. It is Dennis
// Gustafsson's small object allocator of 2012, for Go programs that build many
// small objects, keep them as long as a level lasts, and drop them.
//
//	sizes      8          16           32            48       ...  bits
//	        +-+-+-+-+--+----+----+--+--------+----+----------+----+------+
//	region  |s|s|s|s|..| s  | s  |..|   s    | .. |    s     | .. |010011|
//	        +-+-+-+-+--+----+----+--+--------+----+----------+----+------+
//	        offset 0                                              1 bit a slot
//
// A request takes the lowest free slot of the smallest size that holds it. A free
// needs only the address: the section that it lies in gives the size, and the
// distance from the start of the section gives the slot. There are no headers, and
// nothing lies between slots: 1,000 allocations of 8 bytes take 8,125 bytes
// (TestAThousandAllocationsOfEightBytesTake8125Bytes). Objects that are allocated
// one after another are neighbours in memory.
//
// In Go this saves no headers, because Go has none. It saves work for the
// collector, which sees a pool as one block of bytes, however many objects are in
// it; and an object that is freed is not garbage.
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
// When a size has no free slot, Alloc and New take memory from the Go heap, and
// Free of such memory does nothing. The program is then slower than it was meant
// to be, but does not fail. TryAlloc and TryNew report the miss instead. Either way
// it is counted.
//
// # What may live in a pool
//
// The collector does not look into a pool, so no object in it may hold a Go
// pointer: what it points to would be collected. [For], [Make] and [TrySlice]
// refuse types that hold one at any depth, and name the field. Objects refer to
// each other by a [Ref] of 4 bytes. A block from the Go heap has no Ref, since it
// would be collected while only a Ref refers to it. So build linked structures with
// TryAlloc and TryNew.
//
// A Go pointer into the pool, on the other hand, keeps all of the pool's memory
// alive, even when the Pool itself is gone.
//
// # Wrong frees
//
// The bits say which slots are in use, so Free always finds a double free and a
// pointer to the inside of a slot, for a comparison and a multiplication. It returns
// a [*FreeError] and leaves the pool as it was. Such a free is a mistake of the
// program. It is an error and not a panic because the pool is sound after it, so the
// program decides whether to stop. [Stats] counts these errors for those who do not
// look at them. To free memory that is not the pool's is no error, since Alloc may
// have taken it from the Go heap: Free then reports false.
//
// One mistake cannot be seen in an address. If a slot has a new owner by the time
// it is freed a second time, it is taken away from that owner. The mistake shows
// when the new owner frees it. Builds with the tag invariants fill free slots with
// 0xDF, and panic at the next allocation if something has written there.
//
// # How the lowest free slot is found
//
// [Flat] is the form of Gustafsson's source. It reads the bits, 64 at a time, from the lowest
// word on that may have a free one. It is the fastest if slots are freed in the
// reverse order of their allocation. If only the first and the last slot are free by
// turns, it reads all words: 200 of them for 12,800 slots. [Tree], the default, has
// two levels of summary above the same bits, as jemalloc's bitmaps have, and always
// reads three words.
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
// BenchmarkLevel reads a level of 500 KB in XML into a tree of 144,000 small
// objects, walks the tree and frees it. With new that takes 8.2 ms of processor
// time, 144,111 allocations, and a cycle of the collector every two or three
// levels. With the pool it takes 2.7 ms and none of these. Read as a stream, with
// no tree at all, the level takes 0.96 ms and none. Where that is possible it is the
// better answer, as the source's second comment says.
//
// # Sizes and counts
//
// Measure how many slots of each size a game needs: run a level with a generous
// pool, print [Pool.Stats], and give the pool what [Stats.Plan] proposes for a
// budget. Sizes counts requests by byte, and Padding tells what rounding to a size
// has cost. Together they show where a size of your own would pay.
//
// # Concurrency
//
// A Pool belongs to one goroutine at a time; one pool for each goroutine is the
// fastest arrangement. [Shared] is for objects that several goroutines allocate and
// free.
package smallalloc
