package diff_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/cmd/levelc/internal/diff"
	"github.com/levelc/levelc/cmd/levelc/internal/leveltest"
	"github.com/levelc/levelc/format"
)

// elem is a node of a level that a test changes in one place.
type elem struct {
	kind     string
	id       string // "" is none
	attrs    []string
	children []*elem
	up       *elem
}

func (e *elem) write(b *strings.Builder) {
	fmt.Fprintf(b, "<%s", e.kind)
	if e.id != "" {
		fmt.Fprintf(b, " name=%q", e.id)
	}
	for _, a := range e.attrs {
		name, value, _ := strings.Cut(a, "=")
		fmt.Fprintf(b, " %s=%q", name, value)
	}
	b.WriteString(">")
	for _, c := range e.children {
		c.write(b)
	}
	fmt.Fprintf(b, "</%s>\n", e.kind)
}

func (e *elem) text() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

// all lists e and what stands in it.
func (e *elem) all() []*elem {
	out := []*elem{e}
	for _, c := range e.children {
		out = append(out, c.all()...)
	}
	return out
}

func (e *elem) put(at int, c *elem) {
	c.up = e
	e.children = slices.Insert(e.children, at, c)
}

func (e *elem) cut() {
	i := slices.Index(e.up.children, e)
	e.up.children = slices.Delete(e.up.children, i, i+1)
}

// maker makes random nodes of the game; few values, so that many are equal.
type maker struct {
	*rand.Rand
	ids    int
	bodies []string
}

func (m *maker) node(depth int) *elem {
	e := &elem{}
	id := func(often int) {
		if m.IntN(4) < often {
			m.ids++
			e.id = fmt.Sprintf("n%d", m.ids)
		}
	}
	switch k := m.IntN(6); {
	case k < 2 && depth > 0:
		e.kind = "group"
		id(2)
		e.attrs = []string{fmt.Sprintf("depth=%d", m.IntN(2))}
		for range m.IntN(6) {
			e.put(len(e.children), m.node(depth-1))
		}
	case k < 4:
		e.kind = "body"
		id(3)
		e.attrs = []string{fmt.Sprintf("pos=%d 0", m.IntN(2)), fmt.Sprintf("health=%d", m.IntN(2))}
		for range m.IntN(4) {
			e.put(len(e.children), &elem{kind: "shape", attrs: []string{"form=box", fmt.Sprintf("radius=%d", m.IntN(2))}})
		}
		if e.id != "" {
			m.bodies = append(m.bodies, e.id)
		}
	case k == 4 && len(m.bodies) > 0:
		e.kind = "joint"
		id(1)
		e.attrs = []string{"a=" + m.bodies[m.IntN(len(m.bodies))], fmt.Sprintf("rate=%d", m.IntN(2))}
	default:
		e.kind = "light"
		id(1)
		e.attrs = []string{fmt.Sprintf("pos=%d 0 0", m.IntN(2)), fmt.Sprintf("reach=%d", m.IntN(2))}
	}
	return e
}

// referred are the ids that a node refers to.
func (e *elem) refers(ids map[string]bool) bool {
	return e.kind == "joint" && ids[e.attrs[0][2:]]
}

// change changes a level in one place and returns what is to be told: the
// summary, and how many lines. false is that it found no place.
func (m *maker) change(root *elem) (what string, want diff.Summary, lines int, ok bool) {
	nodes := root.all()[1:]
	if len(nodes) == 0 {
		return
	}
	e := nodes[m.IntN(len(nodes))]
	inside := e.all()
	ids := map[string]bool{}
	named := 0
	for _, n := range inside {
		if n.id != "" {
			ids[n.id] = true
			named++
		}
	}
	hold := func() *elem { // where a node may stand
		for range 50 {
			if p := root.all()[m.IntN(len(nodes)+1)]; (p.kind == "scene" || p.kind == "group") && !slices.Contains(inside, p) {
				return p
			}
		}
		return root
	}
	switch m.IntN(6) {
	case 0:
		last := len(e.attrs) - 1
		name, _, _ := strings.Cut(e.attrs[last], "=")
		e.attrs[last] = name + "=7"
		return "change", diff.Summary{Changed: 1}, 1, true
	case 1:
		p := hold()
		c := m.node(1)
		p.put(m.IntN(len(p.children)+1), c)
		return "add", diff.Summary{Added: len(c.all())}, 1, true
	case 2:
		for _, n := range root.all() {
			if n.refers(ids) && !slices.Contains(inside, n) {
				return
			}
		}
		e.cut()
		return "remove", diff.Summary{Removed: len(inside)}, 1, true
	case 3:
		p := hold()
		if e.kind == "shape" || p == e.up {
			return
		}
		e.cut()
		p.put(m.IntN(len(p.children)+1), e)
		if e.id != "" {
			return "move", diff.Summary{Moved: 1}, 1, true
		}
		if named > 0 {
			return "", want, 0, false
		}
		return "move nameless", diff.Summary{Added: len(inside), Removed: len(inside)}, 2, true
	case 4:
		p := e.up
		if len(p.children) < 2 {
			return
		}
		before := p.text()
		e.cut()
		p.put(m.IntN(len(p.children)+1), e)
		if p.text() == before {
			return "order", diff.Summary{}, 0, true
		}
		return "order", diff.Summary{Order: 1}, 1, true
	default:
		if e.id == "" {
			return
		}
		for _, n := range root.all() {
			if n.refers(map[string]bool{e.id: true}) {
				n.attrs[0] = "a=renamed"
			}
		}
		e.id = "renamed"
		return "rename", diff.Summary{Changed: 1}, 1, true
	}
}

// What is changed in one place is told of, and nothing else.
func TestOneChangeIsOneLine(t *testing.T) {
	s := leveltest.GameSchema(t)
	tried := map[string]int{}
	seeds := uint64(600)
	if testing.Short() {
		seeds = 300
	}
	for seed := range seeds {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 5))}
		root := &elem{kind: "scene", id: "s", attrs: []string{"title=T"}}
		for range 2 + m.IntN(8) {
			root.put(len(root.children), m.node(3))
		}
		before := root.text()
		what, want, n, ok := m.change(root)
		if !ok {
			continue
		}
		after := root.text()
		tried[what]++
		var told []string
		got := diff.Levels(build(t, s, before, format.WriterOptions{}), build(t, s, after, format.WriterOptions{}), func(c diff.Change) { told = append(told, c.String()) })
		require.Equal(t, want, got, "%s: %q\n%s\n---\n%s", what, told, before, after)
		require.Len(t, told, n)
	}
	require.Len(t, tried, 7, tried)
}
