package editor

import (
	"context"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Node is an element or an object, and all that is in it.
type Node struct {
	Doc     *Doc
	Name    string // of the element; of an object, the key that it or its list stands under
	At      int64
	Members []Member // attributes, or scalars and lists of scalars, in their order
	Nodes   []*Node  // elements, or objects, in their order
	Text    string   // of an element: its pieces of text, one after the other
	TextAt  int64    // of the first piece
	text    []byte   // as far as it is read
	Type    string   // of an object: its member "type", if that is a string
	leaves  []leaves
}

// Member is an attribute, or a member of an object that is no object.
type Member struct {
	Name string
	Value
	// Mixed: an element that is no object, of a list with objects in it. Before is
	// how many of the Node's Nodes stand before it.
	Mixed  bool
	Before int
}

func (m *Member) isType() bool { return m.Name == "type" && m.Kind == source.String }

// Value is what a member has.
type Value struct {
	Kind  source.ValueKind
	Text  string // of a scalar; of a list of nothing but numbers, these with commas between
	Items []Value
	At    int64 // as in source.Value
}

// size is what the value takes besides itself.
func (v *Value) size() int {
	n := len(v.Text)
	for i := range v.Items {
		n += sizeOfMember + v.Items[i].size()
	}
	return n
}

// IsNumbers reports whether a list has nothing but numbers, and then is in Text.
func (v *Value) IsNumbers() bool { return v.Kind == source.List && v.Items == nil && v.Text != "" }

// Place is a place in one of a level's files.
type Place struct {
	Doc *Doc
	Pos source.Pos
}

// Place is where the node is.
func (n *Node) Place() Place { return Place{n.Doc, source.Pos{Off: n.At}} }

// PlaceOf is where the value of a member is, or the node if it has none.
func (n *Node) PlaceOf(name string) Place {
	if m := n.Member(name); m != nil {
		return Place{n.Doc, source.Pos{Off: m.At, Member: name}}
	}
	return n.Place()
}

// PlaceOfText is where the text of an element is.
func (n *Node) PlaceOfText() Place {
	if n.Text == "" {
		return n.Place()
	}
	return Place{n.Doc, source.Pos{Off: n.TextAt}}
}

// Member finds a member, or is nil. One that is null is none.
func (n *Node) Member(name string) *Member {
	for i := range n.Members {
		if m := &n.Members[i]; m.Name == name && !m.Mixed && m.Kind != source.Null {
			return m
		}
	}
	return nil
}

// Has reports whether there is such a member, be it null.
func (n *Node) Has(name string) bool {
	for i := range n.Members {
		if n.Members[i].Name == name {
			return true
		}
	}
	return false
}

// String is the text of a member that is a scalar, or "".
func (n *Node) String(name string) string {
	if m := n.Member(name); m != nil && m.Kind != source.List {
		return m.Text
	}
	return ""
}

// Child is the first node of a name in n, or nil.
func (n *Node) Child(name string) *Node {
	for _, c := range n.Nodes {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Children are the nodes of a name in n, in their order.
func (n *Node) Children(name string) func(yield func(*Node) bool) {
	return func(yield func(*Node) bool) {
		for _, c := range n.Nodes {
			if c.Name == name && !yield(c) {
				return
			}
		}
	}
}

// builder is the source.Handler that makes Nodes.
type builder struct {
	doc   *Doc
	root  *Node
	open  []*Node
	names map[string]int // in doc.names
	room  *int64         // bytes that may still be taken
	ctx   context.Context
	taken int64 // since ctx was looked at

	keeper
	packer
	members []Member // of the open nodes, those of the innermost last
	starts  []int    // where in members each open node's begin
	scratch []byte
}

// What a Node takes, and at most a Member or a Value, with what slices have in
// reserve and their texts apart.
const (
	sizeOfNode   = 256
	sizeOfMember = 192
)

// take takes room for n bytes, and reports whether there was and who waits still
// does.
func (b *builder) take(n int) bool {
	*b.room -= int64(n)
	if b.taken += int64(n); b.taken > lookEvery {
		b.taken = 0
		if b.ctx.Err() != nil {
			return false
		}
	}
	return *b.room >= 0
}

// lookEvery is how many bytes are read between looks at a context.
const lookEvery = 1 << 20

// name is the number of a name, which recurs.
func (b *builder) name(name []byte) int {
	i, ok := b.names[string(name)]
	if !ok {
		i = len(b.doc.names)
		b.doc.names = append(b.doc.names, string(name))
		b.names[b.doc.names[i]] = i
	}
	return i
}

func (b *builder) Kind([]byte) bool { return false } // it is not asked

func (b *builder) Open(name []byte, at int64) bool {
	if b.depth > 0 {
		b.packer.open("", at)
		return true
	}
	var top *Node
	own := b.doc.names[b.name(name)]
	if len(b.open) > 0 {
		top = b.open[len(b.open)-1]
		if len(b.buf) > mostLeaves || own != b.packer.name {
			b.flush(top)
		}
		if b.wants(name, top.Name) {
			b.packer.open(own, at)
			return true
		}
	}
	n := b.node()
	n.Doc, n.Name, n.At = b.doc, own, at
	if top == nil {
		b.root = n
	} else {
		top.Nodes = append(top.Nodes, n)
	}
	b.open = append(b.open, n)
	b.starts = append(b.starts, len(b.members))
	return b.take(sizeOfNode)
}

func (b *builder) Value(name []byte, v *source.Value) bool {
	if b.depth > 0 {
		b.packer.value(b.name(name), v)
		return true
	}
	n := b.open[len(b.open)-1]
	m := Member{Name: b.doc.names[b.name(name)], Value: b.copyOf(v), Mixed: v.Mixed, Before: len(n.Nodes)}
	if m.isType() {
		n.Type = m.Text
	}
	b.members = append(b.members, m)
	return b.take(sizeOfMember + m.size())
}

func (b *builder) Text(v *source.Value) bool {
	if b.depth > 0 {
		return true
	}
	n := b.open[len(b.open)-1]
	if len(n.text) == 0 {
		n.TextAt = v.At
	}
	n.text = append(n.text, v.Bytes...)
	return b.take(len(v.Bytes))
}

func (b *builder) Close(int64) bool {
	if b.depth > 0 {
		return b.take(b.packer.close())
	}
	n := b.open[len(b.open)-1]
	b.flush(n)
	n.Text, n.text = string(n.text), nil
	start := b.starts[len(b.starts)-1]
	n.Members = b.list(b.members[start:])
	b.members, b.starts = b.members[:start], b.starts[:len(b.starts)-1]
	b.open = b.open[:len(b.open)-1]
	return true
}

// copyOf keeps a value. A list of numbers, which may be all cells of a layer,
// is kept as text, since each of Items is many times as long as a number.
func (b *builder) copyOf(v *source.Value) Value {
	c := Value{Kind: v.Kind, At: v.At}
	if v.Kind != source.List {
		c.Text = b.text(v.Bytes)
		return c
	}
	if len(v.Items) > 0 && areNumbers(v.Items) {
		b.scratch = appendNumbers(b.scratch[:0], v.Items)
		c.Text = b.text(b.scratch)
		return c
	}
	for i := range v.Items {
		c.Items = append(c.Items, b.copyOf(&v.Items[i]))
	}
	return c
}

// appendNumbers appends numbers with commas between.
func appendNumbers(to []byte, items []source.Value) []byte {
	for i := range items {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, items[i].Bytes...)
	}
	return to
}

func areNumbers(items []source.Value) bool {
	for i := range items {
		if items[i].Kind != source.Number {
			return false
		}
	}
	return true
}
