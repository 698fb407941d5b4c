package store

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHandleTextAndBinaryComeBack(t *testing.T) {
	for _, h := range []Handle[record]{{}, {1, 1}, {math.MaxUint32, math.MaxUint32}, {7, 0xabc1}} {
		text, err := h.MarshalText()
		require.NoError(t, err)
		var back Handle[record]
		require.NoError(t, back.UnmarshalText(text))
		require.Equal(t, h, back)
		bin, err := h.MarshalBinary()
		require.NoError(t, err)
		require.NoError(t, back.UnmarshalBinary(bin))
		require.Equal(t, h, back)
		require.Equal(t, h, FromBits[record](h.Bits()))
	}
	require.Equal(t, "nil", Handle[record]{}.String())
	require.Equal(t, "7:abc1", Handle[record]{7, 0xabc1}.String())
	require.Equal(t, "3/7:abc1", AnyHandle{7, 0xabc1, 3, 0}.String())
	require.Equal(t, "nil", AnyHandle{kind: 3}.String())
	out, err := json.Marshal(map[string]Handle[record]{"target": {7, 0xabc1}})
	require.NoError(t, err)
	require.JSONEq(t, `{"target":"7:abc1"}`, string(out))
}

func TestHandleRefusesOtherText(t *testing.T) {
	for _, s := range []string{"", "7", "7:", ":7", "+7:1", "7:2", "0:1", " 7:1", "7:1 ", "07:1", "7:ABC1", "7:0x1", "4294967296:1", "nil "} {
		h := Handle[record]{1, 1}
		require.ErrorIs(t, h.UnmarshalText([]byte(s)), ErrHandle, "%q", s)
		require.Equal(t, Handle[record]{1, 1}, h)
	}
	h := Handle[record]{1, 1}
	for _, b := range [][]byte{nil, make([]byte, 7), make([]byte, 9), {1, 0, 0, 0, 2, 0, 0, 0}, {0, 0, 0, 0, 1, 0, 0, 0}} {
		require.ErrorIs(t, h.UnmarshalBinary(b), ErrHandle)
	}
}

func TestNoHandleOfAnotherStoreResolves(t *testing.T) {
	var a, b Bulk[record]
	defer a.Close()
	defer b.Close()
	foreign := 0
	for range 1000 {
		h, err := a.Insert(record{})
		require.NoError(t, err)
		_, err = b.Insert(record{})
		require.NoError(t, err)
		_, ok := b.Get(h)
		require.False(t, ok)
		require.False(t, b.Remove(h))
		if b.Explain(h) == ErrForeign {
			foreign++
		}
	}
	// A foreign generation below ours looks like one of ours that died only if
	// it is above the first of ours, which the first generation of all is.
	require.Equal(t, 1000, foreign)
}

func TestNoForgedHandleResolves(t *testing.T) {
	var b Bulk[record]
	require.NoError(t, b.Init(generations(1, 5)))
	defer b.Close()
	for range 3 {
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}
	require.True(t, b.Remove(Handle[record]{2, 1}))
	hold, err := b.Reserve(10)
	require.NoError(t, err)
	_, err = b.Insert(record{}) // takes slot 2 again
	require.NoError(t, err)
	_, err = b.Insert(record{}) // behind the hold
	require.NoError(t, err)
	live := 0
	for i := range uint32(2000) {
		for g := range uint32(8) {
			h := Handle[record]{i, g}
			if _, ok := b.Get(h); ok {
				live++
				require.Equal(t, uint32(1), g&1)
				require.NotZero(t, i)
				require.True(t, i < hold.First || i >= hold.First+hold.Len)
			}
		}
	}
	require.Equal(t, 4, live)
	for _, h := range []Handle[record]{{b.slots.known, 1}, {math.MaxUint32, 1}, {math.MaxUint32, math.MaxUint32}, {1 << 31, 3}} {
		_, ok := b.Get(h)
		require.False(t, ok)
		require.ErrorIs(t, b.Explain(h), ErrForeign)
		require.False(t, b.Remove(h))
		_, ok = b.At(h.index)
		require.False(t, ok)
	}
}

func TestAnyHandleKeepsItsKind(t *testing.T) {
	var a, b Bulk[record]
	defer a.Close()
	a.SetKind(3)
	b.SetKind(4)
	h, err := a.Insert(record{})
	require.NoError(t, err)
	any := a.Any(h)
	require.Equal(t, uint16(3), any.Kind())
	back, ok := a.FromAny(any)
	require.True(t, ok)
	require.Equal(t, h, back)
	_, ok = b.FromAny(any)
	require.False(t, ok)
	_, ok = a.FromAny(AnyHandle{kind: 3})
	require.False(t, ok)
}

func TestRecordsWithPointersAreRefused(t *testing.T) {
	type deep struct {
		A int
		B [3]struct {
			C float32
			d struct{ _, e map[int]int }
		}
	}
	for want, err := range map[string]error{
		"store.deep.B[].d._ is a map": checkRecord(reflect.TypeFor[deep]()),
		"string is a string":          checkRecord(reflect.TypeFor[string]()),
		"*int is a pointer":           new(Bulk[*int]).Init(),
		".F is a func":                checkRecord(reflect.TypeFor[struct{ F func() }]()),
		".I is an interface":          checkRecord(reflect.TypeFor[struct{ I any }]()),
		".P.typ_ is a pointer":        checkRecord(reflect.TypeFor[struct{ P reflect.Value }]()),
		"[] is a slice":               checkRecord(reflect.TypeFor[[2][]byte]()),
		"[] is a chan": checkRecord(reflect.TypeFor[struct {
			N int
			C [0]chan int
		}]()),
	} {
		require.ErrorIs(t, err, ErrPointers)
		require.ErrorContains(t, err, want)
	}
	require.ErrorContains(t, new(Bulk[struct{}]).Init(), "no size")
	require.ErrorContains(t, checkRecord(reflect.TypeFor[[0]int]()), "no size")
	require.ErrorIs(t, new(Array[*int]).Init(), ErrPointers)
	require.ErrorIs(t, new(Packed[*int]).Init(), ErrPointers)
	_, err := new(Bulk[*int]).Insert(nil)
	require.ErrorIs(t, err, ErrPointers)
	require.NoError(t, checkRecord(reflect.TypeFor[uintptr]()))
}

func TestOptionsAreHeldAgainstTheStore(t *testing.T) {
	require.Error(t, new(Bulk[record]).Init(Backed(9)))
	require.Error(t, new(Bulk[record]).Init(Reuse(9)))
	require.Error(t, new(Bulk[record]).Init(Skip(9)))
	require.Error(t, new(Bulk[record]).Init(Limit(0)))
	require.Error(t, new(Bulk[record]).Init(BlockBytes(0)))
	require.Error(t, new(slots).init(reflect.TypeFor[uint16](), []Option{Reuse(LIFO)}), "two bytes hold no link")
	require.ErrorContains(t, new(Strings).Init(Reuse(FIFO)), "Strings have neither")
	require.Error(t, new(Bulk[uint64]).Init(Skip(RunLength)), "eight bytes hold no run")
	var small Bulk[uint64]
	require.NoError(t, small.Init(Skip(RunLength), Reuse(Lowest)))
	require.ErrorIs(t, small.Init(), ErrInUse)
	require.NoError(t, small.Close())
	require.Error(t, new(Array[record]).Init(Reuse(FIFO)))
	require.Error(t, new(Array[record]).Init(Skip(RunLength)))
	var full Bulk[uint64]
	require.NoError(t, full.Init(nil, Limit(1), nil), "none is no option")
	_, err := full.InsertRange(nil, make([]uint64, 2))
	require.ErrorIs(t, err, ErrFull)
	require.NoError(t, full.Close())
	require.Equal(t, "runlength", RunLength.String())
	require.Equal(t, "fifo", FIFO.String())
	require.Equal(t, "geometric", Geometric.String())
	require.Equal(t, "77", Backing(77).String())
}

func TestPendingIsNeitherNilNorDeadNorAlive(t *testing.T) {
	var b Bulk[record]
	defer b.Close()
	r, err := b.AppendRange(make([]record, 9))
	require.NoError(t, err)
	p := FromBits[record](7)
	require.True(t, p.Pending())
	require.False(t, p.IsNil())
	require.True(t, b.Any(p).Pending())
	require.ErrorIs(t, b.Explain(p), ErrPending)
	for range 2 { // with a living slot of that number, and with a dead one
		_, ok := b.Get(p)
		require.False(t, ok)
		require.False(t, b.Remove(p))
		b.Release(r)
	}
	for _, h := range []Handle[record]{{}, b.HandleIn(r, 0)} {
		require.False(t, h.Pending())
		require.False(t, b.Any(h).Pending())
	}
	text, err := p.MarshalText()
	require.NoError(t, err)
	require.Equal(t, "7:0", string(text))
	var back Handle[record]
	require.NoError(t, back.UnmarshalText(text))
	require.Equal(t, p, back)
}

func TestAHandleIsAppendedWithoutAllocating(t *testing.T) {
	h, buf := FromBits[record](0xffffffff_fffffffe), make([]byte, 0, 32)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		buf, _ = h.AppendText(buf[:0])
		buf, _ = h.AppendBinary(buf)
	}))
	require.Equal(t, "4294967294:ffffffff", string(buf[:19]))
}

// An AnyHandle comes back from text, JSON and bytes as the same.
func TestAnyHandlesAsTextAndBytes(t *testing.T) {
	for text, a := range map[string]AnyHandle{"nil": {}, "3/7:b": {index: 7, gen: 11, kind: 3}, "0/7:0": {index: 7}} {
		require.Equal(t, text, a.String())
		j, err := json.Marshal(a)
		require.NoError(t, err)
		require.Equal(t, strconv.Quote(text), string(j))
		got := AnyHandle{kind: 9}
		require.NoError(t, json.Unmarshal(j, &got))
		require.Equal(t, a, got)
		a.kind = 5
		b, err := a.MarshalBinary()
		require.NoError(t, err)
		require.NoError(t, got.UnmarshalBinary(b))
		require.Equal(t, a, got)
		require.ErrorIs(t, got.UnmarshalBinary(b[1:]), ErrHandle)
	}
	var a AnyHandle
	for _, bad := range []string{"", "7:b", "3/nil", "3/7:a", "+3/7:b", "65536/7:b", "03/7:b", "3/7:b ", "/7:b", "3/0:1"} {
		require.ErrorIs(t, a.UnmarshalText([]byte(bad)), ErrHandle, bad)
	}
	require.ErrorIs(t, a.UnmarshalBinary([]byte{1, 0, 0, 0, 2, 0, 0, 0, 0, 0}), ErrHandle)
}

// What only a store can read is no text.
func TestStrsAndSpansAreNoText(t *testing.T) {
	_, err := json.Marshal(struct{ S Str }{Str{7}})
	require.ErrorContains(t, err, "write the text that Get returns")
	_, err = json.Marshal(struct{ S Span[record] }{})
	require.ErrorContains(t, err, "write the elements that Slice returns")
}

// What is written can be read again, or is not written.
func TestWhatNoStoreGivesIsNotMarshaled(t *testing.T) {
	for _, bits := range []uint64{1 << 32, 0x80000000<<32 | 7, 2<<32 | 1, 3 << 32} {
		h, a := FromBits[record](bits), AnyFromBits(5, bits)
		for _, err := range []error{
			errOf(h.MarshalText()), errOf(h.MarshalBinary()), errOf(json.Marshal(h)),
			errOf(a.MarshalText()), errOf(a.MarshalBinary()), errOf(json.Marshal(a)),
		} {
			require.ErrorIs(t, err, ErrHandle)
		}
		require.NotEmpty(t, h.String())
		require.Equal(t, h, FromBits[record](h.Bits()))
	}
	for _, bits := range []uint64{0, 7, 1<<32 | 1, math.MaxUint64} { // nil, pending, and two that may be
		h := FromBits[record](bits)
		text, err := json.Marshal(h)
		require.NoError(t, err)
		var back Handle[record]
		require.NoError(t, json.Unmarshal(text, &back))
		require.Equal(t, h, back)
	}
}

func errOf[T any](_ T, err error) error { return err }
