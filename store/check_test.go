package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// worn is a store with records, holes of all kinds, a hold and an idle range. Slots 20
// to 23 are free, freed in this order, then 40; 100 is a record.
func worn(t *testing.T, opts ...Option) *Bulk[record] {
	b := new(Bulk[record])
	require.NoError(t, b.Init(append(opts, generations(101, 201), Limit(1000))...))
	t.Cleanup(func() { b.Close() })
	for range 200 {
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}
	for i := uint32(20); i < 24; i++ {
		require.True(t, b.Remove(b.HandleAt(i)))
	}
	require.True(t, b.Remove(b.HandleAt(40)))
	var rs [4]Range
	for k := range rs {
		var err error
		rs[k], err = b.Reserve(10)
		require.NoError(t, err)
	}
	b.Release(rs[1])
	require.NoError(t, b.Check())
	return b
}

// Other tests rely on Check, and so does whoever looks for a stray pointer.
func TestCheckFindsWhatIsOutOfOrder(t *testing.T) {
	lowest, fifo, runs := []Option{Reuse(Lowest)}, []Option{Reuse(FIFO)}, []Option{Skip(RunLength)}
	gen := func(s *slots, i uint32) *uint32 {
		gens, k := s.gensFrom(i)
		return gens.at(k)
	}
	for name, c := range map[string]struct {
		opts []Option
		harm func(s *slots)
	}{
		"a record without its bit":         {nil, func(s *slots) { s.live[100>>6] &^= 1 << (100 & 63) }},
		"a bit without its record":         {nil, func(s *slots) { *gen(s, 100)++ }},
		"a generation of another store":    {nil, func(s *slots) { *gen(s, 100) = 99 }},
		"a generation that never was":      {nil, func(s *slots) { *gen(s, 100) = 103 }},
		"a generation behind the last":     {nil, func(s *slots) { *gen(s, 100), s.peak = 203, 203 }},
		"a record behind the top":          {nil, func(s *slots) { s.top = 150 }},
		"too few records":                  {nil, func(s *slots) { s.count++ }},
		"too few retired":                  {nil, func(s *slots) { s.retired++ }},
		"a top that no slot can have":      {nil, func(s *slots) { s.top = 0 }},
		"memory behind the end":            {nil, func(s *slots) { s.fresh = s.end + 1 }},
		"memory that is not there":         {[]Option{BlockBytes(1 << 10)}, func(s *slots) { s.fresh = s.end }},
		"a live bit behind the top":        {nil, func(s *slots) { s.live[len(s.live)-1] |= 1 << 63 }},
		"a list that there is not":         {lowest, func(s *slots) { s.listed = 1 }},
		"a recent slot that there is not":  {runs, func(s *slots) { s.recents = 1 }},
		"holds that do not ascend":         {nil, func(s *slots) { s.holds[0], s.holds[1] = s.holds[1], s.holds[0] }},
		"a hold of what is idle":           {nil, func(s *slots) { s.holds[0].Len++ }},
		"a hold behind the top":            {nil, func(s *slots) { s.holds[2].Len++ }},
		"an idle range that is not summed": {nil, func(s *slots) { s.idle.total++ }},
		"a slot that is nothing":           {nil, func(s *slots) { s.idle.cut(s.idle.first(), 1) }},
		"a list that leaves the slots":     {fifo, func(s *slots) { s.hole(20).set(0, s.top) }},
		"a list that goes round":           {fifo, func(s *slots) { s.hole(22).set(0, 21) }},
		"a list that breaks off":           {fifo, func(s *slots) { s.hole(21).set(0, 0) }},
		"a list of a record":               {fifo, func(s *slots) { s.hole(21).set(0, 100) }},
		"a longer list":                    {nil, func(s *slots) { s.listed++ }},
		"a hole that links a record":       {nil, func(s *slots) { s.hole(23).set(0, 100) }},
		"a hole that notes a record":       {nil, func(s *slots) { s.hole(23).set(3, 100) }},
		"a hole that notes what is recent": {nil, func(s *slots) { s.hole(23).set(1, 40) }},
		"a hole that notes nothing":        {nil, func(s *slots) { s.hole(23).set(2, 0) }},
		"holes that nobody links":          {nil, func(s *slots) { s.hole(0).set(0, 0) }},
		"a recent slot of a record":        {nil, func(s *slots) { s.recent[0] = 100 }},
		"more recent slots than noted":     {nil, func(s *slots) { s.recents = 4; s.listed += 3 }},
		"a list that ends elsewhere":       {fifo, func(s *slots) { s.tail = 23 }},
		"more free bits than counted":      {lowest, func(s *slots) { s.loose-- }},
		"a free bit of a record":           {lowest, func(s *slots) { s.free[100>>6] |= 1 << (100 & 63); s.hint.set(1); s.loose++ }},
		"free bits without a hint":         {lowest, func(s *slots) { s.hint.unset(0) }},
		"a hint that is too high":          {lowest, func(s *slots) { s.hint.word = 1 }},
		"a free bit behind the top":        {lowest, func(s *slots) { w := s.top>>6 + 1; s.free[w] = 1; s.hint.set(w); s.loose++ }},
		"a run that says too much":         {runs, func(s *slots) { s.hole(20).set(runFirst, 5) }},
		"a run's end that says too little": {runs, func(s *slots) { s.hole(23).set(runLast, 3) }},
		"a run that does not know who led": {runs, func(s *slots) { s.hole(20).set(runPrev, 20) }},
		"a list of runs that leaves one": {runs, func(s *slots) {
			s.hole(0).set(runNext, 20)
			s.hole(20).set(runPrev, 0)
			s.hole(20).set(runNext, 0)
			s.hole(0).set(runPrev, 20)
		}},
	} {
		for _, back := range []Backing{Reserved, Blocks} {
			b := worn(t, append(c.opts, Backed(back))...)
			c.harm(&b.slots)
			require.ErrorIs(t, b.Check(), ErrCorrupt, "%s, %v", name, back)
		}
	}
}

func TestCheckOfTheOthersFindsWhatIsOutOfOrder(t *testing.T) {
	var p Packed[record]
	var g Groups[pair]
	var a Array[uint32]
	var s Strings
	var arena Arena[record]
	defer p.Close()
	defer g.Close()
	defer a.Close()
	defer s.Close()
	require.NoError(t, arena.Grow(10))
	var ofArena [3]Handle[record]
	for i := range 3 {
		_, err := p.Insert(record{})
		require.NoError(t, err)
		_, err = g.Insert(pair{})
		require.NoError(t, err)
		ofArena[i], err = arena.Insert(record{})
		require.NoError(t, err)
		_, err = s.Intern(string(rune('a' + i)))
		require.NoError(t, err)
	}
	require.True(t, arena.Remove(ofArena[0]))
	require.True(t, arena.Remove(ofArena[1]))
	lone, err := a.AppendRange([]uint32{1, 2, 3})
	require.NoError(t, err)
	r, err := a.Reserve(3)
	require.NoError(t, err)
	_, err = a.Bytes(r, 0, 3)
	require.NoError(t, err)
	a.Commit(r)
	held, err := a.Reserve(3)
	require.NoError(t, err)
	require.NoError(t, a.Free(lone))

	var own stretch
	var fresh uint32
	swap := func(owner []uint32) func() { return func() { owner[0], owner[1] = owner[1], owner[0] } }
	for name, c := range map[string]struct {
		check      func() error
		harm, heal func()
	}{
		"packed: owners exchanged":           {p.Check, swap(p.owner.s), swap(p.owner.s)},
		"packed: an owner too few":           {p.Check, func() { p.owner.s = p.owner.s[:2] }, func() { p.owner.s = p.owner.s[:3] }},
		"packed: its table":                  {p.Check, func() { p.ids.slots.count++ }, func() { p.ids.slots.count-- }},
		"groups: owners exchanged":           {g.Check, swap(g.owner.s), swap(g.owner.s)},
		"groups: a group too few":            {g.Check, func() { g.mem.s = g.mem.s[:0] }, func() { g.mem.s = g.mem.s[:g.size*g.words] }},
		"groups: its table":                  {g.Check, func() { g.ids.slots.count++ }, func() { g.ids.slots.count-- }},
		"arena: a list that goes round":      {arena.Check, func() { arena.slots[1].next = 2 }, func() { arena.slots[1].next = 0 }},
		"arena: a list that breaks off":      {arena.Check, func() { arena.slots[2].next = 0 }, func() { arena.slots[2].next = 1 }},
		"arena: a list of a record":          {arena.Check, func() { arena.slots[1].next = 3 }, func() { arena.slots[1].next = 0 }},
		"arena: too many records":            {arena.Check, func() { arena.count++ }, func() { arena.count-- }},
		"arena: more used than room":         {arena.Check, func() { arena.used = 11 }, func() { arena.used = 3 }},
		"array: too many elements":           {a.Check, func() { a.spans.used++ }, func() { a.spans.used-- }},
		"array: free stretches":              {a.Check, func() { a.spans.free.total++ }, func() { a.spans.free.total-- }},
		"array: a free hold":                 {a.Check, func() { a.spans.holds[0].First = lone.start }, func() { a.spans.holds[0].First = held.First }},
		"array: a free range":                {a.Check, func() { a.spans.ranges.leaves[0].s[0].first = lone.start }, func() { a.spans.ranges.leaves[0].s[0].first = r.First }},
		"array: memory that is not there":    {a.Check, func() { fresh, a.spans.fresh = a.spans.fresh, 1<<30 }, func() { a.spans.fresh = fresh }},
		"array: a range that ends elsewhere": {a.Check, func() { a.spans.ranges.leaves[0].end++ }, func() { a.spans.ranges.leaves[0].end-- }},
		"strings: its entries":               {s.Check, func() { s.entries.used++ }, func() { s.entries.used-- }},
		"strings: its text":                  {s.Check, func() { s.text.used++ }, func() { s.text.used-- }},
		"strings: too many interned":         {s.Check, func() { s.index.n++ }, func() { s.index.n-- }},
		"strings: another's text": {s.Check,
			// Exchanged, they would both be found where their hashes are neighbours.
			func() { e := sliceOf[stretch](&s.entries, 0, 4); own, e[1] = e[1], e[2] },
			func() { sliceOf[stretch](&s.entries, 0, 4)[1] = own }},
	} {
		require.NoError(t, c.check(), name)
		c.harm()
		require.ErrorIs(t, c.check(), ErrCorrupt, name)
		c.heal()
	}
}
