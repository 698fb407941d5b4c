package source

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

// The beginning of a document: how its bytes are characters, and what it says
// of itself.

// encoding tells the encoding by the first bytes (appendix F) and passes a byte
// order mark. It returns the name of the encoding that has such a mark, if there is one.
func (x *xmlReader) encoding() (marked string, err error) {
	b := x.need(4)
	has := func(s string) bool { return bytes.HasPrefix(b, []byte(s)) }
	switch {
	case has(utf8Mark):
		x.pos = len(utf8Mark)
		return "UTF-8", nil
	case has("\xFF\xFE\x00\x00"), has("\x00\x00\xFE\xFF"), has("<\x00\x00\x00"), has("\x00\x00\x00<"):
		return "", badEncoding(0, "this is UTF-32")
	case has("\xFF\xFE"):
		x.pos = 2
		x.decode(wide{binary.LittleEndian}, 0)
		return "UTF-16LE", nil
	case has("\xFE\xFF"):
		x.pos = 2
		x.decode(wide{binary.BigEndian}, 0)
		return "UTF-16BE", nil
	case has("<\x00"), has("\x00<"):
		return "", badEncoding(0, "this looks like UTF-16 without a byte order mark")
	case has("\x4C\x6F\xA7\x94"):
		return "", badEncoding(0, "this is EBCDIC")
	}
	return "", nil
}

func badEncoding(off int64, msg string) *Error {
	return &Error{Off: off, Msg: msg, Hint: "save the file as UTF-8", Err: ErrEncoding}
}

// decode reads what comes next in another encoding, up to the end. The next character
// has the offset off.
func (x *xmlReader) decode(from charset, off int64) {
	head := append([]byte(nil), x.buf[x.pos:x.end]...)
	rest := x.window.r
	if x.window.err != nil {
		rest = failing{x.window.err}
	}
	d := &decoder{from: from, r: io.MultiReader(bytes.NewReader(head), rest)}
	x.window = window{r: d, buf: x.buf, base: off}
}

// failing is a reader at its end.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// declaration reads the XML declaration, if there is one, and what comes behind it in
// the encoding that it names. The file has a byte order mark of the encoding marked.
func (x *xmlReader) declaration(marked string) error {
	b := x.need(len("<?xml "))
	for x.opt.LenientXML && space(b, 0) > 0 {
		x.pos += space(b, 0)
		b = x.need(len("<?xml "))
	}
	if len(b) < len("<?xml ") || string(b[:5]) != "<?xml" || !IsSpace(b[5]) {
		return nil
	}
	var d declaration
	n, err := x.whole(d.scan, "XML declaration")
	if err != nil {
		return err
	}
	at := x.off(x.pos + d.at)
	x.pos += n
	if d.encoding == nil {
		return nil
	}
	says := clip(d.encoding)
	enc := strings.ToLower(says)
	switch enc {
	case "utf8":
		if !x.opt.LenientXML {
			return &Error{Off: at, Msg: "no encoding is called " + says, Hint: `write encoding="UTF-8", or let it pass with --lenient-xml`, Err: ErrEncoding}
		}
	case "utf-8", "us-ascii", "ascii", "windows-1252", "cp1252", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
	case "utf-16", "utf-16le", "utf-16be":
		switch {
		case !isWide(marked):
			return badEncoding(at, "the file says that it is UTF-16, but it has no byte order mark of UTF-16")
		case enc != "utf-16" && enc != strings.ToLower(marked):
			return misdeclared(at, marked, says, "UTF-16")
		}
		return nil
	default:
		e := badEncoding(at, "the encoding "+says+" is not supported")
		e.Hint += "; UTF-16, windows-1252 and ISO-8859-1 are read as well"
		return e
	}
	if isWide(marked) {
		return badEncoding(at, "the file is UTF-16, but says that it is "+says)
	}
	switch enc {
	case "utf8", "utf-8":
	case "us-ascii", "ascii":
		x.decode(ascii{}, x.off(x.pos))
	default:
		if marked != "" {
			return misdeclared(at, marked, says, "UTF-8")
		}
		x.decode(&western{name: says, at: at, lenient: x.opt.LenientXML}, x.off(x.pos))
	}
	return nil
}

// isWide reports whether an encoding with a byte order mark is UTF-16.
func isWide(marked string) bool { return strings.HasPrefix(marked, "UTF-16") }

// misdeclared says that the byte order mark is of another encoding than the declaration
// names, which should be the one called right.
func misdeclared(at int64, marked, says, right string) error {
	e := badEncoding(at, "the file is "+marked+", as its byte order mark says, but says that it is "+says)
	e.Hint = `write encoding="` + right + `"`
	return e
}

// declaration is the XML declaration [23], without its version.
type declaration struct {
	encoding []byte
	at       int // of the encoding
}

// scan reads the declaration at the start of b, which begins with "<?xml" and
// white space.
func (d *declaration) scan(b []byte) (int, status) {
	end := bytes.IndexByte(b, '>') // none of the values may have one
	if end < 0 {
		return len(b), short
	}
	closed := b[end-1] == '?'
	if closed {
		end--
	}
	i := len("<?xml")
	b = b[:end]
	val, at, i, ok := pseudo(b, i, "version")
	if !ok {
		return i, badDecl
	}
	if len(val) < 3 || val[0] != '1' || val[1] != '.' || digits(val[2:]) != len(val)-2 {
		return at, badVersion
	}
	if val, at, j, ok := pseudo(b, i, "encoding"); ok {
		if !encName(val) {
			return at, badDecl
		}
		d.encoding, d.at, i = val, at, j
	}
	if val, at, j, ok := pseudo(b, i, "standalone"); ok {
		if s := string(val); s != "yes" && s != "no" {
			return at, badDecl
		}
		i = j
	}
	if i = space(b, i); i != end || !closed {
		return i, badDecl
	}
	return end + len("?>"), done
}

// pseudo reads white space, key, '=' and a quoted value.
func pseudo(b []byte, i int, key string) (val []byte, at, end int, ok bool) {
	j := space(b, i)
	if j == i || !bytes.HasPrefix(b[j:], []byte(key)) {
		return nil, i, j, false
	}
	j = space(b, j+len(key))
	if j >= len(b) || b[j] != '=' {
		return nil, i, j, false
	}
	j = space(b, j+1)
	end, st := literal(b, j)
	if st != done {
		return nil, i, j, false
	}
	return b[j+1 : end-1], j + 1, end, true
}

// encName is EncName [81].
func encName(b []byte) bool {
	for i, c := range b {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c-'0' > 9 && c != '.' && c != '_' && c != '-') {
			return false
		}
	}
	return len(b) > 0
}
