package source

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
)

// What shapes does when a name is not the likely one.

// mostSteps is how many names are tried one after another, before one is looked up. Few
// elements begin with the same letter, and attributes mostly have an order, in which some
// may be left out.
const mostSteps = 4

// other reads the attribute at b[i] in a tag of the element e into a, if it is not the
// likely one, or not written as nearly all are: in other quotation marks, with white
// space, or with a long name. before is the attribute before it in the tag, or 0. It
// returns which one it is, the index behind it, and whether the value is plain; or 0.
func (s *shapes) other(e, before int32, b []byte, i int, a *TagAttr) (k int32, end int, plain bool) {
	k, n := s.attr(e, before, b[i:])
	p := s.at(k)
	if k == 0 || p.tag == s.tag {
		return 0, 0, false
	}
	p.tag = s.tag
	if before == 0 {
		s.at(e).start = k
	} else {
		s.at(before).likely = k
	}
	val := i + n
	end, plain, st := value(b, val, b[val-1], s.lenient)
	if st != done {
		return 0, 0, false
	}
	a.Val, a.ValEnd, a.Field, a.names = int32(val), int32(end), 0, uint16(k)
	if !a.setName(len(s.name(k)), n) {
		return 0, 0, false
	}
	if s.wanted != nil && a.names >= MaxShapes && val+8 <= len(b) {
		s.convert(a, binary.LittleEndian.Uint64(b[val:]))
	}
	return k, end + 1, plain
}

// attr finds the attribute of the element e whose name b begins with, and where in b its
// value begins, or returns 0.
func (s *shapes) attr(e, before int32, b []byte) (k int32, val int) {
	from := (*stretch)(b)
	likely, next := s.at(e).start, s.at(e).first
	if before != 0 {
		likely, next = s.at(before).likely, s.at(before).next
	}
	if p := s.at(likely); p.isLong() && bytes.HasPrefix(b, s.text(p)) {
		return likely, int(p.n)
	}
	for k, n := next, 0; k != 0 && n < mostSteps; k, n = s.at(k).next, n+1 {
		if p := s.at(k); p.isButQuote(from) && isQuote(b[p.n-1]) {
			return k, int(p.n)
		}
	}
	i := nameLen(b)
	if k = s.find(e, b[:i]); k == 0 {
		return 0, 0
	}
	if i = space(b, i); i >= len(b) || b[i] != '=' {
		return 0, 0
	}
	if i = space(b, i+1); i >= len(b) || !isQuote(b[i]) {
		return 0, 0
	}
	return k, i + 1
}

// text returns the text of p.
func (s *shapes) text(p *shape) []byte { return s.names[p.text:][:p.n] }

// spaceName is the attribute that says whether white space is meant.
var spaceName = []byte("xml:space")

// learn remembers the names of a tag that tag.scan has accepted.
func (s *shapes) learn(b []byte, t *tag) {
	e := s.add(0, b[1:t.nameEnd])
	if e == 0 {
		return
	}
	s.at(s.last).likely = e
	s.last = e
	for i := range t.room[:t.n] {
		a := &t.room[i]
		if name := b[a.name:a.nameEnd]; string(name) != string(spaceName) { // which the reader wants to see
			s.add(e, name)
		}
	}
}

// add returns the element with a name, or the attribute of the element e. It remembers a
// new one. 0 means that there is no room.
func (s *shapes) add(e int32, name []byte) int32 {
	if k := s.find(e, name); k != 0 {
		return k
	}
	if s.n >= MaxShapes || len(name) > longestName || s.at(e).attrs >= mostOfOne && e != 0 {
		return 0
	}
	k := int32(s.n)
	at := len(s.names)
	s.names = append(s.names, name...)
	head := &s.heads[name[0]&31]
	if e != 0 {
		s.names = append(s.names, `="`...)
		head = &s.at(e).first
		s.at(e).attrs++
	}
	s.list[k] = newShape(s.names[at:], at, e)
	if *head == 0 {
		*head = k
	} else {
		s.at(s.at(*head).end).next = k
	}
	s.at(*head).end = k
	s.table.add(e, name, k)
	s.n++
	return k
}

// newShape returns the shape of a text that stands in names, at that index.
func newShape(text []byte, at int, e int32) shape {
	p := shape{text: int32(at), n: int16(len(text)), of: e}
	if p.isLong() {
		p.head = 1
		return p
	}
	var first [8]byte
	copy(first[:], text)
	p.head, p.mask = binary.LittleEndian.Uint64(first[:]), 1<<(8*len(text))-1 // all of it from 8 bytes on
	if len(text) >= 8 {
		p.tail = binary.LittleEndian.Uint64(text[len(text)-8:])
	}
	return p
}

// find returns the element with a name, or the attribute of the element e, or 0.
func (s *shapes) find(e int32, name []byte) int32 {
	for i := s.table.hash(e, name); ; i++ {
		k := int32(s.table.slots[i%shapeSlots])
		if k == 0 || s.at(k).of == e && bytes.Equal(s.name(k), name) {
			return k
		}
	}
}

// name returns the name of an element or attribute.
func (s *shapes) name(k int32) []byte {
	p := s.at(k)
	n := p.n
	if p.of != 0 {
		n -= int16(len(`="`))
	}
	return s.names[p.text:][:n]
}

// shapeSlots is so many that half of them are free.
const shapeSlots = 2 * MaxShapes

// shapeTable finds shapes by their names. An occupied slot passes on to the next. As the
// hash has a seed, no file can bring many names into one place.
type shapeTable struct {
	slots [shapeSlots]uint16
	seed  maphash.Seed
}

func newShapeTable() *shapeTable { return &shapeTable{seed: maphash.MakeSeed()} }

func (t *shapeTable) clear() { t.slots = [shapeSlots]uint16{} }

func (t *shapeTable) hash(e int32, name []byte) uint64 {
	const spread = 0x9E3779B97F4A7C15 // an odd number, so that the elements differ
	return maphash.Bytes(t.seed, name) + uint64(e)*spread
}

func (t *shapeTable) add(e int32, name []byte, k int32) {
	i := t.hash(e, name)
	for t.slots[i%shapeSlots] != 0 {
		i++
	}
	t.slots[i%shapeSlots] = uint16(k)
}
