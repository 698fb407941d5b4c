// Package store keeps the objects of a game: bulk data outside the collector's
// sight, with handles that notice when their object is gone.
//
// # Which structure
//
//	Bulk     an array with holes. Records never move, pointers to them stay
//	         good until they are removed. The default choice.
//	Packed   no holes: the last record moves into the gap. One plain slice to
//	         iterate over; a handle costs one more lookup, and pointers are good
//	         until the next insertion or removal.
//	Groups   a structure of arrays, packed, in groups of 8, 16 or a block, for
//	         number crunching over float32 and int32 fields.
//	Crunch   a temporary structure of arrays over a Bulk: copy some columns of a
//	         block, calculate, write back.
//	Arena    a fixed number of records on Go's heap, pointers permitted.
//	Array    arrays of arrays: records own spans of elements in shared blocks.
//	Strings  the text that records name by a 4-byte Str.
//
// The zero value of each is ready to use, except for Arena, which has no room
// before Grow; Init chooses other options. Except in an Arena, records must be
// pointer-free. They may contain numbers, bools, and arrays and structs of those,
// and the handles, spans and strings of this package, by which records refer to
// each other.
//
// # Slots, holes, handles, generations
//
// A Bulk consists of slots. A removed record leaves a hole, which the next
// insertion fills. Slot 0 never holds a record: its row is the header of the
// circular list of holes. So index 0 is free to mean nil.
//
//	slot          0       1       2       3       4
//	generation    0       7       4       9       2        odd lives, even is dead
//	live          0       1       0       1       0        one bit each
//	row         [ 2 ]   [ .. ]  [ 4 ]   [ .. ]  [ 0 ]      FIFO: 0 -> 2 -> 4 -> 0
//
// With LIFO a hole also names those that were freed before it, as many as fit its
// first cache line, so that an insertion rarely has to follow a link.
//
// A Handle is a slot and the generation that the slot had at the insertion.
// Removing a record raises the generation of its slot, so every handle to the
// record is dead from then on, also after Clear, after Trim and in a store that loads
// a snapshot taken since. A slot whose generations are used up, after some 2^31
// records, is retired.
//
// A Load into a fresh store goes back to the time of the Save, generations included.
// Handles that were given after that Save belong to a course of events that the Load
// has left: records that are inserted now may get the same slots and generations
// again, and such a handle then names one of them. Drop those handles with the world
// that they came from.
//
// Where the last range is released, or all records are cleared, the free slots behind
// the rest get the generations of their next records at once, so that a range that is
// appended there has none to write. They count as dead all the same, because a lookup
// goes no further than the last slot before them.
//
// Generations stand in an array of their own, so the rows of free pages can go
// back to the system while stale handles stay dead. Each store starts its
// generations at a different number. So the comparison that finds dead handles
// also refuses handles of other stores, at no extra cost.
//
// # Where rows lie
//
// By default a store reserves 64 GiB of address space and commits a growing part
// of it, from the front. All rows are contiguous, growing copies nothing, and
// memory that is not touched costs nothing. If the system cannot reserve, or
// refuses to, or if stores have reserved 64 TiB, the store takes blocks of 16 KiB
// from slabs of 2 MiB, or blocks from Go's heap; see Backing. A process with hundreds
// of stores gives each a Limit. In all of them a row of a Bulk never moves. Only ranges
// are backed by huge pages, of 2 MiB and more, or in a store of 8 MiB and more one
// after the other; so no single insertion waits for one.
//
// # Concurrency
//
// At any time, one goroutine may change a store, or any number may read it. These
// methods change it: Init, Load, Insert, InsertRange, Append, AppendRange, Make,
// Extend, Intern, Set, SetKind, Remove, RemoveRange, RemoveRow, Free, Clear, Close,
// Grow, Trim, Compact, Reserve, ReservePages, Map, Commit and Release. Crunch.Run
// changes its Bulk. All other methods read, including Save, Check, Stats and loops
// over records.
//
// Bytes, and TextBytes and EntryBytes of Strings, are an exception. Loaders that
// hold different ranges may fill them at the same time, beside readers and beside
// the writer. The rows of a range exist for others only after its Commit.
//
// The race detector does not see memory outside Go's heap. So under -race the
// default backing is Heap.
//
// # Closing
//
// Close gives back what a store has taken. The collector never does: a pointer to a
// record does not keep its store alive. Before Close, only Trim of a Bulk gives memory
// back; Clear and removals keep it for the next records, in all stores.
//
// New memory costs system calls and page faults, which are slow in virtual machines. So
// on 64-bit Linux the mappings of small Reserved stores are kept when these close, for
// stores of the same size and limit that are opened next: up to 8 MiB in a process, which
// [TrimClosed] gives back. In one such machine, to open a store, insert a record and close
// it takes 0.01 ms with what was kept, as with Heap, and without it 0.12 for a Bulk and 0.4
// for a Packed (BenchmarkOpenClose).
//
// Under the build tag invariants, a store that is dropped without Close is
// reported with the place where it was opened. Dead rows and elements are poisoned. If
// something writes to one, the insertion that takes its place panics, and Check of a Bulk
// fails. In a Groups only whole groups are poisoned, because lanes without a record hold
// safe values. In an Arena dead records are zero.
//
// Under that tag, nothing is kept of closed stores, and a pointer that is used after Close
// never reaches the rows of another store. Where the memory was mapped, it faults: with
// Reserved, with Blocks, and in the blocks of 2 MiB and more of a Geometric Bulk. Where it
// was Go's heap, it finds poison, and a write to it goes unnoticed: with Heap, and in all
// other blocks of Geometric.
//
// # Snapshots
//
// Save writes a store as raw memory, with sums. Load reads it back, in the next
// process or into another store; every handle, Span and Str that was valid is valid
// there, and every Handle that was dead at the Save is dead there. Handles given after
// the Save mean nothing there; see above. Load refuses anything but a whole snapshot
// of records of the same layout, with handles and spans of types of the same names. It
// believes no count before what is counted has arrived. A Bulk takes memory for a record
// for each slot of which it has read the generation, alive or dead, until Trim.
//
// # Sources
//
// Bulk, Packed, Groups, Crunch and the backings follow Niklas Gray's Data
// Structures Part 1: Bulk Data, and Array follows his part 3. Arena follows A Data
// Structure You Haven't Heard Of by Joakim Skog Lundell.
package store
