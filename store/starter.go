package store

// The generations and bits of a store are in parts of their reservation that are far
// apart, so that the first touch of each costs pages, page tables and system calls.
// Those of the first slots are right in front of the rows instead, so that a small
// store has everything in one place:
//
//	rows:  [ generations | live | free ][ row of slot 0 ][ row of slot 1 ] ...
//
// When there is one slot more, leaveStarter moves them to their parts. Only methods
// that change a store may do that: iterations under way keep the old ones, as when
// blocks grow.
const (
	starterSlots = 896 // whole words of bits that all fit
	starterBytes = 4096

	starterLive = (genPad + 4*starterSlots + 7) &^ 7
	starterFree = starterLive + starterSlots/8

	_ = uint(starterBytes - starterFree - starterSlots/8)
	_ = uint(-(starterSlots % 64))
)

// enterStarter puts the generations and bits of a store without memory in front of its
// rows.
func (s *slots) enterStarter() {
	mem := s.mem.rows.bytes(0, starterBytes)
	s.mem.starter = true
	s.one.setGens(as[uint32](mem[genPad : genPad+4*starterSlots]))
	s.live = as[uint64](mem[starterLive:][:starterSlots/8])
	s.free = as[uint64](mem[starterFree:][:starterSlots/8])
}

// leaveStarter moves them to their parts. These have memory for all known slots and for
// one more.
func (s *slots) leaveStarter() {
	gens := as[uint32](s.mem.gens.bytes(genPad, s.mem.gens.size()))
	live, free := s.mem.words()
	if s.known > 1 { // otherwise all are as they come from the system
		copy(gens, gensOf(s.one).slice(0, min(s.known, starterSlots)))
	}
	if s.count > 0 {
		copy(live, s.live)
	}
	if s.loose > 0 {
		copy(free, s.free)
	}
	s.mem.starter = false
	s.one.setGens(gens)
	s.live, s.free = live, free
}

// starts reports whether the slots below n have their generations and bits in front of
// the rows.
func (m *memory) starts(n uint32) bool { return m.starter && n <= starterSlots }
