package source

// slab hands out pieces of memory that stay where they are until reset, and
// keeps it for the next time.
type slab[T any] struct {
	chunks [][]T
	cur    int
	size   int // of a chunk
}

// room returns an empty slice with space for n. What is appended to it, up to
// n, is kept by take.
func (s *slab[T]) room(n int) []T {
	for ; s.cur < len(s.chunks); s.cur++ {
		c := s.chunks[s.cur]
		if cap(c)-len(c) >= n {
			return c[len(c):len(c):cap(c)]
		}
	}
	s.chunks = append(s.chunks, make([]T, 0, max(n, s.size)))
	return s.chunks[s.cur]
}

// take keeps the first n of the slice that room returned.
func (s *slab[T]) take(n int) {
	c := s.chunks[s.cur]
	s.chunks[s.cur] = c[:len(c)+n]
}

// copy returns a copy of p that lasts until reset.
func (s *slab[T]) copy(p []T) []T {
	if len(p) == 0 {
		return nil
	}
	c := append(s.room(len(p)), p...)
	s.take(len(c))
	return c[:len(c):len(c)]
}

// reset takes everything back. Only the first chunk is kept, if it is not
// larger than usual: one huge value must not hold its memory for good.
func (s *slab[T]) reset() {
	if len(s.chunks) > 0 {
		if s.cur == 0 && cap(s.chunks[0]) == s.size {
			s.chunks[0] = s.chunks[0][:0]
			return
		}
		s.shrink()
	}
}

func (s *slab[T]) shrink() {
	first := s.chunks[0]
	clear(s.chunks)
	s.chunks = s.chunks[:0]
	s.cur = 0
	if cap(first) == s.size {
		s.chunks = append(s.chunks, first[:0])
	}
}
