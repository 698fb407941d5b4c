package store

import (
	"fmt"
	"reflect"
)

// Rows is a store without its record type, as a loader fills it: reserve consecutive
// rows, write their bytes, then commit them all or release them all. Reserved rows are
// dead: no handle reaches them and no iteration visits them, so a load that fails
// leaves no trace.
//
// Several loaders may reserve ranges of one store and fill them at the same
// time, each its own: Bytes may run beside anything. Reserve, Commit and
// Release themselves need the writer's exclusive access.
//
// Bulk and Array are Rows. Strings offers the same for its two parts.
type Rows interface {
	// Record is the type of one row, pointer-free.
	Record() reflect.Type
	// Reserve takes n consecutive rows. It commits no memory for them yet, so a count
	// that a file merely declares costs nothing, except that stores with blocks note a
	// few bytes for each block. It returns ErrFull or ErrMemory if there is no room,
	// and ErrRange for a negative count.
	Reserve(n int) (Range, error)
	// Bytes returns the memory of the rows from row on, counted within r: those in one
	// piece, at most max rows and at least one. It commits that memory when it is first
	// touched; its contents are undefined until they are written. It returns ErrMemory
	// if the system has no more, and ErrRange for rows that are not in a reserved
	// range.
	Bytes(r Range, row, max int) ([]byte, error)
	// Commit makes the rows of r alive. It costs one pass over their generations. Bytes
	// must have been called for all rows of r. Commit panics if r is not reserved,
	// which is a mistake of the program.
	Commit(r Range)
	// Release gives the rows of r back, committed or not; committed rows die, and their
	// handles with them. Rows of r that were removed since, and rows that others
	// inserted in their place, are left alone. Releasing a range that was not committed
	// leaves the store as it was before Reserve. Release has no effect for a range that
	// this store did not give, or that was released, unless Reserve has given the same
	// range again.
	Release(r Range)
}

// countError is a negative number of rows: an ErrRange that does not speak of a range, for
// there is none yet.
type countError int

func (e countError) Error() string { return fmt.Sprintf("store: a negative count, %d", int(e)) }
func (e countError) Unwrap() error { return ErrRange }

// Range is consecutive rows of one store. The zero Range is empty.
type Range struct {
	First uint32 // index of the first row
	Len   uint32
	Gen   uint32 // the generation in handles to these rows; 0 in stores without handles
}
