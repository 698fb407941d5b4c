package smallalloc

import (
	"iter"
	"math/bits"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Live iterates over the slots in use, by ascending address and in their full length:
// at the end of a level, what was not freed. The current slot may be freed in the loop;
// slots allocated in the loop may or may not be visited. Cost: one pass over the bits;
// no allocation if the loop's body inlines.
func (p *Pool) Live() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range p.sections {
			if !p.sections[i].eachLive(&p.region, yield) {
				return
			}
		}
	}
}

func (s *section) eachLive(r *mem.Region, yield func([]byte) bool) bool {
	for k := range s.words() {
		for used := s.whole(k) &^ s.word(k); used != 0; used &= used - 1 {
			i := k<<6 | bits.TrailingZeros64(used)
			if s.isLive(i) && !yield(s.bytes(r, i)) {
				return false
			}
		}
	}
	return true
}
