package store

import (
	"math/bits"
	"slices"

	"github.com/stretchr/testify/require"
)

// next returns the slots that the next n insertions take, if they are the lowest free
// ones. So they are with Lowest, and with the other policies while nothing is on their
// list; that has an order which TestSlotsComeBackInThePolicysOrder holds. It returns nil
// if a list, or RunLength's list of runs, goes first.
func (m *model) next(n int) (next []uint32) {
	s := &m.b.slots
	if s.listed > 0 || s.opt.skipper == RunLength && s.opt.policy.keepsOrder() {
		return nil
	}
	for w := uint32(0); w < wordsFor(s.top) && len(next) < n; w++ {
		dead := ^uint64(0)
		if int(w) < len(s.live) {
			dead = ^s.live[w]
		}
		for ; dead != 0 && len(next) < n; dead &= dead - 1 {
			i := w<<6 + uint32(bits.TrailingZeros64(dead))
			switch {
			case i == 0 || i >= s.top:
			case i < s.known && s.gen(i) > s.opt.last: // retired
			case slices.ContainsFunc(m.held, func(r Range) bool { return i-r.First < r.Len }):
			default:
				next = append(next, i)
			}
		}
	}
	for i := s.top; len(next) < n; i++ {
		next = append(next, i)
	}
	return next
}

// requireNext checks that handles have the slots that next returned before.
func (m *model) requireNext(next []uint32, handles ...Handle[record]) {
	for k := range min(len(next), len(handles)) {
		if handles[k].index != next[k] {
			require.Fail(m.t, "not the lowest free slot", "insertion %d took slot %d, not %d", k, handles[k].index, next[k])
		}
	}
}
