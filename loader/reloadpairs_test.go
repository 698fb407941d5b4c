package loader_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/format"
	"github.com/levelc/levelc/loader"
	"github.com/levelc/levelc/store"
)

type twig struct {
	Up    store.Handle[twig] `level:"up,parent"`
	ID    store.Str          `level:"id,id"`
	V     uint32             `level:"v"`
	To    store.Handle[twig] `level:"to"`
	Sacks store.Span[sack]   `level:"sack"`
}

type leaf struct {
	Up store.Handle[twig] `level:"up,parent"`
	V  uint32             `level:"v"`
}

type sack struct {
	Key   store.Str           `level:"key"`
	Owner store.Handle[twig]  `level:"owner"`
	Coins store.Span[[2]byte] `level:"coin"`
}

type grove struct {
	Twigs   store.Bulk[twig] `level:"twig"`
	Leaves  store.Bulk[leaf] `level:"leaf"`
	Sacks   store.Array[sack]
	Coins   store.Array[[2]byte]
	Strings store.Strings
}

// bit is a node of a tree, as a test sees it.
type bit struct {
	kind, id  string
	v, prop   int
	to, up    *bit
	sacks     []bitSack
	kids      []*bit
	row, slot uint32
	was       *bit // the one of the old version, in the copy that becomes the new one
}

type bitSack struct {
	key   string
	owner *bit
	coins []byte
}

func (b *bit) each(f func(*bit)) {
	for _, k := range b.kids {
		f(k)
		k.each(f)
	}
}

func (b *bit) all() (out []*bit) {
	b.each(func(n *bit) { out = append(out, n) })
	return out
}

// says is all that a node says but its id.
func (b *bit) says() string {
	name := func(to *bit) string {
		if to == nil {
			return "nil"
		}
		return "@" + to.id
	}
	s := fmt.Sprint(b.kind, b.v, b.prop, name(b.to))
	for _, e := range b.sacks {
		s += fmt.Sprint("[", e.key, name(e.owner), e.coins, "]")
	}
	for _, k := range b.kids {
		s += "(" + k.says() + ")"
	}
	return s
}

type bits struct {
	*rand.Rand
	ids, next int // ids in a hundred nodes; the next one
}

func (r *bits) grow(depth int) *bit {
	b := &bit{kind: "twig", v: r.IntN(2)}
	if r.IntN(3) == 0 {
		b.kind = "leaf"
		return b
	}
	if r.IntN(100) < r.ids {
		r.next++
		b.id = fmt.Sprint("n", r.next)
	}
	if r.IntN(8) == 0 {
		b.prop = 1 + r.IntN(2)
	}
	for range r.IntN(5) - 2 {
		b.sacks = append(b.sacks, bitSack{key: string(rune('a' + r.IntN(2))), coins: make([]byte, r.IntN(3))})
	}
	for range r.IntN(5) - depth {
		b.kids = append(b.kids, r.grow(depth+1))
	}
	return b
}

func (r *bits) link(root *bit) {
	var twigs []*bit
	root.up = nil
	root.each(func(b *bit) {
		if b.kind == "twig" {
			twigs = append(twigs, b)
		}
		for _, k := range b.kids {
			k.up = b
		}
	})
	there := func(to *bit) *bit {
		if len(twigs) > 0 && r.IntN(10) == 0 {
			return twigs[r.IntN(len(twigs))]
		} else if slices.Contains(twigs, to) {
			return to
		}
		return nil
	}
	for _, b := range twigs {
		b.to = there(b.to)
		for i := range b.sacks {
			b.sacks[i].owner = there(b.sacks[i].owner)
		}
	}
	for _, k := range root.kids {
		k.up = nil
	}
}

// edited returns a copy with some changes, whose nodes say what they were.
func (r *bits) edited(root *bit, changes int) *bit {
	now := map[*bit]*bit{}
	var copied func(b *bit) *bit
	copied = func(b *bit) *bit {
		c := *b
		c.kids, c.sacks = nil, nil
		for _, s := range b.sacks {
			s.coins = slices.Clone(s.coins)
			c.sacks = append(c.sacks, s)
		}
		for _, k := range b.kids {
			c.kids = append(c.kids, copied(k))
		}
		now[b] = &c
		return &c
	}
	out := copied(root)
	for _, b := range out.all() {
		b.to = now[b.to]
		for i := range b.sacks {
			b.sacks[i].owner = now[b.sacks[i].owner]
		}
	}
	for range changes {
		nodes := out.all()
		at := out
		if len(nodes) > 0 && r.IntN(4) > 0 {
			at = nodes[r.IntN(len(nodes))]
		}
		if at != out {
			at.v ^= r.IntN(2)
		}
		switch k := r.IntN(7); {
		case at.kind == "leaf":
		case k == 0:
			at.kids = slices.Insert(at.kids, r.IntN(len(at.kids)+1), r.grow(2))
		case k == 1 && len(at.kids) > 0:
			i := r.IntN(len(at.kids))
			at.kids = slices.Delete(at.kids, i, i+1)
		case k == 2:
			r.Shuffle(len(at.kids), func(i, j int) { at.kids[i], at.kids[j] = at.kids[j], at.kids[i] })
		case at == out:
		case k == 3 && at.id == "":
			r.next++
			at.id = fmt.Sprint("n", r.next)
		case k == 3:
			at.id = ""
		case k == 4:
			at.sacks = append(at.sacks, bitSack{key: "b", coins: []byte{1}})
		case k == 5 && len(at.sacks) > 0:
			at.sacks[0].coins = append(at.sacks[0].coins, 2)
		case k == 6:
			at.prop ^= 1
		}
	}
	r.link(out)
	return out
}

func (b *bit) file(t require.TestingT) []byte {
	a := newAuthor(t, grove{}, format.WriterOptions{})
	rows := map[string]uint32{}
	b.each(func(n *bit) { n.row = rows[n.kind]; rows[n.kind]++ })
	to := func(fs fields, name string, n *bit) {
		if n != nil {
			fs[name] = ref(n.row)
		}
	}
	var write func(b *bit, depth int)
	write = func(b *bit, depth int) {
		fs := fields{"v": b.v}
		if b.id != "" {
			fs["id"] = b.id
		}
		to(fs, "to", b.to)
		to(fs, "up", b.up)
		table := a.table(b.kind)
		row, err := a.w.Node(table, depth, 0)
		require.NoError(t, err)
		data := a.row(table, row, fs)
		for _, f := range a.s.Tables[table].Fields {
			if f.Name == "sack" {
				binary.LittleEndian.PutUint32(data[f.Offset+4:], uint32(len(b.sacks)))
			}
		}
		require.NoError(t, a.w.Put(table, row, data))
		for _, e := range b.sacks {
			fs := fields{"key": e.key}
			to(fs, "owner", e.owner)
			a.sack(row, fs, e.coins)
		}
		if b.id != "" {
			str, err := a.w.String([]byte(b.id))
			require.NoError(t, err)
			require.NoError(t, a.w.ID(str, table, row))
		}
		if b.prop != 0 {
			require.NoError(t, a.w.Prop(table, row, format.Props{0x81, 0xa1, 'n', byte(b.prop)}))
		}
		for _, k := range b.kids {
			write(k, depth+1)
		}
	}
	for _, k := range b.kids {
		write(k, 0)
	}
	return a.file()
}

// sack adds an element with a span to the row of a twig.
func (a *author) sack(owner uint32, fs fields, coins []byte) {
	field := func(table string, name string) *format.Field {
		for i := range a.s.Tables[a.table(table)].Fields {
			if f := &a.s.Tables[a.table(table)].Fields[i]; f.Name == name {
				return f
			}
		}
		return nil
	}
	table := field("twig", "sack").Target
	data := a.row(a.table(table), 0, fs)
	f := field(table, "coin")
	binary.LittleEndian.PutUint32(data[f.Offset+4:], uint32(len(coins)))
	row, err := a.w.Append(a.table(table), owner, data)
	require.NoError(a.t, err)
	for _, c := range coins {
		_, err := a.w.Append(a.table(f.Target), row, []byte{c, 7})
		require.NoError(a.t, err)
	}
}

// pairs finds which nodes are the same, as Reload is documented.
func pairs(old, new *bit) {
	new.each(func(n *bit) { n.was = nil })
	taken := map[*bit]bool{}
	pair := func(o, n *bit) { n.was, taken[o] = o, true }
	ids := map[string]*bit{}
	old.each(func(o *bit) { ids[o.id] = o })
	new.each(func(n *bit) {
		if o := ids[n.id]; n.id != "" && o != nil {
			pair(o, n)
		}
	})
	lists := func(kind string, o, n []*bit, named bool) (a, b []*bit) {
		for _, x := range o {
			if x.kind == kind && !taken[x] && (named || x.id == "") {
				a = append(a, x)
			}
		}
		for _, x := range n {
			if x.kind == kind && x.was == nil && (named || x.id == "") {
				b = append(b, x)
			}
		}
		return a, b
	}
	below := func(o, n *bit) {
		for _, kind := range []string{"twig", "leaf"} {
			a, b := lists(kind, o.kids, n.kids, false)
			if all, more := lists(kind, o.kids, n.kids, true); len(all) == 1 && len(more) == 1 && len(a) == 1 && len(b) == 1 {
				pair(a[0], b[0])
				continue
			}
			for len(a) > 0 && len(b) > 0 && a[0].says() == b[0].says() {
				pair(a[0], b[0])
				a, b = a[1:], b[1:]
			}
			for len(a) > 0 && len(b) > 0 && a[len(a)-1].says() == b[len(b)-1].says() {
				pair(a[len(a)-1], b[len(b)-1])
				a, b = a[:len(a)-1], b[:len(b)-1]
			}
			a, b = lists(kind, o.kids, n.kids, true)
			for _, x := range a {
				if i := slices.IndexFunc(b, func(y *bit) bool { return y.was == nil && x.says() == y.says() }); i >= 0 {
					pair(x, b[i])
				}
			}
			a, b = lists(kind, o.kids, n.kids, false)
			for i := range min(len(a), len(b)) {
				pair(a[i], b[i])
			}
		}
	}
	below(old, new)
	new.each(func(n *bit) {
		if n.was != nil {
			below(n.was, n)
		}
	})
}

// changes is what a reload has to say, and gives the new nodes their slots: those of what
// they were, or else those that it said.
func (b *bit) changes(old *bit, said []loader.Change) (out []string) {
	stays := map[*bit]bool{}
	b.each(func(n *bit) { stays[n.was] = true })
	old.each(func(o *bit) {
		if !stays[o] {
			out = append(out, fmt.Sprint("removed ", o.kind, o.slot))
		}
	})
	fresh := map[string][]uint32{}
	for _, c := range said {
		if c.What == loader.Added {
			fresh[c.Kind] = append(fresh[c.Kind], c.Handle.Index())
		}
	}
	same := func(o, n *bit) bool { return n == nil && o == nil || n != nil && o != nil && n.was == o }
	b.each(func(n *bit) {
		if o := n.was; o != nil {
			n.slot = o.slot
			var fs []string
			note := func(name string, same bool) {
				if !same {
					fs = append(fs, name)
				}
			}
			note("up", same(o.up, n.up))
			note("id", o.id == n.id)
			note("v", o.v == n.v)
			note("to", same(o.to, n.to))
			note("sack", slices.EqualFunc(o.sacks, n.sacks, func(x, y bitSack) bool {
				return x.key == y.key && same(x.owner, y.owner) && bytes.Equal(x.coins, y.coins)
			}))
			if len(fs) > 0 {
				out = append(out, fmt.Sprint("changed ", n.kind, n.slot)+fmt.Sprint(fs))
			}
			return
		}
		if len(fresh[n.kind]) > 0 {
			n.slot, fresh[n.kind] = fresh[n.kind][0], fresh[n.kind][1:]
		}
		out = append(out, fmt.Sprint("added ", n.kind, n.slot))
	})
	return out
}

// holds requires that the world holds the nodes.
func (w *grove) holds(t *testing.T, root *bit) {
	slot := func(h store.Handle[twig]) string {
		if h.IsNil() {
			return "nil"
		}
		return fmt.Sprint(h.Index())
	}
	slotOf := func(b *bit) string {
		if b == nil {
			return "nil"
		}
		return fmt.Sprint(b.slot)
	}
	var want, have []string
	root.each(func(b *bit) {
		s := fmt.Sprint(b.kind, b.slot, " ", slotOf(b.up), b.id, b.v, slotOf(b.to))
		for _, e := range b.sacks {
			s += fmt.Sprint(e.key, slotOf(e.owner), e.coins)
		}
		want = append(want, s)
	})
	for h, b := range w.Twigs.All() {
		s := fmt.Sprint("twig", h.Index(), " ", slot(b.Up), w.Strings.Get(b.ID), b.V, slot(b.To))
		for _, e := range w.Sacks.Slice(b.Sacks) {
			coins := []byte{}
			for _, c := range w.Coins.Slice(e.Coins) {
				coins = append(coins, c[0])
			}
			s += fmt.Sprint(w.Strings.Get(e.Key), slot(e.Owner), coins)
		}
		have = append(have, s)
	}
	for h, b := range w.Leaves.All() {
		have = append(have, fmt.Sprint("leaf", h.Index(), " ", slot(b.Up), b.V, "nil"))
	}
	require.ElementsMatch(t, want, have)
}

// A reload pairs nodes as it is documented to, however many of them are equal, in whatever
// order they come, and whatever is below them.
func TestReloadPairsNodesAsDocumented(t *testing.T) {
	for seed := range uint64(400) {
		r := &bits{Rand: rand.New(rand.NewPCG(seed, 7)), ids: []int{0, 0, 10, 40}[seed%4]}
		was := &bit{kind: "root"}
		for range r.IntN(12) {
			was.kids = append(was.kids, r.grow(0))
		}
		r.link(was)
		w := new(grove)
		b := bind(t, w, loader.Reloadable())
		l := load(t, b, was.file(t))
		slots := map[string][]uint32{}
		for h := range w.Twigs.All() {
			slots["twig"] = append(slots["twig"], h.Index())
		}
		for h := range w.Leaves.All() {
			slots["leaf"] = append(slots["leaf"], h.Index())
		}
		was.each(func(n *bit) { n.slot = slots[n.kind][n.row] })
		w.holds(t, was)
		for range 4 {
			now := r.edited(was, r.IntN(4))
			file := now.file(t)
			pairs(was, now)
			said, err := l.Reload(ctx, bytes.NewReader(file))
			require.NoError(t, err)
			var have []string
			for _, c := range said {
				s := fmt.Sprint(c.What, " ", c.Kind, c.Handle.Index())
				if c.What == loader.Changed {
					s += fmt.Sprint(c.Fields)
				}
				have = append(have, s)
			}
			require.Equal(t, now.changes(was, said), have, "seed %d", seed)
			w.holds(t, now)
			was = now
		}
		require.NoError(t, b.Close())
	}
}
