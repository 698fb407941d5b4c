package source

import (
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

var errUTF16 = errors.New("broken UTF-16")

// utf16Reader turns UTF-16 into UTF-8. Offsets of the text are those of the UTF-8;
// File.Position reads the file the same way.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	in    [4096]byte
	n     int // bytes in in
	out   [3 * 2048]byte
	ready []byte // of out, not read yet
	err   error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.ready) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		n, err := u.r.Read(u.in[u.n:])
		u.n += n
		u.err = err
		u.convert()
		if n == 0 && err == nil {
			return 0, nil
		}
	}
	n := copy(p, u.ready)
	u.ready = u.ready[n:]
	return n, nil
}

// convert empties in, as far as it has whole characters. What is left over at the end
// of the file is an error, and so is a single surrogate.
func (u *utf16Reader) convert() {
	out := u.out[:0]
	i := 0
	for i+2 <= u.n {
		r := rune(u.order.Uint16(u.in[i:]))
		size := 2
		if utf16.IsSurrogate(r) {
			if i+4 > u.n {
				break
			}
			r = utf16.DecodeRune(r, rune(u.order.Uint16(u.in[i+2:])))
			size = 4
			if r == utf8.RuneError {
				u.err = errUTF16
				i = u.n
				break
			}
		}
		out = utf8.AppendRune(out, r)
		i += size
	}
	u.n = copy(u.in[:], u.in[i:u.n])
	if u.err == io.EOF && u.n > 0 {
		u.err = errUTF16
	}
	u.ready = out
}
