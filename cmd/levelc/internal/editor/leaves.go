package editor

import (
	"encoding/binary"
	"iter"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// leaves are Nodes of one name that are kept packed. A level may have millions of
// tiles, each a hundred bytes in the file; as Nodes they would take ten times as
// many, and the garbage collector would go through them again and again.
//
// text has for each one, numbers as in encoding/binary's varints:
//
//	distance of At from that of the one before
//	for each member: number of its name from 1 on, value; 0 ends them
//	value: distance of At from the leaf's, kind and bits, then a text with its
//	length in front; or of a list that is in Items, their number and the values
type leaves struct {
	name string
	at   int64 // that the first one is counted from
	text string
}

// listBit says that a list is in Items. It stands above the kind.
const listBit = 1 << 3

// mostLeaves is about how many bytes are packed together.
const mostLeaves = 256 << 10

// packer packs the leaves of the innermost node that is open.
type packer struct {
	wanted map[string][]string // by name, the names of those that they are leaves of
	depth  int                 // in a leaf, from 1 on
	name   string
	first  int64
	at     int64 // of the leaf
	buf    []byte
}

// wants reports whether what is called name is a leaf in a node of the name in.
func (p *packer) wants(name []byte, in string) bool {
	for _, w := range p.wanted[string(name)] {
		if w == in {
			return true
		}
	}
	return false
}

// open begins a leaf, or something in it, which is left out.
func (p *packer) open(name string, at int64) {
	if p.depth++; p.depth > 1 {
		return
	}
	if len(p.buf) == 0 {
		p.name, p.first, p.at = name, at, at
	}
	p.buf = binary.AppendVarint(p.buf, at-p.at)
	p.at = at
}

// value adds a member of the leaf.
func (p *packer) value(name int, v *source.Value) {
	p.buf = binary.AppendUvarint(p.buf, uint64(name)+1)
	p.add(v)
}

func (p *packer) add(v *source.Value) {
	p.buf = binary.AppendVarint(p.buf, v.At-p.at)
	if v.Kind == source.List && (len(v.Items) == 0 || !areNumbers(v.Items)) {
		p.buf = append(p.buf, byte(v.Kind)|listBit)
		p.buf = binary.AppendUvarint(p.buf, uint64(len(v.Items)))
		for i := range v.Items {
			p.add(&v.Items[i])
		}
		return
	}
	kind := v.Kind
	if kind == source.Numbers {
		kind = source.List
	}
	p.buf = append(p.buf, byte(kind))
	if v.Kind != source.List {
		p.buf = binary.AppendUvarint(p.buf, uint64(len(v.Bytes)))
		p.buf = append(p.buf, v.Bytes...)
		return
	}
	n := len(v.Items) - 1
	for i := range v.Items {
		n += len(v.Items[i].Bytes)
	}
	p.buf = binary.AppendUvarint(p.buf, uint64(n))
	p.buf = appendNumbers(p.buf, v.Items)
}

// close ends the leaf, or something in it.
func (p *packer) close() {
	if p.depth--; p.depth == 0 {
		p.buf = append(p.buf, 0)
	}
}

// flush gives what is packed to the node that it is of.
func (p *packer) flush(to *Node) {
	if len(p.buf) > 0 {
		r := to.rarely()
		r.leaves = append(r.leaves, leaves{p.name, p.first, string(p.buf)})
		p.buf = p.buf[:0]
	}
}

// Leaves are the nodes of a name in n of which Reader.Leaves says that they have none
// in them. Each is valid until the next one.
func (n *Node) Leaves(name string) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		c := n.LeafCursor(name)
		for leaf := c.Next(); leaf != nil && yield(leaf); {
			leaf = c.Next()
		}
	}
}

// LeafCursor goes through Leaves.
type LeafCursor struct {
	rest []leaves
	in   unpacker
	leaf Node
}

// LeafCursor is in front of the first of Leaves.
func (n *Node) LeafCursor(name string) LeafCursor {
	c := LeafCursor{in: unpacker{names: n.Doc.names}, leaf: Node{Doc: n.Doc, Name: name}}
	if n.rare != nil {
		c.rest = n.rare.leaves
	}
	return c
}

// Next is the next one, valid until Next is called again, or nil.
func (c *LeafCursor) Next() *Node {
	for c.in.text == "" {
		if len(c.rest) == 0 {
			return nil
		}
		if c.rest[0].name == c.leaf.Name {
			c.leaf.At, c.in.text = c.rest[0].at, c.rest[0].text
		}
		c.rest = c.rest[1:]
	}
	c.leaf.At += c.in.signed()
	c.leaf.Members = c.leaf.Members[:0]
	c.in.members(&c.leaf)
	return &c.leaf
}

// HasLeaves reports whether there are some.
func (n *Node) HasLeaves(name string) bool {
	return n.rare != nil && slices.ContainsFunc(n.rare.leaves, func(l leaves) bool { return l.name == name })
}

// unpacker takes leaves off a text that a packer has made.
type unpacker struct {
	text  string
	names []string // by number
}

func (u *unpacker) members(leaf *Node) {
	for {
		name := u.number()
		if name == 0 {
			return
		}
		leaf.Members = append(leaf.Members, Member{u.names[name-1], u.value(leaf.At)})
	}
}

func (u *unpacker) value(at int64) Value {
	v := Value{At: at + u.signed()}
	kind := u.text[0]
	u.text = u.text[1:]
	v.Kind = source.ValueKind(kind &^ listBit)
	n := int(u.number())
	if kind&listBit == 0 {
		v.Text, u.text = u.text[:n], u.text[n:]
		return v
	}
	if n > 0 {
		items := make([]Value, n)
		for i := range items {
			items[i] = u.value(at)
		}
		v.items = &items
	}
	return v
}

func (u *unpacker) number() (v uint64) {
	for i := 0; ; i++ {
		b := u.text[i]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			u.text = u.text[i+1:]
			return v
		}
	}
}

func (u *unpacker) signed() int64 {
	v := u.number()
	return int64(v>>1) ^ -int64(v&1)
}
