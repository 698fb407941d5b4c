package source

import (
	"bytes"
	"hash/maphash"
)

// openNames has the names of the members so far of every object that is read member by
// member, those of the innermost object last, so that one that is written twice is found at
// once. Names leave in the opposite order to that in which they came, which is why a slot
// can simply be emptied: no other name has been put behind it. As the hash has a seed, no
// file can bring many names into one place. The zero value is empty.
type openNames struct {
	names []openName
	text  []byte
	slots []int32 // the number of a name from 1 on, or 0; at least half of them are free
	seed  maphash.Seed
}

type openName struct {
	hash uint64
	end  int // in text
}

// begin returns the mark of the object that begins: where its names do.
func (o *openNames) begin() int { return len(o.names) }

// add adds a name to the innermost object, whose mark is given, and reports whether it is
// there already.
func (o *openNames) add(object int, name []byte) (twice bool) {
	if 2*len(o.names) >= len(o.slots) {
		o.grow()
	}
	h := maphash.Bytes(o.seed, name)
	slot := o.slot(h)
	for ; *slot != 0; h++ {
		// A name of an outer object may be the same.
		if n := int(*slot) - 1; n >= object && bytes.Equal(o.name(n), name) {
			return true
		}
		slot = o.slot(h + 1)
	}
	o.text = append(o.text, name...)
	o.names = append(o.names, openName{h, len(o.text)})
	*slot = int32(len(o.names))
	return false
}

// end removes the names of the innermost object.
func (o *openNames) end(object int) {
	if object == 0 && len(o.names) > len(o.slots)/16 {
		clear(o.slots)
	} else {
		for _, n := range o.names[object:] {
			*o.slot(n.hash) = 0
		}
	}
	o.names = o.names[:object]
	o.text = o.text[:o.startOf(object)]
}

func (o *openNames) slot(hash uint64) *int32 { return &o.slots[hash&uint64(len(o.slots)-1)] }

func (o *openNames) name(n int) []byte { return o.text[o.startOf(n):o.names[n].end] }

func (o *openNames) startOf(n int) int {
	if n == 0 {
		return 0
	}
	return o.names[n-1].end
}

// grow doubles the slots. Every name goes to its place again, in order.
func (o *openNames) grow() {
	if o.slots == nil {
		o.seed = maphash.MakeSeed()
	}
	o.slots = make([]int32, max(2*len(o.slots), 16*fewNames))
	for i := range o.names {
		n := &o.names[i]
		n.hash = maphash.Bytes(o.seed, o.name(i))
		for *o.slot(n.hash) != 0 {
			n.hash++
		}
		*o.slot(n.hash) = int32(i + 1)
	}
}

// rest empties the set after a file, and drops storage for more than most names.
func (o *openNames) rest(most int) {
	if cap(o.names) > most || cap(o.text) > 16*most {
		*o = openNames{}
		return
	}
	if len(o.names) > 0 {
		o.end(0)
	}
}
