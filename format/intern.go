package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/zeebo/xxh3"
)

// interner numbers distinct strings in the order in which they come; 0 is the empty
// string. It takes the bytes of the strings and about 12 bytes for each.
//
// It is a hash table with open addressing, at most 3/4 full. A slot is the number of a
// string and, in a separate array, a byte of its hash. That byte is compared first and
// differs for nearly all other strings. Nobody can write strings that all have the same
// slot, since the hash has a seed of its own.
type interner struct {
	text  []byte
	ends  []uint32 // end of each string in text
	slots []uint32
	tags  []uint8 // by slot; 0 is empty
	seed  [2]uint64
}

var errStrings = errors.New("more than 4 GiB of strings")

func (n *interner) start() {
	n.ends = append(n.ends[:0], 0)
	if n.seed == [2]uint64{} {
		n.seed = [2]uint64{rand.Uint64(), rand.Uint64()}
	}
}

// keep removes the strings. The table keeps the size that they needed, since the next
// ones are likely to be as many. A larger one would take longer to clear and to search.
func (n *interner) keep(left *int) {
	size := len(n.slots)
	if count := len(n.ends); count > 1 {
		for size = firstSlots; 4*count >= 3*size; {
			size *= 2
		}
	}
	keep(left, &n.text)
	keep(left, &n.ends)
	keep(left, &n.slots)
	keep(left, &n.tags)
	if size <= cap(n.slots) && size <= cap(n.tags) {
		n.slots, n.tags = n.slots[:size], zeroed(n.tags, size)
	}
}

// full announces that no more strings come. It frees a large table.
func (n *interner) full() {
	if bytesOf(n.slots) > keepList {
		n.slots, n.tags = nil, nil
	}
}

// expect makes room for more strings, of so many bytes in all.
func (n *interner) expect(strs, bytes int) {
	n.text = room(n.text, bytes, 0)
	n.ends = room(n.ends, strs, 0)
	size := uint64(max(firstSlots, len(n.slots)))
	for 4*(uint64(len(n.ends))+uint64(strs)) > 3*size {
		size *= 2
	}
	if size > uint64(len(n.slots)) {
		n.resize(int(size))
	}
}

// count returns how many strings there are, including the empty one.
func (n *interner) count() int { return len(n.ends) }

// has reports whether there is a string of this number. An int may have 32 bits.
func (n *interner) has(id uint32) bool { return uint64(id) < uint64(len(n.ends)) }

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
	id, i, tag := n.find(s)
	if id > 0 {
		return id, nil
	}
	if err := n.accept(len(n.text), s); err != nil {
		return 0, err
	}
	n.room(len(s))
	n.text = append(n.text, s...)
	return n.put(i, tag), nil
}

// addString is add. It puts s behind the others before it knows whether s is new,
// because a string of Go would have to be copied to somewhere anyway.
func (n *interner) addString(s string) (uint32, error) {
	if len(s) == 0 {
		return 0, nil
	}
	end := len(n.text)
	n.room(len(s))
	n.text = append(n.text, s...)
	id, i, tag := n.find(n.text[end:])
	if id == 0 {
		err := n.accept(end, n.text[end:])
		if err == nil {
			return n.put(i, tag), nil
		}
		n.text = n.text[:end]
		return 0, err
	}
	n.text = n.text[:end]
	return id, nil
}

// find returns the number of s, or 0 and the slot and the tag for it.
func (n *interner) find(s []byte) (id uint32, slot int, tag uint8) {
	if 4*len(n.ends) >= 3*len(n.slots) {
		n.resize(max(firstSlots, 2*len(n.slots)))
	}
	i, tag := n.slot(s)
	mask := len(n.slots) - 1
	for ; n.tags[i] != 0; i = (i + 1) & mask {
		if n.tags[i] == tag && same(n.get(n.slots[i]), s) {
			return n.slots[i], i, tag
		}
	}
	return 0, i, tag
}

// accept returns an error for a string that no file can have behind end bytes of others.
func (n *interner) accept(end int, s []byte) error {
	if !valid(s) {
		return ErrUTF8
	}
	if uint64(end)+uint64(len(s)) > math.MaxUint32-1 {
		return errStrings
	}
	return nil
}

// room makes room for a string of k bytes.
func (n *interner) room(k int) {
	if c := cap(n.text); len(n.text)+k > c && c < doubled {
		n.text = slices.Grow(n.text, max(k, c, 4<<10))
	}
}

// put gives the bytes behind the last string the next number.
func (n *interner) put(slot int, tag uint8) uint32 {
	id := uint32(len(n.ends))
	n.ends = push(n.ends, uint32(len(n.text)))
	n.slots[slot], n.tags[slot] = id, tag
	return id
}

// slot returns the slot at which the search for s begins, and the tag of s.
func (n *interner) slot(s []byte) (int, uint8) {
	h := n.hash(s)
	return int(h>>32) & (len(n.slots) - 1), uint8(h) | 1
}

// hash is a hash that is faster than xxh3 for short strings, as most are. Nothing in a
// file depends on it.
func (n *interner) hash(s []byte) uint64 {
	if l := len(s); l < 4 || l > 16 {
		return xxh3.HashSeed(s, n.seed[0])
	}
	a, b := ends(s)
	high, low := bits.Mul64(a^n.seed[0]^uint64(len(s)), b^n.seed[1])
	high, low = bits.Mul64(high^low, 0xa0761d6478bd642f)
	return high ^ low
}

// ends returns the first and the last bytes of a string of 4 to 16 bytes, which
// together are all of them.
func ends(s []byte) (first, last uint64) {
	if n := len(s); n >= 8 {
		return binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(s[n-8:])
	}
	return uint64(leU32(s)), uint64(leU32(s[len(s)-4:]))
}

// same is bytes.Equal for strings that are mostly short.
func same(a, b []byte) bool {
	n := len(a)
	if n != len(b) || n < 4 || n > 16 {
		return bytes.Equal(a, b)
	}
	a1, a2 := ends(a)
	b1, b2 := ends(b)
	return a1 == b1 && a2 == b2
}

// firstSlots is the first size of the table, not too large for files with few strings.
const firstSlots = 256

// resize gives the table another size, a power of two.
func (n *interner) resize(size int) {
	n.slots, n.tags = sized(n.slots, size), zeroed(n.tags, size)
	for id := 1; id < len(n.ends); id++ {
		i, tag := n.slot(n.get(uint32(id)))
		for n.tags[i] != 0 {
			i = (i + 1) & (size - 1)
		}
		n.slots[i], n.tags[i] = uint32(id), tag
	}
}
