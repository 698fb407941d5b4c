//go:build amd64 && !purego

package store

// canPrefetch says whether the functions below do anything.
const canPrefetch = true

// prefetchLines prefetches the cache lines of n bytes at an address, n > 0, for
// writing. It touches nothing.
//
//go:noescape
func prefetchLines(at, n uintptr)

// prefetchPages prefetches the first two lines of each page, for reading, of n bytes
// from the beginning of a page, n > 0. It touches nothing.
//
//go:noescape
func prefetchPages(at, n uintptr)
