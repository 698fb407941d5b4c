package inline

import "github.com/levelc/levelc/smallalloc/internal/mem"

// String builds text over storage that its caller supplies: names, paths,
// messages. It is a [Vec] of bytes: Push appends a byte, Truncate goes back to a
// shorter text, as to the parent of a path.
type String struct {
	Vec[byte]
}

// OverString returns an empty String over buf.
func OverString(buf []byte) String { return String{Vec[byte]{home: buf}} }

// Text appends t.
func (s *String) Text(t string) { appendText(&s.Vec, t) }

// Bytes appends t.
func (s *String) Bytes(t []byte) { s.Append(t...) }

// Rune appends the UTF-8 of r.
func (s *String) Rune(r rune) { appendRune(&s.Vec, r) }

// Int appends x in decimal.
func (s *String) Int(x int64) { appendInt(&s.Vec, x) }

// Uint appends x in decimal.
func (s *String) Uint(x uint64) { appendUint(&s.Vec, x) }

// Float appends the shortest text that reads back as x.
func (s *String) Float(x float64) { appendFloat(&s.Vec, x, 64) }

// Float32 appends the shortest text that reads back as x.
func (s *String) Float32(x float32) { appendFloat(&s.Vec, float64(x), 32) }

// View returns the text, sharing the storage: it changes when s does and is invalid
// after s grows or is freed. Look up and compare with it; keep String.
func (s *String) View() string { return mem.Text(s.b[:s.n]) }

// String returns a copy of the text. It allocates if the copy outlives its caller or has
// more than 32 bytes.
func (s *String) String() string { return string(s.b[:s.n]) }

// View returns b as a string that shares its bytes, for a lookup. The string must not
// outlive b, and b must not change while it is in use.
func View(b []byte) string { return mem.Text(b) }
