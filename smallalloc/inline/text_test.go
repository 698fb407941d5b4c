package inline

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
)

func TestBufferIsAWriter(t *testing.T) {
	var store [8]byte
	b := OverBuffer(store[:])
	n, err := fmt.Fprintf(&b, "%d-", 12)
	require.NoError(t, err)
	require.Equal(t, 3, n)
	n, err = io.WriteString(&b, "ab")
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.NoError(t, b.WriteByte('!'))
	n, err = b.Write([]byte("long enough to spill"))
	require.NoError(t, err)
	require.Equal(t, 20, n)
	require.Equal(t, "12-ab!long enough to spill", string(b.Bytes()))
	require.Equal(t, Heap, b.Where())
	require.Equal(t, "12-ab!", string(store[:6]))
	b.Free()
	require.Empty(t, b.Bytes())
}

func TestStringBuildsText(t *testing.T) {
	var store [64]byte
	s := OverString(store[:])
	require.Equal(t, "", s.View())
	s.Text("tür/")
	s.Int(math.MinInt64)
	s.Push(' ')
	s.Uint(math.MaxUint64)
	s.Rune('é')
	s.Bytes([]byte("xy"))
	want := "tür/-9223372036854775808 18446744073709551615éxy"
	require.Equal(t, want, s.View())
	require.Equal(t, want, s.String())
	require.Equal(t, Own, s.Where())
	keep, shared := s.String(), s.View()
	s.Truncate(len("tür/"))
	s.Text("other")
	require.Equal(t, "tür/other", s.View())
	require.Equal(t, want, keep)
	require.Equal(t, "tür/other", shared[:10], "a view follows its string")
	s.Rune(utf8.RuneError + 1<<30)
	require.Equal(t, "tür/other\uFFFD", s.View())
}

func TestNumbersReadBackExactly(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1.5, 1e300, -5e-324, math.MaxFloat64, math.Pi, 1 << 53, math.Inf(-1)} {
		var store [32]byte
		s := OverString(store[:])
		s.Float(x)
		require.Equal(t, Own, s.Where(), "32 bytes hold every number")
		got, err := strconv.ParseFloat(s.View(), 64)
		require.NoError(t, err)
		require.Equal(t, math.Float64bits(x), math.Float64bits(got))
		s.Reset()
		s.Float32(float32(x))
		got, err = strconv.ParseFloat(s.View(), 32)
		require.NoError(t, err)
		require.Equal(t, float32(x), float32(got))
	}
}

func TestViewSharesItsBytes(t *testing.T) {
	b := []byte("name")
	s := View(b)
	require.Equal(t, "name", s)
	var m Map[string, int]
	m.Put("name", 1)
	require.True(t, m.Has(View(b)))
	require.Equal(t, "", View(nil))
}

// The storage that the text lies in goes back to the pool, where it may be
// overwritten, after the text was copied and not before.
func TestTextOfItselfIsAppended(t *testing.T) {
	pool, err := smallalloc.New(smallalloc.Options{Classes: []smallalloc.Class{{Size: 16, Slots: 1}, {Size: 64, Slots: 1}}})
	require.NoError(t, err)
	site := &Site{Pool: pool}
	var buf [3]byte
	s, b, m := OverString(buf[:]), OverBuffer(buf[:]), OverStream(buf[:])
	for _, c := range []struct {
		v     *Vec[byte]
		twice func()
	}{
		{&s.Vec, func() { s.Text(s.View()) }},
		{&b.Vec, func() { _, _ = b.WriteString(View(b.Bytes())) }},
		{&m.Vec, func() { m.PutText(View(m.Slice())) }},
	} {
		c.v.SpillTo(site)
		c.v.Append([]byte("abc")...)
		for n := 6; n <= 192; n *= 2 {
			c.twice()
			require.Equal(t, strings.Repeat("abc", n/3), string(c.v.Slice()))
		}
		c.v.Free()
	}
	require.EqualValues(t, 6, site.ToPool)
}

func TestStreamReadsWhatWasWritten(t *testing.T) {
	var store [16]byte
	s := OverStream(store[:])
	for range 2 {
		s.PutU8(1)
		s.PutU16(0x0203)
		s.PutU32(0x04050607)
		s.PutU64(0x08090A0B0C0D0E0F)
		s.PutF32(-1.5)
		s.PutF64(math.Pi)
		s.PutUvarint(math.MaxUint64)
		s.PutUvarint(3)
		s.PutBytes([]byte{9, 8})
		s.PutText("txt")
		require.Equal(t, 1+2+4+8+4+8+10+1+2+3, s.Left())
		require.Equal(t, []byte{1, 3, 2, 7, 6, 5, 4}, s.Slice()[:7], "little-endian")
		for range 2 {
			require.EqualValues(t, 1, s.U8())
			require.EqualValues(t, 0x0203, s.U16())
			require.EqualValues(t, 0x04050607, s.U32())
			require.EqualValues(t, uint64(0x08090A0B0C0D0E0F), s.U64())
			require.EqualValues(t, -1.5, s.F32())
			require.EqualValues(t, math.Pi, s.F64())
			require.EqualValues(t, uint64(math.MaxUint64), s.Uvarint())
			require.EqualValues(t, 3, s.Uvarint())
			s.Skip(1)
			require.Equal(t, []byte("\x08txt"), s.Next(4))
			require.Zero(t, s.Left())
			require.NoError(t, s.Err())
			s.Rewind()
		}
		s.Reset()
	}
	s.Free()
	require.Equal(t, Own, s.Where())
}

func TestReadsPastTheEndFailForGood(t *testing.T) {
	data := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	for name, read := range map[string]func(s *Stream){
		"u8":       func(s *Stream) { s.Skip(8); require.Zero(t, s.U8()) },
		"u16":      func(s *Stream) { s.Skip(7); require.Zero(t, s.U16()) },
		"u32":      func(s *Stream) { s.Skip(5); require.Zero(t, s.U32()) },
		"u64":      func(s *Stream) { s.Skip(1); require.Zero(t, s.U64()) },
		"f32":      func(s *Stream) { s.Skip(5); require.Zero(t, s.F32()) },
		"f64":      func(s *Stream) { s.Skip(1); require.Zero(t, s.F64()) },
		"uvarint":  func(s *Stream) { s.Skip(8); require.Zero(t, s.Uvarint()) },
		"next":     func(s *Stream) { require.Nil(t, s.Next(9)) },
		"negative": func(s *Stream) { require.Nil(t, s.Next(-1)) },
		"skip":     func(s *Stream) { s.Skip(math.MaxInt) },
	} {
		s := Reading(data)
		read(&s)
		require.ErrorIs(t, s.Err(), io.ErrUnexpectedEOF, name)
		require.Zero(t, s.U8(), "the error sticks")
		require.Zero(t, s.Uvarint())
		s.Rewind()
		require.NoError(t, s.Err())
		require.EqualValues(t, 1, s.U8())
	}
	over := Reading(append(make([]byte, 0, 16), 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1))
	require.Zero(t, over.Uvarint())
	require.ErrorIs(t, over.Err(), ErrOverflow)
	require.Error(t, over.Err())
	none := Reading(data[:1])
	require.Empty(t, none.Next(0), "no bytes are always left")
	require.EqualValues(t, 1, none.U8())
	cut := Reading([]byte{255})
	cut.Uvarint()
	require.ErrorIs(t, cut.Err(), io.ErrUnexpectedEOF)
}

func TestReadingLeavesTheDataAlone(t *testing.T) {
	data := append(make([]byte, 0, 64), "abc"...)
	s := Reading(data)
	require.EqualValues(t, 'a', s.U8())
	s.PutText("def")
	require.Equal(t, "bcdef", string(s.Next(5)))
	require.Equal(t, make([]byte, 61), data[3:64], "nothing is written behind the data")
}

// What a Stream has from its Vec keeps the reading where it was, and never past
// the end.
func TestAStreamWhoseBytesGoReadsOn(t *testing.T) {
	for name, drop := range map[string]func(s *Stream){
		"truncate":    func(s *Stream) { s.Truncate(2) },
		"pop":         func(s *Stream) { s.Pop(); s.Pop() },
		"swap remove": func(s *Stream) { s.SwapRemove(0); s.SwapRemove(0) },
		"remove":      func(s *Stream) { s.Remove(3); s.Remove(0) },
	} {
		t.Run(name, func(t *testing.T) {
			var s Stream
			s.PutU32(1)
			s.U32()
			drop(&s)
			require.Equal(t, 2, s.Len())
			require.Zero(t, s.Left())
			s.PutUvarint(300)
			require.Equal(t, uint64(300), s.Uvarint())
			require.Zero(t, s.Uvarint())
			require.Error(t, s.Err())
		})
	}
	var s Stream
	s.PutU8(1)
	s.PutU8(2)
	s.PutU8(3)
	s.U8()
	s.Insert(0, 9)
	require.Equal(t, uint8(2), s.U8())
	s.Insert(3, 7)
	s.Remove(0)
	require.Equal(t, uint8(7), s.U8())
	require.Equal(t, uint8(3), s.U8())
	require.Zero(t, s.Left())
	x, ok := s.Pop()
	require.Equal(t, []any{uint8(3), true}, []any{x, ok})
	s.Free()
	s.PutU8(5)
	require.Equal(t, uint8(5), s.U8())
	s.Insert(1, 6) // in front of what is read next
	require.Equal(t, uint8(6), s.U8())
	s.PutU8(7)
	s.PutU8(8)
	s.Remove(2)
	require.Equal(t, uint8(8), s.U8())
	s.Reset()
	_, ok = s.Pop()
	require.False(t, ok)
}

// Reads of any kind over any bytes stay within them and never disagree with
// encoding/binary.
func FuzzStream(f *testing.F) {
	seeds := [][]byte{{0, 1, 2, 3, 4, 5, 6, 7}, {6, 255, 255, 1}, binary.AppendUvarint([]byte{6}, math.MaxUint64)}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		f.Add(s, []byte("data of a level"))
	}
	f.Fuzz(func(t *testing.T, ops, data []byte) {
		s := Reading(data)
		rest := data
		for _, op := range ops {
			n := []int{1, 2, 4, 8, 4, 8, 0, int(op >> 3)}[op%8]
			if op%8 == 6 {
				want, k := binary.Uvarint(rest)
				n = max(k, 0)
				if k <= 0 {
					want, n = 0, len(rest)+1
				}
				require.Equal(t, want, s.Uvarint())
			} else if got := s.Next(n); n <= len(rest) {
				require.Equal(t, rest[:n], got)
			} else {
				require.Nil(t, got)
			}
			if n > len(rest) {
				require.Error(t, s.Err())
				return
			}
			rest = rest[n:]
			require.Equal(t, len(rest), s.Left())
		}
	})
}

// What fits the storage stays there, however long the longest number or rune
// may be.
func TestNumbersAndRunesFillTheStorage(t *testing.T) {
	var buf [8]byte
	for what, write := range map[string]func(s *String){
		"-1234567": func(s *String) { s.Int(-1234567) },
		"12345678": func(s *String) { s.Uint(12345678) },
		"1.234567": func(s *String) { s.Float(1.234567) },
		"-1.23457": func(s *String) { s.Float32(-1.23457) },
		"äbc中e": func(s *String) {
			for _, r := range "äbc中" {
				s.Rune(r)
			}
			s.Rune('e')
		},
	} {
		s := OverString(buf[:])
		write(&s)
		require.Equal(t, what, s.View())
		require.Equal(t, Own, s.Where(), what)
		write(&s)
		require.Equal(t, what+what, s.View())
	}
	st := OverStream(buf[:])
	for i := range uint64(8) {
		st.PutUvarint(i)
	}
	require.Equal(t, Own, st.Where())
	st.PutUvarint(1 << 63)
	require.Equal(t, 18, st.Len())
	for i := range uint64(8) {
		require.Equal(t, i, st.Uvarint())
	}
	require.Equal(t, uint64(1<<63), st.Uvarint())
	require.NoError(t, st.Err())
}
