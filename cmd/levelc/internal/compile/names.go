package compile

import "math/bits"

// names numbers a fixed set of names: find returns the position at which add
// was given the name. It is built with a plan and only read afterwards, by any
// number of compilers at once. At most half the slots of its open hash table
// are taken, so a name that is not there is known after a look or two.
type names struct {
	list  []string
	slots []slot
	mask  uint32
}

type slot struct {
	name string
	pos  int32 // plus one; 0 is an empty slot
}

// hash mixes the length and four bytes of a name. Names of one set that agree
// in all of these are rare, and cost one more comparison.
func hash[T string | []byte](name T) uint32 {
	n := len(name)
	if n == 0 {
		return 0
	}
	h := uint32(n) | uint32(name[0])<<8 | uint32(name[n>>1])<<16 | uint32(name[n-1])<<24
	h ^= uint32(name[n>>2]) * 0x85ebca6b
	h *= 0x9e3779b1
	return h ^ h>>15
}

// add appends a name and reports whether it was new.
func (t *names) add(name string) bool {
	if t.find([]byte(name)) >= 0 {
		return false
	}
	t.list = append(t.list, name)
	if 2*len(t.list) > len(t.slots) {
		size := uint32(1) << bits.Len(uint(2*len(t.list)))
		t.slots, t.mask = make([]slot, size), size-1
		for i, n := range t.list {
			t.put(n, i)
		}
		return true
	}
	t.put(name, len(t.list)-1)
	return true
}

func (t *names) put(name string, pos int) {
	i := hash(name) & t.mask
	for t.slots[i].pos != 0 {
		i = (i + 1) & t.mask
	}
	t.slots[i] = slot{name, int32(pos) + 1}
}

// find returns the position of a name, or -1.
func (t *names) find(name []byte) int {
	if len(t.slots) == 0 {
		return -1
	}
	for i := hash(name) & t.mask; ; i = (i + 1) & t.mask {
		s := &t.slots[i]
		if s.pos == 0 {
			return -1
		}
		if string(name) == s.name {
			return int(s.pos) - 1
		}
	}
}
