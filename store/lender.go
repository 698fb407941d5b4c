package store

// lender provides memory outside Go's heap. Each of its functions may refuse, which
// must leave everything as it was. What was lent is given back to the system itself.
type lender struct {
	reserve func(n int) ([]byte, error)
	slab    func(n int) ([]byte, error)
	commit  func(b []byte) error
	discard func(b []byte) error
	pages   func(b []byte, f uintptr, off int64) error
	zeros   func(b []byte) error

	shelves bool // what it lends may go through the shelf
}

// system is the lender of all stores. Tests replace it by one that refuses.
var system = lender{
	reserve: mapReserve,
	slab:    mapSlab,
	commit:  mapCommit,
	discard: mapDiscard,
	pages:   mapPages,
	zeros:   mapZeros,
	shelves: true,
}
