package source

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// shapes remembers the names in a file's tags, because they recur: the name of each
// element and, for each element, those of its attributes. It reads a tag by comparing
// its names with the likely ones, eight bytes at a time. tag.scan has read a remembered
// name before, so it is a valid name and not too long. Each attribute has the number of
// the last tag that it was in, which shows one that is given twice.
//
// A tag that does not match, because it is wrong or new, is left to tag.scan. If
// tag.scan accepts it, its names are learned.
type shapes struct {
	list    *[MaxShapes]shape // list[0] is unused
	n       int               // of list
	names   []byte
	heads   [32]int32 // by first letter: the first element with such a name
	table   *shapeTable
	last    int32  // the last element
	tag     uint64 // how many tags there were
	attrs   *[mostAttrs]TagAttr
	most    int // attributes of one tag
	lenient bool
	wanted  *Wanted // from the handler, or nil
}

// shape is the name of an element, or of an attribute in that element.
type shape struct {
	head   uint64 // the first eight bytes of the text; in list[0] and of a long text, what no bytes can be
	mask   uint64 // the bits of head that the text has; of a long text none
	tail   uint64 // the last eight bytes of a longer text
	tag    uint64 // of an attribute: the last tag that it was in
	text   int32  // in names: an element's name; an attribute's and what stands before its value
	of     int32  // the element of an attribute, or 0
	likely int32  // what followed it last time: an element, or an attribute of the same one; or 0
	next   int32  // the next element with that letter, or attribute of the same element; or 0
	first  int32  // of an element: its first attribute
	end    int32  // of the first element or attribute: the last one, see next
	start  int32  // of an element: the attribute that came first last time
	n      int16  // bytes of the text
	attrs  int16  // of an element: how many it has
}

const (
	// MaxShapes is greater than the Shape of every Tag and TagAttr.
	MaxShapes = 1 << 10
	// mostAttrs is the most attributes of a tag that is read by shapes.
	mostAttrs = 256
	// mostOfOne is the most attributes of one element that are remembered: the names of
	// others need room, too.
	mostOfOne = MaxShapes / 2
	// longestShape is the longest text that is compared as numbers.
	longestShape = 16
	// longestName is the longest name that is remembered.
	longestName = 128
	// beyondName is how many bytes must follow from a name on: a text and sixteen bytes
	// of a value.
	beyondName = longestShape + 16
)

// stretch is the bytes from a name on.
type stretch = [beyondName]byte

// reset forgets everything and keeps the storage.
func (s *shapes) reset(most int, lenient bool) {
	if s.list == nil {
		s.list, s.attrs, s.table = new([MaxShapes]shape), new([mostAttrs]TagAttr), newShapeTable()
	}
	s.list[0], s.n, s.names = shape{head: 1}, 1, s.names[:0]
	s.table.clear()
	s.heads = [32]int32{}
	s.last, s.tag, s.most, s.lenient = 0, 0, min(most, mostAttrs), lenient
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

// isLong reports whether the text of p is too long for is.
func (p *shape) isLong() bool { return p.n > longestShape }

// isButQuote is the method is for an attribute whose value may be in the other quotation marks: it
// ignores the last byte of the text.
func (p *shape) isButQuote(b *stretch) bool {
	mask := p.mask
	if p.n <= 8 {
		mask >>= 8
	}
	if (binary.LittleEndian.Uint64(b[:8])^p.head)&mask != 0 || p.isLong() {
		return false
	}
	return p.n <= 8 || (p.lastEight(b)^p.tail)<<8 == 0
}

// element finds the element whose name b begins with, or returns 0.
func (s *shapes) element(b []byte) int32 {
	from := (*stretch)(b)
	k := s.at(s.last).likely
	if p := s.at(k); p.is(from) && endsName(b[p.n&31]) {
		s.last = k
		return k
	}
	k = s.heads[b[0]&31]
	for n := 0; n < mostSteps && k != 0; n++ {
		p := s.at(k)
		if p.is(from) && endsName(b[p.n&31]) {
			s.at(s.last).likely = k
			s.last = k
			return k
		}
		k = p.next
	}
	if k = s.find(0, b[:nameLen(b)]); k != 0 {
		s.at(s.last).likely = k
		s.last = k
	}
	return k
}

// endsName reports whether a name ends before c.
func endsName(c byte) bool { return class[c]&nameByte == 0 && c < utf8.RuneSelf }

// nameLen returns the length of the name that b begins with, or 0 if its end is not
// seen or it is too long.
func nameLen(b []byte) int {
	for i, c := range b[:min(len(b), longestName+1)] {
		if endsName(c) {
			return i
		}
	}
	return 0
}

// scan reads the tag that begins with the '<' at b[0] into t, as tag.scan does. It
// returns the index behind its '>', and whether all values are plain. An index of 0
// leaves the tag to tag.scan.
func (s *shapes) scan(b []byte, t *Tag) (n int, plain bool) {
	if len(b) < 1+beyondName {
		return 0, false
	}
	e := s.element(b[1:])
	if e == 0 {
		return 0, false
	}
	i := 1 + int(s.at(e).n)
	t.Shape, t.Name, plain = e, int32(i), true
	s.tag++
	attrs, tag, before := uint(0), s.tag, int32(0)
	likely := &s.at(e).start
	for i < len(b)-beyondName {
		switch c := b[i]; {
		case c == ' ':
			i++
		case c == '>' || c == '/':
			return s.end(b, i, t, attrs), plain
		case IsSpace(c):
			i = space(b, i)
		default:
			return 0, false
		}
		if i > len(b)-beyondName {
			return 0, false
		}
		from := (*stretch)(b[i:])
		k := *likely
		p := s.at(k)
		if !p.is(from) {
			if c := from[0]; c == '>' || c == '/' || IsSpace(c) {
				continue
			}
			if attrs >= mostAttrs {
				return 0, false
			}
			alike := false
			if k, i, alike = s.other(e, before, b, i, &s.attrs[attrs]); k == 0 {
				return 0, false
			}
			attrs++
			plain, before, likely = plain && alike, k, &s.at(k).likely
			continue
		}
		if p.tag == tag || attrs >= mostAttrs {
			return 0, false
		}
		p.tag = tag
		val := uint32(p.n) & (2*longestShape - 1)
		x := binary.LittleEndian.Uint64(from[val : val+8])
		end := i + int(val)
		if m := valueEnd(x); m != 0 {
			end += bits.TrailingZeros64(m) >> 3
		} else if m := valueEnd(binary.LittleEndian.Uint64(from[val+8 : val+16])); m != 0 {
			end += 8 + bits.TrailingZeros64(m)>>3
		} else {
			end = valueRun(b, end+16, '"')
		}
		if end >= len(b) {
			return 0, false
		}
		if b[end] != '"' {
			over, alike, st := value(b, end, '"', s.lenient)
			if st != done {
				return 0, false
			}
			end, plain = over, plain && alike
		}
		a := &s.attrs[attrs]
		a.Val, a.ValEnd, a.Field, a.names = int32(i)+int32(val), int32(end), 0, uint16(k)|uint16(val)*MaxShapes
		if s.wanted != nil {
			s.convert(a, x)
		}
		attrs++
		i, before, likely = end+1, k, &p.likely
	}
	return 0, false
}

// convert converts the value of a, of which x is the first eight bytes, if it is wanted
// and a short number.
func (s *shapes) convert(a *TagAttr, x uint64) {
	if f, n := s.wanted.Field[a.Shape()].Load(), uint(a.ValEnd-a.Val); f > 0 && n-1 < 8 {
		if bits, ok := few32(x, n); ok {
			a.Bits, a.Field = bits, int16(f)
		}
	}
}

// end reads the end of a tag at b[i], '>' or '/'. It returns the index behind it, or 0.
func (s *shapes) end(b []byte, i int, t *Tag, attrs uint) int {
	if t.Empty = b[i] == '/'; t.Empty {
		i++
	}
	if b[i] != '>' || int(attrs) > s.most {
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
