package source

import (
	"bytes"
	"io"
)

// xmlReader is the state machine of the XML scanner. It decides from two bytes
// which markup comes next, has a pure function scan it whole, asks the window
// for more when that was short, and only then reports it. So nothing in it has
// to be resumed in the middle, and memory is bounded by the longest token.
//
// Invariant: at the head of each loop, window.pos is at the first byte that
// has not been reported.
type xmlReader struct {
	window
	h    Handler
	opt  Options
	tag  tag
	open []element
	path []byte // the names of the open elements, one behind the other

	piece   []byte // text before a comment, CDATA section or instruction, to be reported with what follows
	pieceAt int64
	pending bool
	decoded []byte // a value that does not stand for itself
	val     Value
}

type element struct {
	start int // of its name in path
	at    int64
}

// read scans one document.
func (x *xmlReader) read(r io.Reader, h Handler, o Options) error {
	o.Limits = o.Limits.withDefaults()
	size := windowSize
	if o.window > 0 {
		size = o.window
	}
	x.window.reset(r, size)
	x.h, x.opt = h, o
	x.tag.max, x.tag.lenient = o.Limits, o.LenientXML
	x.open, x.path, x.pending = x.open[:0], keep(x.path), false
	x.piece, x.decoded = keep(x.piece), keep(x.decoded)
	if err := x.encoding(); err != nil {
		return err
	}
	if err := x.declaration(); err != nil {
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
			err = x.skip(doctype, "the document type declaration")
		case kind == commentMarkup:
			err = x.comment()
		case kind == piMarkup:
			err = x.skip(instruction, "the processing instruction")
		default:
			err = x.misplaced(kind)
		}
		if err != nil {
			return err
		}
	}
}

// content reads the root element with all that is in it: the hot loop.
func (x *xmlReader) content() error {
	if err := x.startTag(); err != nil {
		return err
	}
	for len(x.open) > 0 {
		end, blank, plain, st := text(x.buf[x.pos:x.end], 0, x.opt.LenientXML)
		if st == done && x.pos+end+1 >= x.end {
			st = short
		}
		if st != done {
			if err := x.retry(end, st, "text"); err != nil {
				return err
			}
			continue
		}
		next := x.buf[x.pos+end+1]
		if end > 0 || x.pending {
			if err := x.text(end, blank, plain, next); err != nil {
				return err
			}
		}
		x.pos += end
		var err error
		switch next {
		case '/':
			err = x.endTag()
		case '!', '?':
			err = x.inside()
		default:
			err = x.startTag()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// text reports the next n bytes, or keeps them for later if what follows does
// not end the piece.
func (x *xmlReader) text(n int, blank, plain bool, next byte) error {
	if err := x.long(n, "text"); err != nil {
		return err
	}
	b := x.buf[x.pos : x.pos+n]
	keep := next == '!' || next == '?'
	if !x.pending && !keep {
		if blank {
			return nil
		}
		x.val.At = x.off(x.pos)
		if plain {
			return x.report(b)
		}
		x.decoded = appendText(x.decoded[:0], b)
		return x.report(x.decoded)
	}
	x.add(b, appendText)
	if err := x.long(len(x.piece), "text"); keep || err != nil {
		return err
	}
	x.pending = false
	x.val.At = x.pieceAt
	return x.report(x.piece)
}

// add appends to the piece of text that is pending, which b may begin.
func (x *xmlReader) add(b []byte, how func(dst, b []byte) []byte) {
	if !x.pending {
		x.pending, x.piece, x.pieceAt = true, x.piece[:0], x.off(x.pos)
	}
	x.piece = how(x.piece, b)
}

// report tells of a piece of text, unless it is white space.
func (x *xmlReader) report(b []byte) error {
	if space(b, 0) == len(b) {
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
	if len(x.open) >= x.opt.Limits.Depth {
		return limit(x.off(x.pos+1), "elements are nested more than %d deep", x.opt.Limits.Depth)
	}
	if err := x.long(n, "tag"); err != nil {
		return err
	}
	t := &x.tag
	b := x.buf[x.pos : x.pos+n]
	at := x.off(x.pos)
	if !x.h.Open(b[1:t.nameEnd], at+1) {
		return ErrStopped
	}
	x.val.Kind = Text
	for i := range t.attrs {
		a := &t.attrs[i]
		x.val.Bytes = b[a.val:a.valEnd]
		if !a.plain {
			x.decoded = appendValue(x.decoded[:0], x.val.Bytes)
			x.val.Bytes = x.decoded
		}
		x.val.At = at + int64(a.val)
		if !x.h.Value(b[a.name:a.nameEnd], &x.val) {
			return ErrStopped
		}
	}
	if t.empty {
		if !x.h.Close(at + int64(n) - 2) {
			return ErrStopped
		}
	} else {
		x.open = append(x.open, element{start: len(x.path), at: at + 1})
		x.path = append(x.path, b[1:t.nameEnd]...)
	}
	x.pos += n
	return nil
}

// endTag reads an end tag [42] at pos, which must be that of the innermost open
// element.
func (x *xmlReader) endTag() error {
	top := x.open[len(x.open)-1]
	want := x.path[top.start:]
	for {
		b := x.buf[x.pos:x.end]
		i := len("</") + len(want)
		if i < len(b) && bytes.Equal(b[2:i], want) {
			if i = space(b, i); i < len(b) && b[i] == '>' {
				if !x.h.Close(x.off(x.pos)) {
					return ErrStopped
				}
				x.open = x.open[:len(x.open)-1]
				x.path = x.path[:top.start]
				x.pos += i + 1
				return nil
			}
		}
		if err := x.otherEndTag(b, want, top); err != nil {
			return err
		}
	}
}

// otherEndTag is for an end tag at b that is not plainly the one wanted: it may
// be cut, wrong, or another one's.
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

// inside reads a comment, CDATA section or instruction within an element. It
// leaves the text around it pending.
func (x *xmlReader) inside() error {
	kind, err := x.markup()
	if err != nil {
		return err
	}
	switch kind {
	case commentMarkup:
		return x.comment()
	case piMarkup:
		return x.skip(instruction, "the processing instruction")
	case cdataMarkup:
		n, err := x.whole(cdata, "CDATA section")
		if err != nil {
			return err
		}
		b := x.buf[x.pos+len("<![CDATA[") : x.pos+n-len("]]>")]
		first := !x.pending || len(x.piece) == 0
		x.add(b, appendLines)
		if first {
			x.pieceAt = x.off(x.pos + len("<![CDATA["))
		}
		x.pos += n
		return x.long(len(x.piece), "text")
	}
	return x.misplaced(kind)
}

// comment passes a comment.
func (x *xmlReader) comment() error {
	lenient := x.opt.LenientXML
	return x.skip(func(b []byte) (int, status) { return comment(b, lenient) }, "the comment")
}

// skip passes markup that means nothing to us.
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
