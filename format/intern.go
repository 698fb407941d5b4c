package format

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"unicode/utf8"
)

// interner gives each distinct string a number, in the order in which they
// come; 0 is the empty string. Its memory is the strings' bytes and about 16
// bytes for each.
type interner struct {
	text  []byte
	ends  []uint32   // end of each string in text
	slots []internAt // open addressing, at most 3/4 full
}

type internAt struct {
	hash uint32
	id   uint32 // 0 is an empty slot: the empty string is not in the table
}

var errStrings = errors.New("more than 4 GiB of strings")

func (n *interner) start() { n.ends = append(n.ends[:0], 0) }

// count is how many strings there are, the empty one included.
func (n *interner) count() int { return len(n.ends) }

func (n *interner) get(id uint32) []byte {
	if id == 0 {
		return nil
	}
	return n.text[n.ends[id-1]:n.ends[id]]
}

// add returns the number of s.
func (n *interner) add(s []byte) (uint32, error) {
	if len(s) == 0 {
		return 0, nil
	}
	if 4*len(n.ends) >= 3*len(n.slots) {
		n.grow()
	}
	h := uint32(sum(s) >> 32)
	mask := uint32(len(n.slots) - 1)
	i := h & mask
	for ; n.slots[i].id != 0; i = (i + 1) & mask {
		if n.slots[i].hash == h && bytes.Equal(n.get(n.slots[i].id), s) {
			return n.slots[i].id, nil
		}
	}
	if !utf8.Valid(s) {
		return 0, ErrUTF8
	}
	if uint64(len(n.text))+uint64(len(s)) > math.MaxUint32-1 {
		return 0, errStrings
	}
	id := uint32(len(n.ends))
	if len(n.text)+len(s) > cap(n.text) {
		n.text = slices.Grow(n.text, max(len(s), cap(n.text), 4<<10))
	}
	n.text = append(n.text, s...)
	n.ends = push(n.ends, uint32(len(n.text)))
	n.slots[i] = internAt{h, id}
	return id, nil
}

// push appends v to s, which doubles when it is full. append alone lets a large
// slice grow by a quarter, and leaves four times its bytes behind as garbage.
func push[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, max(64, len(s)))
	}
	return append(s, v)
}

func (n *interner) grow() {
	old := n.slots
	n.slots = make([]internAt, max(256, 2*len(old)))
	mask := uint32(len(n.slots) - 1)
	for _, s := range old {
		if s.id == 0 {
			continue
		}
		i := s.hash & mask
		for n.slots[i].id != 0 {
			i = (i + 1) & mask
		}
		n.slots[i] = s
	}
}
