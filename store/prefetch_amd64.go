//go:build amd64 && !purego

package store

// canPrefetch says whether these do anything.
const canPrefetch = true

// prefetchLines asks for the cache lines of n bytes at an address, n > 0, to be
// written soon. It touches nothing.
//
//go:noescape
func prefetchLines(at, n uintptr)

// prefetchPages asks for the first two lines of each page, to be read soon, of n
// bytes from where a page begins, n > 0. It touches nothing.
//
//go:noescape
func prefetchPages(at, n uintptr)
