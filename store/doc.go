// Package store keeps the objects of a game: bulk data outside the collector's
// sight, with handles that notice when their object is gone.
//
// # Which structure
//
//	Bulk     an array with holes. Records never move, pointers to them stay
//	         good until they are removed. The default choice.
//	Packed   no holes: the last record moves into the gap. One plain slice to
//	         iterate over; a handle costs one more lookup.
//	Groups   a structure of arrays, packed, in groups of 8, 16 or a block, for
//	         number crunching over float32 and int32 fields.
//	Crunch   a temporary structure of arrays over a Bulk: copy some columns of a
//	         block, calculate, write back.
//	Arena    a fixed number of records on Go's heap, pointers permitted.
//	Array    arrays of arrays: records own spans of elements in shared blocks.
//	Strings  the text that records name by a 4-byte Str.
//
// The zero value of each is ready to use, but for Arena, which has no room
// before Grow; Init chooses other options. Records of all but Arena must be
// pointer-free: numbers, bools, arrays and structs of those, and the handles,
// spans and strings of this package, by which records refer to each other.
//
// # Slots, holes, handles, generations
//
// A Bulk is slots. A removed record leaves a hole, which the next insertion
// fills. Slot 0 never holds a record: its row is the header of the list of
// holes, which is circular, and so index 0 is free to mean nil.
//
//	slot          0       1       2       3       4
//	generation    0       7       4       9       2        odd lives, even is dead
//	live          0       1       0       1       0        one bit each
//	row         [ 4 ]   [ .. ]  [ 0 ]   [ .. ]  [ 2 ]      LIFO: 0 -> 4 -> 2 -> 0
//
// A Handle is a slot and the generation it had at the insertion. Removing
// raises the slot's generation, so every handle to what was there is dead from
// then on, after Clear, after Trim and across snapshots too. A slot whose
// generations are used up, after some 2^31 records, is retired. Generations
// stand in an array of their own, so the rows of free pages can go back to the
// system while stale handles stay dead. Each store starts its generations at
// another number; that is what refuses handles of other stores, for no more
// than the comparison that finds dead ones.
//
// # Where rows lie
//
// By default a store reserves address space, 64 GiB, and commits a growing
// front of it: all rows are contiguous, growing copies nothing, and memory that
// is not touched costs nothing. Where the system has no such thing, or says no,
// it takes blocks of 16 KiB from slabs of 2 MiB, or blocks from Go's heap; see
// Backing. No row moves in any of them. Only ranges of 2 MiB and more are
// backed by huge pages, so that no single insertion waits for one.
//
// # Concurrency
//
// One goroutine may change a store, or any number may read it. These methods
// change it: Init, Load, Insert, InsertRange, Append, AppendRange, Make, Extend,
// Intern, Set, SetKind, Remove, RemoveRange, RemoveRow, Free, Clear, Close, Grow,
// Trim, Compact, Reserve, ReservePages, Map, Commit and Release, and Crunch.Run of its
// Bulk; all others read, Save, Check, Stats and loops over records among them. The
// exception is Bytes, and TextBytes and EntryBytes of Strings: loaders that hold
// different ranges may fill them at the same time, beside readers and beside the
// writer. The rows of a range exist for others only after its Commit.
//
// The race detector does not see memory outside Go's heap. Under -race the
// default backing is Heap, where it does.
//
// # Closing
//
// Close unmaps what a store has taken. The collector never does: a pointer to a
// record does not keep its store alive.
//
// Under the build tag invariants a store that is dropped without Close is
// reported with the place where it was opened, and a pointer used after Close
// faults rather than reads another store's rows. Rows and elements that died
// are poisoned, and one that was written to since makes the insertion that
// takes its place panic, and Check of a Bulk fail. In a Groups that goes for
// whole groups only, as lanes without a record hold safe values; in an Arena
// dead records are zero.
//
// # Snapshots
//
// Save writes a store as raw memory, with sums; Load of the next process, or
// of another store, takes it back, and every handle, Span and Str that was
// good is good in it. What is not a whole snapshot of records of the same
// layout is refused, and takes no more memory than what was there to read.
//
// # Sources
//
// Bulk, Packed, Groups, Crunch and the backings are what Niklas Gray describes
// in Data Structures Part 1: Bulk Data, and Array follows his part 3. Arena is
// the one of A Data Structure You Haven't Heard Of by Joakim Skog Lundell.
package store
