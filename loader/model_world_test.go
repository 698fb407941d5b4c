package loader_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

// The world of the model test has one of everything that a level can hold.
type (
	mNode struct {
		Name   store.Str                       `level:"name,id"`
		Serial uint32                          `level:"serial"`
		Pos    [2]float32                      `level:"pos"`
		Next   store.Handle[mNode]             `level:"next,ref"`
		Pair   [2]store.Handle[mPart]          `level:"pair,ref"`
		Any    store.AnyHandle                 `level:"any,ref=node|part|dot|leaf"`
		Words  store.Span[store.Str]           `level:"words"`
		Links  store.Span[store.Handle[mNode]] `level:"links,ref"`
		Elems  store.Span[mElem]               `level:"elems"`
		Own    uint32                          `level:"-"`
	}
	mElem struct {
		N    uint32          `level:"n"`
		Text store.Str       `level:"text"`
		To   store.AnyHandle `level:"to,ref=node|part|dot|leaf"`
	}
	mPart struct {
		Number uint64              `level:"number,id"`
		Parent store.Handle[mNode] `level:",parent"`
		Serial uint32              `level:"serial"`
		Text   store.Str           `level:"text,default=plain"`
	}
	mDot struct { // a page of a file has a few, so that small levels are mapped
		Serial uint16     `level:"serial"`
		Fill   [63]uint16 `level:"fill"`
	}
	mLeaf struct {
		Parent store.AnyHandle `level:",parent"`
		Serial uint32          `level:"serial"`
	}
	mWorld struct {
		Nodes   store.Bulk[mNode] `level:"node"`
		Parts   store.Bulk[mPart] `level:"part"`
		Dots    store.Bulk[mDot]  `level:"dot"`
		Leaves  store.Bulk[mLeaf] `level:"leaf"`
		Words   store.Array[store.Str]
		Links   store.Array[store.Handle[mNode]]
		Elems   store.Array[mElem]
		Strings store.Strings
	}
)

// pastWorld is what some of the levels were built for: fields have come, gone and
// grown since, and a kind is gone.
type (
	pastNode struct {
		Name   store.Str                 `level:"name,id"`
		Junk   store.Str                 `level:"junk"`
		Serial uint16                    `level:"serial"`
		Any    store.AnyHandle           `level:"any,ref=part|node|dot|leaf"`
		Elems  store.Span[pastElem]      `level:"elems"`
		Pair   [1]store.Handle[pastPart] `level:"pair,ref"`
		Trash  store.Span[pastTrash]     `level:"trash"`
	}
	pastTrash struct {
		A uint32
		G store.Handle[pastGhost] `level:"g,ref"`
	}
	pastElem struct {
		To store.AnyHandle `level:"to,ref=leaf|node|part|dot"`
		N  uint16          `level:"n"`
	}
	pastPart struct {
		Serial uint32                 `level:"serial"`
		Parent store.Handle[pastNode] `level:",parent"`
		Number uint32                 `level:"number,id"`
	}
	pastLeaf struct {
		Parent store.AnyHandle `level:",parent,ref=leaf|node|part|dot"`
		Serial uint16          `level:"serial"`
	}
	pastGhost struct {
		Name store.Str       `level:"name,id"`
		Any  store.AnyHandle `level:"any,ref=ghost|leaf|dot|node|part"`
	}
	pastWorld struct {
		Ghosts  standin.Bulk[pastGhost] `level:"ghost"`
		Dots    standin.Bulk[mDot]      `level:"dot"`
		Parts   standin.Bulk[pastPart]  `level:"part"`
		Nodes   standin.Bulk[pastNode]  `level:"node"`
		Leaves  standin.Bulk[pastLeaf]  `level:"leaf"`
		Elems   standin.Array[pastElem]
		Trash   standin.Array[pastTrash]
		Strings store.Strings
	}
)

var mKinds = [4]string{"node", "part", "dot", "leaf"}

// read is what a record says, false where none is alive.
func (w *mWorld) read(h store.AnyHandle) (v val[store.AnyHandle], ok bool) {
	toNode := func(h store.Handle[mNode]) store.AnyHandle { return plainAny(1, h.Bits()) }
	any := func(a store.AnyHandle) store.AnyHandle { return plainAny(a.Kind(), a.Bits()) }
	text := func(s store.Str) string { return string([]byte(w.Strings.Get(s))) }
	switch h.Kind() {
	case 1:
		r, ok := w.Nodes.Get(store.FromBits[mNode](h.Bits()))
		if !ok {
			return v, false
		}
		v.name, v.serial, v.pos, v.next, v.any = text(r.Name), r.Serial, r.Pos, toNode(r.Next), any(r.Any)
		for i, p := range r.Pair {
			v.pair[i] = plainAny(2, p.Bits())
		}
		for _, s := range w.Words.Slice(r.Words) {
			v.words = append(v.words, text(s))
		}
		for _, l := range w.Links.Slice(r.Links) {
			v.links = append(v.links, toNode(l))
		}
		for _, e := range w.Elems.Slice(r.Elems) {
			v.elems = append(v.elems, elemVal[store.AnyHandle]{e.N, text(e.Text), any(e.To)})
		}
		return v, true
	case 2:
		r, ok := w.Parts.Get(store.FromBits[mPart](h.Bits()))
		if !ok {
			return v, false
		}
		v.number, v.serial, v.text, v.parent = r.Number, r.Serial, text(r.Text), toNode(r.Parent)
	case 3:
		r, ok := w.Dots.Get(store.FromBits[mDot](h.Bits()))
		if !ok {
			return v, false
		}
		v.serial = uint32(r.Serial)
	case 4:
		r, ok := w.Leaves.Get(store.FromBits[mLeaf](h.Bits()))
		if !ok {
			return v, false
		}
		v.serial, v.parent = r.Serial, any(r.Parent)
	}
	return v, true
}

// plainAny has no kind where it names nothing.
func plainAny(kind uint16, bits uint64) store.AnyHandle {
	if bits == 0 {
		return store.AnyHandle{}
	}
	return store.AnyFromBits(kind, bits)
}

// handles are all live records of a kind, by slot.
func (w *mWorld) handles(kind int) (out []store.AnyHandle) {
	switch kind {
	case 0:
		return handlesOf(&w.Nodes, 1)
	case 1:
		return handlesOf(&w.Parts, 2)
	case 2:
		return handlesOf(&w.Dots, 3)
	}
	return handlesOf(&w.Leaves, 4)
}

func handlesOf[T any](b *store.Bulk[T], kind uint16) (out []store.AnyHandle) {
	for h := range b.All() {
		out = append(out, store.AnyFromBits(kind, h.Bits()))
	}
	return out
}

func (w *mWorld) check(t testing.TB) {
	for _, s := range []interface{ Check() error }{&w.Nodes, &w.Parts, &w.Dots, &w.Leaves, &w.Words, &w.Links, &w.Elems, &w.Strings} {
		require.NoError(t, s.Check())
	}
}

// newModelWorld is a world whose stores have some of the options that there are.
func newModelWorld(t testing.TB, rng *rand.Rand) *mWorld {
	w := new(mWorld)
	tight := rng.IntN(3) == 0
	backing := func() (o []store.Option) {
		if tight && rng.IntN(3) == 0 {
			o = append(o, store.Limit(100+rng.IntN(1000)))
		}
		if rng.IntN(4) == 0 {
			return o
		}
		return append(o, store.Backed([]store.Backing{store.Reserved, store.Blocks, store.Heap, store.Geometric}[rng.IntN(4)]))
	}
	bulk := func(skips bool) []store.Option {
		o := append(backing(), store.Reuse([]store.Policy{store.LIFO, store.FIFO, store.Lowest}[rng.IntN(3)]))
		if skips && rng.IntN(2) == 0 {
			o = append(o, store.Skip(store.RunLength))
		}
		return o
	}
	require.NoError(t, w.Nodes.Init(bulk(true)...))
	require.NoError(t, w.Parts.Init(bulk(true)...))
	dots := []store.Option{store.Backed(store.Reserved)} // can be mapped
	if rng.IntN(2) == 0 {
		dots = backing()
	}
	require.NoError(t, w.Dots.Init(append(dots, store.Reuse(store.Lowest))...))
	require.NoError(t, w.Leaves.Init(bulk(true)...))
	require.NoError(t, w.Words.Init(backing()...))
	require.NoError(t, w.Links.Init(backing()...))
	require.NoError(t, w.Elems.Init(backing()...))
	require.NoError(t, w.Strings.Init(store.Backed([]store.Backing{store.Automatic, store.Reserved, store.Blocks, store.Heap}[rng.IntN(4)])))
	return w
}
