package loader

import (
	"fmt"
	"testing"
)

// MapFrom has rows mapped from a shorter length on, until the test ends.
func MapFrom(t testing.TB, size int64) {
	was := mapFrom
	mapFrom = size
	t.Cleanup(func() { mapFrom = was })
}

// CheckTies holds that the ties into each chunk are those of the loaded chunks, and that
// their list can be walked both ways.
func (f *File) CheckTies() error {
	want := 0
	for _, c := range f.chunks {
		if c != nil {
			want += len(c.ties)
		}
	}
	for to, t := range f.into {
		for prev := (*tie)(nil); t != nil; prev, t = t, t.next {
			if want--; want < 0 || t.prev != prev || int(t.to()) != to || f.chunks[t.from.chunk] != t.from {
				return fmt.Errorf("a tie into chunk %d from chunk %d", to, t.from.chunk)
			}
		}
	}
	if want != 0 {
		return fmt.Errorf("%d ties are in no list", want)
	}
	return nil
}
