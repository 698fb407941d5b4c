package source

import (
	"bytes"
	"io"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
)

// xmlReader is the state machine of the XML scanner. It decides from two bytes which
// markup comes next, has a pure function scan all of it, asks the window for more if
// that was short, and only then reports it. So nothing has to be resumed in the middle,
// and memory is limited by the longest token.
//
// Invariant: at the head of each loop, window.pos is at the first byte that has not
// been reported.
type xmlReader struct {
	window
	h      Handler
	opt    Options
	tagger Tagger // h, if it is one
	tag    tag
	shapes shapes
	known  Tag // a tag that shapes has read
	open   spill.Vec[element]
	spaces spill.Vec[spaced]
	path   spill.Vec[byte] // the names of the open elements that shapes does not know, one after another

	piece    spill.Vec[byte] // text before a comment, CDATA section or instruction, which is reported with what follows
	pieceAt  int64
	pending  bool
	told     int             // bytes of the current text that have been reported: it comes in parts
	toldAt   int64           // where it begins
	meant    bool            // some of it is a reference, or in a CDATA section
	leaf     bool            // the innermost element has no element in it so far
	preserve bool            // xml:space="preserve" holds in the innermost open element
	decoded  spill.Vec[byte] // a value that needs decoding
	val      Value

	homes xmlHomes
	ready bool // homes are in use
}

// xmlHomes is the storage of an xmlReader's containers for ordinary files: nested 32
// deep, with 16 attributes in a tag, and no value with references longer than 256
// bytes.
type xmlHomes struct {
	open    [32]element
	spaces  [4]spaced
	path    [512]byte
	attrs   [16]attr
	piece   [256]byte
	decoded [256]byte
}

// spillTo makes the containers spill to p.
func (x *xmlReader) spillTo(p *smallalloc.Pool) {
	x.ready = true
	x.open.Init(x.homes.open[:], p)
	x.spaces.Init(x.homes.spaces[:], p)
	x.path.Init(x.homes.path[:], p)
	x.tag.attrs.Init(x.homes.attrs[:], p)
	x.piece.Init(x.homes.piece[:], p)
	x.decoded.Init(x.homes.decoded[:], p)
}

// rest empties the containers after a file, and drops the handler.
func (x *xmlReader) rest() {
	x.h, x.tagger, x.window.r, x.shapes.wanted = nil, nil, nil, nil
	x.open.Rest(keepMost / 16)
	x.spaces.Rest(keepMost / 16)
	x.path.Rest(keepMost)
	x.tag.attrs.Rest(keepMost / 32)
	x.tag.room = nil
	x.tag.set.rest(keepMost / 32)
	x.piece.Rest(keepMost)
	x.decoded.Rest(keepMost)
	x.pending, x.preserve, x.told, x.leaf = false, false, 0, false
}

func (x *xmlReader) counts(to []spill.Count) []spill.Count {
	return append(to, x.open.Count("XML: open elements"), x.spaces.Count("XML: those with xml:space"), x.path.Count("XML: their names"),
		x.tag.attrs.Count("XML: attributes"), x.piece.Count("XML: text in pieces"), x.decoded.Count("XML: text with references"))
}

type element struct {
	at    int64
	start int32 // of its name in path
	shape int32 // or the name; 0 if it is in path
}

// spaced is an open element that says whether all white space in it is meant.
type spaced struct {
	depth    int32 // how many elements are open, and it
	preserve bool
}

// name returns the name of an open element, which must be the innermost one.
func (x *xmlReader) name(e *element) []byte {
	if e.shape != 0 {
		return x.shapes.name(e.shape)
	}
	return x.path.Slice()[e.start:]
}

// read scans one document.
func (x *xmlReader) read(r io.Reader, h Handler, o Options) error {
	if !x.ready {
		x.spillTo(nil)
	}
	err := x.scan(r, h, o)
	x.rest()
	return err
}

// scan is read without the preparation and the cleaning up.
func (x *xmlReader) scan(r io.Reader, h Handler, o Options) error {
	o.Limits = o.Limits.withDefaults()
	size := windowSize
	if o.window > 0 {
		size = o.window
	}
	x.window.reset(r, size)
	x.h, x.opt = h, o
	x.tagger, _ = h.(Tagger)
	x.shapes.reset(o.Limits.Attributes, o.LenientXML)
	if x.tagger != nil {
		x.shapes.wanted = x.tagger.Wanted()
	}
	if r, ok := h.(tagRoom); ok {
		own := x.shapes.attrs
		r.room(&x.shapes.attrs)
		defer func() { x.shapes.attrs = own }()
	}
	x.tag.max, x.tag.lenient = o.Limits, o.LenientXML
	marked, err := x.encoding()
	if err != nil {
		return err
	}
	if err := x.declaration(marked); err != nil {
		return err
	}
	return x.document()
}

// document reads the prolog, the root element and what may follow it [1].
func (x *xmlReader) document() error {
	root, typed := false, false
	for {
		x.pos = space(x.buf[:x.end], x.pos)
		if x.pos == x.end {
			if x.more() {
				continue
			}
			if x.err != io.EOF {
				return x.broken()
			}
			if !root {
				return x.noRoot()
			}
			return nil
		}
		if x.buf[x.pos] != '<' {
			return x.outside(root)
		}
		kind, err := x.markup()
		if err != nil {
			return err
		}
		switch {
		case kind == startMarkup && !root:
			root = true
			err = x.content()
		case kind == startMarkup:
			err = x.secondRoot()
		case kind == doctypeMarkup && !root && !typed:
			typed = true
			err = x.doctype()
		case kind == commentMarkup:
			err = x.comment()
		case kind == piMarkup:
			err = x.skip(instruction, "processing instruction")
		default:
			err = x.misplaced(kind)
		}
		if err != nil {
			return err
		}
	}
}

// content reads the root element with everything in it: the hot loop.
func (x *xmlReader) content() error {
	if err := x.startTag(); err != nil {
		return err
	}
	for x.open.Len() > 0 {
		end, blank, plain, st := indent(x.buf[x.pos:x.end]), true, true, done
		if end < 0 {
			end, blank, plain, st = text(x.buf[x.pos:x.end], 0, x.opt.LenientXML)
		}
		if st == done && x.pos+end+1 >= x.end {
			st = short
		}
		if st != done {
			part, err := x.part(end, plain, st)
			if !part && err == nil {
				err = x.retry(end, st, "text")
			}
			if err != nil {
				return err
			}
			continue
		}
		next := x.buf[x.pos+end+1]
		// Mere indentation is skipped at once.
		if x.pending || x.told > 0 || end > 0 && (!blank || x.preserve || x.leaf && next == '/' || next == '!' || next == '?' || end > x.opt.Limits.Token) {
			if err := x.text(end, blank, plain, next); err != nil {
				return err
			}
		}
		x.pos += end
		var err error
		switch next {
		case '/':
			x.told, x.leaf = 0, false
			err = x.endTag()
		case '!', '?':
			err = x.inside()
		default:
			x.told, x.leaf = 0, false
			err = x.startTag()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// text reports the next n bytes, or keeps them for later if the piece goes on after
// what follows.
func (x *xmlReader) text(n int, blank, plain bool, next byte) error {
	if err := x.long(n, "text"); err != nil {
		return err
	}
	b := x.buf[x.pos : x.pos+n]
	keep := next == '!' || next == '?'
	whole := x.leaf && next == '/'
	if !x.pending && !keep {
		if blank && !x.preserve && x.told == 0 && !whole {
			return nil
		}
		x.val.At = x.off(x.pos)
		if plain {
			return x.report(b, whole && inLine(b))
		}
		x.decoded.Reset()
		return x.report(spill.Append(&x.decoded, len(b), b, appendText), refers(b))
	}
	x.add(b, appendText, refers(b))
	if err := x.long(x.piece.Len(), "text"); keep || err != nil {
		return err
	}
	x.pending = false
	x.val.At = x.pieceAt
	return x.report(x.piece.Slice(), x.meant || whole && inLine(x.piece.Slice()))
}

// mostItem is how far from the end of a part a separator is looked for: base64 has none.
const mostItem = 1 << 10

// part reports the next n bytes, or most of them, if they are the beginning of a text
// that comes in parts. It reports whether it did. Texts of only white space, and texts
// that are kept for later, are decided only as a whole.
func (x *xmlReader) part(n int, plain bool, st status) (bool, error) {
	if st != short || x.opt.Parts == 0 || n < min(x.opt.Parts, len(x.buf)/2) || x.pending {
		return false, nil
	}
	b := bytes.TrimRight(x.buf[x.pos:x.pos+n], "]\r") // which may go on as "]]>" or a line's end
	tail := max(0, len(b)-mostItem)
	if i := tail + bytes.LastIndexAny(b[tail:], " \t\n,") + 1; i > tail && space(b, 0) < i {
		b = b[:i]
	}
	if len(b) == 0 || x.told == 0 && space(b, 0) == len(b) {
		return false, nil
	}
	x.val.At = x.off(x.pos)
	if x.told == 0 {
		x.toldAt = x.val.At
	}
	if x.told += len(b); x.told > x.opt.Limits.Text {
		return false, x.tooLong(x.toldAt, "text", x.opt.Limits.Text)
	}
	x.pos += len(b)
	if !plain {
		x.decoded.Reset()
		b = spill.Append(&x.decoded, len(b), b, appendText)
	}
	x.val.More = true
	err := x.report(b, true)
	x.val.More = false
	return true, err
}

// refers reports whether there is a reference in a text.
func refers(b []byte) bool { return bytes.IndexByte(b, '&') >= 0 }

// add appends to the pending piece of text, which b may begin.
func (x *xmlReader) add(b []byte, how func(dst, b []byte) []byte, meant bool) {
	if !x.pending {
		x.pending, x.pieceAt, x.meant = true, x.off(x.pos), false
		x.piece.Reset()
	}
	x.meant = x.meant || meant
	spill.Append(&x.piece, len(b), b, how)
}

// report reports a piece of text, unless it is white space that is not meant.
func (x *xmlReader) report(b []byte, meant bool) error {
	if x.told == 0 && space(b, 0) == len(b) && !((meant || x.preserve) && x.opt.Blanks) {
		return nil
	}
	x.val.Kind, x.val.Bytes = Text, b
	if !x.h.Text(&x.val) {
		return ErrStopped
	}
	return nil
}

// startTag reads a start tag or empty-element tag at pos and reports it.
func (x *xmlReader) startTag() error {
	n, plain := x.shapes.scan(x.buf[x.pos:x.end], &x.known)
	if n == 0 {
		return x.newTag()
	}
	t := &x.known
	t.At = x.off(x.pos)
	if n > x.opt.Limits.Token || x.open.Len() >= x.opt.Limits.Depth {
		return x.beyond(n)
	}
	switch {
	case !plain:
		if err := x.tell(t); err != nil {
			return err
		}
	case x.tagger != nil:
		if !x.tagger.Tag(t) {
			return ErrStopped
		}
	default:
		if !t.Parts(x.h, &x.val) {
			return ErrStopped
		}
	}
	if !t.Empty {
		x.open.Push(element{start: int32(x.path.Len()), at: t.At + 1, shape: t.Shape})
		x.leaf = true
	}
	x.pos += n
	return nil
}

// beyond returns the error for a limit that a tag of n bytes at pos exceeds, if any.
func (x *xmlReader) beyond(n int) error {
	if x.open.Len() >= x.opt.Limits.Depth {
		return limit(x.off(x.pos+1), "elements are nested more than %d deep", x.opt.Limits.Depth).advise("is an end tag missing?")
	}
	return x.long(n, "tag")
}

// tell reports a tag with values that need decoding.
func (x *xmlReader) tell(t *Tag) error {
	if !x.h.Open(t.Text[1:t.Name], t.At+1) {
		return ErrStopped
	}
	for i := range t.Attrs {
		a := &t.Attrs[i]
		if !x.value(a.NameIn(t.Text), t.Text[a.Val:a.ValEnd], t.At+int64(a.Val), false) {
			return ErrStopped
		}
	}
	if t.Empty && !x.h.Close(t.At+int64(len(t.Text))-2) {
		return ErrStopped
	}
	return nil
}

// value reports an attribute.
func (x *xmlReader) value(name, b []byte, at int64, plain bool) bool {
	x.val.Kind, x.val.Bytes, x.val.At = Text, x.unescaped(b, plain), at
	return x.h.Value(name, &x.val)
}

// unescaped returns the value of an attribute that is written as b, until the next call.
func (x *xmlReader) unescaped(b []byte, plain bool) []byte {
	if plain {
		return b
	}
	x.decoded.Reset()
	return spill.Append(&x.decoded, len(b), b, appendValue)
}

// newTag is startTag for a tag that shapes does not know.
func (x *xmlReader) newTag() error {
	var n int
	for {
		var st status
		if n, st = x.tag.scan(x.buf[x.pos:x.end]); st == done {
			break
		}
		if err := x.retry(n, st, "tag"); err != nil {
			return err
		}
	}
	if err := x.beyond(n); err != nil {
		return err
	}
	t := &x.tag
	b := x.buf[x.pos : x.pos+n]
	at := x.off(x.pos)
	if !x.h.Open(b[1:t.nameEnd], at+1) {
		return ErrStopped
	}
	attrs := t.room[:t.n]
	for i := range attrs {
		a := &attrs[i]
		if !x.value(b[a.name:a.nameEnd], b[a.val:a.valEnd], at+int64(a.val), a.plain) {
			return ErrStopped
		}
	}
	if t.empty {
		if !x.h.Close(at + int64(n) - 2) {
			return ErrStopped
		}
	} else {
		x.open.Push(element{start: int32(x.path.Len()), at: at + 1})
		x.path.Append(b[1:t.nameEnd]...)
		x.enterSpace(b, t)
		x.leaf = true
	}
	if !x.opt.unlearned && !slices.Contains(x.opt.Preserve, string(b[1:t.nameEnd])) {
		x.shapes.learn(b, t)
	}
	x.pos += n
	return nil
}

// enterSpace notes what the tag of an element says about white space (2.10).
func (x *xmlReader) enterSpace(b []byte, t *tag) {
	if i := t.find(b, spaceName); i >= 0 {
		a := &t.room[i]
		x.preserve = string(x.unescaped(b[a.val:a.valEnd], a.plain)) == "preserve"
	} else if slices.Contains(x.opt.Preserve, string(b[1:t.nameEnd])) {
		x.preserve = true
	} else {
		return
	}
	x.spaces.Push(spaced{int32(x.open.Len()), x.preserve})
}

// leaveSpace forgets what a closed element said about it.
func (x *xmlReader) leaveSpace() {
	if top := x.spaces.Top(); top != nil && int(top.depth) > x.open.Len() {
		x.spaces.Pop()
		top = x.spaces.Top()
		x.preserve = top != nil && top.preserve
	}
}

// endTag reads an end tag [42] at pos, which must be that of the innermost open
// element.
func (x *xmlReader) endTag() error {
	top := *x.open.Top()
	if n, ok := x.shapes.closes(top.shape, x.buf[x.pos:x.end]); ok {
		if !x.h.Close(x.off(x.pos)) {
			return ErrStopped
		}
		x.open.Pop()
		x.leaveSpace()
		x.pos += n
		return nil
	}
	want := x.name(&top)
	for {
		b := x.buf[x.pos:x.end]
		i := len("</") + len(want)
		if i < len(b) && bytes.Equal(b[2:i], want) {
			if i = space(b, i); i < len(b) && b[i] == '>' {
				if !x.h.Close(x.off(x.pos)) {
					return ErrStopped
				}
				x.open.Pop()
				x.leaveSpace()
				x.path.Truncate(int(top.start))
				x.pos += i + 1
				return nil
			}
		}
		if err := x.otherEndTag(b, want, top); err != nil {
			return err
		}
	}
}

// otherEndTag handles an end tag at b that is not exactly the expected one: it may be
// cut off, wrong, or that of another element.
func (x *xmlReader) otherEndTag(b, want []byte, top element) error {
	i, st := name(b, 2)
	if st == done && !bytes.Equal(b[2:i], want) {
		return x.mismatch(b[2:i], want, top)
	}
	if st == done {
		if i = space(b, i); i == len(b) {
			st = short
		} else {
			st = badTagEnd
		}
	}
	return x.retry(i, st, "tag")
}

// inside reads a comment, CDATA section or instruction within an element. The text
// around it stays pending.
func (x *xmlReader) inside() error {
	kind, err := x.markup()
	if err != nil {
		return err
	}
	switch kind {
	case commentMarkup:
		return x.comment()
	case piMarkup:
		return x.skip(instruction, "processing instruction")
	case cdataMarkup:
		n, err := x.whole(cdata, "CDATA section")
		if err != nil {
			return err
		}
		b := x.buf[x.pos+len(cdataOpen) : x.pos+n-len("]]>")]
		first := !x.pending || x.piece.Len() == 0
		x.add(b, appendLines, len(b) > 0)
		if first {
			x.pieceAt = x.off(x.pos + len(cdataOpen))
		}
		err = x.long(x.piece.Len(), "text") // at this section
		x.pos += n
		return err
	}
	return x.misplaced(kind)
}

// comment passes a comment.
func (x *xmlReader) comment() error {
	lenient := x.opt.LenientXML
	return x.skip(func(b []byte) (int, status) { return comment(b, lenient) }, "comment")
}

// doctype passes the document type declaration.
func (x *xmlReader) doctype() error {
	lenient := x.opt.LenientXML
	return x.skip(func(b []byte) (int, status) { return doctype(b, lenient) }, "document type declaration")
}

// skip skips markup that means nothing to levels.
func (x *xmlReader) skip(scan func([]byte) (int, status), what string) error {
	n, err := x.whole(scan, what)
	x.pos += n
	return err
}

// whole scans markup at pos until all of it is in the window.
func (x *xmlReader) whole(scan func([]byte) (int, status), what string) (int, error) {
	for {
		n, st := scan(x.buf[x.pos:x.end])
		if st == done {
			return n, x.long(n, what)
		}
		if err := x.retry(n, st, what); err != nil {
			return 0, err
		}
	}
}
