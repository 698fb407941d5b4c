package editor

import (
	"encoding/binary"
	"sort"
)

// mark says where a piece of the text begins and what it was made of.
type mark struct {
	off    int64
	at     int64
	doc    int32
	member int32 // index into Writer.names, from 1 on; 0 if none
	item   int32
	name   bool
}

// marks are the marks of a text, ordered by off. A level may have millions. They are
// kept until the level is compiled, and are needed for messages only. So they are
// packed, in groups that are found by a binary search and unpacked from their
// beginning.
//
// Each mark is packed as its flags, then varints: the distances of off and at from
// those of the mark before, and the fields that the flags announce.
type marks struct {
	groups []markGroup
	n      int    // in the last group
	buf    []byte // of the last group
	last   mark
}

// markGroup is marks that are packed together.
type markGroup struct {
	off  int64  // of the first mark
	text string // empty in the last group, whose text is in buf
}

// mostMarks is the most marks of a group, except for marks at the same place as the
// last.
const mostMarks = 64

// Flags of a mark.
const (
	hasDoc = 1 << iota // another one than that of the mark before
	hasMember
	hasItem
	isName
)

// add adds a mark, which must not be before the last one.
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

// find returns the first of the marks with the greatest offset up to off.
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
