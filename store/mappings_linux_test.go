package store

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// regions returns how many regions of memory the system keeps from lo to hi.
func regions(t *testing.T, lo, hi uintptr) (n int) {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("this system does not tell its regions")
	}
	for line := range bytes.Lines(maps) {
		var from, to uintptr
		_, err := fmt.Sscanf(string(line), "%x-%x", &from, &to)
		require.NoError(t, err)
		if from < hi && lo < to {
			n++
		}
	}
	return n
}

// The memory that takes the place of a file's pages joins what is around it, so that no
// trace of the mapping stays.
func TestReleasedMappingsLeaveNoRegions(t *testing.T) {
	b := openMapped(t)
	unit := int(perPages(sizeOf[record]()))
	const pieces = 50
	f, page := rowsFile(t, pieces*unit), int64(os.Getpagesize())
	var r Range
	mapSome := func(every int) int {
		var err error
		r, err = b.ReservePages(pieces*unit, page)
		require.NoError(t, err)
		for i := range pieces {
			if i%2 < every {
				_, err := b.Map(r, i*unit, unit, f, page+int64(i*unit*sizeOf[record]()))
				require.NoError(t, err)
			}
			rows, err := b.Bytes(r, i*unit, unit)
			require.NoError(t, err)
			if i%2 == 1 {
				clear(rows)
			}
		}
		mem := b.slots.mem.rows.mem
		lo := addressOf(mem.all())
		return regions(t, lo, lo+uintptr(mem.n))
	}
	plain := mapSome(0)
	b.Release(r)
	require.Greater(t, mapSome(1), plain+pieces/2)
	b.Release(r)
	require.Equal(t, plain, mapSome(0))
	b.Release(r)
}

// The files of sysfs refuse to be mapped after the system has unmapped what was there.
func TestRowsOfAFileThatIsNotMappedHaveMemory(t *testing.T) {
	f, err := os.Open("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil {
		t.Skip("this system has no such file")
	}
	defer f.Close()
	n := int(perPages(sizeOf[record]()))
	rows := make([]record, n)
	for i := range rows {
		rows[i].ID = uint64(i)
	}
	try := func(s Mapper) Range {
		r, err := s.ReservePages(n, 0)
		require.NoError(t, err)
		_, err = s.Map(r, 0, n, f, 0)
		require.Error(t, err)
		require.NotErrorIs(t, err, ErrMemory)
		mem, err := s.Bytes(r, 0, n)
		require.NoError(t, err)
		copy(mem, asBytes(rows))
		s.Commit(r)
		return r
	}
	b := openMapped(t)
	try(b)
	require.Equal(t, n, b.Len())
	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	defer a.Close()
	r := try(&a)
	require.Equal(t, rows, as[record](a.SpanBytes(r.First, uint32(n))))
	require.Zero(t, mappings.taken.Load())
}

// A system that is out of memory refuses to map a file before it unmaps what is there. The
// rows keep their memory then and are read as usual, as those of a file that it never maps.
func TestRowsThatThereIsNoRoomToMapKeepTheirMemory(t *testing.T) {
	b, n := openMapped(t), int(perPages(sizeOf[record]()))
	f, page := rowsFile(t, n), int64(os.Getpagesize())
	was, refused := system.pages, false
	defer func() { system.pages = was }()
	system.pages = func(mem []byte, fd uintptr, off int64) error {
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // Go's heap must not grow meanwhile
		var data unix.Rlimit
		require.NoError(t, unix.Getrlimit(unix.RLIMIT_DATA, &data))
		low := data
		low.Cur = 1 << 12 // less than there is already
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_DATA, &low))
		err := was(mem, fd, off)
		require.NoError(t, unix.Setrlimit(unix.RLIMIT_DATA, &data))
		refused = err != nil
		return err
	}
	r, err := b.ReservePages(n, page)
	require.NoError(t, err)
	_, err = b.Map(r, 0, n, f, page)
	if !refused {
		t.Skip("this system has no limit of data")
	}
	require.ErrorIs(t, err, unix.ENOMEM)
	require.NotErrorIs(t, err, ErrMemory)
	rows, err := b.Bytes(r, 0, n)
	require.NoError(t, err)
	_, err = f.ReadAt(rows, page)
	require.NoError(t, err)
	b.Commit(r)
	require.Equal(t, n, b.Len())
	require.Zero(t, mappings.taken.Load())
}

// Close ends the mappings of files even where, under the build tag invariants, the
// addresses of a closed store stay taken.
func TestNoPageOfAFileOutlivesClose(t *testing.T) {
	b := openMapped(t)
	const n = 5001
	f := rowsFile(t, n)
	mapAll(t, b, f, n)
	count := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		return bytes.Count(maps, []byte(f.Name()))
	}
	require.Equal(t, len(b.slots.mem.rows.files), count())
	require.NoError(t, b.Close())
	require.Zero(t, count())
}
