package source

import (
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// decoder turns a text in another encoding into UTF-8. Offsets are those of the UTF-8;
// File.Position reads the file the same way.
type decoder struct {
	r     io.Reader
	from  charset
	in    [4096]byte
	n     int // bytes that in holds
	out   [3 * 4096]byte
	ready []byte // of out, not read yet
	err   error
	wrong *Error // why err is not r's
}

// charset is an encoding. Its errors have the offset -1: they are about what comes next.
type charset interface {
	// decode appends the characters at the start of in to out, in UTF-8. It returns how
	// many bytes they were: all but a last one of which there is only a part.
	decode(out, in []byte) ([]byte, int, *Error)
	// end is called behind the last character, with what is left over.
	end(left []byte) *Error
}

func (d *decoder) Read(p []byte) (int, error) {
	for len(d.ready) == 0 {
		if d.err != nil {
			return 0, d.err
		}
		n, err := d.r.Read(d.in[d.n:])
		d.n += n
		d.err = err
		d.convert()
		if n == 0 && err == nil {
			return 0, nil
		}
	}
	n := copy(p, d.ready)
	d.ready = d.ready[n:]
	return n, nil
}

// convert empties in, as far as it has whole characters.
func (d *decoder) convert() {
	var n int
	d.ready, n, d.wrong = d.from.decode(d.out[:0], d.in[:d.n])
	d.n = copy(d.in[:], d.in[n:d.n])
	if d.wrong == nil && d.err == io.EOF {
		d.wrong = d.from.end(d.in[:d.n])
	}
	if d.wrong != nil {
		d.err = d.wrong
	}
}

// wide is UTF-16.
type wide struct{ order binary.ByteOrder }

func (w wide) decode(out, in []byte) ([]byte, int, *Error) {
	i := 0
	for i+2 <= len(in) {
		r := rune(w.order.Uint16(in[i:]))
		size := 2
		if utf16.IsSurrogate(r) {
			if i+4 > len(in) {
				break
			}
			r = utf16.DecodeRune(r, rune(w.order.Uint16(in[i+2:])))
			size = 4
			if r == utf8.RuneError {
				return out, i, halfCharacter()
			}
		}
		out = utf8.AppendRune(out, r)
		i += size
	}
	return out, i, nil
}

func (wide) end(left []byte) *Error {
	if len(left) > 0 {
		return halfCharacter()
	}
	return nil
}

func halfCharacter() *Error { return badEncoding(-1, "half a character of UTF-16") }

// ascii is US-ASCII.
type ascii struct{}

func (ascii) decode(out, in []byte) ([]byte, int, *Error) {
	n := asciiLen(in)
	out = append(out, in[:n]...)
	if n < len(in) {
		return out, n, badEncoding(-1, "the file says that it is ASCII, but this is not")
	}
	return out, n, nil
}

func (ascii) end([]byte) *Error { return nil }

// asciiLen returns how many bytes at the start of b are ASCII.
func asciiLen(b []byte) int {
	i := 0
	for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:])&highs == 0 {
		i += 8
	}
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// western is windows-1252, and ISO-8859-1 as well: the two differ where ISO-8859-1 has
// control characters. No level means these, but many are written under Windows and call
// its encoding by the other name.
type western struct {
	name    string // as the file has it, for messages
	at      int64  // where
	lenient bool   // a byte without a character is the control character of its number, as in browsers

	// The text is UTF-8, for all that is known.
	first []byte // the first character that is not ASCII
	whole bool   // it is in first with all its bytes
	rest  int    // bytes that the last one of these still needs in UTF-8
	bad   bool   // it is not
}

// typographic are the characters 0x80 to 0x9F of windows-1252, or 0.
var typographic = [32]rune{
	'€', 0, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0, 'Ž', 0,
	0, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0, 'ž', 'Ÿ',
}

func (w *western) decode(out, in []byte) ([]byte, int, *Error) {
	for i := 0; ; i++ {
		n := asciiLen(in[i:])
		out = append(out, in[i:i+n]...)
		w.bad = w.bad || n > 0 && w.rest > 0
		if i += n; i == len(in) {
			return out, i, nil
		}
		r := w.rune(in[i])
		if r == 0 {
			return out, i, noWestern(in[i])
		}
		out = utf8.AppendRune(out, r)
		w.guess(in[i])
	}
}

// rune returns a character that is not ASCII, or 0.
func (w *western) rune(c byte) rune {
	if c < 0xA0 && (typographic[c-0x80] != 0 || !w.lenient) {
		return typographic[c-0x80]
	}
	return rune(c)
}

// noWestern says that c is no character.
func noWestern(c byte) *Error {
	e := badEncoding(-1, char([]byte{c})+" is no character of windows-1252")
	e.Hint = fmt.Sprintf(`if the file is UTF-8, write encoding="UTF-8"; or let the byte pass with --lenient-xml, as %U`, rune(c))
	return e
}

// guess looks at a byte that is not ASCII.
func (w *western) guess(c byte) {
	if !w.whole {
		w.first = append(w.first, c)
	}
	switch trail := c < 0xC0; {
	case trail && w.rest > 0:
		w.rest--
	case trail || w.rest > 0 || c < 0xC2 || c > 0xF4:
		w.bad = true
	default:
		w.rest = 1
		if c >= 0xE0 {
			w.rest++
		}
		if c >= 0xF0 {
			w.rest++
		}
	}
	w.whole = w.whole || w.bad || w.rest == 0
}

// end refuses a text that is UTF-8: an editor has saved it so and left the declaration
// as it was, and all its words would be garbled. The other mistake is rarer: words of a
// language look like UTF-8 if the only accents are by chance in front of signs, as in
// "CAFÉ…". The message shows both readings, and saving as UTF-8 is right for that one.
func (w *western) end([]byte) *Error {
	if len(w.first) == 0 || w.bad || w.rest > 0 {
		return nil
	}
	var other []rune
	for _, c := range w.first {
		other = append(other, w.rune(c))
	}
	e := badEncoding(w.at, fmt.Sprintf("the file says that it is %s, but its text is UTF-8: it has %q, which would be %q", w.name, w.first, string(other)))
	e.Hint = fmt.Sprintf(`write encoding="UTF-8"; if it should be %q, also convert the file to UTF-8`, string(other))
	return e
}
