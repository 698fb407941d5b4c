package source

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// outline is what an object has in it, as places in its text. Most objects of a level
// are plain, and one look at their text finds all that is to be told of them:
//
//	{"type":"body","pos":[1,2],"shapes":[{"size":3}]}
//	object type=body | pos: numbers | shapes: objects | object | size: number
//
// An object with anything else in it is left to fastjson: escapes in names and lists,
// lists of objects and others, and whatever is wrong or too much.
//
// The parts of something follow it, in the order of the text.
type outline struct {
	raw   []byte
	parts []part
	opt   *Options

	wait  int // objects that fastjson reads without a try
	waits int // and how many those were after the last try
}

// part is an object, a member or an item.
type part struct {
	kind          partKind
	escaped       bool  // the string has escapes
	name, nameEnd int32 // of a member
	text, textEnd int32 // of a scalar or numbers
	n             int32 // how many members or items
	typ           int32 // of an object, its Options.KindMember if that is a string, or 0
	end           int32 // behind the last part of it
	same          int32 // the member before with the same nameBit, see repeats; or 0
}

// partKind is a ValueKind, or one of the following.
type partKind uint8

const (
	partObject  = partKind(Numbers) + 1 + iota
	partObjects // a list of at least one
	partLists   // a list with lists in it
)

const (
	mostWaits   = 63
	fewSiblings = 64      // members that are compared without a nameSet
	keepParts   = 4 << 10 // that the next file finds room for
)

// isPlain makes the outline of raw, an object whose strings have been checked. It
// reports false if there is none. After that it leaves some objects out, because the
// next ones are often alike.
func (o *outline) isPlain(raw []byte, opt *Options) bool {
	if o.wait > 0 || opt.Limits.Number < longestOne {
		o.wait--
		return false
	}
	o.raw, o.opt, o.parts = raw, opt, o.parts[:0]
	if o.value(part{}, 0) == len(raw) {
		o.waits /= 2
		return true
	}
	o.waits = min(2*o.waits+1, mostWaits)
	o.wait = o.waits
	return false
}

// rest forgets the object.
func (o *outline) rest() {
	o.raw, o.opt, o.wait, o.waits = nil, nil, 0, 0
	if cap(o.parts) > keepParts {
		o.parts = nil
	}
}

// at returns the byte at i, or 0 behind the end.
func (o *outline) at(i int) byte {
	if i < len(o.raw) {
		return o.raw[i]
	}
	return 0
}

// value adds the value at i as p. Like the methods below, it returns the index behind it,
// or -1.
func (o *outline) value(p part, i int) int {
	switch c := o.at(i); c {
	case '{':
		return o.object(p, i+1)
	case '[':
		return o.list(p, i+1)
	case '"':
		end, escaped := stringEnd(o.raw, i+1)
		if end < 0 {
			return -1
		}
		p.kind, p.escaped = partKind(String), escaped
		p.text, p.textEnd = int32(i+1), int32(end)
		i = end + 1
	default:
		end := 0
		switch c {
		case 't':
			p.kind, end = partKind(Bool), o.word(i, trueText)
		case 'f':
			p.kind, end = partKind(Bool), o.word(i, falseText)
		case 'n':
			p.kind, end = partKind(Null), o.word(i, nullText)
		default:
			p.kind, end = partKind(Number), o.number(i)
		}
		p.text, p.textEnd = int32(i), int32(end)
		i = end
	}
	o.parts = append(o.parts, p)
	return i
}

func (o *outline) word(i int, w []byte) int {
	if !bytes.HasPrefix(o.raw[i:], w) {
		return -1
	}
	return i + len(w)
}

func (o *outline) number(i int) int {
	b := o.raw[i:]
	if n := fewDigits(b); n > 0 {
		if c := b[n]; c == ',' || c == '}' {
			return i + n
		}
	}
	n := numberEnd(b)
	if n > o.opt.Limits.Number || !jsonNumber(b[:n]) {
		return -1
	}
	return i + n
}

// fewDigits returns the length of a number that b begins with and that may be nothing but
// one to seven digits, or 0.
func fewDigits(b []byte) int {
	if len(b) < 8 {
		return 0
	}
	const over = 0x80 - 10
	x := binary.LittleEndian.Uint64(b) ^ '0'*ones
	n := bits.TrailingZeros64((x+over*ones|x)&highs) >> 3
	if n == 8 || n > 1 && b[0] == '0' {
		return 0
	}
	return n
}

// stringEnd returns the index of the quotation mark that ends a string, or -1.
func stringEnd(b []byte, i int) (end int, escaped bool) {
	for {
		if i = stringRun(b, i); i >= len(b) {
			return -1, escaped
		}
		switch b[i] {
		case '"':
			return i, escaped
		case '\\':
			escaped = true
			i++
		}
		i++
	}
}

// object adds an object from behind its brace.
func (o *outline) object(p part, i int) int {
	at := len(o.parts)
	p.kind = partObject
	o.parts = append(o.parts, p)
	members, typ := 0, 0
	seen, again := uint64(0), false
	if i = space(o.raw, i); o.at(i) == '}' {
		o.parts[at].end = int32(at + 1)
		return i + 1
	}
	for {
		if o.at(i) != '"' {
			return -1
		}
		end, escaped := stringEnd(o.raw, i+1)
		if end < 0 || escaped || end-i-1 > o.opt.Limits.Name {
			return -1
		}
		name := o.raw[i+1 : end]
		bit := nameBit(name)
		again = again || seen&bit != 0
		seen |= bit
		member := len(o.parts)
		if typ == 0 && string(name) == o.opt.KindMember {
			typ = member
		}
		m := part{name: int32(i + 1), nameEnd: int32(end)}
		if i = space(o.raw, end+1); o.at(i) != ':' {
			return -1
		}
		if i = o.value(m, space(o.raw, i+1)); i < 0 {
			return -1
		}
		members++
		i = space(o.raw, i)
		c := o.at(i)
		i++
		if c == '}' {
			break
		}
		if c != ',' {
			return -1
		}
		i = space(o.raw, i)
	}
	if members > o.opt.Limits.Members || again && (members > fewSiblings || o.repeats(at)) {
		return -1
	}
	if typ > 0 && o.parts[typ].kind != partKind(String) {
		typ = 0
	}
	own := &o.parts[at]
	own.n, own.typ, own.end = int32(members), int32(typ), int32(len(o.parts))
	return i
}

// repeats reports whether a name is twice in an object, to which all parts behind it
// belong.
func (o *outline) repeats(at int) bool {
	var last [64]int32 // with each nameBit
	for i := at + 1; i < len(o.parts); i = o.next(i) {
		name := o.nameOf(i)
		bit := bits.TrailingZeros64(nameBit(name))
		for k := last[bit]; k != 0; k = o.parts[k].same {
			if bytes.Equal(o.nameOf(int(k)), name) {
				return true
			}
		}
		o.parts[i].same, last[bit] = last[bit], int32(i)
	}
	return false
}

func (o *outline) nameOf(i int) []byte { return o.raw[o.parts[i].name:o.parts[i].nameEnd] }

// next returns the part behind i and what is in it.
func (o *outline) next(i int) int {
	if end := int(o.parts[i].end); end > 0 {
		return end
	}
	return i + 1
}

// list adds a list from behind its bracket.
func (o *outline) list(p part, i int) int {
	i = space(o.raw, i)
	if end, nums, _ := numberRun(o.raw[i:]); nums > 0 {
		if to := space(o.raw, i+end); o.at(to) == ']' {
			if nums > o.opt.Limits.Items && !o.isLong(nums) {
				return -1
			}
			p.kind, p.n, p.text, p.textEnd = partKind(Numbers), int32(nums), int32(i), int32(i+end)
			o.parts = append(o.parts, p)
			return to + 1
		}
	}
	at := len(o.parts)
	p.kind = partKind(List)
	if o.at(i) == '{' {
		p.kind = partObjects
	}
	o.parts = append(o.parts, p)
	n, numbers := 0, true
	for ; o.at(i) != ']' || n > 0; n++ {
		k := o.at(i)
		if (k == '{') != (p.kind == partObjects) {
			return -1
		}
		item := len(o.parts)
		if i = o.value(part{}, i); i < 0 || o.parts[item].escaped {
			return -1
		}
		numbers = numbers && o.parts[item].kind == partKind(Number)
		if k == '[' {
			if o.parts[item].kind == partObjects {
				return -1
			}
			p.kind = partLists
		}
		i = space(o.raw, i)
		c := o.at(i)
		if c == ']' {
			n++
			break
		}
		if c != ',' {
			return -1
		}
		i = space(o.raw, i+1)
	}
	if p.kind == partKind(List) && (n > o.opt.Limits.Items || numbers && o.isLong(n)) {
		return -1
	}
	own := &o.parts[at]
	own.kind, own.n, own.end = p.kind, int32(n), int32(len(o.parts))
	return i + 1
}

// isLong reports whether so many numbers are one text.
func (o *outline) isLong(n int) bool { return o.opt.Numbers > 0 && n >= o.opt.Numbers }
