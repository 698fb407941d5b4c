package editor

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Node is an element or an object, with everything in it. There are millions of Nodes
// and Members, so what few of them have is kept apart.
type Node struct {
	Doc     *Doc
	Name    string // of the element; for an object, its key or that of its list
	At      int64
	Members []Member // attributes, or scalars and lists of scalars, in their order
	Nodes   []*Node  // elements, or objects, in their order, except for packed ones
	rare    *rare    // or nil
	Listed  bool     // in JSON, it is an item of a list
}

// rare is what few Nodes have.
type rare struct {
	text   []string // its pieces
	textAt int64    // of the first one
	packed []batch
}

// Member is an attribute, or a member of an object that is not itself an object.
type Member struct {
	Name string
	Value
}

// Value is the value of a member.
type Value struct {
	Text  string   // of a scalar; for a list of only numbers, the numbers with commas between, or the first of Pieces
	items *[]Value // or nil; for a list of only numbers, the other pieces
	At    int64    // as in source.Value
	Kind  source.ValueKind
	// Mixed is set for a Member that is an item, but not an object, of a list with
	// objects. Before is how many Nodes of the Node stand before it. If its list is
	// packed, it counts the packed ones.
	Mixed  bool
	Before int32
}

// Shown returns the value as a message shows it.
func (v *Value) Shown() string {
	switch v.Kind {
	case source.String:
		return strconv.Quote(Clip(v.Text))
	case source.List:
		return "a list"
	case source.Null:
		return "null"
	}
	return Clip(v.Text)
}

// Items returns the items of a list that is not in Text.
func (v *Value) Items() []Value {
	if v.items == nil || v.IsNumbers() {
		return nil
	}
	return *v.items
}

// Pieces returns the Text of a list of numbers. A long one has many pieces; all but the
// last end with a comma.
func (v *Value) Pieces() []string {
	all := []string{v.Text}
	if v.items != nil && v.IsNumbers() {
		for i := range *v.items {
			all = append(all, (*v.items)[i].Text)
		}
	}
	return all
}

// Numbers returns the items of a list of only numbers, each as it is written.
func (v *Value) Numbers() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, piece := range v.Pieces() {
			for text := range strings.SplitSeq(strings.TrimSuffix(piece, ","), ",") {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// size returns the bytes that the value takes besides itself.
func (v *Value) size() int {
	n := len(v.Text)
	if v.items != nil {
		for i := range *v.items {
			n += sizeOfMember + (*v.items)[i].size()
		}
	}
	return n
}

// IsNumbers reports whether a list has only numbers; then it is in Text.
func (v *Value) IsNumbers() bool { return v.Kind == source.List && v.Text != "" }

// IsEmpty reports whether it is a list of nothing.
func (v *Value) IsEmpty() bool { return v.Kind == source.List && v.Text == "" && v.items == nil }

// Type returns the member "type" of an object, if that is a string, or "".
func (n *Node) Type() string {
	for i := range n.Members {
		if m := &n.Members[i]; m.Name == "type" && m.Kind == source.String {
			return m.Text
		}
	}
	return ""
}

// Text returns the text of an element: its pieces, joined.
func (n *Node) Text() string { return strings.Join(n.Pieces(), "") }

// Pieces returns the pieces of Text. A long text has many, divided anywhere.
func (n *Node) Pieces() []string {
	if n.rare == nil {
		return nil
	}
	return n.rare.text
}

// HasText reports whether Text is not empty.
func (n *Node) HasText() bool { return len(n.Pieces()) > 0 }

// rarely returns n.rare, to be set.
func (n *Node) rarely() *rare {
	if n.rare == nil {
		n.rare = new(rare)
	}
	return n.rare
}

// Place is a place in one of a level's files.
type Place struct {
	Doc *Doc
	Pos source.Pos
}

// Place returns where the node is.
func (n *Node) Place() Place { return Place{n.Doc, source.Pos{Off: n.At}} }

// PlaceOf returns where the value of a member is, or the node if it has none.
func (n *Node) PlaceOf(name string) Place {
	if m := n.Member(name); m != nil {
		return n.PlaceIn(m)
	}
	return n.Place()
}

// PlaceIn returns where a member of the node is.
func (n *Node) PlaceIn(m *Member) Place { return Place{n.Doc, source.Pos{Off: m.At, Member: m.Name}} }

// PlaceOfList returns where a list is that has no value of its own: it is packed, empty or null.
func (n *Node) PlaceOfList(name string) Place {
	return Place{n.Doc, source.Pos{Off: n.At, Member: name}}
}

// Item returns where an item of the list at p is, from 1 on.
func (p Place) Item(i int) Place {
	p.Pos.Item = int32(i)
	return p
}

// PlaceOfText returns where the text of an element is.
func (n *Node) PlaceOfText() Place {
	if !n.HasText() {
		return n.Place()
	}
	return Place{n.Doc, source.Pos{Off: n.rare.textAt}}
}

// Member finds a member, or returns nil. A member that is null does not count.
func (n *Node) Member(name string) *Member {
	for i := range n.Members {
		if m := &n.Members[i]; m.Name == name && !m.Mixed && m.Kind != source.Null {
			return m
		}
	}
	return nil
}

// Has reports whether there is such a member, even if it is null.
func (n *Node) Has(name string) bool {
	for i := range n.Members {
		if n.Members[i].Name == name {
			return true
		}
	}
	return false
}

// HasAny reports whether there is a member or a node under a name, of whatever sort, that is
// not null.
func (n *Node) HasAny(name string) bool { return n.Member(name) != nil || n.Child(name) != nil }

// String returns the text of a member that is a scalar, or "".
func (n *Node) String(name string) string {
	if m := n.Member(name); m != nil && m.Kind != source.List {
		return m.Text
	}
	return ""
}

// Child returns the first node of a name in n, or nil.
func (n *Node) Child(name string) *Node {
	for _, c := range n.Nodes {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// IsListed reports whether the nodes of a name in n are a list of JSON, and not one object
// under that name.
func (n *Node) IsListed(name string) bool {
	if c := n.Child(name); c != nil {
		return c.Listed
	}
	packed := n.Cursor(name)
	return packed.listed
}

// Form says what n is, for a message about a place where something else should be.
func (n *Node) Form() string {
	if n.Listed {
		return "a list"
	}
	return "an object"
}

// Children returns the nodes of a name in n, in their order. If they are packed (see
// Reader.Packed), each is valid until the next one, and the last until the loop is over.
func (n *Node) Children(name string) func(yield func(*Node) bool) {
	return func(yield func(*Node) bool) {
		for _, c := range n.Nodes {
			if c.Name == name && !yield(c) {
				return
			}
		}
		if !n.HasPacked(name) {
			return
		}
		packed := n.Cursor(name)
		packed.nodes, n.Doc.spare = n.Doc.spare, nil
		for c := packed.Next(); c != nil; c = packed.Next() {
			if !yield(c) {
				return // it may be kept
			}
		}
		if len(packed.nodes) <= mostSpare {
			n.Doc.spare = packed.nodes
		}
	}
}

// mostSpare is how many Nodes are used again for the next loop: enough for an object.
const mostSpare = 64

// builder is the source.Handler that makes Nodes.
type builder struct {
	doc   *Doc
	root  *Node
	open  []open
	names map[string]int // in doc.names
	room  *int64         // bytes that may still be taken
	ctx   context.Context
	taken int64 // since the last look at ctx

	keeper
	packer
	members []Member // of the open nodes, those of the innermost last
	scratch []byte
	joiner  source.Joiner // joins a list that is to be packed
	more    bool          // the next Value continues the last one of members
	lists   []bool        // of each node and list that is open, the innermost last: whether it is a list
}

// open is a node that has not ended.
type open struct {
	*Node
	members int // where its own begin in builder.members
}

func (b *builder) top() *open { return &b.open[len(b.open)-1] }

// The bytes that a Node takes, a name, and at most a Member or a Value or a piece of
// text. Spare capacity of slices is included, texts are not.
const (
	sizeOfNode   = 192
	sizeOfMember = 128
	sizeOfName   = 64
	sizeOfPiece  = 32
)

// take takes room for n bytes. It reports whether there was room and the context has
// not ended.
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

// lookEvery is how many bytes are read between two looks at a context.
const lookEvery = 1 << 20

// name returns the number of a name. Names recur.
func (b *builder) name(name []byte) int {
	i, ok := b.names[string(name)]
	if !ok {
		i = len(b.doc.names)
		b.doc.names = append(b.doc.names, string(name))
		b.names[b.doc.names[i]] = i
		*b.room -= int64(sizeOfName + len(name)) // take checks it
	}
	return i
}

func (b *builder) Kind([]byte) bool { return false } // it is not asked

// BeginList implements source.Lister.
func (b *builder) BeginList([]byte, int64) bool {
	b.lists = append(b.lists, true)
	return true
}

// EndList implements source.Lister.
func (b *builder) EndList() bool {
	b.lists = b.lists[:len(b.lists)-1]
	return true
}

func (b *builder) Open(name []byte, at int64) bool {
	before := len(b.buf)
	listed := len(b.lists) > 0 && b.lists[len(b.lists)-1]
	b.lists = append(b.lists, false)
	if b.depth > 0 {
		b.packer.open(b.name(name), at, listed)
		return b.take(len(b.buf) - before)
	}
	var top *open
	own := b.doc.names[b.name(name)]
	if len(b.open) > 0 {
		top = b.top()
		if len(b.buf) > mostBatch || own != b.packer.name {
			b.flush(top.Node)
		}
		if b.wants(name, top.Name) {
			before = len(b.buf)
			b.packer.begin(top.Node, own, at, listed)
			return b.take(len(b.buf) - before)
		}
	}
	n := b.node()
	n.Doc, n.Name, n.At, n.Listed = b.doc, own, at, listed
	if top == nil {
		b.root = n
	} else {
		top.Nodes = append(top.Nodes, n)
	}
	b.open = append(b.open, open{n, len(b.members)})
	return b.take(sizeOfNode)
}

func (b *builder) Value(name []byte, v *source.Value) bool {
	if b.depth > 0 {
		if v.More && !b.take(len(v.Bytes)) {
			return false
		}
		if v = b.joiner.Join(v); v == nil { // a packed list is packed as a whole
			return true
		}
		before := len(b.buf)
		b.packer.value(b.name(name), v)
		return b.take(len(b.buf) - before)
	}
	if b.more {
		b.more = v.More
		return b.piece(&b.members[len(b.members)-1].Value, v)
	}
	b.more = v.More
	m := Member{Name: b.doc.names[b.name(name)], Value: b.copyOf(v)}
	m.Mixed, m.Before = v.Mixed, int32(len(b.top().Nodes))
	if v.Mixed && b.wants(name, b.top().Name) {
		m.Before = b.before(b.top().Node, m.Name)
	}
	b.members = append(b.members, m)
	return b.take(sizeOfMember + m.size())
}

// piece adds what follows the first piece of a list of numbers.
func (b *builder) piece(to *Value, v *source.Value) bool {
	if to.items == nil {
		to.items = new([]Value)
	}
	*to.items = append(*to.items, b.copyOf(v))
	return b.take(sizeOfMember + len(v.Bytes))
}

func (b *builder) Text(v *source.Value) bool {
	if len(v.Bytes) == 0 {
		return true
	}
	if b.depth > 0 {
		before := len(b.buf)
		b.packer.text(v)
		return b.take(len(b.buf) - before)
	}
	r := b.top().rarely()
	if len(r.text) == 0 {
		r.textAt = v.At
	}
	r.text = append(r.text, b.keeper.text(v.Bytes))
	return b.take(sizeOfPiece + len(v.Bytes))
}

func (b *builder) Close(int64) bool {
	b.lists = b.lists[:len(b.lists)-1]
	if b.depth > 0 {
		b.packer.close()
		return b.take(1)
	}
	top := b.top()
	b.flush(top.Node)
	top.Members = b.list(b.members[top.members:])
	b.members, top.Node = b.members[:top.members], nil
	b.open = b.open[:len(b.open)-1]
	return true
}

// copyOf copies a value. A list of numbers, which may be all cells of a layer, is kept
// as text, because an item takes many times the memory of a number.
func (b *builder) copyOf(v *source.Value) Value {
	c := Value{Kind: v.Kind, At: v.At}
	if v.Kind == source.Numbers {
		c.Kind = source.List
	}
	if v.Kind != source.List {
		c.Text = b.keeper.text(v.Bytes)
		return c
	}
	if len(v.Items) > 0 && areNumbers(v.Items) {
		b.scratch = appendNumbers(b.scratch[:0], v.Items)
		c.Text = b.keeper.text(b.scratch)
		return c
	}
	if len(v.Items) > 0 {
		items := make([]Value, len(v.Items))
		for i := range v.Items {
			items[i] = b.copyOf(&v.Items[i])
		}
		c.items = &items
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
