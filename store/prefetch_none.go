//go:build !amd64 || purego

package store

const canPrefetch = false

func prefetchLines(_, _ uintptr) {}
func prefetchPages(_, _ uintptr) {}
