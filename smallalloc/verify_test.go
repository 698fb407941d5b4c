package smallalloc

import (
	"fmt"
	"math/bits"
)

// verify holds every invariant that the comments on the structs state against
// the bits themselves.
func (p *Pool) verify() error {
	off := uintptr(0)
	for i := range p.sections {
		s := &p.sections[i]
		if s.start != off || s.end != off+uintptr(s.slots)*s.size {
			return fmt.Errorf("section %d: from %d to %d, expected start %d", i, s.start, s.end, off)
		}
		off = s.end
		if err := s.verify(p.flat); err != nil {
			return fmt.Errorf("section %d (size %d): %w", i, s.size, err)
		}
	}
	if off != p.used {
		return fmt.Errorf("used %d, sections end at %d", p.used, off)
	}
	return nil
}

func (s *section) verify(flat bool) error {
	free := 0
	var sum [64]uint64
	var top uint64
	for k := range s.words() {
		w := s.word(k)
		if w&^s.whole(k) != 0 {
			return fmt.Errorf("leaf %d has bits behind the last slot", k)
		}
		if w != 0 {
			sum[k>>6] |= 1 << (k & 63)
			top |= 1 << (k >> 6)
			if flat && k < s.hint {
				return fmt.Errorf("leaf %d in front of hint %d is not 0", k, s.hint)
			}
		}
		free += bits.OnesCount64(w)
	}
	if s.live != s.slots-free {
		return fmt.Errorf("%d live, %d of %d bits are clear", s.live, s.slots-free, s.slots)
	}
	if !flat && (sum != s.sum || top != s.top) {
		return fmt.Errorf("summary differs from the leaves")
	}
	return nil
}

// lowest is the lowest free slot of the class for n bytes, as an offset, found
// bit by bit; -1 where there is none.
func (p *Pool) lowest(n int) int {
	for s := p.bins[n].section; s != nil; s = s.next {
		for i := range s.slots {
			if !s.isLive(i) {
				return int(s.offset(i))
			}
		}
	}
	return -1
}
