package format

import "slices"

// Lists that grow, and lists that are used again.

// sized returns n elements with any content, in the memory of s if that is enough.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// zeroed returns n zeros, in the memory of s if that is enough.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// resized returns s with n elements: the first ones of s, then zeros.
//
// Invariant: s is zero from its length to its capacity.
func resized[T any](s []T, n int) []T {
	if n <= cap(s) {
		clear(s[min(n, len(s)):])
		return s[:n]
	}
	to := make([]T, n)
	copy(to, s)
	return to
}

// room returns s with room for n more elements. A slice that grows has at least four
// times the length, so that little is copied, but no more than total, the number of
// elements that are to come in all: a small file that decodes to much does not take a
// multiple of that. With a total of 0 there is room for the n alone.
func room[E any](s []E, n int, total uint64) []E {
	if cap(s)-len(s) >= n {
		return s
	}
	most := min(4*(uint64(len(s))+uint64(n)), total)
	to := make([]E, len(s), max(int(most), len(s)+n))
	copy(to, s)
	return to
}

// doubled is the size in bytes up to which lists double.
const doubled = 1 << 20

// push appends v to s. A full list doubles as long as it is small. append itself would
// let it grow by a quarter at last, which is right for huge lists but makes garbage of
// four times the size of smaller ones.
func push[T any](s []T, v T) []T {
	if len(s) == cap(s) && len(s) < doubled/16 {
		s = slices.Grow(s, max(64, len(s)))
	}
	return append(s, v)
}
