//go:build invariants

package smallalloc

import (
	"fmt"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// checked switches on checks that cost time: free slots are filled with poison, a slot
// is checked for writes when it is allocated again, and the bits about it are compared
// with each other. They panic on what only a wrong program can cause.
const checked = true

// poison is every byte of a free slot.
const poison = 0xDF

func (p *Pool) poisonAll() {
	for i := range p.sections {
		s := &p.sections[i]
		for j := range s.slots {
			mem.Fill(s.bytes(&p.region, j), poison)
		}
	}
}

// issue checks slot i of s, which has just been taken.
func (p *Pool) issue(s *section, i int) {
	b := s.bytes(&p.region, i)
	for j, x := range b {
		if x != poison {
			panic(fmt.Sprintf("smallalloc: write after free: class %d, slot %d, byte %d holds %#02x", s.size, i, j, x))
		}
	}
	p.mustAgree(s, i)
}

// retire fills slot i of s, which has just been freed.
func (p *Pool) retire(s *section, i int) {
	mem.Fill(s.bytes(&p.region, i), poison)
	p.mustAgree(s, i)
}

// mustAgree compares the words that cover slot i with each other.
func (p *Pool) mustAgree(s *section, i int) {
	k := i >> 6
	w := s.word(k)
	switch {
	case w&^s.whole(k) != 0:
		panic(fmt.Sprintf("smallalloc: class %d: leaf %d has bits behind the last slot", s.size, k))
	case s.live < 0 || s.live > s.slots || s.live > s.peak:
		panic(fmt.Sprintf("smallalloc: class %d: %d live of %d, peak %d", s.size, s.live, s.slots, s.peak))
	case p.flat && w != 0 && k < s.hint:
		panic(fmt.Sprintf("smallalloc: class %d: leaf %d in front of hint %d has a free slot", s.size, k, s.hint))
	case !p.flat && (w != 0) != (s.sum[k>>6]>>(k&63)&1 != 0):
		panic(fmt.Sprintf("smallalloc: class %d: leaf %d and its summary differ", s.size, k))
	case !p.flat && (s.sum[k>>6] != 0) != (s.top>>(k>>6)&1 != 0):
		panic(fmt.Sprintf("smallalloc: class %d: summary %d and top differ", s.size, k>>6))
	}
}

// mustBeLive checks that r is the start of a slot in use that has n bytes.
func (p *Pool) mustBeLive(r Ref, n int) {
	off := r.offset()
	for i := range p.sections {
		s := &p.sections[i]
		if off < s.start || off >= s.end {
			continue
		}
		j := (off - s.start) / s.size
		if s.offset(int(j)) != off || !s.isLive(int(j)) || uintptr(n) > s.size {
			panic(fmt.Sprintf("smallalloc: ref %d is no slot of %d bytes in use", r, n))
		}
	}
}
