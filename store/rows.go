package store

import "reflect"

// Rows is a store seen without its record type, the way a loader fills it:
// reserve consecutive rows, write their bytes, then commit them all or release
// them all. Reserved rows are dead: no handle reaches them and no iteration
// visits them, so a load that fails leaves nothing to be seen.
//
// Several loaders may reserve ranges of one store and fill them at the same
// time, each its own: Bytes may run beside anything. Reserve, Commit and
// Release themselves need the writer's exclusive access.
//
// Bulk and Array are Rows. Strings offers the same for its two parts.
type Rows interface {
	// Record is the type of one row, pointer-free.
	Record() reflect.Type
	// Reserve takes n consecutive rows. No memory is committed for them yet,
	// so a count that a file merely declares costs nothing. It returns ErrFull
	// or ErrMemory where there is no room.
	Reserve(n int) (Range, error)
	// Bytes returns the memory of the rows from row on, counted within r: all
	// that lie in one piece, at most max rows, at least one. It commits that
	// memory when it is touched for the first time; what stands in it before
	// it is written is undefined. It returns ErrMemory where the system has no
	// more, and ErrRange for what is not within a range that is reserved.
	Bytes(r Range, row, max int) ([]byte, error)
	// Commit makes the rows of r alive. It costs one pass over their
	// generations. Bytes must have been called for all rows of r; a Range that
	// is not reserved panics, as it is a mistake of the program.
	Commit(r Range)
	// Release gives the rows of r back, committed or not; committed rows die
	// and their handles with them. Rows of r that were removed since, and rows
	// that others inserted in their place, are left alone. Releasing a range
	// that was not committed leaves the store as Reserve found it. A range
	// that this store did not give has no effect, nor has one that was released,
	// unless Reserve has given the same one again since.
	Release(r Range)
}

// Range is consecutive rows of one store. The zero Range is empty.
type Range struct {
	First uint32 // index of the first row
	Len   uint32
	Gen   uint32 // what the gen of a handle to any of these rows holds; 0 in stores without handles
}
