package source

import (
	"bytes"
	"unicode/utf8"
)

// xmlName goes back from an attribute's value to its name.
func (s *File) xmlName(p Pos) int64 {
	b := s.piece(p.Off-4096, 4096)
	i := len(b) - 1 // at the quotation mark
	back := func() {
		for i > 0 && IsSpace(b[i-1]) {
			i--
		}
	}
	if i < 0 {
		return p.Off
	}
	if back(); i > 0 && b[i-1] == '=' {
		i--
		back()
	}
	if !bytes.HasSuffix(b[:i], []byte(p.Member)) {
		return p.Off
	}
	return p.Off - int64(len(b)-i+len(p.Member))
}

// xmlItem finds an item of a list in a value or a text.
func (s *File) xmlItem(p Pos) int64 {
	off, end := p.Off, byte('<')
	if q := s.piece(off-1, 1); len(q) == 1 && isQuote(q[0]) && p.Member != "" {
		end = q[0]
	} else if string(s.piece(off-int64(len(cdataOpen)), len(cdataOpen))) == cdataOpen {
		off -= int64(len(cdataOpen)) // where a text begins, but not its markup
	}
	w := &s.items
	if w.text == nil || w.off != off || w.end != end {
		*w = itemWalk{off: off, end: end}
		w.read(s, firstPiece)
	}
	return w.find(s, p)
}

// How much of a list is read to find an item, first and at most: a file may have many
// messages, and lists may be long.
const (
	firstPiece = 1 << 10
	mostPiece  = 16 << 20
)

// itemWalk is a walk over the items of a list in XML. Like memberWalk, it continues
// where the last item was found.
type itemWalk struct {
	off   int64 // where the characters begin
	end   byte  // what ends them
	size  int   // bytes that were read from there on
	whole bool  // no more are wanted
	text  []byte
	at    []int32
	it    Items
	n     int32 // items that it has passed
}

// find returns the place of an item, or of a byte in it. It reads more if it has to.
func (w *itemWalk) find(s *File, p Pos) int64 {
	for {
		i := w.item(p.Item) + int(p.Byte)
		if w.whole || i < len(w.text) && !w.bracket() {
			return w.off + int64(w.at[min(i, len(w.text))])
		}
		w.read(s, min(8*w.size, mostPiece))
	}
}

// read reads that many bytes of the list.
func (w *itemWalk) read(s *File, n int) {
	b := s.piece(w.off, n)
	w.size, w.n = n, 0
	last := len(b) < n || n >= mostPiece
	w.text, w.at, w.whole = characters(b, w.end, last)
	w.whole = w.whole || last
	w.it = Split(w.text)
}

// bracket reports whether the list may be in brackets, which only all of it shows.
func (w *itemWalk) bracket() bool {
	t := w.text[space(w.text, 0):]
	return len(t) == 0 || t[0] == '(' || t[0] == '['
}

// item returns the place of an item in the text or, for 0, of the text without the
// space in front.
func (w *itemWalk) item(n int32) int {
	if n == 0 {
		return space(w.text, 0)
	}
	if n < w.n {
		w.it, w.n = Split(w.text), 0
	}
	for w.n < n {
		w.n++
		if !w.it.Next() {
			break
		}
	}
	return w.it.At()
}

// characters returns the characters of a value or a text up to end, which is the
// quotation mark of the value or the "<" behind the text. at has the place in b of each
// of their bytes, then that of their end. ended is false if they go on behind b, or may
// do so. If last is set, nothing follows b. As everywhere in XML, "\r\n" is one character.
func characters(b []byte, end byte, last bool) (text []byte, at []int32, ended bool) {
	if !last {
		b = bytes.TrimSuffix(b, []byte("\r")) // "\n" may follow
	}
	i := 0
	add := func(n int) {
		for range n {
			if b[i] != '\r' || i+1 == len(b) || b[i+1] != '\n' {
				text, at = append(text, b[i]), append(at, int32(i))
			}
			i++
		}
	}
	for i < len(b) {
		rest := b[i:]
		n := -1 // bytes that are markup
		switch {
		case rest[0] == '&':
			r, n, st := ref(rest, 0)
			if st == short && !last {
				return text, append(at, int32(i)), false
			}
			if st != done { // lenient reading has accepted it
				add(1)
				continue
			}
			for text = utf8.AppendRune(text, r); len(at) < len(text); {
				at = append(at, int32(i))
			}
			i += n
			continue
		case rest[0] != end:
			add(1)
			continue
		case bytes.HasPrefix(rest, []byte("<!--")):
			n = behind(rest, len("<!--"), "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			n = behind(rest, len("<?"), "?>")
		case bytes.HasPrefix(rest, []byte(cdataOpen)):
			if n = behind(rest, len(cdataOpen), "]]>"); n > 0 {
				i += len(cdataOpen)
				add(n - len(cdataOpen) - len("]]>"))
				n = len("]]>")
			}
		default:
			ended = end != '<' || last || len(rest) >= len(cdataOpen)
		}
		if n <= 0 {
			break
		}
		i += n
	}
	return text, append(at, int32(i)), ended
}

// behind returns how many bytes of b there are up to the first mark at or behind from,
// including the mark, or -1.
func behind(b []byte, from int, mark string) int {
	n := bytes.Index(b[from:], []byte(mark))
	if n < 0 {
		return -1
	}
	return from + n + len(mark)
}
