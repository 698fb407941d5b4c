package loader_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

// nestWorld has kinds that stand in one another in any order, with a parent field for
// each kind. The fields are in another order in each.
type nestWorld struct {
	Zones   store.Bulk[nestZone] `level:"zone"`
	Bodies  store.Bulk[nestBody] `level:"body"`
	Parts   store.Bulk[nestPart] `level:"part"`
	Strings store.Strings
}

type nestZone struct {
	Name store.Str              `level:"name,id"`
	In   store.Handle[nestZone] `level:"in,parent"`
	Body store.Handle[nestBody] `level:",parent"`
	Part store.Handle[nestPart] `level:",parent"`
}

type nestBody struct {
	Name store.Str              `level:"name,id"`
	Zone store.Handle[nestZone] `level:",parent"`
	Part store.Handle[nestPart] `level:",parent"`
	Up   store.Handle[nestBody] `level:"up,parent"`
}

type nestPart struct {
	Name store.Str              `level:"name,id"`
	On   store.AnyHandle        `level:"on,parent,ref=zone|body"`
	Up   store.Handle[nestPart] `level:"up,parent"`
}

// nest writes the level of an outline, in which each line is a node, a blank before it
// a level of depth, and its kind the text before the colon. Parent fields name the nearest
// node of each kind, as those of a compiler do.
func nest(t testing.TB, outline string) []byte {
	a := newAuthor(t, nestWorld{}, format.WriterOptions{})
	fieldsOf := map[string]map[string]string{
		"zone": {"zone": "in", "body": "body", "part": "part"},
		"body": {"zone": "zone", "part": "part", "body": "up"},
		"part": {"part": "up"},
	}
	var open []anyRef
	for line := range strings.Lines(outline) {
		name := strings.TrimSpace(line)
		depth := strings.Index(line, name)
		kind, _, _ := strings.Cut(name, ":")
		fs := fields{"name": name}
		open = open[:depth]
		for _, o := range open { // the nearest comes last
			if f, ok := fieldsOf[kind][o.kind]; ok {
				fs[f] = ref(o.row)
			} else {
				fs["on"] = o
			}
		}
		open = append(open, anyRef{kind, a.node(kind, depth, name, fs)})
	}
	return a.file()
}

// tree says of each node of a level what it stands in.
func tree(t testing.TB, file []byte) map[string]string {
	t.Helper()
	in := map[string]string{}
	var path [256]string
	for n, err := range loader.Walk(bytes.NewReader(file)) {
		require.NoError(t, err)
		v, _ := n.Field("name")
		path[n.Depth()] = string(v.Text(0))
		in[path[n.Depth()]] = ""
		if n.Depth() > 0 {
			in[path[n.Depth()]] = path[n.Depth()-1]
		}
	}
	return in
}

// requireNest requires that a level which is loaded and saved has the tree that it had.
func requireNest(t testing.TB, outline string, opts ...loader.Option) {
	t.Helper()
	var w nestWorld
	b := bind(t, &w, opts...)
	file := nest(t, outline)
	l := load(t, b, file)
	want := tree(t, file)
	require.Equal(t, want, tree(t, saveWorld(t, b, loader.SaveOptions{Strict: true})), outline)
	require.Equal(t, want, tree(t, saveLevel(t, l, loader.SaveOptions{Strict: true})), outline)
	require.NoError(t, b.Close())
}

func TestANodeStandsInTheInnermostOfItsParents(t *testing.T) {
	for _, outline := range []string{
		"zone:z\n body:a\n  body:b\n   body:c\n",
		"body:a\n zone:z\n  body:b\n   zone:y\n    body:c\n  zone:x\n",
		"body:a\n zone:z\n  part:p\n   body:b\n    part:q\n     part:r\n  part:s\n",
		"part:p\n body:a\n  zone:z\n   body:b\n    part:q\n     zone:y\n      body:c\n   body:d\nbody:e\n",
	} {
		requireNest(t, outline)
		requireNest(t, outline, loader.KeepNodes())
	}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 5))
		requireNest(t, randomNest(r, 300, 1+r.IntN(8)))
	}
	requireNest(t, randomNest(rand.New(rand.NewPCG(0, 0)), 256, 1<<30)) // as deep as a file can be
}

// randomNest is an outline of n nodes. One in up of them stands further out than in the
// one before it.
func randomNest(r *rand.Rand, n, up int) string {
	var b strings.Builder
	for i, depth := 0, 0; i < n; i++ {
		fmt.Fprintf(&b, "%*s%s:%d\n", depth, "", []string{"zone", "body", "part"}[r.IntN(3)], i)
		if depth++; depth > 255 || r.IntN(up) == 0 {
			depth = r.IntN(depth)
		}
	}
	return b.String()
}

// A level keeps its nodes, and a game moves one that others stand in: these go along.
func TestANodeOfALevelMovesIntoTheInnermostOfItsParents(t *testing.T) {
	var w nestWorld
	b := bind(t, &w, loader.KeepNodes())
	l := load(t, b, nest(t, "zone:z\n body:a\n  body:b\nzone:y\n body:c\n"))
	y, c := handleOf(t, l, &w.Zones, "zone:y"), handleOf(t, l, &w.Bodies, "body:c")
	inner := must(w.Bodies.Get(handleOf(t, l, &w.Bodies, "body:b")))
	inner.Zone, inner.Up = y, c
	in := func() map[string]string { return tree(t, saveWorld(t, b, loader.SaveOptions{})) }
	require.Equal(t, map[string]string{"zone:z": "", "body:a": "zone:z", "zone:y": "", "body:c": "zone:y", "body:b": "body:c"}, in())
	a := handleOf(t, l, &w.Bodies, "body:a")
	inner.Up = a
	must(w.Bodies.Get(a)).Zone = y
	require.Equal(t, map[string]string{"zone:z": "", "body:a": "zone:y", "zone:y": "", "body:c": "zone:y", "body:b": "body:a"}, in())
}

// Where parent fields contradict each other, the first of them counts.
func TestParentsThatDoNotStandInOneAnother(t *testing.T) {
	var w nestWorld
	b := bind(t, &w)
	l := load(t, b, nest(t, "zone:z\n body:a\nzone:y\n body:b\n"))
	must(w.Bodies.Get(handleOf(t, l, &w.Bodies, "body:b"))).Up = handleOf(t, l, &w.Bodies, "body:a")
	in := func() map[string]string { return tree(t, saveWorld(t, b, loader.SaveOptions{})) }
	require.Equal(t, map[string]string{"zone:z": "", "body:a": "zone:z", "zone:y": "", "body:b": "zone:y"}, in())
}

// Whatever a game makes of several parent fields, every node is saved once, and soon.
func TestCirclesOfSeveralParentsLoseNothing(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		var w nestWorld
		b := bind(t, &w)
		n := 2 + r.IntN(12)
		zones, bodies, parts := inserted(t, &w.Zones, n), inserted(t, &w.Bodies, n), inserted(t, &w.Parts, n)
		for i := range n {
			z, c, p := must(w.Zones.Get(zones[i])), must(w.Bodies.Get(bodies[i])), must(w.Parts.Get(parts[i]))
			z.In, z.Body, z.Part = zones[r.IntN(n)], bodies[r.IntN(n)], parts[r.IntN(n)]
			c.Zone, c.Part, c.Up = zones[r.IntN(n)], parts[r.IntN(n)], bodies[r.IntN(n)]
			p.On, p.Up = w.Bodies.Any(bodies[r.IntN(n)]), parts[r.IntN(n)]
		}
		var again nestWorld
		require.Equal(t, 3*n, load(t, bind(t, &again), saveWorld(t, b, loader.SaveOptions{})).Nodes(), "seed %d", seed)
	}
}

func inserted[T any](t testing.TB, b *store.Bulk[T], n int) (hs []store.Handle[T]) {
	for range n {
		var v T
		h, err := b.Insert(v)
		if err != nil {
			require.NoError(t, err)
		}
		hs = append(hs, h)
	}
	return hs
}

// Chains of bodies in a zone, far longer than a file can nest them.
func TestLongChainsOfSeveralParentsAreSaved(t *testing.T) {
	const n = 300_000
	var w nestWorld
	b := bind(t, &w)
	zone := inserted(t, &w.Zones, 1)[0]
	bodies := inserted(t, &w.Bodies, n)
	for i, h := range bodies {
		c := must(w.Bodies.Get(h))
		if c.Zone = zone; i < n-1 {
			c.Up = bodies[i+1]
		}
	}
	var again nestWorld
	require.Equal(t, n+1, load(t, bind(t, &again), saveWorld(t, b, loader.SaveOptions{})).Nodes())
}
