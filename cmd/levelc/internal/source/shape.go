package source

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// shapes remembers the names in a file's tags, because they recur: the name of each
// element and, for each element, those of its attributes. It reads a tag by comparing
// its names with the likely ones, eight bytes at a time. tag.scan has read a remembered
// name before, so it is a valid name and not too long. A bit for each attribute of an
// element shows one that is given twice.
//
// A tag that does not match, because it is wrong or new, is left to tag.scan. If
// tag.scan accepts it, its names are learned.
type shapes struct {
	list   *[MaxShapes]shape // list[0] is unused
	n      int               // of list
	names  []byte
	heads  [32]int32 // by first letter: the first element with such a name
	last   int32     // the last element
	attrs  *[mostAttrs]TagAttr
	most   int     // attributes of one tag
	wanted *Wanted // from the handler, or nil
}

// shape is the name of an element, or of an attribute in that element.
type shape struct {
	head   uint64 // the first eight bytes of the text; in list[0], what no bytes can be
	mask   uint64 // the bits of head that the text has
	tail   uint64 // the last eight bytes of a longer text
	bit    uint64 // of an attribute
	n      int32  // bytes of the text
	text   int32  // in names: an element's name; an attribute's and what stands before its value
	likely int32  // what followed it last time: an element, or an attribute of the same one; or 0
	next   int32  // the next element with that letter, or attribute of the same element; or 0
	first  int32  // of an element: its first attribute
	start  int32  // of an element: the attribute that came first last time
}

const (
	// MaxShapes is greater than the Shape of every Tag and TagAttr.
	MaxShapes = 1 << 10
	// mostElements is the most elements that begin with one letter.
	mostElements = 32
	// mostAttrs is the most attributes of an element that are remembered: one bit each.
	mostAttrs = 64
	// longestShape is the longest text that is remembered.
	longestShape = 16
	// beyondName is how many bytes must follow from a name on: the text and sixteen
	// bytes of a value.
	beyondName = longestShape + 16
)

// stretch is the bytes from a name on.
type stretch = [beyondName]byte

// reset forgets everything and keeps the storage.
func (s *shapes) reset(most int) {
	if s.list == nil {
		s.list, s.attrs = new([MaxShapes]shape), new([mostAttrs]TagAttr)
	}
	s.list[0], s.n, s.names = shape{head: 1}, 1, s.names[:0]
	s.heads, s.last, s.most = [32]int32{}, 0, min(most, mostAttrs)
}

func (s *shapes) at(k int32) *shape { return &s.list[k&(MaxShapes-1)] }

// is reports whether b begins with the text of p.
func (p *shape) is(b *stretch) bool {
	if binary.LittleEndian.Uint64(b[:8])&p.mask != p.head {
		return false
	}
	return p.n <= 8 || p.lastEight(b) == p.tail
}

// lastEight returns the eight bytes of b that end where the text of p would.
func (p *shape) lastEight(b *stretch) uint64 {
	i := uint32(p.n-8) & (longestShape - 1)
	return binary.LittleEndian.Uint64(b[i : i+8])
}

// isButQuote is is for an attribute whose value may be in the other quotation marks: it
// ignores the last byte of the text.
func (p *shape) isButQuote(b *stretch) bool {
	mask := p.mask
	if p.n <= 8 {
		mask >>= 8
	}
	if (binary.LittleEndian.Uint64(b[:8])^p.head)&mask != 0 {
		return false
	}
	return p.n <= 8 || (p.lastEight(b)^p.tail)<<8 == 0
}

// element finds the element whose name b begins with, or returns 0.
func (s *shapes) element(b *stretch) int32 {
	k := s.at(s.last).likely
	if p := s.at(k); p.is(b) && endsName(b[p.n&31]) {
		s.last = k
		return k
	}
	for k := s.heads[b[0]&31]; k != 0; k = s.at(k).next {
		if p := s.at(k); p.is(b) && endsName(b[p.n&31]) {
			s.at(s.last).likely = k
			s.last = k
			return k
		}
	}
	return 0
}

// endsName reports whether a name ends before c.
func endsName(c byte) bool { return class[c]&nameByte == 0 && c < utf8.RuneSelf }

// attr finds the attribute of the element e whose name b begins with, and the quotation
// mark of its value, or returns 0. It is for an attribute other than the likely one,
// and makes it the likely one. before is the attribute before it in the tag, or 0.
func (s *shapes) attr(e, before int32, likely *int32, b *stretch) (k int32, quote byte) {
	first, end := s.at(e).first, int32(0)
	if before != 0 { // they mostly have an order
		k, end = s.find(s.at(before).next, 0, b), before
	}
	if k == 0 {
		k = s.find(first, end, b)
	}
	if k == 0 {
		return 0, 0
	}
	*likely = k
	if quote = b[(s.at(k).n-1)&31]; quote != '"' && quote != '\'' {
		return 0, 0
	}
	return k, quote
}

// find looks for the attribute that b begins with, from k on, up to before end.
func (s *shapes) find(k, end int32, b *stretch) int32 {
	for ; k != end && k != 0; k = s.at(k).next {
		if s.at(k).isButQuote(b) {
			return k
		}
	}
	return 0
}

// scan reads the tag that begins with the '<' at b[0] into t, as tag.scan does. It
// returns the index behind its '>', and whether all values are plain. An index of 0
// leaves the tag to tag.scan.
func (s *shapes) scan(b []byte, t *Tag, lenient bool) (n int, plain bool) {
	if len(b) < 1+beyondName {
		return 0, false
	}
	e := s.element((*stretch)(b[1:]))
	if e == 0 {
		return 0, false
	}
	i := 1 + int(s.at(e).n)
	t.Shape, t.Name, plain = e, int32(i), true
	attrs, seen, before := 0, uint64(0), int32(0)
	likely := &s.at(e).start
	for i < len(b)-beyondName {
		switch c := b[i]; {
		case c == ' ':
			i++
		case c == '>' || c == '/':
			return s.end(b, i, t, attrs), plain
		case class[c]&spaceByte != 0:
			i = space(b, i)
		default:
			return 0, false
		}
		if i > len(b)-beyondName {
			return 0, false
		}
		from := (*stretch)(b[i:])
		k, quote := *likely, byte('"')
		p := s.at(k)
		if !p.is(from) {
			if c := from[0]; c == '>' || c == '/' || class[c]&spaceByte != 0 {
				continue
			}
			if k, quote = s.attr(e, before, likely, from); k == 0 {
				return 0, false
			}
			p = s.at(k)
		}
		if seen&p.bit != 0 {
			return 0, false
		}
		seen |= p.bit
		val := uint32(p.n) & (2*longestShape - 1)
		x := binary.LittleEndian.Uint64(from[val : val+8])
		end := i + int(val)
		if quote != '"' {
			end = valueRun(b, end, quote)
		} else if m := valueEnd(x); m != 0 {
			end += bits.TrailingZeros64(m) >> 3
		} else if m := valueEnd(binary.LittleEndian.Uint64(from[val+8 : val+16])); m != 0 {
			end += 8 + bits.TrailingZeros64(m)>>3
		} else {
			end = valueRun(b, end+16, '"')
		}
		if end >= len(b) {
			return 0, false
		}
		if b[end] != quote {
			over, alike, st := value(b, end, quote, lenient)
			if st != done {
				return 0, false
			}
			end, plain = over, plain && alike
		}
		a := &s.attrs[attrs&(mostAttrs-1)]
		a.Val, a.ValEnd, a.Field, a.names = int32(i)+int32(val), int32(end), 0, uint16(k)|uint16(val-2)*MaxShapes
		if s.wanted != nil {
			if f, n := s.wanted.Field[k&(MaxShapes-1)].Load(), uint(a.ValEnd-a.Val); f > 0 && n-1 < 8 {
				if bits, ok := few32(x, n); ok {
					a.Bits, a.Field = bits, int16(f)
				}
			}
		}
		attrs++
		i, before, likely = end+1, k, &p.likely
	}
	return 0, false
}

// end reads the end of a tag at b[i], '>' or '/'. It returns the index behind it, or 0.
func (s *shapes) end(b []byte, i int, t *Tag, attrs int) int {
	if t.Empty = b[i] == '/'; t.Empty {
		i++
	}
	if b[i] != '>' || attrs > s.most {
		return 0
	}
	t.Attrs, t.Text = s.attrs[:attrs], b[:i+1]
	return i + 1
}

// closes reports whether b begins with the end tag of the element k, and how long that
// is.
func (s *shapes) closes(k int32, b []byte) (int, bool) {
	const n = len("</")
	if k == 0 || len(b) < n+beyondName || !s.at(k).is((*stretch)(b[n:])) {
		return 0, false
	}
	end := n + int(s.at(k).n)
	return end + 1, b[end] == '>'
}

// name returns the name of the element k.
func (s *shapes) name(k int32) []byte {
	p := s.at(k)
	return s.names[p.text:][:p.n]
}

// spaceName is the attribute that says whether white space is meant.
var spaceName = []byte("xml:space")

// learn remembers the names of a tag that tag.scan has accepted.
func (s *shapes) learn(b []byte, t *tag) {
	if s.n >= MaxShapes {
		return
	}
	e := s.add(b[1:t.nameEnd], &s.heads[b[1]&31], mostElements)
	if e == 0 {
		return
	}
	s.at(s.last).likely = e
	s.last = e
	for i := range t.room[:t.n] {
		a := &t.room[i]
		name := b[a.name:a.nameEnd]
		if a.val != a.nameEnd+2 || len(name)+2 > longestShape {
			return
		}
		if string(name) == string(spaceName) { // the reader wants to see it
			continue
		}
		var room [longestShape]byte
		s.add(append(append(room[:0], name...), `="`...), &s.at(e).first, mostAttrs)
	}
}

// add returns the shape of a text in a list that begins at head, and appends it if it
// is new. 0 means that there is no room.
func (s *shapes) add(text []byte, head *int32, most int) int32 {
	var end *int32
	n := 0
	for k := *head; k != 0; k = s.at(k).next {
		p := s.at(k)
		if string(s.names[p.text:p.text+p.n]) == string(text) {
			return k
		}
		end = &p.next
		n++
	}
	if n >= most || s.n >= MaxShapes || len(text) > longestShape {
		return 0
	}
	k := int32(s.n)
	p := shape{text: int32(len(s.names)), n: int32(len(text)), mask: 1<<(8*min(len(text), 8)) - 1, bit: 1 << (n & 63)}
	s.names = append(s.names, text...)
	var first [8]byte
	copy(first[:], text)
	p.head = binary.LittleEndian.Uint64(first[:])
	if len(text) >= 8 {
		p.mask = ^uint64(0)
		p.tail = binary.LittleEndian.Uint64(text[len(text)-8:])
	}
	if end == nil {
		*head = k
	} else {
		*end = k
	}
	s.list[k] = p
	s.n++
	return k
}
