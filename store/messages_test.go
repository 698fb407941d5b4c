package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Errors name the type that the game knows, and say which count is which.
func TestErrorsSayWhatIsFull(t *testing.T) {
	one := Limit(1)
	var p Packed[pair]
	require.NoError(t, p.Init(one))
	defer p.Close()
	_, err := p.Insert(pair{})
	require.NoError(t, err)
	_, err = p.Insert(pair{})
	require.EqualError(t, err, "store: full: at most 1 store.pair")

	var g Groups[pair]
	require.NoError(t, g.Init(8, one))
	defer g.Close()
	_, err = g.Insert(pair{})
	require.NoError(t, err)
	_, err = g.Insert(pair{})
	require.EqualError(t, err, "store: full: at most 1 store.pair")

	var b Bulk[pair]
	require.NoError(t, b.Init(Limit(10)))
	defer b.Close()
	_, err = b.Insert(pair{})
	require.NoError(t, err)
	_, err = b.AppendRange(make([]pair, 10))
	require.EqualError(t, err, "store: full: 10 consecutive store.pair do not fit behind 1 of at most 10")
	_, err = b.Reserve(11)
	require.EqualError(t, err, "store: full: 11 consecutive store.pair do not fit behind 1 of at most 10")
	require.EqualError(t, b.Grow(10), "store: full: at most 10 store.pair")

	var a Array[uint32]
	require.NoError(t, a.Init(Limit(10)))
	defer a.Close()
	_, err = a.Make(8)
	require.NoError(t, err)
	_, err = a.Make(3)
	require.EqualError(t, err, "store: full: 3 consecutive uint32 do not fit behind 8 of at most 10")

	var arena Arena[uint64]
	_, err = arena.Insert(0)
	require.EqualError(t, err, "store: full: room for 0 uint64, see Grow")
	require.ErrorIs(t, err, ErrFull)
}

// What no Arena has room for is said in records, too.
func TestAnArenaSaysHowManyItCannotHave(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("no count is too large here")
	}
	var a, b Arena[pair]
	require.NoError(t, a.Grow(2))
	most := uint64(maxRows)
	require.EqualError(t, a.Grow(int(most)), fmt.Sprintf("store: full: %d records of store.pair, at most %d", most+2, most))
	var file sections
	require.NoError(t, a.Save(&file))
	data := file.Bytes()
	binary.NativeEndian.PutUint32(data[28:], math.MaxUint32)
	file.seal(data)
	require.EqualError(t, b.Load(bytes.NewReader(data)), fmt.Sprintf("store: full: a snapshot of %d slots for store.pair, with those of dead handles, at most %d", uint32(math.MaxUint32), most))
}

// A negative count is no question of room.
func TestNegativeCountsAreRefused(t *testing.T) {
	var b Bulk[uint64]
	var a Array[uint64]
	var arena Arena[uint64]
	var s Strings
	defer func() { b.Close(); a.Close(); s.Close() }()
	_, err := b.Reserve(-1)
	require.EqualError(t, err, "store: a negative count, -1")
	require.ErrorIs(t, err, ErrRange)
	require.EqualError(t, b.Grow(-1), "store: a negative count, -1")
	require.ErrorIs(t, b.Grow(-1), ErrRange)
	require.EqualError(t, arena.Grow(-1), "store: a negative count, -1")
	_, err = b.ReservePages(-1, 0)
	require.ErrorIs(t, err, ErrRange)
	_, err = a.Make(-1)
	require.ErrorIs(t, err, ErrRange)
	_, err = a.Reserve(-1)
	require.ErrorIs(t, err, ErrRange)
	_, err = a.ReservePages(-1, 0)
	require.ErrorIs(t, err, ErrRange)
	_, err = s.Reserve(0, -1)
	require.ErrorIs(t, err, ErrRange)
	require.ErrorIs(t, arena.Grow(-1), ErrRange)
}

func TestAClosedStoreExplainsItself(t *testing.T) {
	var b Bulk[uint64]
	h, err := b.Insert(1)
	require.NoError(t, err)
	require.NoError(t, b.Close())
	require.Equal(t, ErrClosed, b.Explain(h))
	require.Equal(t, ErrNil, b.Explain(Handle[uint64]{}))
	var p Packed[uint64]
	require.NoError(t, p.Close())
	require.Equal(t, ErrClosed, p.Explain(h))
}

// The tables of a geometric store begin small, and grow without a system call for each
// page.
func TestSmallGeometricStoresTakeLittle(t *testing.T) {
	var b Bulk[record]
	require.NoError(t, b.Init(Backed(Geometric)))
	defer b.Close()
	_, err := b.Insert(record{})
	require.NoError(t, err)
	require.LessOrEqual(t, b.Stats().Committed, 3*os.Getpagesize()+1024)
	if cells := &b.slots.mem.cells; cells.taken() {
		before := cells.ready
		require.NoError(t, cells.commit(before+1))
		require.Equal(t, 2*before, cells.ready)
	}
	for range 100_000 {
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}
	require.NoError(t, b.Check())
}

// Kinds are named in words.
func TestRefusedRecordsNameTheKindInWords(t *testing.T) {
	for want, err := range map[string]error{
		".P is a pointer":              checkRecord(reflect.TypeFor[struct{ P *int }]()),
		".I is an interface":           checkRecord(reflect.TypeFor[struct{ I any }]()),
		".S is a slice":                checkRecord(reflect.TypeFor[struct{ S []byte }]()),
		".C is a channel":              checkRecord(reflect.TypeFor[struct{ C chan int }]()),
		".F is a function":             checkRecord(reflect.TypeFor[struct{ F func() }]()),
		".N is an int64; groups hold":  noGroups[struct{ N int64 }](),
		".N is a float64; groups hold": noGroups[struct{ N float64 }](),
	} {
		require.ErrorContains(t, err, want)
	}
}

// Both parts of a Strings have the Limit.
func TestALimitOfStringsIsOfStringsAndBytes(t *testing.T) {
	var s Strings
	require.NoError(t, s.Init(Limit(3)))
	defer s.Close()
	_, err := s.Intern("four")
	require.ErrorIs(t, err, ErrFull)
	_, err = s.Intern("a")
	require.NoError(t, err)
	_, err = s.Intern("b")
	require.NoError(t, err)
	_, err = s.Intern("c")
	require.ErrorIs(t, err, ErrFull, "the empty string is one of three")
}

// A block is no larger than the limit makes necessary.
func TestStoresWithALimitTakeLittle(t *testing.T) {
	for _, back := range []Backing{Heap, Geometric} {
		var b Bulk[record]
		var a Array[record]
		require.NoError(t, b.Init(Backed(back), Limit(100)))
		require.NoError(t, a.Init(Backed(back), Limit(100)))
		for i := range 100 {
			_, err := b.Insert(record{})
			require.NoError(t, err)
			_, err = a.Append(record{})
			require.True(t, err == nil || back == Geometric && i > 90) // each slab leaves one position out
		}
		_, err := b.Insert(record{})
		require.ErrorIs(t, err, ErrFull)
		_, err = a.Append(record{})
		require.ErrorIs(t, err, ErrFull)
		require.LessOrEqual(t, b.Stats().Committed, 128*(16+4)+1024, "%v", back)
		require.LessOrEqual(t, a.Stats().Committed, 256*16+512, "%v", back)
		require.NoError(t, b.Check())
		require.NoError(t, a.Check())
		require.NoError(t, b.Close())
		require.NoError(t, a.Close())
	}
	for _, limit := range []int{1, 2, 3, 4, 15, 16, 17} { // a header, and a position left out
		for _, back := range backings {
			var b Bulk[record]
			var a Array[record]
			require.NoError(t, b.Init(Backed(back), Limit(limit)))
			require.NoError(t, a.Init(Backed(back), Limit(limit)))
			r, err := b.AppendRange(make([]record, limit))
			require.NoError(t, err)
			s, err := a.Make(limit)
			require.NoError(t, err)
			require.Len(t, a.Slice(s), limit)
			_, err = b.Insert(record{})
			require.ErrorIs(t, err, ErrFull)
			_, err = a.Append(record{})
			require.ErrorIs(t, err, ErrFull)
			b.Release(r)
			require.NoError(t, a.Free(s))
			require.NoError(t, b.Check())
			require.NoError(t, a.Check())
			require.NoError(t, b.Close())
			require.NoError(t, a.Close())
		}
	}
}

func TestAClosedStoreDoesNotOpenAgain(t *testing.T) {
	var b Bulk[record]
	var p Packed[record]
	var g Groups[particle]
	var a Array[record]
	var s Strings
	for what, c := range map[string]struct {
		init  func() error
		close func() error
	}{
		"Bulk":    {func() error { return b.Init() }, b.Close},
		"Packed":  {func() error { return p.Init() }, p.Close},
		"Groups":  {func() error { return g.Init(0) }, g.Close},
		"Array":   {func() error { return a.Init() }, a.Close},
		"Strings": {func() error { return s.Init() }, s.Close},
	} {
		require.NoError(t, c.init(), what)
		require.ErrorIs(t, c.init(), ErrInUse, what)
		require.NoError(t, c.close(), what)
		require.ErrorIs(t, c.init(), ErrClosed, what)
		require.NoError(t, c.close(), what)
	}
	_, err := a.Compact(func(func(*Span[record]) bool) {})
	require.ErrorIs(t, err, ErrClosed)
}

func TestAZeroCursorSaysWhatItIs(t *testing.T) {
	require.PanicsWithValue(t, "store: Next of a zero Cursor, which is of no store; Bulk.Cursor makes one", func() {
		var c Cursor[record]
		c.Next()
	})
}
