package loader_test

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"testing/iotest"

	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// walk walks a level and requires what its author has written.
func (m *model) walk() {
	d := m.newDoc()
	m.note("walk %d nodes", len(d.nodes))
	file := d.file(m.t, m.options())
	var src io.Reader = bytes.NewReader(file)
	if m.rng.IntN(2) == 0 {
		src = iotest.HalfReader(src)
	}
	i := 0
	for n, err := range m.walker.Walk(src) {
		m.must(err)
		if n.Kind() == "ghost" {
			continue
		}
		want, depth := d.nodes[i], n.Depth()
		i++
		if d.old {
			depth = (depth - 1) / 2
		}
		if n.Kind() != mKinds[want.kind] || depth != want.depth || n.Index() != int(want.row) {
			m.fail("node %d is %s[%d] at %d, not %s[%d] at %d", i-1, n.Kind(), n.Index(), n.Depth(), mKinds[want.kind], want.row, want.depth)
		}
		if got := walkedVal(d, n); !reflect.DeepEqual(norm(got), norm(mapVal(want.v, rowOf))) {
			m.fail("node %d is\n%+v, not\n%+v", i-1, got, mapVal(want.v, rowOf))
		}
	}
	if i != len(d.nodes) {
		m.fail("%d of %d nodes", i, len(d.nodes))
	}
}

// rowOf names a node as a file does: by its kind and its row plus one.
func rowOf(n *docNode) store.AnyHandle {
	if n == nil {
		return store.AnyHandle{}
	}
	return store.AnyFromBits(uint16(n.kind+1), uint64(n.row)+1)
}

// walkedVal is what a node of a walk says.
func walkedVal(d *doc, n loader.Node) (v val[store.AnyHandle]) {
	to := func(f loader.Value, i int) store.AnyHandle {
		kind, row, ok := f.Ref(i)
		if !ok {
			return store.AnyHandle{}
		}
		return store.AnyFromBits(uint16(slices.Index(mKinds[:], kind)+1), uint64(row)+1)
	}
	for name, f := range n.Fields {
		switch name {
		case "name":
			v.name = string(f.Text(0))
		case "number":
			v.number = f.Uint(0)
		case "serial":
			v.serial = uint32(f.Uint(0))
		case "pos":
			v.pos = [2]float32{float32(f.Float(0)), float32(f.Float(1))}
		case "next":
			v.next = to(f, 0)
		case "pair":
			v.pair = [2]store.AnyHandle{to(f, 0), to(f, 1)}
		case "any":
			v.any = to(f, 0)
		case "parent":
			v.parent = to(f, 0)
		case "text":
			v.text = string(f.Text(0))
		case "words", "links", "elems":
			for i := range f.Len() {
				e, _ := f.Element(i)
				value, _ := e.Field("value")
				switch name {
				case "words":
					v.words = append(v.words, string(value.Text(0)))
				case "links":
					v.links = append(v.links, to(value, 0))
				default:
					number, _ := e.Field("n")
					text, _ := e.Field("text")
					ref, _ := e.Field("to")
					v.elems = append(v.elems, elemVal[store.AnyHandle]{uint32(number.Uint(0)), string(text.Text(0)), to(ref, 0)})
				}
			}
		}
	}
	if d.old && n.Kind() == "part" {
		v.text = "plain" // which such a file does not have
	}
	return v
}
