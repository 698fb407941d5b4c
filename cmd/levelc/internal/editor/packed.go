package editor

import (
	"encoding/binary"
	"slices"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// batch is some Nodes of one name, one after another in their parent, that are packed
// with everything in them. A level may have millions of tiles and a quarter of a
// million objects, each a hundred bytes in the file. As Nodes they would take ten times
// as much, and the garbage collector would go through them again and again.
//
// For each Node, text has the following. Numbers are encoding/binary's varints.
//
//	distance of At from that of the one before, or of a node in it from its own
//	its contents, in the order of the file, each with a mark in front:
//	    0   the end
//	    1   a piece of text: its distance, its length and the text
//	    2i  a member with name i-1: a value
//	    4i+1  a node with name i-1: as this one; 4i+3 if it is in a list
//	value: distance, kind and bits, then the length and the text; or, for a list
//	in Items, their number and the values
type batch struct {
	name string
	at   int64 // that the first distance is counted from
	text string

	listed bool // as Node.Listed
}

const (
	endMark  = 0
	textMark = 1
)

// These bits are above the kind of a value.
const (
	listBit  = 1 << 3 // a list is in Items
	mixedBit = 1 << 4
)

// mostBatch is about how many bytes are packed together.
const mostBatch = 256 << 10

// packer packs the contents of the innermost node that is open as a Node.
type packer struct {
	wanted map[string][]string // for each name, the names of the nodes in which it is packed
	depth  int                 // of nodes that are being packed, from 1 on
	in     *Node               // where the last one was, its name, and how many there are
	name   string
	count  int32
	first  int64
	listed bool  // as Node.Listed, of all of them
	at     int64 // of the outermost node that is being packed
	buf    []byte
}

// wants reports whether nodes called name are packed in nodes called in.
func (p *packer) wants(name []byte, in string) bool {
	return slices.Contains(p.wanted[string(name)], in)
}

// begin begins a node.
func (p *packer) begin(in *Node, name string, at int64, listed bool) {
	p.depth = 1
	p.count = p.before(in, name) + 1
	p.in = in
	p.name = name
	p.listed = listed
	if len(p.buf) == 0 {
		p.first, p.at = at, at
	}
	p.buf = binary.AppendVarint(p.buf, at-p.at)
	p.at = at
}

// before returns how many of a name are packed in a node so far.
func (p *packer) before(in *Node, name string) int32 {
	if p.in != in || p.name != name {
		return 0
	}
	return p.count
}

// open opens a node inside it.
func (p *packer) open(name int, at int64, listed bool) {
	p.depth++
	mark := uint64(name+1)<<2 | 1
	if listed {
		mark |= 2
	}
	p.buf = binary.AppendUvarint(p.buf, mark)
	p.buf = binary.AppendVarint(p.buf, at-p.at)
}

// value adds a member to the innermost node.
func (p *packer) value(name int, v *source.Value) {
	p.buf = binary.AppendUvarint(p.buf, uint64(name+1)<<1)
	p.add(v)
}

func (p *packer) add(v *source.Value) {
	p.buf = binary.AppendVarint(p.buf, v.At-p.at)
	bits := byte(0)
	if v.Mixed {
		bits = mixedBit
	}
	if v.Kind == source.List && (len(v.Items) == 0 || !areNumbers(v.Items)) {
		p.buf = append(p.buf, byte(v.Kind)|bits|listBit)
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
	p.buf = append(p.buf, byte(kind)|bits)
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

// text adds a piece of text to the innermost node.
func (p *packer) text(v *source.Value) {
	p.buf = append(p.buf, textMark)
	p.buf = binary.AppendVarint(p.buf, v.At-p.at)
	p.buf = binary.AppendUvarint(p.buf, uint64(len(v.Bytes)))
	p.buf = append(p.buf, v.Bytes...)
}

// close ends the innermost node.
func (p *packer) close() {
	p.depth--
	p.buf = append(p.buf, endMark)
}

// flush gives the packed nodes to their parent.
func (p *packer) flush(to *Node) {
	if len(p.buf) > 0 {
		r := to.rarely()
		r.packed = append(r.packed, batch{p.name, p.first, string(p.buf), p.listed})
		p.buf = p.buf[:0]
	}
}

// HasPacked reports whether n has packed nodes of that name.
func (n *Node) HasPacked(name string) bool {
	return n.rare != nil && slices.ContainsFunc(n.rare.packed, func(b batch) bool { return b.name == name })
}

// Cursor goes through packed nodes.
type Cursor struct {
	doc  *Doc
	name string
	at   int64 // of the current one
	rest []batch
	text string
	here Spot // the current one
	// The memory of nodes, which is used again and again. The first used ones belong to
	// the current node.
	nodes []*Node
	used  int

	listed bool // as Node.Listed
}

// Cursor returns a cursor in front of the first node of that name in n.
func (n *Node) Cursor(name string) Cursor {
	c := Cursor{doc: n.Doc, name: name}
	if n.rare != nil {
		c.rest = n.rare.packed
	}
	for i := range c.rest {
		c.listed = c.listed || c.rest[i].name == name && c.rest[i].listed
	}
	return c
}

// Next returns the next node, or nil. The node and everything in it are valid until the
// next call; texts and places stay valid.
func (c *Cursor) Next() *Node {
	for c.text == "" {
		if len(c.rest) == 0 {
			return nil
		}
		if c.rest[0].name == c.name {
			c.at, c.text = c.rest[0].at, c.rest[0].text
		}
		c.rest = c.rest[1:]
	}
	c.at += c.signed()
	c.here = Spot{c.at, c.text}
	return c.unpack()
}

// unpack unpacks the current node.
func (c *Cursor) unpack() *Node {
	c.used = 0
	n := c.node(c.name, c.at)
	n.Listed = c.listed
	c.fill(n)
	return n
}

// Spot is where a Node is packed.
type Spot struct {
	at   int64
	text string
}

// Spot returns the spot of the current node.
func (c *Cursor) Spot() Spot { return c.here }

// Go makes the node at an earlier spot the current one. Next goes on as if Go had not
// been called.
func (c *Cursor) Go(to Spot) *Node {
	if c.here == to && c.used > 0 {
		return c.nodes[0]
	}
	at, text := c.at, c.text
	c.here, c.at, c.text = to, to.at, to.text
	n := c.unpack()
	c.at, c.text = at, text
	return n
}

// Keep makes the current node and everything in it stay valid.
func (c *Cursor) Keep() { c.nodes, c.used = nil, 0 }

// node returns a Node with nothing in it yet.
func (c *Cursor) node(name string, at int64) *Node {
	if c.used == len(c.nodes) {
		c.nodes = append(c.nodes, &Node{Doc: c.doc})
	}
	n := c.nodes[c.used]
	c.used++
	n.Name, n.At = name, at
	n.Members, n.Nodes, n.rare, n.Listed = n.Members[:0], n.Nodes[:0], nil, false
	return n
}

// fill unpacks the contents of a node.
func (c *Cursor) fill(n *Node) {
	for {
		switch mark := c.number(); {
		case mark == endMark:
			return
		case mark == textMark:
			r, at := n.rarely(), c.at+c.signed()
			if len(r.text) == 0 {
				r.textAt = at
			}
			r.text = append(r.text, c.string())
		case mark&1 == 0:
			m := Member{Name: c.doc.names[mark>>1-1], Value: c.value()}
			m.Before = int32(len(n.Nodes))
			n.Members = append(n.Members, m)
		default:
			in := c.node(c.doc.names[mark>>2-1], c.at+c.signed())
			in.Listed = mark&2 != 0
			c.fill(in)
			n.Nodes = append(n.Nodes, in)
		}
	}
}

func (c *Cursor) value() Value {
	v := Value{At: c.at + c.signed()}
	kind := c.text[0]
	c.text = c.text[1:]
	v.Kind, v.Mixed = source.ValueKind(kind&^(listBit|mixedBit)), kind&mixedBit != 0
	if kind&listBit == 0 {
		v.Text = c.string()
		return v
	}
	if n := int(c.number()); n > 0 {
		items := make([]Value, n)
		for i := range items {
			items[i] = c.value()
		}
		v.items = &items
	}
	return v
}

func (c *Cursor) string() (s string) {
	n := c.number()
	s, c.text = c.text[:n], c.text[n:]
	return s
}

func (c *Cursor) number() (v uint64) {
	for i := 0; ; i++ {
		b := c.text[i]
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.text = c.text[i+1:]
			return v
		}
	}
}

func (c *Cursor) signed() int64 {
	v := c.number()
	return int64(v>>1) ^ -int64(v&1)
}
