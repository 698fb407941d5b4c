package store

import "reflect"

// Rows is a store seen without its record type, the way a loader fills it:
// reserve consecutive rows, write their bytes, then commit them all or release
// them all. Reserved rows are dead: no handle reaches them and no iteration
// visits them, so a load that fails leaves nothing to be seen.
//
// Several loaders may reserve ranges of one store and fill them at the same
// time, each its own; Reserve, Commit and Release themselves need the writer's
// exclusive access.
type Rows interface {
	// Record is the type of one row, pointer-free.
	Record() reflect.Type
	// Reserve takes n consecutive rows. No memory is committed for them yet.
	Reserve(n int) (Range, error)
	// Bytes returns the memory of the rows from row on, counted within r: all
	// that lie in one piece, at most max rows. It commits that memory to the
	// range when it is touched for the first time.
	Bytes(r Range, row, max int) ([]byte, error)
	// Commit makes the rows of r alive.
	Commit(r Range)
	// Release gives the rows of r back, committed or not; committed rows die
	// and their handles with them.
	Release(r Range)
}

// Range is consecutive rows of one store.
type Range struct {
	First uint32 // index of the first row
	Len   uint32
	Gen   uint32 // what the gen of a handle to any of these rows holds, salt included; 0 in stores without handles
}
