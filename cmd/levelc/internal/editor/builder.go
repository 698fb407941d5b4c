package editor

import (
	"context"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

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
