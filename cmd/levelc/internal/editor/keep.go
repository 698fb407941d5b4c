package editor

import "strings"

// keeper allocates what is kept of a file, in pieces that grow with it: a level has
// some hundred thousand Nodes, and most Members have a short text.
type keeper struct {
	nodes []Node
	rest  []Member
	nextN int
	nextM int
	texts *strings.Builder
}

// The sizes of pieces of memory, at first and at most.
const (
	leastKept = 8
	mostKept  = 512
	mostText  = 32 << 10 // bytes
)

// node returns a new Node.
func (k *keeper) node() *Node {
	if len(k.nodes) == 0 {
		k.nextN = min(max(2*k.nextN, leastKept), mostKept)
		k.nodes = make([]Node, k.nextN)
	}
	n := &k.nodes[0]
	k.nodes = k.nodes[1:]
	return n
}

// list copies the Members of a Node.
func (k *keeper) list(from []Member) []Member {
	if len(from) == 0 {
		return nil
	}
	if len(k.rest) < len(from) {
		k.nextM = min(max(2*k.nextM, leastKept), mostKept)
		k.rest = make([]Member, max(k.nextM, len(from)))
	}
	list := k.rest[:len(from):len(from)]
	k.rest = k.rest[len(from):]
	copy(list, from)
	return list
}

// text copies a text. Short ones share a piece of memory.
func (k *keeper) text(b []byte) string {
	if len(b) > mostText/8 {
		return string(b)
	}
	if k.texts == nil || k.texts.Len()+len(b) > k.texts.Cap() {
		size := mostText / 8
		if k.texts != nil {
			size = mostText
		}
		k.texts = new(strings.Builder)
		k.texts.Grow(size)
	}
	at := k.texts.Len()
	k.texts.Write(b)
	return k.texts.String()[at:]
}
