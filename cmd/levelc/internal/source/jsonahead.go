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

// ahead looks for the "type" of an object behind the reader's place, in the file
// itself. It looks only at strings, brackets and commas; the reader will find what is
// not well-formed.
//
// On its way to the end of an object, it passes whole objects that the reader will have
// to read member by member too. It remembers what it saw of them, so that each byte is
// passed about once, however deep objects nest.
type ahead struct {
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

// frame is an object or array that ahead is in.
type frame struct {
	at    int64
	typ   int64 // offset of the string that is its type, or -1
	array bool
	key   bool // the next string is a name
}

// mostSeen limits the memory for objects that were seen: that many objects of more than
// elementSize are a file of some GiB.
const mostSeen = 1 << 16

func (a *ahead) spillTo(h *jsonHomes, p *smallalloc.Pool) {
	a.stack.Init(h.stack[:], p)
	a.text.Init(h.word[:], p)
	a.seen.Free()
	a.seen = inline.OverMap(h.seen[:])
	a.site = inline.Site{Pool: p}
	a.seen.SpillTo(&a.site)
}

// keepSeen is how many objects the next file finds room for.
const keepSeen = 1 << 14

// rest forgets what was seen of a file.
func (a *ahead) rest() {
	a.stack.Rest(keepMost / 32)
	a.text.Rest(keepMost)
	if a.seen.Len() > keepSeen || a.seen.Where() == inline.Pool {
		a.seen.Free()
	} else if a.seen.Len() > 0 {
		a.seen.Reset()
	}
}

// kind returns the type of the object at at, or nil. The text before from has been read
// and does not have the type. The bytes are valid until the next call.
func (a *ahead) kind(at, from int64) ([]byte, error) {
	typ, ok := a.seen.Get(at)
	far := a.far
	if !ok && far != nil && far.looked > 0 && far.at == at && far.member == a.x.opt.KindMember {
		typ, ok = far.typ, true
	}
	if !ok {
		const first = 16 << 10
		a.win.reset(io.NewSectionReader(a.x.src, from, a.x.size-from), first)
		a.win.base = from
		a.stack.Reset()
		a.stack.Push(frame{at: at, typ: -1})
		if typ = a.find(); typ < 0 && a.win.err != nil && a.win.err != io.EOF {
			return nil, readError(a.win.off(a.win.end), a.win.err)
		}
		if looked := a.win.off(a.win.pos) - from; far != nil && looked > far.looked {
			*far = farType{looked, at, typ, a.x.opt.KindMember}
		}
	}
	if typ < 0 {
		return nil, nil
	}
	return a.str(typ)
}

// find passes the rest of the outermost object on the stack, up to its type if it has
// one.
func (a *ahead) find() int64 {
	w := &a.win
	for {
		top := a.stack.Top()
		stops := uint8(inObject)
		if top.array {
			stops = inArray
		}
		i := w.pos
		b := w.buf[:w.end]
		for i < len(b) && aheadByte[b[i]]&stops == 0 {
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
			if !a.passString(top) {
				return -1
			}
			if a.stack.Len() == 1 && top.typ >= 0 {
				return top.typ
			}
			continue
		case ',':
			top.key = true
		case '{', '[':
			if a.stack.Len() > MaxDepth {
				return -1
			}
			a.stack.Push(frame{at: w.off(w.pos), typ: -1, array: c == '[', key: c == '{'})
		default:
			if a.stack.Len() == 1 {
				return -1
			}
			a.leave(top)
		}
		w.pos++
	}
}

// aheadByte has the bytes that ahead stops at.
var aheadByte = [256]uint8{'"': inObject | inArray, ',': inObject, '{': inObject | inArray, '}': inObject | inArray, '[': inObject | inArray, ']': inObject | inArray}

const (
	inObject = 1 << iota
	inArray  // where commas mean nothing
)

// leave takes an object or array off the stack.
func (a *ahead) leave(top *frame) {
	size := a.win.off(a.win.pos) - top.at
	if !top.array && size > int64(a.x.in.elem) && a.seen.Len() < mostSeen {
		a.seen.Put(top.at, top.typ)
	}
	a.stack.Pop()
}

// passString passes a string. If it is the name of top's type, it notes the string that
// is the value.
func (a *ahead) passString(top *frame) bool {
	w := &a.win
	isType := top.key && a.isType()
	top.key = false
	if !a.passQuotes() {
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
	return a.passQuotes()
}

// isType reports whether the next string is Options.KindMember, in any spelling.
func (a *ahead) isType() bool {
	w, name := &a.win, a.x.opt.KindMember
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
	text, ok := a.unquote(b[:n+1])
	return ok && string(text) == name
}

// unquote reads a string with its quotes. It reports false if it is not a string.
func (a *ahead) unquote(b []byte) ([]byte, bool) {
	a.text.Reset()
	text, err := jsontext.AppendUnquote(a.text.Extend(3 * len(b))[:0], b)
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
func (a *ahead) passQuotes() bool {
	w := &a.win
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
func (a *ahead) str(off int64) ([]byte, error) {
	if most := 2 + 6*a.x.opt.Limits.Name; len(a.raw) < most {
		a.raw = make([]byte, most)
	}
	b := a.raw
	n, err := a.x.src.ReadAt(b[:min(int64(len(b)), a.x.size-off)], off)
	if err != nil && err != io.EOF {
		return nil, readError(off+int64(n), err)
	}
	end := quoteEnd(b[:n], 1)
	if end < 0 {
		return nil, nil
	}
	if text, ok := a.unquote(b[:end+1]); ok {
		return text, nil
	}
	return nil, nil
}
