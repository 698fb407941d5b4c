package store

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// permit leaves stores n mappings for the time of a test.
func permit(t *testing.T, n int64) {
	most := mappings.most
	t.Cleanup(func() { mappings.most = most })
	mappings.most = mappings.taken.Load() + n
}

// Mappings of files have a budget: a system that is out of them ends the program. What is
// not mapped is read, and mappings that end make room for others.
func TestMappingsHaveABudget(t *testing.T) {
	b := openMapped(t)
	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	defer a.Close()
	before := mappings.taken.Load()
	permit(t, 3)
	unit := int(perPages(sizeOf[record]())) // rows that are whole pages
	const pieces = 5
	f := rowsFile(t, pieces*unit)
	page := int64(os.Getpagesize())
	for range 3 {
		r, err := b.ReservePages(pieces*unit, page)
		require.NoError(t, err)
		got := 0
		for i := range pieces {
			n, err := b.Map(r, i*unit, unit, f, page+int64(i*unit*sizeOf[record]()))
			require.NoError(t, err)
			if n > 0 {
				got++
				continue
			}
			rows, err := b.Bytes(r, i*unit, unit)
			require.NoError(t, err)
			clear(rows)
		}
		require.Equal(t, 3, got)
		require.Equal(t, before+3, mappings.taken.Load())
		other, err := a.ReservePages(unit, page)
		require.NoError(t, err)
		n, err := a.Map(other, 0, unit, f, page)
		require.NoError(t, err)
		require.Zero(t, n, "the budget is that of all stores")
		a.Release(other)
		b.Commit(r)
		b.Release(r)
		require.Equal(t, before, mappings.taken.Load())
	}
	r, err := b.ReservePages(unit, page)
	require.NoError(t, err)
	_, err = b.Map(r, 0, unit, f, page)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	require.Equal(t, before, mappings.taken.Load(), "Close ends mappings")
}

// What the system refuses to map is no mapping.
func TestARefusedMappingTakesNothingOfTheBudget(t *testing.T) {
	b := openMapped(t)
	before, was := mappings.taken.Load(), system.pages
	defer func() { system.pages = was }()
	refused := errors.New("too many mappings")
	system.pages = func([]byte, uintptr, int64) error { return refused }
	const n = 5000
	f := rowsFile(t, n)
	r, err := b.ReservePages(n, int64(os.Getpagesize()))
	require.NoError(t, err)
	_, err = b.Map(r, 0, n, f, int64(os.Getpagesize()))
	require.ErrorIs(t, err, refused)
	require.NotErrorIs(t, err, ErrMemory)
	require.Equal(t, before, mappings.taken.Load())
	b.Release(r)
}

// Clear leaves the pages of a file where they are. What is mapped in their place is one
// mapping and no more.
func TestRowsMappedInThePlaceOfClearedOnesTakeNoMoreMappings(t *testing.T) {
	b := openMapped(t)
	permit(t, 2)
	unit := int(perPages(sizeOf[record]()))
	f := rowsFile(t, 2*unit)
	page := int64(os.Getpagesize())
	for range 5 {
		r, err := b.ReservePages(2*unit, page)
		require.NoError(t, err)
		n, err := b.Map(r, 0, 2*unit, f, page)
		require.NoError(t, err)
		require.Equal(t, 2*unit*sizeOf[record](), n)
		b.Commit(r)
		p, ok := b.Get(b.HandleIn(r, unit))
		require.True(t, ok)
		require.EqualValues(t, unit, p.ID)
		b.Clear()
		require.NoError(t, b.Check())
	}
	require.Len(t, b.slots.mem.rows.files, 1)
}

// A loader unloads a level while another goroutine maps the rows of the next. With -race
// this tells whether the list of mappings is looked at with the lock.
func TestARangeIsMappedWhileAnotherIsReleased(t *testing.T) {
	b := openMapped(t)
	gone, err := b.AppendRange(make([]record, 100))
	require.NoError(t, err)
	unit := int(perPages(sizeOf[record]()))
	f := rowsFile(t, unit)
	page := int64(os.Getpagesize())
	r, err := b.ReservePages(unit, page)
	require.NoError(t, err)
	done := make(chan struct{})
	go func() {
		b.Release(gone)
		close(done)
	}()
	time.Sleep(10 * time.Millisecond) // a channel would put the two in order
	_, err = b.Map(r, 0, unit, f, page)
	require.NoError(t, err)
	<-done
	b.Commit(r)
	require.Equal(t, unit, b.Len())
	require.NoError(t, b.Check())
}
