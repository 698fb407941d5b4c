package store

import (
	"fmt"
	"math/bits"
	"sync/atomic"
)

// addressMost is how much address space the reservations of a process may have
// together: 64 TiB, half of what most 64-bit systems give a process, or 1 GiB with
// 32-bit addresses. The rest is for others, and above all for Go's heap, which cannot
// grow without and then ends the program.
const addressMost = 1 << (30 + 16*(bits.UintSize/64))

// addresses is the budget of all stores.
var addresses = budget{most: addressMost}

// budget counts bytes of address space, or mappings.
//
// Invariant: taken is the sum of what take has granted and giveBack has not got back,
// and never more than most.
type budget struct {
	taken atomic.Int64
	most  int64
}

// take grants n of them, or refuses.
func (b *budget) take(n int) error {
	for {
		taken := b.taken.Load()
		if n < 0 || int64(n) > b.most-taken {
			return fmt.Errorf("stores have reserved %d bytes of at most %d", taken, b.most)
		}
		if b.taken.CompareAndSwap(taken, taken+int64(n)) {
			return nil
		}
	}
}

func (b *budget) giveBack(n int) {
	if b.taken.Add(-int64(n)) < 0 && guarded {
		panic("store: more given back than was taken")
	}
}
