package source

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
)

// Place is where a Pos is, for people. The zero Place is the file as a whole.
type Place struct {
	Line, Col int    // from 1 on; Col counts bytes (of UTF-8)
	Text      string // the line, or a part of a long one, without its end
	At        int    // index of Col in Text
	More      bool   // the line goes on behind Text; if At < Col-1, it also begins before Text
}

// excerpt is how much of a long line is shown on each side.
const excerpt = 200

// Position finds a Pos. It reads the file once, up to the farthest place that was asked
// for, to count lines, and then little for each place. For a member of a JSON object it
// reads that object. For a Pos that the file does not have (any more) it returns the
// nearest place. A negative Off gives the zero Place.
func (s *File) Position(p Pos) (Place, error) {
	if p.Off < 0 {
		return Place{}, nil
	}
	if err := s.openText(); err != nil {
		return Place{}, err
	}
	defer s.pause()
	off := p.Off
	switch {
	case s.Format == JSON && (p.Member != "" || p.Item != 0):
		off = s.jsonMember(p)
	case s.Format == XML && p.Name && p.Member != "":
		off = s.xmlName(p)
	case s.Format == XML && !p.Name && (p.Item > 0 || p.Byte > 0 || space(s.piece(off, 1), 0) > 0):
		off = s.xmlItem(p)
	}
	return s.place(min(off, s.end))
}

// openText opens the text that offsets are about, if that is not the file.
func (s *File) openText() error {
	if s.decoded != nil || s.narrow || s.Format != XML {
		return nil
	}
	var x xmlReader
	x.opt.LenientXML, x.opt.Limits = true, Limits{}.withDefaults()
	x.window.reset(io.NewSectionReader(s, 0, s.size), 4096)
	marked, err := x.encoding()
	if err == nil && marked != "UTF-16" {
		err = x.declaration(marked)
	}
	d, ok := x.window.r.(*decoder)
	if err != nil || !ok {
		s.narrow = true
		return nil
	}
	text := io.MultiReader(io.NewSectionReader(s, 0, x.base), upToError{d})
	wide, end, err := s.tempFile(func(w io.Writer) error {
		_, err := io.Copy(w, text)
		return err
	})
	if err != nil {
		return err
	}
	s.decoded, s.text, s.end = wide, wide, end
	return nil
}

// upToError treats the first error as the end: a Reader has seen only what comes before
// it.
type upToError struct{ r io.Reader }

func (u upToError) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// piece returns n bytes of the text at off, or fewer at its end.
func (s *File) piece(off int64, n int) []byte {
	if off < 0 {
		n += int(off)
		off = 0
	}
	n = int(min(int64(n), s.end-off))
	if n <= 0 {
		return nil
	}
	b := make([]byte, n)
	n, _ = s.text.ReadAt(b, off)
	return b[:n]
}

// xmlName goes back from an attribute's value to its name.
func (s *File) xmlName(p Pos) int64 {
	b := s.piece(p.Off-4096, 4096)
	i := len(b) - 1 // at the quotation mark
	back := func() {
		for i > 0 && class[b[i-1]]&spaceByte != 0 {
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
	if q := s.piece(off-1, 1); len(q) == 1 && (q[0] == '"' || q[0] == '\'') && p.Member != "" {
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
	t := bytes.TrimLeft(w.text, " \t\r\n")
	return len(t) == 0 || t[0] == '(' || t[0] == '['
}

// item returns the place of an item in the text or, for 0, of the text without the
// space in front.
func (w *itemWalk) item(n int32) int {
	if n == 0 {
		return len(w.text) - len(bytes.TrimLeft(w.text, " \t\r\n"))
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
// do so. If last is set, nothing follows b.
func characters(b []byte, end byte, last bool) (text []byte, at []int32, ended bool) {
	i := 0
	add := func(n int) {
		for range n {
			text, at = append(text, b[i]), append(at, int32(i))
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

// jsonMember walks the object (or outermost array) at p.Off to a member of it.
func (s *File) jsonMember(p Pos) int64 {
	w := &s.walk
	if w.at != p.Off || w.d == nil || p.Member == "" {
		w.begin(s, p.Off)
	}
	if again := w.inside && w.name == p.Member; !again && (p.Member != "" || w.d.PeekKind() == '{') {
		resumed := w.inside
		ok := w.member(p.Member)
		if !ok && resumed { // it comes before the one that was found last
			w.begin(s, p.Off)
			ok = w.member(p.Member)
		}
		if !ok {
			w.d = nil
			return p.Off
		}
	}
	if w.inside && p.Name {
		return w.nameAt
	}
	off := w.next()
	if p.Item != 0 {
		off = s.jsonItem(off, p.Item)
	}
	return s.jsonByte(off, p.Byte)
}

// jsonByte finds a byte of the text of the string that begins at off.
func (s *File) jsonByte(off int64, at int32) int64 {
	if at == 0 {
		return off
	}
	const most = 6 // bytes that stand for one, as in \u0041
	b, i := s.piece(off, min(most*(min(int(at), mostPiece)+3), mostPiece)), 1
	var buf spill.Vec[byte]
	for left := int(at); left > 0 && i < len(b); {
		n := 1
		if b[i] == '\\' {
			if n = escapeLen(b[i:]); n == 0 || i+n > len(b) {
				break
			}
		}
		left -= len(unquote(b[i:i+n], &buf))
		i += n
	}
	return off + int64(i)
}

// jsonItem finds an item of the list at off, see Pos. Without an item it returns off.
func (s *File) jsonItem(off int64, item int32) int64 {
	w, n := &s.list, max(item, -item)
	if w.d == nil || w.at != off || w.into != (item > 0) || n < w.n {
		text := io.NewSectionReader(s.text, off, s.end-off)
		*w = listWalk{at: off, into: item > 0, d: jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true))}
		if w.d.PeekKind() != '[' {
			w.d = nil
			return off
		}
		w.d.ReadToken()
		w.depth = 1
	}
	if !w.item(n) {
		w.d = nil
		return off
	}
	return nextToken(w.d, off)
}

// listWalk is a walk over the items of a list. Like memberWalk, it continues where the
// last item was found.
type listWalk struct {
	at    int64             // where the list is
	into  bool              // it goes into lists in the list
	d     *jsontext.Decoder // nil if there is no walk
	depth int               // lists that are open
	n     int32             // the next item; 0 if none was found yet
}

// item goes to an item, and reports whether there is one.
func (w *listWalk) item(n int32) bool {
	for w.n < n {
		if w.n > 0 && w.d.SkipValue() != nil || !w.next() {
			return false
		}
		w.n++
	}
	return true
}

// next goes to where an item begins.
func (w *listWalk) next() bool {
	for {
		switch kind := w.d.PeekKind(); {
		case kind == '[' && w.into, kind == ']':
			if w.depth++; kind == ']' {
				w.depth -= 2
			}
			if _, err := w.d.ReadToken(); err != nil || w.depth == 0 {
				return false
			}
		default:
			return kind != 0
		}
	}
}

// memberWalk is a walk over the members of an object. It continues where the last
// member was found, because many mistakes in one object are reported in order.
type memberWalk struct {
	at     int64             // where the object is
	d      *jsontext.Decoder // nil if there is no walk
	inside bool              // the value of the last member that was found comes next
	name   string            // of that member
	nameAt int64
}

func (w *memberWalk) begin(s *File, at int64) {
	text := io.NewSectionReader(s.text, at, s.end-at)
	*w = memberWalk{at: at, d: jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true))}
}

// member goes to the value of a member, and reports whether there is one.
func (w *memberWalk) member(named string) bool {
	if !w.inside {
		if w.d.PeekKind() != '{' {
			return false
		}
		w.d.ReadToken()
	} else if w.d.SkipValue() != nil {
		return false
	}
	var buf spill.Vec[byte]
	for {
		at := w.next()
		raw, err := w.d.ReadValue()
		if err != nil || raw[0] != '"' {
			return false
		}
		if text := unquote(raw[1:len(raw)-1], &buf); string(text) == named {
			w.inside, w.name, w.nameAt = true, named, at
			return true
		}
		if w.d.SkipValue() != nil {
			return false
		}
	}
}

// next returns where the next token begins.
func (w *memberWalk) next() int64 { return nextToken(w.d, w.at) }

// nextToken is next for a decoder whose text begins at base.
func nextToken(d *jsontext.Decoder, base int64) int64 {
	d.PeekKind()
	rest := d.UnreadBuffer()
	n := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n,:"))
	return base + d.InputOffset() + int64(n)
}

// lines remembers, for every lineStep bytes, how many line ends there are before, and
// where the line at that place begins. So a place costs no more than one such step,
// even if all of the file is one line with thousands of mistakes.
type lines struct {
	before []int
	begin  []int64
	buf    []byte
	step   int // the step that buf has, if n is not 0: mistakes are often close together
	n      int
}

const lineStep = 64 << 10

// place counts lines up to off and cuts out the line there.
func (s *File) place(off int64) (Place, error) {
	l := &s.lines
	if l.buf == nil {
		l.buf = make([]byte, lineStep)
		l.before, l.begin = []int{0}, []int64{s.markSize()}
	}
	for int64(len(l.before))*lineStep <= off {
		k := len(l.before) - 1
		b, err := s.step(k)
		if err != nil {
			return Place{}, err
		}
		n, begin := lineEnds(b, int64(k)*lineStep, l.begin[k])
		l.before, l.begin = append(l.before, l.before[k]+n), append(l.begin, begin)
	}
	k := int(off / lineStep)
	start := int64(k) * lineStep
	b, err := s.step(k)
	if err != nil {
		return Place{}, err
	}
	b = b[:min(int64(len(b)), off-start)]
	n, begin := lineEnds(b, start, l.begin[k])
	begin = min(begin, off)
	p := Place{Line: 1 + l.before[k] + n, Col: int(off-begin) + 1}
	s.cut(&p, begin, off)
	return p, nil
}

// step returns the text of a step.
func (s *File) step(k int) ([]byte, error) {
	l := &s.lines
	if l.n == 0 || l.step != k {
		b, err := s.fill(l.buf, int64(k)*lineStep)
		if err != nil {
			l.n = 0
			return nil, err
		}
		l.step, l.n = k, len(b)
	}
	return l.buf[:l.n], nil
}

// markSize returns the length of the text's byte order mark, which belongs to no line.
func (s *File) markSize() int64 {
	if string(s.piece(0, len(utf8Mark))) != utf8Mark {
		return 0
	}
	return int64(len(utf8Mark))
}

// fill reads the text from off on into p. It is no error if the text is shorter than
// before.
func (s *File) fill(p []byte, off int64) ([]byte, error) {
	n, err := s.text.ReadAt(p, off)
	if err != nil && err != io.EOF {
		return nil, readError(off, err)
	}
	return p[:n], nil
}

// lineEnds counts the line ends in b, which is at start, and returns where the last
// line begins. before is where the line begins that b begins in.
func lineEnds(b []byte, start, before int64) (n int, begin int64) {
	if n = bytes.Count(b, []byte{'\n'}); n == 0 {
		return 0, before
	}
	return n, start + int64(bytes.LastIndexByte(b, '\n')) + 1
}

// cut puts the line, or what is near off of it, into p.
func (s *File) cut(p *Place, begin, off int64) {
	from := max(begin, off-excerpt)
	b := s.piece(from, int(off-from)+excerpt)
	at := int(off - from)
	at = min(at, len(b))
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		b = b[:at+i]
		b = bytes.TrimSuffix(b, []byte("\r"))
		at = min(at, len(b))
	} else {
		p.More = off+excerpt < s.end
		for n := 0; p.More && n < utf8.UTFMax-1 && len(b) > at; n++ {
			if r, size := utf8.DecodeLastRune(b); r != utf8.RuneError || size > 1 {
				break
			}
			b = b[:len(b)-1] // of a character that is cut in the middle
		}
	}
	for from > begin && at > 0 && !utf8.RuneStart(b[0]) {
		b, at = b[1:], at-1
	}
	p.Text, p.At = string(b), at
}
