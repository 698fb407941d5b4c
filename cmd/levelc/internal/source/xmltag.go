package source

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
)

// attr is an attribute of a start tag, as indices into the tag's bytes.
type attr struct {
	name, nameEnd int32
	val, valEnd   int32
	plain         bool // the value stands for itself: no references, no white space but spaces
}

// tag is a start tag or empty-element tag, scanned but not yet reported: it has
// to be whole and right before anything of it is. It is reused.
//
// Invariant: n <= len(room), and room is all of what attrs has.
type tag struct {
	nameEnd int
	n       int // attributes
	room    []attr
	attrs   spill.Vec[attr] // storage only
	empty   bool
	lenient bool
	names   uint64  // a bit for the hash of each attribute's name
	set     nameSet // of the names, once there are many and the bits are not enough
	hashed  int     // how many are in it
	max     Limits
}

// scan reads the tag that begins with the '<' at b[0] (STag [40],
// EmptyElemTag [44]) and returns the index behind its '>'.
func (t *tag) scan(b []byte) (int, status) {
	t.n, t.names, t.hashed, t.empty = 0, 0, 0, false
	i, st := name(b, 1)
	if st != done {
		return i, st
	}
	if i-1 > t.max.Name {
		return 1, longName
	}
	t.nameEnd = i
	for {
		gap := i
		i = space(b, i)
		if i >= len(b) {
			return i, short
		}
		switch b[i] {
		case '>':
			return i + 1, done
		case '/':
			if i+1 >= len(b) {
				return i, short
			}
			if b[i+1] != '>' {
				return i + 1, badTagEnd
			}
			t.empty = true
			return i + 2, done
		}
		if i == gap && (!t.lenient || t.n == 0) {
			return i, needSpace
		}
		if t.n == len(t.room) {
			t.grow()
		}
		a := &t.room[t.n]
		end, ok := a.usual(b, i)
		if !ok {
			if end, st = a.scan(b, i, t.lenient); st != done {
				return end, st
			}
		}
		n := b[i:a.nameEnd]
		bit := nameBit(n)
		if t.names&bit != 0 || len(n) > t.max.Name || t.n >= t.max.Attributes {
			if st = t.refuse(b, n); st != done {
				return i, st
			}
		}
		t.names |= bit
		t.n++
		i = end
	}
}

// grow makes room for more attributes.
func (t *tag) grow() {
	t.attrs.Extend(max(4, t.attrs.Cap()-t.attrs.Len()))
	t.room = t.attrs.Slice()
}

// usual reads an Attribute [41] at b[i] as nearly all are: an ASCII name, the
// equals sign and the quotation mark right behind it, and a value that stands
// for itself. It returns the index behind it, and false for all others, right
// or wrong. a is filled in part by part: a copy of a whole one would wait for
// the stores to its parts.
func (a *attr) usual(b []byte, i int) (int, bool) {
	if i >= len(b) || class[b[i]]&startByte == 0 {
		return i, false
	}
	j := i + 1
	for j < len(b) && class[b[j]]&nameByte != 0 {
		j++
	}
	if j+1 >= len(b) || b[j] != '=' || b[j+1] != '"' {
		return i, false
	}
	k := valueRun(b, j+2, '"')
	if k >= len(b) || b[k] != '"' {
		return i, false
	}
	a.name, a.nameEnd = int32(i), int32(j)
	a.val, a.valEnd, a.plain = int32(j+2), int32(k), true
	return k + 1, true
}

// scan reads an Attribute [41] at b[i], whatever it looks like, and returns the
// index behind it.
func (a *attr) scan(b []byte, i int, lenient bool) (int, status) {
	a.name = int32(i)
	i, st := name(b, i)
	if st != done {
		return i, st
	}
	a.nameEnd = int32(i)
	if i = space(b, i); i >= len(b) {
		return i, short
	}
	if b[i] != '=' {
		return i, needEquals
	}
	if i = space(b, i+1); i >= len(b) {
		return i, short
	}
	if !isQuote(b[i]) {
		return i, needQuote
	}
	a.val = int32(i + 1)
	end, plain, st := value(b, i+1, b[i], lenient)
	if st != done {
		return end, st
	}
	a.valEnd, a.plain = int32(end), plain
	return end + 1, done
}

// refuse says what is wrong with one more attribute, named n, or done. It is
// called for names whose hash another one has, and for those that are too long or too many.
func (t *tag) refuse(b, n []byte) status {
	switch {
	case len(n) > t.max.Name:
		return longName
	case t.n >= t.max.Attributes:
		return manyAttrs
	case t.find(b, n) >= 0:
		return dupAttr
	}
	return done
}

// find returns the index of the attribute named n, or -1.
func (t *tag) find(b, n []byte) int {
	if t.names&nameBit(n) == 0 {
		return -1
	}
	at := func(i int) []byte { return b[t.room[i].name:t.room[i].nameEnd] }
	if t.n <= fewNames {
		return slices.IndexFunc(t.room[:t.n], func(a attr) bool { return bytes.Equal(b[a.name:a.nameEnd], n) })
	}
	if t.hashed == 0 || 2*t.n > len(t.set.slots) {
		t.set.reset(2 * t.n)
		t.hashed = 0
	}
	for ; t.hashed < t.n; t.hashed++ {
		t.set.add(at(t.hashed), t.hashed, at)
	}
	i, _ := t.set.find(n, at)
	return i
}

// value reads an attribute value (AttValue [10]) in quotes q up to the closing
// one, whose index it returns.
func value(b []byte, i int, q byte, lenient bool) (end int, plain bool, st status) {
	plain = true
	for {
		i = valueRun(b, i, q)
		if i >= len(b) {
			return i, false, short
		}
		switch c := b[i]; {
		case c == q:
			return i, plain, done
		case c == '<':
			return i, false, lessInValue
		case c == '&':
			plain = false
			if i, st = passRef(b, i, lenient); st != done {
				return i, false, st
			}
		case IsSpace(c):
			plain = false
			i++
		default:
			_, n, st := char1(b, i)
			if st != done {
				return i, false, st
			}
			i += n
		}
	}
}

// passRef passes a reference, or in lenient reading an '&' that begins none.
func passRef(b []byte, i int, lenient bool) (int, status) {
	_, end, st := ref(b, i)
	if lenient && (st == badRef || st == unknownRef) {
		return i + 1, done
	}
	if st != done {
		return i, st
	}
	return end, done
}

// indent is text for the white space between two tags: it returns the index of
// the '<' that follows it, or -1 where it is not seen at once that this is all.
func indent(b []byte) int {
	for i := 0; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		m := x ^ '\t'*ones
		// None of the three has the high bit, and a byte is zero in one of them if
		// the sum with 0x7F does not reach it.
		m = (m + 0x7f*ones) & (x ^ '\n'*ones + 0x7f*ones) & (x ^ ' '*ones + 0x7f*ones)
		if m |= x; m&highs != 0 {
			if i += bits.TrailingZeros64(m&highs) >> 3; b[i] != '<' {
				return -1
			}
			return i
		}
	}
	return -1
}

// text reads character data (CharData [14] and references) up to the next '<'.
// blank says that it is white space only, plain that it stands for itself.
func text(b []byte, i int, lenient bool) (end int, blank, plain bool, st status) {
	start := i
	plain = true
	for i < len(b) && IsSpace(b[i]) {
		plain = plain && b[i] != '\r'
		i++
	}
	if i < len(b) && b[i] == '<' {
		return i, true, plain, done
	}
	for {
		i = textRun(b, i)
		if i >= len(b) {
			return i, false, plain, short
		}
		switch c := b[i]; {
		case c == '<':
			return i, false, plain, done
		case c == '>':
			if i-start >= 2 && b[i-1] == ']' && b[i-2] == ']' && !lenient {
				return i - 2, false, false, cdataEnd
			}
			i++
		case c == '&':
			plain = false
			if i, st = passRef(b, i, lenient); st != done {
				return i, false, false, st
			}
		case c == '\n' || c == '\t':
			i++
		case c == '\r':
			plain = false
			i++
		default:
			_, n, st := char1(b, i)
			if st != done {
				return i, false, false, st
			}
			i += n
		}
	}
}

// appendValue appends an attribute value that value has passed: references
// replaced, line ends normalised (2.11), white space turned into spaces
// (3.3.3, for CDATA, since no DTD declares anything else).
func appendValue(dst, b []byte) []byte {
	for i := 0; i < len(b); {
		c := b[i]
		switch {
		case c == '&':
			dst, i = appendRef(dst, b, i)
			continue
		case c == '\r' && i+1 < len(b) && b[i+1] == '\n':
			i++
			c = ' '
		case IsSpace(c):
			c = ' '
		}
		dst = append(dst, c)
		i++
	}
	return dst
}

// appendText appends text that text has passed: references replaced, line ends
// normalised.
func appendText(dst, b []byte) []byte {
	for len(b) > 0 {
		i := bytes.IndexAny(b, "&\r")
		if i < 0 {
			return append(dst, b...)
		}
		dst = append(dst, b[:i]...)
		if b[i] == '&' {
			dst, i = appendRef(dst, b, i)
		} else {
			dst, i = appendLine(dst, b, i)
		}
		b = b[i:]
	}
	return dst
}

// appendLines appends what is text but for references: a CDATA section.
func appendLines(dst, b []byte) []byte {
	for len(b) > 0 {
		i := bytes.IndexByte(b, '\r')
		if i < 0 {
			return append(dst, b...)
		}
		dst = append(dst, b[:i]...)
		dst, i = appendLine(dst, b, i)
		b = b[i:]
	}
	return dst
}

// appendLine appends the line end that begins with the '\r' at b[i].
func appendLine(dst, b []byte, i int) ([]byte, int) {
	dst = append(dst, '\n')
	if i++; i < len(b) && b[i] == '\n' {
		i++
	}
	return dst, i
}

func appendRef(dst, b []byte, i int) ([]byte, int) {
	r, end, st := ref(b, i)
	if st != done { // lenient reading let it pass
		return append(dst, '&'), i + 1
	}
	return utf8.AppendRune(dst, r), end
}
