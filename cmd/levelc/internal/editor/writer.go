package editor

import (
	"context"
	"encoding/xml"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Writer writes a level in levelc's own XML, and remembers what each place of it was
// made of. Open and Close nest elements. Attributes of an element follow its Open.
type Writer struct {
	to     io.Writer
	ctx    context.Context
	err    error
	buf    []byte
	off    int64 // of the beginning of buf
	open   []string
	tag    bool // the tag of the innermost element has not ended
	own    bool // the last mark is an attribute's
	at     mark // of that element
	marks  marks
	docs   map[*Doc]int32
	list   []*Doc
	names  []string
	byName map[string]int32
	place  Place                       // of what is being written
	odd    func(at Place, char string) // called for a text with a character that XML does not have

	recorded *Fragment // or nil
	begun    int64     // where it begins
}

// flushSize is how many bytes are collected before they are written.
const flushSize = 32 << 10

func (w *Writer) markAt(p Place) mark {
	m := mark{off: w.off + int64(len(w.buf)), at: p.Pos.Off, doc: w.docOf(p.Doc), item: p.Pos.Item, name: p.Pos.Name}
	if p.Pos.Member != "" {
		m.member = w.memberOf(p.Pos.Member)
	}
	return m
}

// docOf returns the number of a file in list.
func (w *Writer) docOf(d *Doc) int32 {
	n, ok := w.docs[d]
	if !ok {
		n = int32(len(w.list))
		w.docs[d] = n
		w.list = append(w.list, d)
	}
	return n
}

// memberOf returns the number of a name in names, from 1 on.
func (w *Writer) memberOf(name string) int32 {
	n, ok := w.byName[name]
	if !ok {
		if w.byName == nil {
			w.byName = map[string]int32{}
		}
		w.names = append(w.names, name)
		n = int32(len(w.names))
		w.byName[name] = n
	}
	return n
}

// mark notes what the text from here on was made of.
func (w *Writer) mark(m mark) {
	w.marks.add(m)
	if w.recorded != nil {
		w.recorded.marks = append(w.recorded.marks, m)
	}
}

// origin returns what the byte at off was made of.
func (w *Writer) origin(off int64) (*Doc, source.Pos) {
	m, ok := w.marks.find(off)
	if !ok {
		return nil, source.Pos{}
	}
	p := source.Pos{Off: m.at, Item: m.item, Name: m.name}
	if m.member > 0 {
		p.Member = w.names[m.member-1]
	}
	return w.list[m.doc], p
}

// Open begins an element that was made of what is at that place. Its name must be an
// XML name.
func (w *Writer) Open(name string, at Place) {
	w.endTag()
	w.flush(flushSize)
	w.buf = append(w.buf, '<')
	w.at, w.place = w.markAt(at), at
	w.mark(w.at)
	w.buf = append(w.buf, name...)
	w.open = append(w.open, name)
	w.tag, w.own = true, false
}

// Close ends the innermost element.
func (w *Writer) Close() {
	name := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if w.tag {
		w.buf = append(w.buf, "/>\n"...)
		w.tag = false
		return
	}
	w.buf = append(append(append(w.buf, "</"...), name...), ">\n"...)
}

// Text writes the text of the innermost element, made of what is at that place. It
// follows the attributes and precedes elements. It is kept to the byte.
func (w *Writer) Text(value string, at Place) {
	w.buf = append(w.buf, '>')
	w.tag = false
	w.mark(w.markAt(at))
	w.place = at
	if value != "" && strings.Trim(value, " ") == "" {
		w.buf = append(w.buf, "&#32;"...) // or the compiler would take it for layout
		value = value[1:]
	}
	w.text(value)
}

// ValueText is Text for an element that is a value. The compiler takes line breaks at the
// ends of such a text for layout, unless it is told.
func (w *Writer) ValueText(value string, at Place) {
	if Trim(value) != value {
		w.Attr("xml:space", "preserve")
	}
	if value != "" {
		w.Text(value, at)
	}
}

func (w *Writer) endTag() {
	if w.tag {
		w.buf = append(w.buf, ">\n"...)
		w.tag = false
	}
}

// gaveUp is what a Writer panics with if the context has ended or a write fails.
// Translation.run catches it, so readers need not check.
type gaveUp struct{}

// flush writes what is there, if it is more than most.
func (w *Writer) flush(most int) {
	if len(w.buf) <= most {
		return
	}
	if w.err = w.ctx.Err(); w.err == nil {
		_, w.err = w.to.Write(w.buf)
	}
	if w.err != nil {
		panic(gaveUp{})
	}
	w.record(w.buf)
	w.off += int64(len(w.buf))
	w.buf = w.buf[:0]
}

// Attr writes an attribute. A message about it will point at the element.
func (w *Writer) Attr(name, value string) {
	w.beginAttr(name)
	if w.own {
		m := w.at
		m.off = w.off + int64(len(w.buf))
		w.mark(m)
		w.own = false
	}
	w.text(value)
	w.buf = append(w.buf, '"')
}

// AttrIf is Attr for a value that is not written if it is empty.
func (w *Writer) AttrIf(name, value string) {
	if value != "" {
		w.Attr(name, value)
	}
}

// AttrAt writes an attribute that was made of what is at that place.
func (w *Writer) AttrAt(name, value string, at Place) {
	w.BeginList(name, at)
	w.text(value)
	w.EndList()
}

// Int writes an attribute that is a whole number.
func (w *Writer) Int(name string, v int64) { w.Attr(name, strconv.FormatInt(v, 10)) }

// Float writes an attribute that is a number.
func (w *Writer) Float(name string, v float64) {
	w.Attr(name, Decimal(v))
}

// Decimal returns a number as it is written in a level.
func Decimal(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Bool writes an attribute that is true or false.
func (w *Writer) Bool(name string, v bool) { w.Attr(name, strconv.FormatBool(v)) }

// BeginList begins an attribute with a list, made of what is at that place. Calls of
// Number follow, then EndList.
func (w *Writer) BeginList(name string, at Place) {
	w.beginAttr(name)
	w.mark(w.markAt(at))
	w.own, w.place = true, at
}

// Number writes a number of a list.
func (w *Writer) Number(v uint32) {
	if w.buf[len(w.buf)-1] != '"' {
		w.buf = append(w.buf, ' ')
	}
	w.buf = strconv.AppendUint(w.buf, uint64(v), 10)
}

// EndList ends a list.
func (w *Writer) EndList() { w.buf = append(w.buf, '"') }

func (w *Writer) beginAttr(name string) {
	w.buf = append(append(append(w.buf, ' '), name...), `="`...)
}

func (w *Writer) text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '&' || c == '<' || c == '"' || c == '\'' || c == '>' || c >= utf8.RuneSelf {
			text := []byte(s)
			if char := source.OddIn(text); char != "" {
				w.odd(w.place, char)
			}
			// Appending cannot fail.
			_ = xml.EscapeText((*appender)(&w.buf), text)
			return
		}
	}
	w.buf = append(w.buf, s...)
}

type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}
