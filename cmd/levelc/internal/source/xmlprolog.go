package source

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf8"
)

var errNotASCII = errors.New("not ASCII")

// The beginning of a document: how its bytes are characters, and what it says
// of itself.

// encoding tells the encoding by the first bytes (appendix F) and passes a byte
// order mark.
func (x *xmlReader) encoding() error {
	b := x.need(4)
	has := func(s string) bool { return bytes.HasPrefix(b, []byte(s)) }
	switch {
	case has(utf8Mark):
		x.pos = len(utf8Mark)
	case has("\xFF\xFE\x00\x00"), has("\x00\x00\xFE\xFF"), has("<\x00\x00\x00"), has("\x00\x00\x00<"):
		return badEncoding(0, "this is UTF-32")
	case has("\xFF\xFE"):
		x.transcode(binary.LittleEndian)
	case has("\xFE\xFF"):
		x.transcode(binary.BigEndian)
	case has("<\x00"), has("\x00<"):
		return badEncoding(0, "this looks like UTF-16 without a byte order mark")
	case has("\x4C\x6F\xA7\x94"):
		return badEncoding(0, "this is EBCDIC")
	}
	return nil
}

func badEncoding(off int64, msg string) *Error {
	return &Error{Off: off, Msg: msg, Hint: "save the file as UTF-8", Err: ErrEncoding}
}

// transcode begins anew with what the window holds behind the mark, as UTF-8.
func (x *xmlReader) transcode(order binary.ByteOrder) {
	head := append([]byte(nil), x.buf[2:x.end]...)
	rest := x.window.r
	if x.window.err != nil {
		rest = failing{x.window.err}
	}
	u := &utf16Reader{order: order, r: io.MultiReader(bytes.NewReader(head), rest)}
	x.window = window{r: u, buf: x.buf}
}

// failing is a reader at its end.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// declaration reads the XML declaration, if there is one, and checks the
// encoding that it names against the one at hand.
func (x *xmlReader) declaration() error {
	b := x.need(len("<?xml "))
	if x.opt.LenientXML {
		x.pos += space(b, 0)
		b = x.need(len("<?xml "))
	}
	if len(b) < len("<?xml ") || string(b[:5]) != "<?xml" || class[b[5]]&spaceByte == 0 {
		return nil
	}
	var d declaration
	n, err := x.whole(d.scan, "XML declaration")
	if err != nil {
		return err
	}
	if d.encoding == nil {
		x.pos += n
		return nil
	}
	_, wide := x.window.r.(*utf16Reader)
	enc := string(bytes.ToLower(d.encoding))
	if enc == "utf8" {
		if !x.opt.LenientXML {
			return &Error{Off: x.off(x.pos + d.at), Msg: "no encoding is called " + clip(d.encoding), Hint: `write encoding="UTF-8", or let it pass with --lenient-xml`, Err: ErrEncoding}
		}
		enc = "utf-8"
	}
	switch enc {
	case "utf-8", "us-ascii", "ascii":
		if enc != "utf-8" {
			x.onlyASCII()
		}
		if wide {
			return badEncoding(x.off(x.pos+d.at), "the file is UTF-16, but says that it is "+clip(d.encoding))
		}
	case "utf-16", "utf-16le", "utf-16be":
		if !wide {
			return badEncoding(x.off(x.pos+d.at), "the file says that it is UTF-16, but it has no byte order mark of UTF-16")
		}
	default:
		return badEncoding(x.off(x.pos+d.at), "the encoding "+clip(d.encoding)+" is not supported")
	}
	x.pos += n
	return nil
}

// onlyASCII ends the text before the first byte that is not ASCII.
func (x *xmlReader) onlyASCII() {
	if n := ascii(x.buf[x.pos:x.end]); x.pos+n < x.end {
		x.end, x.window.err = x.pos+n, errNotASCII
	} else {
		x.window.r = asciiReader{x.window.r}
	}
}

type asciiReader struct{ r io.Reader }

func (a asciiReader) Read(p []byte) (int, error) {
	n, err := a.r.Read(p)
	if i := ascii(p[:n]); i < n {
		return i, errNotASCII
	}
	return n, err
}

func ascii(b []byte) int {
	for i, c := range b {
		if c >= utf8.RuneSelf {
			return i
		}
	}
	return len(b)
}

// Kinds of markup, as the first bytes tell them.
type markupKind uint8

const (
	startMarkup markupKind = iota
	endMarkup
	commentMarkup
	cdataMarkup
	piMarkup
	doctypeMarkup
)

// markup tells what begins with the '<' at pos.
func (x *xmlReader) markup() (markupKind, error) {
	const longest = len(cdataOpen) // and "<!DOCTYPE"
	b := x.need(longest)
	has := func(s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
	switch {
	case has("<!--"):
		return commentMarkup, nil
	case has(cdataOpen):
		return cdataMarkup, nil
	case has("<!DOCTYPE"):
		return doctypeMarkup, nil
	case has("<!"):
		if len(b) < longest {
			return 0, x.retry(len(b), short, "tag")
		}
		return 0, x.retry(0, badMarkup, "tag")
	case has("<?"):
		return piMarkup, nil
	case has("</"):
		return endMarkup, nil
	}
	return startMarkup, nil
}
