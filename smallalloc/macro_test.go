package smallalloc_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

// The measurement of the source, over again: a level of 500 KB in XML is read
// into a tree of small objects, every node and attribute and each of their
// texts one allocation, as TinyXML does; then the tree is walked and freed. Once
// with new, once in a pool, and once without a tree.

// level is such a level, the same for every seed.
func level(size int) []byte {
	r := rand.New(rand.NewPCG(2012, 12))
	var b strings.Builder
	b.WriteString("<level name=\"granary\" gravity=\"0 -9.81\">\n")
	for body := 0; b.Len() < size; body++ {
		fmt.Fprintf(&b, "  <body name=\"body%d\" pos=\"%.3f %.3f\" rot=\"%.4f\" kind=\"dynamic\">\n", body, r.Float64()*100, r.Float64()*50, r.Float64())
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "    <shape density=\"%.2f\" friction=\"0.5\">\n", r.Float64()*4)
			for range 3 + r.IntN(5) {
				fmt.Fprintf(&b, "      <vertex x=\"%.3f\" y=\"%.3f\"/>\n", r.Float64(), r.Float64())
			}
			b.WriteString("    </shape>\n")
		}
		b.WriteString("  </body>\n")
	}
	b.WriteString("</level>\n")
	return []byte(b.String())
}

// scanner reads the XML that level writes, and no other.
type scanner struct {
	data []byte
	at   int
}

// attribute is a name and a value in the text.
type attribute struct{ name, value []byte }

// to is the text up to the next stop, or to the end.
func (s *scanner) to(stop byte) []byte {
	from := s.at
	if n := bytes.IndexByte(s.data[from:], stop); n >= 0 {
		s.at += n
	} else {
		s.at = len(s.data)
	}
	return s.data[from:s.at]
}

// name is the text up to the next character that ends a name.
func (s *scanner) name() []byte {
	from := s.at
	for c := s.data[s.at]; c != ' ' && c != '/' && c != '>'; c = s.data[s.at] {
		s.at++
	}
	return s.data[from:s.at]
}

// tag is the next tag: its name, which is empty for an end tag and nil at the
// end, and whether it closes itself. Its attributes are appended to list.
func (s *scanner) tag(list *inline.Vec[attribute]) (name []byte, empty bool) {
	s.to('<')
	if s.at == len(s.data) {
		return nil, false
	}
	s.at++
	if s.data[s.at] == '/' {
		s.to('>')
		return s.data[:0], false
	}
	name = s.name()
	for {
		switch s.data[s.at] {
		case ' ':
			s.at++
			key := s.to('=')
			s.at += 2
			value := s.to('"')
			s.at++
			list.Push(attribute{key, value})
		case '/':
			return name, true
		default:
			return name, false
		}
	}
}

// totals is what all the ways of reading must agree on.
type totals struct{ nodes, attributes, bytes int }

// ---- over new

type heapNode struct {
	name                      *string
	first, last, next, parent *heapNode
	attributes                *heapAttribute
}

type heapAttribute struct {
	name, value *string
	next        *heapAttribute
}

func newString(b []byte) *string {
	s := string(b)
	return &s
}

func buildOnHeap(data []byte) *heapNode {
	s := scanner{data: data}
	root := &heapNode{name: newString(nil)}
	at := root
	for {
		var buf [8]attribute
		list := inline.Over(buf[:])
		name, empty := s.tag(&list)
		if name == nil {
			return root
		}
		if len(name) == 0 {
			at = at.parent
			continue
		}
		n := &heapNode{name: newString(name), parent: at}
		if at.last == nil {
			at.first = n
		} else {
			at.last.next = n
		}
		at.last = n
		for _, a := range list.Slice() {
			n.attributes = &heapAttribute{newString(a.name), newString(a.value), n.attributes}
		}
		if !empty {
			at = n
		}
	}
}

func (t *totals) addHeap(n *heapNode) {
	for ; n != nil; n = n.next {
		t.nodes++
		t.bytes += len(*n.name)
		for a := n.attributes; a != nil; a = a.next {
			t.attributes++
			t.bytes += len(*a.name) + len(*a.value)
		}
		t.addHeap(n.first)
	}
}

// ---- over a pool

type poolText struct {
	at  smallalloc.Ref
	len uint32
}

type poolNode struct {
	name                      poolText
	first, last, next, parent smallalloc.Ref
	attributes                smallalloc.Ref
}

type poolAttribute struct {
	name, value poolText
	next        smallalloc.Ref
}

type poolTree struct {
	pool       *smallalloc.Pool
	nodes      smallalloc.Typed[poolNode]
	attributes smallalloc.Typed[poolAttribute]
	root       smallalloc.Ref
}

func newPoolTree(t testing.TB, classes []smallalloc.Class) *poolTree {
	p, err := smallalloc.New(smallalloc.Options{Classes: classes})
	require.NoError(t, err)
	nodes, err := smallalloc.For[poolNode](p)
	require.NoError(t, err)
	attributes, err := smallalloc.For[poolAttribute](p)
	require.NoError(t, err)
	return &poolTree{pool: p, nodes: nodes, attributes: attributes}
}

func (t *poolTree) text(b []byte) (poolText, bool) {
	c, ok := t.pool.TryAlloc(len(b))
	copy(c, b)
	return poolText{t.pool.Ref(c), uint32(len(b))}, ok
}

// build reports false where the pool is too small.
func (t *poolTree) build(data []byte) bool {
	s := scanner{data: data}
	at, ok := t.nodes.TryNew()
	if !ok {
		return false
	}
	t.root = t.nodes.Ref(at)
	if at.name, ok = t.text(nil); !ok {
		return false
	}
	for {
		var buf [8]attribute
		list := inline.Over(buf[:])
		name, empty := s.tag(&list)
		if name == nil {
			return true
		}
		if len(name) == 0 {
			at = t.nodes.At(at.parent)
			continue
		}
		n, ok := t.nodes.TryNew()
		if !ok {
			return false
		}
		n.parent = t.nodes.Ref(at)
		r := t.nodes.Ref(n)
		if n.name, ok = t.text(name); !ok {
			return false
		}
		if at.last == 0 {
			at.first = r
		} else {
			t.nodes.At(at.last).next = r
		}
		at.last = r
		for _, a := range list.Slice() {
			if !t.attribute(n, a) {
				return false
			}
		}
		if !empty {
			at = n
		}
	}
}

func (t *poolTree) attribute(n *poolNode, a attribute) bool {
	x, ok := t.attributes.TryNew()
	if !ok {
		return false
	}
	if x.name, ok = t.text(a.name); !ok {
		return false
	}
	if x.value, ok = t.text(a.value); !ok {
		return false
	}
	x.next = n.attributes
	n.attributes = t.attributes.Ref(x)
	return true
}

func (t *poolTree) add(sum *totals, r smallalloc.Ref) {
	for r != 0 {
		n := t.nodes.At(r)
		sum.nodes++
		sum.bytes += int(n.name.len)
		for a := n.attributes; a != 0; {
			x := t.attributes.At(a)
			sum.attributes++
			sum.bytes += int(x.name.len + x.value.len)
			a = x.next
		}
		t.add(sum, n.first)
		r = n.next
	}
}

// free frees every object by itself.
func (t *poolTree) free(r smallalloc.Ref) (wrong int) {
	freeText := func(x poolText) {
		if ours, err := t.pool.Free(t.pool.At(x.at, int(x.len))); err != nil || !ours {
			wrong++
		}
	}
	for r != 0 {
		n := t.nodes.At(r)
		for a := n.attributes; a != 0; {
			x := t.attributes.At(a)
			a = x.next
			freeText(x.name)
			freeText(x.value)
			if ours, err := t.attributes.Free(x); err != nil || !ours {
				wrong++
			}
		}
		wrong += t.free(n.first)
		freeText(n.name)
		r = n.next
		if ours, err := t.nodes.Free(n); err != nil || !ours {
			wrong++
		}
	}
	return wrong
}

// ---- without a tree

func stream(data []byte) (sum totals) {
	s := scanner{data: data}
	var stack [16]int
	open := inline.Over(stack[:])
	sum.nodes = 1
	for {
		var buf [8]attribute
		list := inline.Over(buf[:])
		name, empty := s.tag(&list)
		if name == nil {
			return sum
		}
		if len(name) == 0 {
			open.Pop()
			continue
		}
		sum.nodes++
		sum.bytes += len(name)
		for _, a := range list.Slice() {
			sum.attributes++
			sum.bytes += len(a.name) + len(a.value)
		}
		if !empty {
			open.Push(sum.nodes)
		}
	}
}

// planned is the classes that the plan of a first reading proposes, as the
// source's were chosen.
func planned(t testing.TB, data []byte) []smallalloc.Class {
	ample := smallalloc.DefaultClasses()
	for i := range ample {
		ample[i].Slots *= 8
	}
	tree := newPoolTree(t, ample)
	require.True(t, tree.build(data))
	return tree.pool.Stats().Plan(0)
}

func TestAllWaysOfReadingALevelAgree(t *testing.T) {
	data := level(500_000)
	want := stream(data)
	require.Greater(t, want.nodes, 8000)

	var onHeap totals
	onHeap.addHeap(buildOnHeap(data))
	require.Equal(t, want, onHeap)

	tree := newPoolTree(t, planned(t, data))
	for range 2 {
		require.True(t, tree.build(data), "the plan has room for the level")
		var inPool totals
		tree.add(&inPool, tree.root)
		require.Equal(t, want, inPool)
		require.Zero(t, tree.free(tree.root))
	}
	st := tree.pool.Stats()
	require.Zero(t, st.Misses())
	for _, k := range st.Classes {
		require.Zero(t, k.Live)
	}
	small := newPoolTree(t, []smallalloc.Class{{Size: 64, Slots: 100}})
	require.False(t, small.build(data), "a pool that is too small says so")
}

func TestReadingWithoutATreeAndIntoThePoolDoesNotAllocate(t *testing.T) {
	data := level(100_000)
	require.Zero(t, testing.AllocsPerRun(3, func() { stream(data) }))
	tree := newPoolTree(t, planned(t, data))
	require.Zero(t, testing.AllocsPerRun(3, func() {
		if !tree.build(data) || tree.free(tree.root) != 0 {
			t.Fail()
		}
	}))
}
