package source

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/spell"
)

// What goes wrong in XML, in words. Nothing here runs on a file that is right.

// retry is called when a scan of what ended at index n from pos with st: if it
// was short it reads on, and an error means that there is no going on.
func (x *xmlReader) retry(n int, st status, what string) error {
	if st != short {
		return x.wrong(n, st)
	}
	if err := x.long(x.end-x.pos, what); err != nil {
		return err
	}
	if x.more() {
		return nil
	}
	if x.err != io.EOF {
		return x.broken()
	}
	return x.truncated(what)
}

// long checks that a token of n bytes is not too long.
func (x *xmlReader) long(n int, what string) error {
	l := &x.opt.Limits
	switch {
	case n > l.Token:
		return x.tooLong(x.off(x.pos), what, l.Token)
	case what == "text" && x.told > 0 && x.told+n > l.Text:
		return x.tooLong(x.toldAt, what, l.Text)
	}
	return nil
}

func (x *xmlReader) tooLong(at int64, what string, most int) error {
	err := limit(at, "a %s of more than %d bytes", what, most)
	if what == "text" || what == "tag" {
		err.advise("a list may be given by several elements of its name, each with a part of it")
	}
	return err
}

// broken says that the file could not be read on.
func (x *xmlReader) broken() error {
	if d, ok := x.window.r.(*decoder); ok && d.wrong != nil {
		if d.wrong.Off < 0 {
			d.wrong.Off = x.off(x.end)
		}
		return d.wrong
	}
	return readError(x.off(x.end), x.err)
}

func readError(off int64, err error) error {
	return &Error{Off: off, Msg: "the file cannot be read on: " + err.Error(), Err: err}
}

// truncated says that the file ends within a token.
func (x *xmlReader) truncated(what string) error {
	if what == "text" {
		top := x.open.Top()
		name := clip(x.name(top))
		e := syntax(x.off(x.end), "the file ends, but <%s> is not closed", name).advise("write </" + name + ">, or see whether the file is whole")
		e.Related = []Related{{top.at, "it is opened here"}}
		return e
	}
	e := syntax(x.off(x.end), "the file ends within %s", strings.Replace("a "+what, "a X", "an X", 1)).advise("is the file whole?")
	e.Related = []Related{{x.off(x.pos), "the " + what + " begins here"}}
	return e
}

// wrong puts a status into words.
func (x *xmlReader) wrong(n int, st status) error {
	x.need(n + utf8.UTFMax) // all of the character that is shown
	at := x.pos + n
	b := x.buf[at:x.end]
	e := syntax(x.off(at), "")
	switch st {
	case badUTF8:
		e.Msg, e.Hint, e.Err = char(b)+" is not UTF-8", `save the file as UTF-8, or declare what it is: <?xml version="1.0" encoding="windows-1252"?>`, ErrEncoding
	case badChar:
		e.Msg, e.Hint = char(b)+" may not stand in XML", "remove it"
	case badName:
		x.noName(e, n, b)
	case badRef:
		e.Msg, e.Hint = `"&" begins no reference`, `write "&amp;" for the character itself, or let it pass with --lenient-xml`
	case badCharRef:
		e.Msg, e.Hint = "the reference "+refText(b)+" means no character that XML allows", "remove it"
	case unknownRef:
		e.Msg, e.Hint = "the entity "+refText(b)+" is not known", "XML has &lt; &gt; &amp; &quot; &apos; and &#number;"
	case lessInValue:
		e.Msg, e.Hint = `"<" may not stand in a value`, `is the closing quote missing? (write "&lt;" for the character itself)`
	case cdataEnd:
		e.Msg, e.Hint = `"]]>" may not stand in text`, `write "]]&gt;"`
	case needSpace:
		e.Msg = "white space is missing before " + char(b)
		if _, st := name(b, 0); !x.inDoctype() && x.tag.n > 0 && (st == done || st == short) {
			e.Hint = "write a space before it, or let it pass with --lenient-xml"
			if x.buf[at-1] == '"' {
				e.Hint += ` (a quotation mark in a value is written "&quot;")`
			}
		}
		if name := unclosed(x.buf[x.pos:at]); len(name) > 0 {
			e.Hint = `is a closing quote missing before "` + clip(name) + `"?`
		}
	case needEquals:
		e.Msg, e.Hint = "an attribute needs a value: \"=\" expected before "+char(b), `write name="value"`
	case needQuote:
		e.Msg, e.Hint = "a value has to stand in quotes, not begin with "+char(b), `write name="value"`
		if x.inDoctype() {
			e.Hint = "remove the declaration, which nothing needs, or quote what stands in it"
		} else if isCurly(b) {
			e.Hint = `write name="value", with straight quotes`
		}
	case badTagEnd:
		e.Msg = `the tag should end with ">" before ` + char(b)
	case dupAttr:
		x.duplicate(e, b)
	case manyAttrs:
		return limit(x.off(at), "an element with more than %d attributes", x.opt.Limits.Attributes).
			advise("write some of them as elements inside it, <name>value</name>")
	case longName:
		return limit(x.off(at), "a name of more than %d bytes", x.opt.Limits.Name)
	case badComment:
		e.Msg, e.Hint = `"--" may not stand in a comment`, "use --lenient-xml to let it pass"
	case badPI:
		e.Msg = "white space is missing after the name of a processing instruction"
	case lateDecl:
		e.Msg, e.Hint = "the XML declaration may only stand at the very beginning of a file", "remove what stands before it; --lenient-xml lets white space pass"
	case badDecl:
		e.Msg, e.Hint = "the XML declaration is broken", `write <?xml version="1.0" encoding="UTF-8"?>`
	case badVersion:
		version, _, _ := bytes.Cut(b, x.buf[at-1:at]) // up to the other quote
		e.Msg, e.Hint = `the XML version "`+clip(version)+`" is not supported`, `write version="1.0"`
	case badDoctype:
		e.Msg = "the document type declaration is broken"
	case innerSubset:
		e.Msg = "a document type declaration with declarations in it is not read"
		e.Hint = "remove the part in brackets; entities are not expanded"
	default:
		e.Msg = `"<!" begins neither a comment nor a CDATA section`
	}
	if len(b) > 0 && b[0] == 0 {
		e.Hint = zeroHint
	}
	return e
}

// inDoctype reports whether it is in a document type declaration that the reader stands.
func (x *xmlReader) inDoctype() bool { return x.buf[x.pos+1] == '!' }

// noName says that b, at index n of what begins at pos, begins no name.
func (x *xmlReader) noName(e *Error, n int, b []byte) {
	e.Msg = char(b) + " cannot begin a name"
	switch {
	case len(b) > 0 && b[0] == '<' && n > 1:
		e.Msg = `a tag is not closed before this "<"`
		if x.inDoctype() {
			e.Msg = `the document type declaration is not closed before this "<"`
		}
		e.Related = []Related{{x.off(x.pos), "it begins here"}}
	case n > 1 && x.inDoctype():
		e.Hint = "remove the declaration, which nothing needs"
	case n > len("</"): // behind the name of the element
		e.Hint = `write name="value", with a name that begins with a letter or "_"`
	case len(b) > 0 && (b[0] == ' ' || b[0] == '=' || b[0]-'0' <= 9):
		e.Hint = `write "&lt;" for a "<" that begins no tag`
	}
}

// duplicate says where the attribute whose name begins b stands the first time.
func (x *xmlReader) duplicate(e *Error, b []byte) {
	i, _ := name(b, 0)
	e.Msg = "the attribute " + clip(b[:i]) + " is written twice"
	e.Hint = "remove one of them"
	tag := x.buf[x.pos:x.end]
	if first := x.tag.find(tag, b[:i]); first >= 0 {
		e.Related = []Related{{x.off(x.pos + int(x.tag.room[first].name)), "it stands here as well"}}
	}
}

// refText returns the reference that begins b, up to its semicolon.
func refText(b []byte) string { return clip(b[:bytes.IndexByte(b, ';')+1]) }

// mismatch says that an end tag is another element's.
func (x *xmlReader) mismatch(got, want []byte, top element) error {
	e := syntax(x.off(x.pos+2), "the end tag </%s> does not match <%s>", clip(got), clip(want))
	e.Hint = "write </" + clip(want) + ">"
	e.Related = []Related{{top.at, "<" + clip(want) + "> is opened here"}}
	near := spell.Nearest(got, []string{string(want)}) != ""
	switch { // want is gone now
	case x.isOpen(got):
		e.Hint += " in front of it"
	case !near:
		e.Hint += ", or remove it: no <" + clip(got) + "> is open here"
	}
	return e
}

// isOpen reports whether an element around the innermost one has a name. It leaves those
// inside that element, as only a reader may that stops.
func (x *xmlReader) isOpen(name []byte) bool {
	for top := x.open.Top(); top != nil; {
		x.path.Truncate(int(top.start))
		x.open.Pop()
		if top = x.open.Top(); top != nil && bytes.Equal(x.name(top), name) {
			return true
		}
	}
	return false
}

func (x *xmlReader) noRoot() error {
	e := syntax(x.off(x.end), "the file has no element").advise("a level has one outermost element, as in <level>...</level>")
	if x.off(x.end) == 0 {
		e.Msg, e.Hint = "the file is empty", emptyHint
	}
	return e
}

// outside is for what is not markup before or after the root element.
func (x *xmlReader) outside(root bool) error {
	b := x.need(utf8.UTFMax)
	e := syntax(x.off(x.pos), "%s stands before the first element", char(b))
	if root {
		e.Msg = char(b) + " stands after the end of the root element"
	}
	if _, _, st := char1(b, 0); st == badUTF8 || st == badChar {
		return x.wrong(0, st)
	}
	return e
}

func (x *xmlReader) secondRoot() error {
	return &Error{Off: x.off(x.pos + 1), Msg: "a second root element", Err: ErrSyntax,
		Hint: "an XML file has one outermost element"}
}

// misplaced is for markup that is known but may not stand here.
func (x *xmlReader) misplaced(kind markupKind) error {
	e := syntax(x.off(x.pos), "an end tag without a start tag")
	switch kind {
	case cdataMarkup:
		e.Msg = "a CDATA section outside the root element"
	case doctypeMarkup:
		e.Msg = "a document type declaration may only stand once, before the first element"
	}
	return e
}

// unclosed returns the name of the attribute that a value ran into whose closing quote is
// missing: b="2" in a="1 b="2". The tag ends with the quote that seemed to close the value.
func unclosed(tag []byte) []byte {
	end := len(tag) - 1
	if end < 0 || !isQuote(tag[end]) {
		return nil
	}
	value := tag[bytes.LastIndexByte(tag[:end], tag[end])+1 : end]
	before, isName := bytes.CutSuffix(bytes.TrimRight(value, " \t\r\n"), []byte("="))
	if words := bytes.Fields(before); isName && len(words) > 0 && (len(words) > 1 || len(before) > len(words[0])) {
		return words[len(words)-1]
	}
	return nil
}
