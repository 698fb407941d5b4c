package loader_test

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
)

// val is what a row says; R is how it names another node.
type val[R any] struct {
	name   string
	number uint64
	serial uint32
	pos    [2]float32
	next   R
	pair   [2]R
	any    R
	parent R
	text   string
	words  []string
	links  []R
	elems  []elemVal[R]
}

type elemVal[R any] struct {
	n    uint32
	text string
	to   R
}

// mapVal names other nodes in another way.
func mapVal[A, B any](v val[A], f func(A) B) val[B] {
	o := val[B]{name: v.name, number: v.number, serial: v.serial, pos: v.pos, next: f(v.next), any: f(v.any), parent: f(v.parent),
		pair: [2]B{f(v.pair[0]), f(v.pair[1])}, text: v.text, words: slices.Clone(v.words)}
	for _, l := range v.links {
		o.links = append(o.links, f(l))
	}
	for _, e := range v.elems {
		o.elems = append(o.elems, elemVal[B]{e.n, e.text, f(e.to)})
	}
	return o
}

// refs calls f for every reference of v.
func refs[R any](v *val[R], f func(kinds string, r *R)) {
	f("0", &v.next)
	f("1", &v.pair[0])
	f("1", &v.pair[1])
	f("0123", &v.any)
	for i := range v.links {
		f("0", &v.links[i])
	}
	for i := range v.elems {
		f("0123", &v.elems[i].to)
	}
}

// doc is a level as its author has it.
type doc struct {
	nodes  []*docNode
	chunks []string // labels; docNode.chunk counts in them
	old    bool     // it is built for pastWorld
}

// age makes the level one for pastWorld: what that does not have is the default.
func (d *doc) age() {
	d.old = true
	for _, n := range d.nodes {
		switch n.kind {
		case 0:
			n.v.pos, n.v.next, n.v.pair[1], n.v.words, n.v.links = [2]float32{}, nil, nil, nil, nil
			for i := range n.v.elems {
				n.v.elems[i].text = ""
			}
		case 1:
			n.v.text = "plain"
		}
	}
}

type docNode struct {
	kind, depth, chunk int
	row                uint32
	v                  val[*docNode]
}

func (n *docNode) id() string {
	switch {
	case n.kind == 0:
		return n.v.name
	case n.kind == 1 && n.v.number != 0:
		return strconv.FormatUint(n.v.number, 10)
	}
	return ""
}

// serials gives every node a number of its own.
type docMaker struct {
	rng    *rand.Rand
	serial uint32
}

func (m *docMaker) word() string {
	return [...]string{"", "a", "bb", "wood", "stone", "ää", "a longer text that says nothing"}[m.rng.IntN(7)]
}

// value is a new node's fields but for references.
func (m *docMaker) value(kind int) (v val[*docNode]) {
	m.serial++
	v.serial = m.serial
	switch kind {
	case 0:
		if m.rng.IntN(3) > 0 {
			v.name = "n" + strconv.Itoa(int(m.serial))
		}
		v.pos = [2]float32{float32(m.rng.IntN(9)), float32(m.rng.IntN(9))}
		for range m.rng.IntN(3) {
			v.words = append(v.words, m.word())
		}
		v.links = make([]*docNode, m.rng.IntN(3))
		if len(v.links) == 0 {
			v.links = nil
		}
		for range m.rng.IntN(4) {
			v.elems = append(v.elems, elemVal[*docNode]{n: m.rng.Uint32N(5), text: m.word()})
		}
	case 1:
		if m.rng.IntN(2) > 0 {
			v.number = uint64(m.serial)
		}
		v.text = m.word()
	}
	return v
}

func (m *docMaker) doc(n, chunks int) *doc {
	d := &doc{}
	for c := range chunks {
		d.chunks = append(d.chunks, "c"+strconv.Itoa(c))
		if c > 1 && m.rng.IntN(6) == 0 {
			d.chunks[c] = d.chunks[m.rng.IntN(c)]
		}
	}
	depth := -1
	for i := range n {
		kind := m.rng.IntN(4)
		depth = min(m.rng.IntN(depth+2), 5)
		d.nodes = append(d.nodes, &docNode{kind: kind, depth: depth, chunk: i * chunks / n, v: m.value(kind)})
	}
	for _, n := range d.nodes {
		if n.kind == 0 {
			refs(&n.v, func(kinds string, r **docNode) { *r = m.target(d, kinds) })
		}
	}
	d.settle()
	return d
}

// target is some node of the kinds, or nil.
func (m *docMaker) target(d *doc, kinds string) *docNode {
	for range 4 {
		if len(d.nodes) == 0 {
			break
		}
		n := d.nodes[m.rng.IntN(len(d.nodes))]
		for _, k := range kinds {
			if int(k-'0') == n.kind {
				return n
			}
		}
	}
	return nil
}

// settle sets rows and parents, after nodes have come or gone.
func (d *doc) settle() {
	var rows [4]uint32
	var path [8]*docNode
	prev := -1
	for _, n := range d.nodes {
		n.row = rows[n.kind]
		rows[n.kind]++
		n.depth = min(n.depth, prev+1)
		prev = n.depth
		path[n.depth] = n
		n.v.parent = nil
		for k := n.depth - 1; k >= 0 && n.v.parent == nil; k-- {
			if n.kind == 1 && path[k].kind == 0 || n.kind == 3 {
				n.v.parent = path[k]
			}
		}
	}
}

func (d *doc) file(t require.TestingT, o format.WriterOptions) []byte {
	a := newAuthor(t, mWorld{}, o)
	if d.old {
		a = newAuthor(t, pastWorld{}, o)
	}
	chunk, ghosts := -1, 0
	for i, n := range d.nodes {
		if len(d.chunks) > 0 && n.chunk != chunk {
			chunk = n.chunk
			a.chunk(d.chunks[chunk])
		}
		depth := n.depth
		if d.old {
			// A ghost stands between every two levels of the tree.
			depth = 2*depth + 1
			for g := 0; g < depth; g += 2 {
				if i == 0 || g > 0 && g > 2*d.nodes[i-1].depth || i%5 == 0 && g == 2*n.depth {
					a.node("ghost", g, "g"+strconv.Itoa(ghosts), fields{"name": "g" + strconv.Itoa(ghosts), "any": anyRef{mKinds[n.kind], n.row}})
					ghosts++
				}
			}
		}
		fs := fields{"serial": int(n.v.serial)}
		put := func(name string, to *docNode, any bool) {
			if to != nil && any {
				fs[name] = anyRef{mKinds[to.kind], to.row}
			} else if to != nil {
				fs[name] = ref(to.row)
			}
		}
		switch n.kind {
		case 0:
			fs["name"], fs["pos"] = n.v.name, []float64{float64(n.v.pos[0]), float64(n.v.pos[1])}
			put("next", n.v.next, false)
			put("any", n.v.any, true)
			pair := make([]ref, 2) // rows plus one
			for i, p := range n.v.pair {
				if p != nil {
					pair[i] = ref(p.row + 1)
				}
			}
			fs["pair"] = pair
			if d.old {
				fs["pair"] = pair[:1]
				fs["trash"] = []fields{{"a": 1, "g": ref(0)}}
			}
			var words, links, elems []fields
			for _, s := range n.v.words {
				words = append(words, fields{"value": s})
			}
			for _, l := range n.v.links {
				e := fields{}
				if l != nil {
					e["value"] = ref(l.row)
				}
				links = append(links, e)
			}
			for _, x := range n.v.elems {
				e := fields{"n": int(x.n), "text": x.text}
				if x.to != nil {
					e["to"] = anyRef{mKinds[x.to.kind], x.to.row}
				}
				elems = append(elems, e)
			}
			fs["words"], fs["links"], fs["elems"] = words, links, elems
		case 1:
			fs["number"], fs["text"] = int(n.v.number), n.v.text
			put("parent", n.v.parent, false)
		case 3:
			put("parent", n.v.parent, true)
		}
		row := a.node(mKinds[n.kind], depth, n.id(), fs)
		require.Equal(a.t, n.row, row, i)
	}
	return a.file()
}
