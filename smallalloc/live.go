package smallalloc

import (
	"iter"
	"math/bits"

	"github.com/levelc/levelc/smallalloc/internal/mem"
)

// Live is every slot in use, by ascending address, in its full length: at the
// end of a level, what was not freed. The slot at hand may be freed during
// the walk; slots allocated during it may or may not be met. Cost: one pass over
// the bits; no allocation where the loop's body inlines.
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
