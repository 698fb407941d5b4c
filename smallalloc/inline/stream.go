package inline

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
)

// ErrOverflow is a number in a [Stream] that has more than 64 bits.
var ErrOverflow = errors.New("inline: number of more than 64 bits")

// Stream is a memory stream over storage that its caller supplies: values are
// written at its end and read from its front, little-endian. A read past the
// end fails the stream: that read and all later ones return zero, and Err tells.
type Stream struct {
	Vec[byte]
	at    int // what is read next
	fault fault
}

// fault is an error as a number. An error kept as an interface would count as a way for
// the storage to escape, once Err is called.
type fault uint8

const (
	sound fault = iota
	atEnd
	tooLong
)

// OverStream returns an empty Stream over buf, to be written and then read.
func OverStream(buf []byte) Stream { return Stream{Vec: Vec[byte]{home: buf}} }

// Reading returns a Stream to read data from. What is written to it goes behind data,
// into storage of its own. Only if Reset, Truncate and the like have dropped bytes of
// data are these overwritten.
func Reading(data []byte) Stream {
	return Stream{Vec: Vec[byte]{home: data, b: data, n: len(data), c: len(data)}}
}

// PutU8 appends one byte, as Push does.
func (s *Stream) PutU8(x uint8) { s.Push(x) }

// PutU16 appends two bytes.
func (s *Stream) PutU16(x uint16) { binary.LittleEndian.PutUint16(s.Extend(2), x) }

// PutU32 appends four bytes.
func (s *Stream) PutU32(x uint32) { binary.LittleEndian.PutUint32(s.Extend(4), x) }

// PutU64 appends eight bytes.
func (s *Stream) PutU64(x uint64) { binary.LittleEndian.PutUint64(s.Extend(8), x) }

// PutF32 appends four bytes.
func (s *Stream) PutF32(x float32) { s.PutU32(math.Float32bits(x)) }

// PutF64 appends eight bytes.
func (s *Stream) PutF64(x float64) { s.PutU64(math.Float64bits(x)) }

// PutUvarint appends one to ten bytes.
func (s *Stream) PutUvarint(x uint64) {
	if s.roomFor(binary.MaxVarintLen64) {
		s.n = len(binary.AppendUvarint(s.b[:s.n], x))
		return
	}
	var buf [binary.MaxVarintLen64]byte // x may take fewer bytes, and fit
	s.Append(binary.AppendUvarint(buf[:0], x)...)
}

// PutBytes appends p, without its length.
func (s *Stream) PutBytes(p []byte) { s.Append(p...) }

// PutText appends t, without its length.
func (s *Stream) PutText(t string) { appendText(&s.Vec, t) }

// U8 reads one byte.
func (s *Stream) U8() uint8 {
	if p := s.Next(1); p != nil {
		return p[0]
	}
	return 0
}

// U16 reads two bytes.
func (s *Stream) U16() uint16 {
	if p := s.Next(2); p != nil {
		return binary.LittleEndian.Uint16(p)
	}
	return 0
}

// U32 reads four bytes.
func (s *Stream) U32() uint32 {
	if p := s.Next(4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

// U64 reads eight bytes.
func (s *Stream) U64() uint64 {
	if p := s.Next(8); p != nil {
		return binary.LittleEndian.Uint64(p)
	}
	return 0
}

// F32 reads four bytes.
func (s *Stream) F32() float32 { return math.Float32frombits(s.U32()) }

// F64 reads eight bytes.
func (s *Stream) F64() float64 { return math.Float64frombits(s.U64()) }

// Uvarint reads what PutUvarint wrote. A number of more than 64 bits fails the
// stream.
func (s *Stream) Uvarint() uint64 {
	if s.fault != sound {
		return 0
	}
	x, n := binary.Uvarint(s.b[s.at:s.n])
	if n <= 0 {
		s.fault = atEnd
		if n < 0 {
			s.fault = tooLong
		}
		return 0
	}
	s.at += n
	return x
}

// Next reads n bytes. They are a part of the stream, until it next grows or is freed.
// The result is nil, and the read has failed, if there are not so many left or n is
// negative.
func (s *Stream) Next(n int) []byte {
	if s.fault != sound {
		return nil
	}
	if n < 0 || n > s.n-s.at {
		s.fault = atEnd
		return nil
	}
	s.at += n
	return s.b[s.at-n : s.at : s.at]
}

// Skip reads n bytes and drops them.
func (s *Stream) Skip(n int) { s.Next(n) }

// Left returns the number of bytes written and not yet read.
func (s *Stream) Left() int { return s.n - s.at }

// Err returns what the first read that failed ran into: io.ErrUnexpectedEOF or
// ErrOverflow.
func (s *Stream) Err() error {
	switch s.fault {
	case atEnd:
		return io.ErrUnexpectedEOF
	case tooLong:
		return ErrOverflow
	}
	return nil
}

// Rewind reads from the front again, without an error.
func (s *Stream) Rewind() { s.at, s.fault = 0, sound }

// Truncate is [Vec.Truncate]. If bytes that have been read are dropped, the next read
// gets what is written next.
func (s *Stream) Truncate(n int) {
	s.Vec.Truncate(n)
	s.at = min(s.at, s.n)
}

// Pop is [Vec.Pop]; see Truncate.
func (s *Stream) Pop() (x byte, ok bool) {
	x, ok = s.Vec.Pop()
	s.at = min(s.at, s.n)
	return x, ok
}

// Insert is [Vec.Insert]. A byte in front of those to be read does not move the
// reading.
func (s *Stream) Insert(i int, x byte) {
	s.Vec.Insert(i, x)
	if i < s.at {
		s.at++
	}
}

// Remove is [Vec.Remove]; see Insert.
func (s *Stream) Remove(i int) {
	s.Vec.Remove(i)
	if i < s.at {
		s.at--
	}
}

// SwapRemove is [Vec.SwapRemove]; see Truncate.
func (s *Stream) SwapRemove(i int) {
	s.Vec.SwapRemove(i)
	s.at = min(s.at, s.n)
}

// Reset drops the contents and the error and keeps the storage.
func (s *Stream) Reset() {
	s.Vec.Reset()
	s.Rewind()
}

// Free is [Vec.Free], and drops the error. A Stream of [Reading] has then no data either:
// its bytes are storage like any other.
func (s *Stream) Free() {
	s.Vec.Free()
	s.Rewind()
}
