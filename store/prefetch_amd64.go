//go:build amd64 && !purego

package store

// canPrefetch says whether prefetchLines does anything.
const canPrefetch = true

// prefetchLines asks for the cache lines of n bytes at an address, n > 0, to be
// written soon. It touches nothing.
//
//go:noescape
func prefetchLines(at, n uintptr)
