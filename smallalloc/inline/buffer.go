package inline

import (
	"strconv"
	"unicode/utf8"
)

// Buffer is bytes over storage that its caller supplies: a [Vec] of bytes that
// is an io.Writer, io.ByteWriter and io.StringWriter too. As long as it is used
// under its own name its storage stays where it is; handed on as an io.Writer, as to
// fmt.Fprintf, the Buffer and its storage move to the heap, as for any Go
// value: keep such a Buffer in a long-lived struct.
type Buffer struct {
	Vec[byte]
}

// OverBuffer returns an empty Buffer over buf.
func OverBuffer(buf []byte) Buffer { return Buffer{Vec[byte]{home: buf}} }

// Bytes returns the contents, until the buffer next grows or is freed.
func (b *Buffer) Bytes() []byte { return b.Slice() }

// Write appends p. It does not fail.
func (b *Buffer) Write(p []byte) (int, error) {
	b.Append(p...)
	return len(p), nil
}

// WriteString appends s. It does not fail.
func (b *Buffer) WriteString(s string) (int, error) {
	appendText(&b.Vec, s)
	return len(s), nil
}

// WriteByte appends c. It does not fail. Push is the same and inlines.
func (b *Buffer) WriteByte(c byte) error {
	b.Push(c)
	return nil
}

// appendText appends the bytes of s, which may be a View of v.
func appendText(v *Vec[byte], s string) {
	if v.roomFor(len(s)) {
		v.n += copy(v.b[v.n:], s)
		return
	}
	b := v.moved(len(s))
	v.n += copy(b[v.n:], s)
	v.moveTo(b)
}

// appendRune appends the UTF-8 of r.
func appendRune(v *Vec[byte], r rune) {
	var buf [utf8.UTFMax]byte
	v.Append(utf8.AppendRune(buf[:0], r)...)
}

// numberLen is longer than any 64-bit number: a sign and 20 digits, or 17 digits with
// sign, point and exponent.
const numberLen = 32

// A number is written in place if the longest one has room there. Otherwise it is put
// together first: a short one may fit, and then nothing need be spilled.

// appendInt appends x in decimal.
func appendInt(v *Vec[byte], x int64) {
	if v.roomFor(numberLen) {
		v.n = len(strconv.AppendInt(v.b[:v.n], x, 10))
		return
	}
	var buf [numberLen]byte
	v.Append(strconv.AppendInt(buf[:0], x, 10)...)
}

// appendUint appends x in decimal.
func appendUint(v *Vec[byte], x uint64) {
	if v.roomFor(numberLen) {
		v.n = len(strconv.AppendUint(v.b[:v.n], x, 10))
		return
	}
	var buf [numberLen]byte
	v.Append(strconv.AppendUint(buf[:0], x, 10)...)
}

// appendFloat appends the shortest text that reads back as x, of the width
// bits.
func appendFloat(v *Vec[byte], x float64, bits int) {
	if v.roomFor(numberLen) {
		v.n = len(strconv.AppendFloat(v.b[:v.n], x, 'g', -1, bits))
		return
	}
	var buf [numberLen]byte
	v.Append(strconv.AppendFloat(buf[:0], x, 'g', -1, bits)...)
}
