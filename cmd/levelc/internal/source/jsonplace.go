package source

import (
	"bytes"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/levelc/levelc/cmd/levelc/internal/spill"
)

// jsonMember finds a member of the object (or outermost array) at p.Off, or an item of it.
func (s *File) jsonMember(p Pos) int64 {
	m, ok := s.expected.find(s, p)
	if !ok {
		m = s.walkTo(p)
	}
	switch {
	case !m.there:
		return p.Off
	case p.Name:
		return m.name
	}
	off := m.value
	if p.Item != 0 {
		off = s.jsonItem(off, p.Item)
	}
	return s.jsonByte(off, p.Byte)
}

// memberPlace is where a member of an object stands.
type memberPlace struct {
	there       bool
	name, value int64
}

// memberPlaces are the members that will be asked for, by their object, see Expect.
type memberPlaces map[int64]*expectedMembers

type expectedMembers struct {
	places map[string]memberPlace
	walked bool
}

// find returns the place of a member, if that is among them. The first time, it walks the
// object as far as it has such members.
func (e memberPlaces) find(s *File, p Pos) (m memberPlace, ok bool) {
	o := e[p.Off]
	if o == nil {
		return m, false
	}
	if m, ok = o.places[p.Member]; o.walked || !ok {
		return m, ok
	}
	o.walked = true
	w := &s.walk
	w.begin(s, p.Off)
	var buf spill.Vec[byte]
	for left := len(o.places); left > 0; {
		name, more := w.step(&buf)
		if !more {
			break
		}
		if m, ok := o.places[string(name)]; ok && !m.there {
			named := string(name) // which next overwrites
			o.places[named] = memberPlace{true, w.nameAt, w.next()}
			left--
		}
	}
	w.on = false
	return o.places[p.Member], true
}

// walkTo walks the object (or outermost array) at p.Off to a member of it.
func (s *File) walkTo(p Pos) memberPlace {
	w := &s.walk
	if w.at != p.Off || !w.on || p.Member == "" {
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
			w.on = false
			return memberPlace{}
		}
	}
	return memberPlace{true, w.nameAt, w.next()}
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
	if !w.on || w.at != off || w.into != (item > 0) || n < w.n {
		text := io.NewSectionReader(s.text, off, s.end-off)
		*w = listWalk{at: off, into: item > 0, d: restart(w.d, text), depth: 1}
		if w.d.PeekKind() != '[' {
			return off
		}
		w.d.ReadToken()
	}
	if w.on = w.item(n); !w.on {
		return off
	}
	return nextToken(w.d, off)
}

// listWalk is a walk over the items of a list. Like memberWalk, it continues where the
// last item was found.
type listWalk struct {
	on    bool
	at    int64 // where the list is
	into  bool  // it goes into lists in the list
	d     *jsontext.Decoder
	depth int   // lists that are open
	n     int32 // the next item; 0 if none was found yet
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
	on     bool
	at     int64 // where the object is
	d      *jsontext.Decoder
	inside bool   // the value of the last member comes next
	name   string // of that member, if it was looked for
	nameAt int64
}

func (w *memberWalk) begin(s *File, at int64) {
	text := io.NewSectionReader(s.text, at, s.end-at)
	*w = memberWalk{on: true, at: at, d: restart(w.d, text)}
}

// restart returns a decoder of text: the used one, if there is one, because each has a
// buffer and there may be a million mistakes.
func restart(used *jsontext.Decoder, text io.Reader) *jsontext.Decoder {
	if used == nil {
		return jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true))
	}
	used.Reset(text, jsontext.AllowDuplicateNames(true))
	return used
}

// member goes to the value of a member, and reports whether there is one.
func (w *memberWalk) member(named string) bool {
	var buf spill.Vec[byte]
	for {
		name, ok := w.step(&buf)
		if !ok {
			return false
		}
		if string(name) == named {
			w.name = named
			return true
		}
	}
}

// step goes to the value of the next member, and returns its name.
func (w *memberWalk) step(buf *spill.Vec[byte]) (name []byte, ok bool) {
	if !w.inside {
		if w.d.PeekKind() != '{' {
			return nil, false
		}
		w.d.ReadToken()
	} else if w.d.SkipValue() != nil {
		return nil, false
	}
	w.nameAt = w.next()
	raw, err := w.d.ReadValue()
	if err != nil || raw[0] != '"' {
		return nil, false
	}
	w.inside = true
	return unquote(raw[1:len(raw)-1], buf), true
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
