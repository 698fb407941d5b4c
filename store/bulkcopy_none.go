//go:build !amd64 || purego

package store

// copyRows is copy, for rows that are many.
func copyRows(dst, src []byte) int { return copy(dst, src) }
