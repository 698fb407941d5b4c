package smallalloc

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// ClassStats is what happened in one class.
type ClassStats struct {
	Class
	Live     int    // slots in use now
	Peak     int    // the most slots in use at one time
	Demand   int    // the most that were wanted at one time: slots, and blocks of the Go heap in their place
	Requests uint64 // of sizes that belong to this class, including misses
	Misses   uint64 // requests that found the class full
	Refused  uint64 // misses of TryAlloc
	Padding  uint64 // bytes of slots beyond those that were asked for, over all requests
	Scan     int    // the most words of bits that one search for a free slot read; in the tree 3, and 1 for each 262,144 slots passed over
}

// Stats is a pool's statistics since it was made. [Pool.Reset] resets only Live.
type Stats struct {
	Classes    []ClassStats // by ascending size
	Sizes      []uint64     // requests by size in bytes: Sizes[24] is how many asked for 24
	Large      uint64       // requests larger than every class
	LargeBytes uint64       // bytes they asked for

	DoubleFrees   uint64
	InteriorFrees uint64
	ForeignFrees  uint64 // frees of memory that is not the pool's, including blocks of the Go heap

	Bytes int // of the region: slots and one bit for each
}

// Stats returns the present statistics. It allocates.
func (p *Pool) Stats() Stats {
	st := Stats{
		Classes:       make([]ClassStats, len(p.classes)),
		Sizes:         make([]uint64, len(p.bins)),
		Large:         p.tally.large,
		LargeBytes:    p.tally.largeBytes,
		DoubleFrees:   p.tally.doubles,
		InteriorFrees: p.tally.interiors,
		ForeignFrees:  p.tally.foreigns,
	}
	for i, c := range p.classes {
		k := &st.Classes[i]
		k.Class = Class{Size: c.size, Slots: c.slots}
		k.Misses, k.Refused, k.Demand = c.misses, c.refused, c.demand
		st.Bytes += k.bytes()
	}
	for i := range p.sections {
		s := &p.sections[i]
		k := &st.Classes[s.class]
		k.Live += s.live
		k.Peak += s.peak
		k.Scan = max(k.Scan, s.scan)
	}
	for n, b := range p.bins {
		k := &st.Classes[b.section.class]
		st.Sizes[n] = b.requests
		k.Requests += b.requests
		k.Padding += b.requests * uint64(k.Size-n)
	}
	for i := range st.Classes {
		k := &st.Classes[i]
		k.Demand = max(k.Demand, k.Peak)
		if k.Peak > 0 {
			k.Scan = max(k.Scan, p.least())
		}
	}
	return st
}

// least returns how many words the shortest search reads. Such searches are not counted
// one by one.
func (p *Pool) least() int {
	if p.flat {
		return 1
	}
	return treeReads
}

// Hits returns how many requests got a slot.
func (st Stats) Hits() uint64 {
	var n uint64
	for _, k := range st.Classes {
		n += k.Requests - k.Misses
	}
	return n
}

// Misses returns how many requests did not: their class was full, or no class fits.
func (st Stats) Misses() uint64 {
	n := st.Large
	for _, k := range st.Classes {
		n += k.Misses
	}
	return n
}

// String returns a table, one line for each class, and a line for the rest.
func (st Stats) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "size\tslots\tlive\tpeak\tdemand\trequests\tmisses\tpadding\t")
	for _, k := range st.Classes {
		fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n",
			k.Size, k.Slots, k.Live, k.Peak, k.Demand, k.Requests, k.Misses, k.Padding)
	}
	w.Flush()
	fmt.Fprintf(&b, "%d bytes; %d requests larger than every class, %d bytes", st.Bytes, st.Large, st.LargeBytes)
	if bad := st.DoubleFrees + st.InteriorFrees; bad > 0 {
		fmt.Fprintf(&b, "; %d double frees, %d interior", st.DoubleFrees, st.InteriorFrees)
	}
	b.WriteByte('\n')
	return b.String()
}
