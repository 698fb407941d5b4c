package compile

import (
	"encoding/binary"
	"math/bits"
)

// names numbers a fixed set of names: find returns the position at which add was given
// the name. It is built with a plan and only read afterwards, by any number of
// compilers at once. At most half the slots of its open hash table are taken, so one or
// two looks tell that a name is not there.
//
// A name of up to eight bytes is one number, which is compared at once. For a longer
// one the number is made of its first and last eight bytes, and the rest is compared
// too.
type names struct {
	list  []string
	slots []slot
	shift uint8 // leaves as many bits of a hash as the table needs
}

type slot struct {
	key  uint64
	len  uint32
	pos  int32 // plus one; 0 is an empty slot
	name string
}

// key reads past the end of a short name if its buffer goes on, which is faster than
// putting eight bytes together.
func key(name []byte) uint64 {
	n := len(name)
	switch {
	case n > 8:
		return binary.LittleEndian.Uint64(name) ^ binary.LittleEndian.Uint64(name[n-8:])<<1
	case cap(name) >= 8:
		return binary.LittleEndian.Uint64(name[:8]) & (1<<(8*n) - 1)
	}
	k := uint64(0)
	for i, c := range name {
		k |= uint64(c) << (8 * i)
	}
	return k
}

// add appends a name and reports whether it was new.
func (t *names) add(name string) bool {
	if t.find([]byte(name)) >= 0 {
		return false
	}
	t.list = append(t.list, name)
	if 2*len(t.list) > len(t.slots) {
		n := bits.Len(uint(2 * len(t.list)))
		t.slots, t.shift = make([]slot, 1<<n), uint8(64-n)
		for i, s := range t.list {
			t.put(s, i)
		}
		return true
	}
	t.put(name, len(t.list)-1)
	return true
}

func (t *names) put(name string, pos int) {
	k := key([]byte(name))
	i := t.start(k)
	for t.slots[i].pos != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = slot{k, uint32(len(name)), int32(pos) + 1, name}
}

// start returns the first slot for a key (Fibonacci hashing).
func (t *names) start(k uint64) int { return int(k * 0x9e3779b97f4a7c15 >> (t.shift & 63)) }

// find returns the position of a name, or -1.
func (t *names) find(name []byte) int {
	slots := t.slots
	if len(slots) == 0 {
		return -1
	}
	k := key(name)
	for i := t.start(k); ; i++ {
		s := &slots[i&(len(slots)-1)]
		if s.key == k && int(s.len) == len(name) && s.pos != 0 && (len(name) <= 8 || string(name) == s.name) {
			return int(s.pos) - 1
		}
		if s.pos == 0 {
			return -1
		}
	}
}
