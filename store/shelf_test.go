package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// check checks the invariants of the shelf, and of its last lots that their bytes are zero.
func (s *shelf) check(last int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	pages, usable := 0, 0
	for i := range s.lots {
		l, own := &s.lots[i], 0
		for _, r := range l.parts[:l.n] {
			if r.ready != 0 || r.warm != 0 || r.huge != 0 || r.paged > r.usable || r.usable > r.size() {
				return corrupt("a part of lot %d is %+v", i, r)
			}
			own += r.usable
			for at, v := range r.bytes(0, r.usable) {
				if len(s.lots)-i > last {
					break
				}
				if v != 0 {
					return corrupt("byte %d of a part of lot %d is %d", at, i, v)
				}
			}
		}
		pages += l.pages
		usable += own
	}
	if pages != s.pages || pages > shelfMost || len(s.lots) > shelfLots {
		return corrupt("%d lots with %d bytes of pages, counted %d", len(s.lots), pages, s.pages)
	}
	if usable != s.usable || usable > shelfUsable {
		return corrupt("%d bytes are usable, counted %d", usable, s.usable)
	}
	return nil
}

// onTheShelf leaves out what needs a shelf where there is none, and begins with an empty one.
func onTheShelf(t *testing.T) {
	t.Helper()
	if !canShelve || !canMap {
		t.Skip("closed stores leave nothing for others here")
	}
	TrimClosed()
}

// Whatever a store did, those that come next find zeros, and are as they would be.
func TestClosedStoresLeaveZeros(t *testing.T) {
	onTheShelf(t)
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		for name, run := range map[string]func(*testing.T, byte, []byte){
			"bulk": runBulk, "packed": runPacked, "groups": runGroups, "array": runArray, "strings": runStrings,
		} {
			for k := range byte(48) {
				run(t, k, randomProgram(seed, 15*40))
				require.NoError(t, shelved.check(4), "%s %d, seed %d", name, k, seed)
			}
		}
	}
	require.NotEmpty(t, shelved.lots)
	require.NoError(t, shelved.check(shelfLots))
}

// A store that has its memory from the shelf says the same of itself as one that has it
// from the system, and takes nothing of the system.
func TestAStoreOfTheShelfIsLikeANewOne(t *testing.T) {
	onTheShelf(t)
	rows := make([]record, 3000)
	for i := range rows {
		rows[i].ID = uint64(i)
	}
	live := func() (stats []Stats) {
		b := new(Bulk[record])
		require.NoError(t, b.Init(Backed(Reserved)))
		for i := range 3 {
			_, err := b.Insert(rows[i])
			require.NoError(t, err)
			stats = append(stats, b.Stats())
		}
		for range 3 {
			_, err := b.AppendRange(rows)
			require.NoError(t, err)
			stats = append(stats, b.Stats())
		}
		require.NoError(t, b.Check())
		require.NoError(t, b.Close())
		return stats
	}
	fresh := live()
	require.Len(t, shelved.lots, 1)
	lent := addresses.taken.Load()
	discard := system.discard
	d := startDrought(t)
	system.discard, system.shelves = discard, true
	for range 3 {
		require.NoError(t, d.during(0, func() error { require.Equal(t, fresh, live()); return nil }))
		require.NoError(t, shelved.check(1))
		require.Equal(t, lent, addresses.taken.Load())
	}
	require.Zero(t, d.refused)
}

// Only what is small is kept, and of that a bounded part, until TrimClosed.
func TestTheShelfIsBounded(t *testing.T) {
	onTheShelf(t)
	require.Zero(t, TrimClosed())
	open := func(n int) *Bulk[record] {
		b := new(Bulk[record])
		require.NoError(t, b.Init(Backed(Reserved)))
		if n > 0 {
			_, err := b.AppendRange(make([]record, n))
			require.NoError(t, err)
		}
		return b
	}
	large := open(2 * lotBytes / 16)
	require.NoError(t, large.Close())
	require.Empty(t, shelved.lots, "huge pages go back")
	many := make([]*Bulk[record], 2*shelfMost/lotBytes+4)
	for i := range many {
		many[i] = open(lotBytes / 2 / 16)
	}
	for _, b := range many {
		require.NoError(t, b.Close())
		require.NoError(t, shelved.check(1))
	}
	require.Greater(t, shelved.pages, shelfMost/2)
	kept := shelved.pages
	require.Equal(t, kept, TrimClosed())
	require.Zero(t, TrimClosed())
	require.Empty(t, shelved.lots)
	many = make([]*Bulk[record], shelfLots+10)
	for i := range many {
		many[i] = open(1)
	}
	for _, b := range many {
		require.NoError(t, b.Close())
	}
	require.Len(t, shelved.lots, min(shelfLots, shelfMost/os.Getpagesize()))
	require.NoError(t, shelved.check(shelfLots))
	TrimClosed()

	// Elements that were made one by one leave few pages, and much that is usable.
	arrays := make([]*Array[record], 20)
	for i := range arrays {
		arrays[i] = new(Array[record])
		require.NoError(t, arrays[i].Init(Backed(Reserved)))
		_, err := arrays[i].Make(3 << 20 / 16)
		require.NoError(t, err)
	}
	for _, a := range arrays {
		require.NoError(t, a.Close())
	}
	require.NoError(t, shelved.check(shelfLots))
	require.Less(t, shelved.pages, shelfMost/2)
	require.Len(t, shelved.lots, shelfUsable/(3<<20))
	TrimClosed()
}

// What is on the shelf counts against the system's limits. A store that needs it more
// gets it.
func TestTheShelfGivesWay(t *testing.T) {
	onTheShelf(t)
	real := system
	defer func() { system = real }()
	system.commit = func(b []byte) error {
		if len(shelved.lots) > 0 {
			return errDry
		}
		return real.commit(b)
	}
	system.slab = func(n int) ([]byte, error) {
		if len(shelved.lots) > 0 {
			return nil, errDry
		}
		return real.slab(n)
	}
	for _, backing := range []Backing{Reserved, Blocks} {
		require.NoError(t, liveAndClose(record{}, Backed(Reserved)))
		require.Len(t, shelved.lots, 1)
		require.NoError(t, liveAndClose(record{}, Backed(backing), Limit(1000)), backing)
	}
	TrimClosed()
}

// Parts are not cut out of a mapping of the shelf that is as long as all of them: nobody
// would know which of them have pages.
func TestPartsAreOfANewMapping(t *testing.T) {
	onTheShelf(t)
	whole, err := reserve(2 * hugeBytes)
	require.NoError(t, err)
	require.NoError(t, whole.close())
	require.Len(t, shelved.lots, 1)
	var a, b reservation
	all, err := reserveParts(want{&a, hugeBytes}, want{&b, hugeBytes})
	require.NoError(t, err)
	require.Len(t, shelved.lots, 1)
	require.NoError(t, unreserve(all, &a, &b))
	require.Len(t, shelved.lots, 2)
	TrimClosed()
}

// A store with pages of a file does not go on the shelf, and one of another shape is not
// taken from it.
func TestWhatDoesNotFitTheShelf(t *testing.T) {
	onTheShelf(t)
	require.NoError(t, liveAndClose(record{}, Backed(Reserved)))
	require.Len(t, shelved.lots, 1)
	for i, other := range []func() error{
		func() error { return liveAndClose([3]uint64{1}, Backed(Reserved)) },
		func() error { return liveAndClose(record{ID: 1}, Backed(Reserved), Limit(1000)) },
		func() error { return liveAndClose(record{ID: 1}, Backed(Heap)) },
	} {
		require.NoError(t, other())
		require.Len(t, shelved.lots, min(i+2, 3), "other %d", i)
	}
	TrimClosed()

	r, err := reserve(8 << 20)
	require.NoError(t, err)
	r.expect(0, 4<<20)
	require.NoError(t, r.close())
	require.Empty(t, shelved.lots, "huge pages may hold much that was not touched")

	path := filepath.Join(t.TempDir(), "rows")
	require.NoError(t, os.WriteFile(path, make([]byte, 1<<16), 0o600))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	var bulk Bulk[record]
	var array Array[record]
	for name, s := range map[string]interface {
		Mapper
		Init(...Option) error
		Close() error
	}{"bulk": &bulk, "array": &array} {
		require.NoError(t, s.Init(Backed(Reserved)))
		rows, err := s.ReservePages(1<<12, 0)
		require.NoError(t, err)
		n, err := s.Map(rows, 0, 1<<12, f, 0)
		require.NoError(t, err)
		require.Positive(t, n)
		s.Commit(rows)
		taken := mappings.taken.Load()
		require.NoError(t, s.Close())
		require.Equal(t, taken-1, mappings.taken.Load())
		require.Empty(t, shelved.lots, "%s: pages of a file", name)
	}
}

// liveAndClose is the life of a store that gets one record.
func liveAndClose[T any](v T, opts ...Option) error {
	var b Bulk[T]
	err := b.Init(opts...)
	if err == nil {
		_, err = b.Insert(v)
	}
	return errors.Join(err, b.Close())
}

// A system that does not take pages back gets the whole mapping.
func TestTheShelfWithoutDiscarding(t *testing.T) {
	onTheShelf(t)
	d := startDrought(t)
	system.shelves = true
	var b Bulk[record]
	require.NoError(t, b.Init(Backed(Reserved)))
	for rows := &b.slots.mem.rows; rows.ready <= max(roundUp(rows.warm, os.Getpagesize()), prepareBytes); { // until more is usable than gets pages
		_, err := b.Insert(record{ID: 1})
		noError(t, err)
	}
	require.NoError(t, d.during(0, b.Close))
	require.Positive(t, d.refused)
	require.Empty(t, shelved.lots)
}

func ExampleTrimClosed() {
	var s Strings
	if _, err := s.Intern("a word"); err != nil {
		fmt.Println(err)
	}
	if err := s.Close(); err != nil { // its memory is for stores that are opened next
		fmt.Println(err)
	}
	TrimClosed() // none are
	// Output:
}

// Pages of the shelf that gave way to those of a file are counted no longer.
func TestAMappingTakesTheShelfsPages(t *testing.T) {
	onTheShelf(t)
	rows := make([]record, 4*os.Getpagesize()/sizeOf[record]()+1)
	b := openMapped(t)
	_, err := b.AppendRange(rows)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	require.Len(t, shelved.lots, 1)

	b = openMapped(t)
	require.Empty(t, shelved.lots)
	paged := b.slots.mem.rows.paged
	require.Positive(t, paged)
	r := mapAll(t, b, rowsFile(t, len(rows)), len(rows))
	from := b.slots.mem.rows.files[0].lo
	require.Less(t, from, paged)
	b.Release(r)
	require.Equal(t, from, b.slots.mem.rows.paged)
	require.NoError(t, b.Check())
}
