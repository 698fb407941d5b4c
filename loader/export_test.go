package loader

import "testing"

// MapFrom has rows mapped from a shorter length on, until the test ends.
func MapFrom(t testing.TB, size int64) {
	was := mapFrom
	mapFrom = size
	t.Cleanup(func() { mapFrom = was })
}
