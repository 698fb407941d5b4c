package source

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

// typeSearch looks for the "type" of an object behind the reader's place, in the file
// itself. It looks only at strings, brackets and commas; the reader will find what is
// not well-formed.
//
// On its way to the end of an object, it passes whole objects that the reader will have
// to read member by member too. It remembers what it saw of them, so that each byte is
// passed about once, however deep objects nest.
type typeSearch struct {
	x     *jsonReader
	win   window
	stack spill.Vec[frame]
	seen  inline.Map[int64, int64] // offset of a large object: offset of its type, or -1
	site  inline.Site              // of seen
	raw   []byte                   // a type as it is written
	text  spill.Vec[byte]
	far   *farType // of the file, or nil
}

// farType is the answer that took the longest look. A level often has no type for its
// outermost object, and that takes a look at all of the file. So the answer stays for
// the next time that the file is read.
type farType struct {
	looked int64  // bytes; 0 if there is no answer
	at     int64  // of the object
	typ    int64  // offset of the type, or -1
	member string // Options.KindMember
}

// frame is an object or array that a typeSearch is in.
type frame struct {
	at    int64
	typ   int64 // offset of the string that is its type, or -1
	array bool
	key   bool // the next string is a name
}

// mostSeen limits the memory for objects that were seen: that many objects of more than
// smallSize are a file of some GiB.
const mostSeen = 1 << 16

func (t *typeSearch) spillTo(h *jsonHomes, p *smallalloc.Pool) {
	t.stack.Init(h.stack[:], p)
	t.text.Init(h.word[:], p)
	t.seen.Free()
	t.seen = inline.OverMap(h.seen[:])
	t.site = inline.Site{Pool: p}
	t.seen.SpillTo(&t.site)
}

// keepSeen is how many objects the next file finds room for.
const keepSeen = 1 << 14

// rest forgets what was seen of a file.
func (t *typeSearch) rest() {
	t.stack.Rest(keepMost / 32)
	t.text.Rest(keepMost)
	if t.seen.Len() > keepSeen || t.seen.Where() == inline.Pool {
		t.seen.Free()
	} else if t.seen.Len() > 0 {
		t.seen.Reset()
	}
}

// kind returns the type of the object at at, or nil. The text before from has been read
// and does not have the type. The bytes are valid until the next call.
func (t *typeSearch) kind(at, from int64) ([]byte, error) {
	typ, ok := t.seen.Get(at)
	far := t.far
	if !ok && far != nil && far.looked > 0 && far.at == at && far.member == t.x.opt.KindMember {
		typ, ok = far.typ, true
	}
	if !ok {
		const first = 16 << 10
		t.win.reset(io.NewSectionReader(t.x.src, from, t.x.size-from), first)
		t.win.base = from
		t.stack.Reset()
		t.stack.Push(frame{at: at, typ: -1})
		if typ = t.find(); typ < 0 && t.win.err != nil && t.win.err != io.EOF {
			return nil, readError(t.win.off(t.win.end), t.win.err)
		}
		if looked := t.win.off(t.win.pos) - from; far != nil && looked > far.looked {
			*far = farType{looked, at, typ, t.x.opt.KindMember}
		}
	}
	if typ < 0 {
		return nil, nil
	}
	return t.str(typ)
}

// find passes the rest of the outermost object on the stack, up to its type if it has
// one.
func (t *typeSearch) find() int64 {
	w := &t.win
	for {
		top := t.stack.Top()
		stops := uint8(inObject)
		if top.array {
			stops = inArray
		}
		i := w.pos
		b := w.buf[:w.end]
		for i < len(b) && stopByte[b[i]]&stops == 0 {
			i++
		}
		w.pos = i
		if i == len(b) {
			if !w.more() {
				return -1
			}
			continue
		}
		c := b[i]
		switch c {
		case '"':
			if !t.passString(top) {
				return -1
			}
			if t.stack.Len() == 1 && top.typ >= 0 {
				return top.typ
			}
			continue
		case ',':
			top.key = true
		case '{', '[':
			if t.stack.Len() > MaxDepth {
				return -1
			}
			t.stack.Push(frame{at: w.off(w.pos), typ: -1, array: c == '[', key: c == '{'})
		default:
			if t.stack.Len() == 1 {
				return -1
			}
			t.leave(top)
		}
		w.pos++
	}
}

// stopByte has the bytes that a typeSearch stops at.
var stopByte = [256]uint8{'"': inObject | inArray, ',': inObject, '{': inObject | inArray, '}': inObject | inArray, '[': inObject | inArray, ']': inObject | inArray}

const (
	inObject = 1 << iota
	inArray  // where commas mean nothing
)

// leave takes an object or array off the stack.
func (t *typeSearch) leave(top *frame) {
	size := t.win.off(t.win.pos) - top.at
	if !top.array && size > int64(t.x.in.small) && t.seen.Len() < mostSeen {
		t.seen.Put(top.at, top.typ)
	}
	t.stack.Pop()
}

// passString passes a string. If it is the name of top's type, it notes the string that
// is the value.
func (t *typeSearch) passString(top *frame) bool {
	w := &t.win
	isType := top.key && t.isType()
	top.key = false
	if !t.passQuotes() {
		return false
	}
	if !isType {
		return true
	}
	for {
		for w.pos < w.end && (w.buf[w.pos] == ':' || IsSpace(w.buf[w.pos])) {
			w.pos++
		}
		if w.pos < w.end {
			break
		}
		if !w.more() {
			return false
		}
	}
	if w.buf[w.pos] != '"' {
		return true
	}
	top.typ = w.off(w.pos)
	return t.passQuotes()
}

// isType reports whether the next string is Options.KindMember, in any spelling.
func (t *typeSearch) isType() bool {
	w, name := &t.win, t.x.opt.KindMember
	longest := len(`"\u0074`)*len(name) + len(`"`) // each byte of it as an escape
	b := w.need(longest)
	b = b[:min(len(b), longest)]
	if n := len(name); len(b) >= n+2 && b[0] == '"' && string(b[1:n+1]) == name && b[n+1] == '"' {
		return true
	}
	n := quoteEnd(b, 1)
	if n < 0 || bytes.IndexByte(b[:n], '\\') < 0 {
		return false
	}
	text, ok := t.unquote(b[:n+1])
	return ok && string(text) == name
}

// unquote reads a string with its quotes. It reports false if it is not a string.
func (t *typeSearch) unquote(b []byte) ([]byte, bool) {
	t.text.Reset()
	text, err := jsontext.AppendUnquote(t.text.Extend(3 * len(b))[:0], b)
	return text, err == nil
}

// quoteEnd returns the index of the quotation mark that ends a string, or -1.
func quoteEnd(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// passQuotes passes a string of any length.
func (t *typeSearch) passQuotes() bool {
	w := &t.win
	w.pos++
	if w.pos+8 <= w.end { // most strings are short
		x := binary.LittleEndian.Uint64(w.buf[w.pos:])
		if m := zero(x^'"'*ones) | zero(x^'\\'*ones); m != 0 {
			w.pos += bits.TrailingZeros64(m) >> 3
			if w.buf[w.pos] == '"' {
				w.pos++
				return true
			}
		}
	}
	for {
		b := w.buf[w.pos:w.end]
		end := bytes.IndexByte(b, '"')
		if end < 0 {
			end = len(b)
		}
		n := backslashes(b[:end])
		if end < len(b) {
			if w.pos += end + 1; n%2 == 0 {
				return true
			}
			continue
		}
		if w.pos += end - n%2; !w.more() { // an escape that begins at the end is left for the next time
			return false
		}
	}
}

// backslashes returns how many of them b ends with.
func backslashes(b []byte) int {
	n := 0
	for n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n
}

// str reads the string at off. One that is longer than a name may be, or broken, is no
// type.
func (t *typeSearch) str(off int64) ([]byte, error) {
	if most := 2 + 6*t.x.opt.Limits.Name; len(t.raw) < most {
		t.raw = make([]byte, most)
	}
	b := t.raw
	n, err := t.x.src.ReadAt(b[:min(int64(len(b)), t.x.size-off)], off)
	if err != nil && err != io.EOF {
		return nil, readError(off+int64(n), err)
	}
	end := quoteEnd(b[:n], 1)
	if end < 0 {
		return nil, nil
	}
	if text, ok := t.unquote(b[:end+1]); ok {
		return text, nil
	}
	return nil, nil
}
