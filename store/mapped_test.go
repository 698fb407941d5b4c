package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	_ Mapper = (*Bulk[uint32])(nil)
	_ Mapper = (*Array[uint32])(nil)
)

// rowsFile is a file of n rows behind a page of something else.
func rowsFile(t *testing.T, n int) *os.File {
	f, err := os.Create(filepath.Join(t.TempDir(), "rows"))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	rows := make([]record, n)
	for i := range rows {
		rows[i].ID = uint64(i)
	}
	_, err = f.WriteAt(asBytes(rows), int64(os.Getpagesize()))
	require.NoError(t, err)
	return f
}

func mapAll(t *testing.T, b *Bulk[record], f *os.File, n int) Range {
	r, err := b.ReservePages(n, int64(os.Getpagesize()))
	require.NoError(t, err)
	page := os.Getpagesize()
	mapped, err := b.Map(r, 0, n, f, int64(page))
	require.NoError(t, err)
	require.Equal(t, n*sizeOf[record]()&^(page-1), mapped, "all whole pages")
	size := sizeOf[record]()
	rest, err := b.Bytes(r, mapped/size, n)
	require.NoError(t, err)
	_, err = f.ReadAt(rest[mapped%size:], int64(page+mapped))
	require.NoError(t, err)
	b.Commit(r)
	return r
}

func openMapped(t *testing.T) *Bulk[record] {
	b := new(Bulk[record])
	require.NoError(t, b.Init(Backed(Reserved)))
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	if !b.slots.mapsFiles() {
		t.Skip("this system maps no files over reserved memory")
	}
	return b
}

// Ordinary memory in the place of a mapping has no pages yet. A range that is filled there
// gets them as in a new store, and not by a fault for each.
func TestRangesBehindAMappingGetTheirPagesTogether(t *testing.T) {
	b := openMapped(t)
	_, err := b.Insert(record{ID: 42})
	require.NoError(t, err)
	n := 2*hugeBytes/sizeOf[record]() + 1
	f := rowsFile(t, n)
	rows := &b.slots.mem.rows
	r := mapAll(t, b, f, n)
	mapped := rows.files[0]
	require.GreaterOrEqual(t, rows.warm, mapped.hi)
	b.Release(r)
	require.LessOrEqual(t, rows.warm, mapped.lo)
	require.LessOrEqual(t, rows.huge, rows.warm)

	r, err = b.Reserve(n)
	require.NoError(t, err)
	_, err = b.Bytes(r, 0, n)
	require.NoError(t, err)
	require.Positive(t, rows.huge)
	b.Commit(r)
	require.NoError(t, b.Check())

	last := mapAll(t, b, f, n)
	_, err = b.Insert(record{ID: 43})
	require.NoError(t, err)
	warm, huge := rows.warm, rows.huge
	b.Release(r)
	require.Equal(t, warm, rows.warm, "others are behind it")
	require.Equal(t, huge, rows.huge)
	b.Release(last)
	require.NoError(t, b.Check())
}

func TestMappedRowsAreRows(t *testing.T) {
	b := openMapped(t)
	own, err := b.Insert(record{ID: 42})
	require.NoError(t, err)
	const n = 5001
	f := rowsFile(t, n)
	r := mapAll(t, b, f, n)
	require.NoError(t, b.Check())
	require.Equal(t, n+1, b.Len())
	for i := range n {
		p, ok := b.Get(b.HandleIn(r, i))
		require.True(t, ok)
		require.EqualValues(t, i, p.ID)
		p.ID = 0
	}
	require.Positive(t, len(b.slots.mem.rows.files))
	b.Release(r)
	require.Empty(t, b.slots.mem.rows.files)
	require.NoError(t, b.Check())
	p, ok := b.Get(own)
	require.True(t, ok)
	require.EqualValues(t, 42, p.ID)

	r = mapAll(t, b, f, n) // what was written has not reached the file
	p, ok = b.Get(b.HandleIn(r, n-1))
	require.True(t, ok)
	require.EqualValues(t, n-1, p.ID)
	b.Release(r)
	more := make([]record, 2*n) // and nothing of it is left for others
	_, err = b.AppendRange(more)
	require.NoError(t, err)
	for h, p := range b.All() {
		if h != own {
			require.Zero(t, *p)
		}
	}
}

func TestRecordsInsertedIntoMappedPagesStay(t *testing.T) {
	b := openMapped(t)
	const n = 5000
	r := mapAll(t, b, rowsFile(t, n), n)
	for i := 0; i < n; i += 2 {
		require.True(t, b.Remove(b.HandleIn(r, i)))
	}
	var own []Handle[record]
	for i := range uint64(100) {
		h, err := b.Insert(record{ID: 1e6 + i})
		require.NoError(t, err)
		require.Less(t, h.Index()-r.First, r.Len)
		own = append(own, h)
	}
	b.Release(r)
	require.NoError(t, b.Check(), "the list of holes, which lies in the pages, is whole")
	require.Equal(t, 100, b.Len())
	for i, h := range own {
		p, ok := b.Get(h)
		require.True(t, ok)
		require.EqualValues(t, 1e6+i, p.ID)
	}
	for range 2 * n {
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}
	require.NoError(t, b.Check())
}

func TestMappedElementsAreElements(t *testing.T) {
	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	defer a.Close()
	if !canMapFiles() || a.spans.opt.backing != Reserved {
		t.Skip("this system maps no files over reserved memory")
	}
	_, err := a.Append(record{ID: 9})
	require.NoError(t, err)
	const n = 9000
	f := rowsFile(t, n)
	for range 5 {
		r, err := a.ReservePages(n, int64(os.Getpagesize()))
		require.NoError(t, err)
		require.Less(t, r.First, 2*perPages(sizeOf[record]()), "cycles stay in one place")
		mapped, err := a.Map(r, 0, n, f, int64(os.Getpagesize()))
		require.NoError(t, err)
		require.Positive(t, mapped)
		_, err = a.Bytes(r, 0, n)
		require.NoError(t, err)
		a.Commit(r)
		require.NoError(t, a.Check())
		s := a.Slice(Span[record]{r.First, uint32(mapped / sizeOf[record]())})
		for i := range s {
			require.EqualValues(t, i, s[i].ID)
		}
		small, err := a.Append(record{ID: 5}) // into the gap, or behind
		require.NoError(t, err)
		a.Release(r)
		require.EqualValues(t, 5, a.Slice(small)[0].ID)
		require.NoError(t, a.Free(small))
		require.NoError(t, a.Check())
		require.Empty(t, a.spans.mem.files)
	}
	require.Equal(t, 1, a.Len())
}

func TestMapRefusesNoFile(t *testing.T) {
	b := openMapped(t)
	r, err := b.ReservePages(3000, 0)
	require.NoError(t, err)
	_, err = b.Map(r, 0, 3000, nil, 0)
	require.ErrorIs(t, err, os.ErrInvalid)
	require.ErrorContains(t, err, "no file")
	b.Release(r)
	require.NoError(t, b.Check())
}

func TestMapRefusesWhatIsNotReserved(t *testing.T) {
	b := openMapped(t)
	n := 2 * int(perPages(sizeOf[record]()))
	f := rowsFile(t, n)
	r, err := b.ReservePages(n, 0)
	require.NoError(t, err)
	for _, x := range [][2]int{{-1, 5}, {0, 0}, {0, n + 1}, {n, 1}, {n - 1, 2}} {
		_, err := b.Map(r, x[0], x[1], f, 0)
		require.ErrorIs(t, err, ErrRange)
	}
	_, err = b.Map(Range{First: 1, Len: 7}, 0, 7, f, 0)
	require.ErrorIs(t, err, ErrRange)
	for _, off := range []int64{1, 64, 100} {
		mapped, err := b.Map(r, 0, n, f, off)
		require.NoError(t, err)
		require.Zero(t, mapped, "not the beginning of a page")
	}
	mapped, err := b.Map(r, 1, n-1, f, 0)
	require.NoError(t, err)
	require.Zero(t, mapped, "a row within a page")
	mapped, err = b.Map(r, 0, n, f, 0)
	require.NoError(t, err)
	require.Positive(t, mapped)
	b.Release(r)
	require.Empty(t, b.slots.mem.rows.files)
	require.NoError(t, b.Check())
	require.NoError(t, f.Close())
	r, err = b.ReservePages(n, 0)
	require.NoError(t, err)
	_, err = b.Map(r, 0, n, f, 0)
	require.Error(t, err, "of a file that is closed")
	b.Release(r)
}

// Clear gives the elements of ranges back, so the file is not needed any more,
// but for ranges that are on their way.
func TestClearedElementsAreNoPagesOfTheFile(t *testing.T) {
	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	defer a.Close()
	if !canMapFiles() || a.spans.opt.backing != Reserved {
		t.Skip("this system maps no files over reserved memory")
	}
	const n = 9000
	f := rowsFile(t, n)
	var ranges [3]Range
	for i := range ranges {
		var err error
		ranges[i], err = a.ReservePages(n, int64(os.Getpagesize()))
		require.NoError(t, err)
		_, err = a.Map(ranges[i], 0, n, f, int64(os.Getpagesize()))
		require.NoError(t, err)
		_, err = a.Bytes(ranges[i], 0, n)
		require.NoError(t, err)
	}
	a.Commit(ranges[0])
	a.Commit(ranges[2])
	a.Clear()
	require.Len(t, a.spans.mem.files, 1)
	a.Commit(ranges[1])
	require.EqualValues(t, 7, a.Slice(Span[record]{ranges[1].First, 8})[7].ID)
	a.Release(ranges[0]) // is gone
	a.Release(ranges[1])
	require.Empty(t, a.spans.mem.files)
	require.NoError(t, a.Check())
}

// In a store that holds nothing a long file is mapped where its huge pages can be
// memory's; where the next one stands elsewhere in its file, too.
func TestALongFileMeetsHugePages(t *testing.T) {
	b := openMapped(t)
	page := int64(os.Getpagesize())
	const n = 3 * hugeBytes / 16
	size := sizeOf[record]()
	f := rowsFile(t, 2*n)
	map1 := func(off int64) Range {
		r, err := b.ReservePages(n, off)
		require.NoError(t, err)
		mapped, err := b.Map(r, 0, n, f, off)
		require.NoError(t, err)
		require.Equal(t, n*size&^int(page-1), mapped)
		_, err = b.Bytes(r, mapped/size, n)
		if mapped < n*size {
			require.NoError(t, err)
		}
		b.Commit(r)
		require.NoError(t, b.Check())
		for _, i := range []int{0, 1, n / 2, mapped/size - 1} {
			p, ok := b.Get(b.HandleIn(r, i))
			require.True(t, ok)
			require.EqualValues(t, int(off-page)/size+i, p.ID)
		}
		return r
	}
	meets := func(r Range, off int64) bool {
		return (int64(addressOf(b.slots.one.bytes(r.First, 1, size)))-off)&(hugeBytes-1) == 0
	}
	r := map1(page)
	require.EqualValues(t, 1, r.First, "no slot is skipped")
	require.True(t, meets(r, page))
	own, err := b.Insert(record{ID: 77})
	require.NoError(t, err)
	second := map1(page + int64(size)*page)
	b.Release(second)
	b.Release(r)
	p, ok := b.Get(own)
	require.True(t, ok)
	require.EqualValues(t, 77, p.ID)
	require.True(t, b.Remove(own))
	_, err = b.Trim()
	require.NoError(t, err)
	require.NoError(t, b.Check())

	off := page + 3*int64(size)*page
	r = map1(off)
	if !guarded {
		require.EqualValues(t, 1, r.First)
		require.True(t, meets(r, off))
	}
	b.Release(r)
	for i := range uint64(5000) {
		h, err := b.Insert(record{ID: i})
		require.NoError(t, err)
		p, ok := b.Get(h)
		require.True(t, ok)
		require.Equal(t, i, p.ID)
	}
	require.NoError(t, b.Check())
	_, err = b.Trim()
	require.NoError(t, err)
	require.NoError(t, b.Check())
}

func TestLongElementsMeetHugePages(t *testing.T) {
	var a Array[record]
	require.NoError(t, a.Init(Backed(Reserved)))
	defer a.Close()
	if !canMapFiles() || a.spans.opt.backing != Reserved {
		t.Skip("this system maps no files over reserved memory")
	}
	page := int64(os.Getpagesize())
	size := sizeOf[record]()
	const n = 3 * hugeBytes / 16
	f := rowsFile(t, 2*n)
	for turn := range int64(3) {
		off := page * (1 + turn*int64(size))
		r, err := a.ReservePages(n, off)
		require.NoError(t, err)
		require.Zero(t, (int64(addressOf(a.spans.one.bytes(r.First, 1, size)))-off)&(hugeBytes-1))
		mapped, err := a.Map(r, 0, n, f, off)
		require.NoError(t, err)
		require.Equal(t, n*size&^int(page-1), mapped)
		_, err = a.Bytes(r, 0, n)
		require.NoError(t, err)
		a.Commit(r)
		require.NoError(t, a.Check())
		s := a.Slice(Span[record]{r.First, uint32(mapped / size)})
		require.EqualValues(t, int(off-page)/size, s[0].ID)
		require.EqualValues(t, int(off-page)/size+len(s)-1, s[len(s)-1].ID)
		a.Release(r)
		require.Empty(t, a.spans.mem.files)
		small, err := a.AppendRange(make([]record, 100))
		require.NoError(t, err)
		require.Equal(t, make([]record, 100), a.Slice(small))
		require.NoError(t, a.Free(small))
		_, err = a.Append(record{})
		require.NoError(t, err)
		a.Clear()
		require.NoError(t, a.Check())
	}
}

// freePages relies on it: it looks for so many rows more than it needs.
func TestRowsOfAnySizeBeginPagesOfAnySize(t *testing.T) {
	for _, page := range []int{4 << 10, 16 << 10, 64 << 10} {
		for _, size := range []int{1, 2, 12, 64, 100, 256, 300, 512, 768, 1 << 10, 1000, 3 << 10, 4 << 10, 6 << 10, 8 << 10, 12 << 10, 16 << 10, 24 << 10, 64 << 10, 192 << 10} {
			pad, i := rowsPad(size, page), 1
			for ; i <= perPagesOf(page, size) && (pad+i*size)&(page-1) != 0; i++ {
			}
			require.LessOrEqual(t, i, perPagesOf(page, size), "rows of %d bytes, pages of %d", size, page)
		}
	}
}

// Clear leaves mappings, and so does a Release that the system refuses to replace them. Trim
// ends them, after which the file may change.
func TestTrimEndsMappingsOfFreeRows(t *testing.T) {
	const n = 5001
	f := rowsFile(t, n)
	for _, remove := range []func(*Bulk[record], Range){
		func(b *Bulk[record], _ Range) { b.Clear() },
		func(b *Bulk[record], r Range) { b.RemoveRange(r.First, r.First+r.Len) },
		func(b *Bulk[record], r Range) {
			was := system.zeros
			defer func() { system.zeros = was }()
			system.zeros = func([]byte) error { return errDry }
			b.Release(r)
		},
	} {
		b := openMapped(t)
		before := mappings.taken.Load()
		first, own := mapAll(t, b, f, n), mapAll(t, b, f, n)
		_, err := b.Trim()
		require.NoError(t, err)
		require.Len(t, b.slots.mem.rows.files, 2, "they are in use")
		remove(b, first)
		left := b.Len() > 0
		_, err = b.Trim()
		require.NoError(t, err)
		if left {
			require.Len(t, b.slots.mem.rows.files, 1)
			for i := range n {
				p, _ := b.Get(b.HandleIn(own, i))
				require.EqualValues(t, i, p.ID)
			}
			b.Release(own)
		}
		require.Empty(t, b.slots.mem.rows.files)
		require.Equal(t, before, mappings.taken.Load())
		require.NoError(t, b.Check())
	}
}
