package editor

import (
	"encoding/binary"
	"sort"
)

// mark is where a piece of the text begins and what it was made of.
type mark struct {
	off    int64
	at     int64
	doc    int32
	member int32 // in Writer.names, from 1 on; 0 is none
	item   int32
	name   bool
}

// marks are those of a text, by off. A level may have millions, which are kept until it
// is compiled and looked at for messages only; so they are packed, in groups that are
// found by a binary search and unpacked from their beginning.
//
// Each one is what is in flags, and in varints the distances of off and at from those of
// the one before, and the fields that its flags say.
type marks struct {
	groups []markGroup
	n      int    // in the last group
	buf    []byte // of the last group
	last   mark
}

// markGroup are marks that stand together.
type markGroup struct {
	off  int64  // of the first one
	text string // of the last group it is in buf
}

// mostMarks of a group, besides more at the place of its last one.
const mostMarks = 64

// flags of a mark
const (
	hasDoc = 1 << iota // another one than the mark before
	hasMember
	hasItem
	isName
)

// add adds a mark, which is not before the last one.
func (m *marks) add(a mark) {
	if len(m.groups) == 0 || m.n >= mostMarks && a.off != m.last.off {
		if len(m.groups) > 0 {
			m.groups[len(m.groups)-1].text = string(m.buf)
		}
		m.groups = append(m.groups, markGroup{off: a.off})
		m.n, m.buf, m.last = 0, m.buf[:0], mark{off: a.off}
	}
	flags := byte(0)
	if a.doc != m.last.doc {
		flags |= hasDoc
	}
	if a.member != 0 {
		flags |= hasMember
	}
	if a.item != 0 {
		flags |= hasItem
	}
	if a.name {
		flags |= isName
	}
	b := append(m.buf, flags)
	b = binary.AppendUvarint(b, uint64(a.off-m.last.off))
	b = binary.AppendVarint(b, a.at-m.last.at)
	for i, v := range [...]int32{a.doc, a.member, a.item} {
		if flags>>i&1 != 0 {
			b = binary.AppendVarint(b, int64(v))
		}
	}
	m.n, m.buf, m.last = m.n+1, b, a
}

// find returns the first of the marks at the greatest offset that is not behind off.
func (m *marks) find(off int64) (found mark, ok bool) {
	i := sort.Search(len(m.groups), func(i int) bool { return m.groups[i].off > off }) - 1
	if i < 0 {
		return mark{}, false
	}
	text := []byte(m.groups[i].text)
	if i == len(m.groups)-1 {
		text = m.buf
	}
	signed := func() int64 {
		v, n := binary.Varint(text)
		text = text[n:]
		return v
	}
	a := mark{off: m.groups[i].off}
	for len(text) > 0 {
		flags := text[0]
		distance, n := binary.Uvarint(text[1:])
		text = text[1+n:]
		a.off, a.member, a.item, a.name = a.off+int64(distance), 0, 0, flags&isName != 0
		a.at += signed()
		for i, field := range [...]*int32{&a.doc, &a.member, &a.item} {
			if flags>>i&1 != 0 {
				*field = int32(signed())
			}
		}
		if a.off > off {
			break
		}
		if !ok || a.off != found.off {
			found, ok = a, true
		}
	}
	return found, ok
}
