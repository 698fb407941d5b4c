package layout_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/loader/layout"
	"github.com/levelc/levelc/store"
	"github.com/levelc/levelc/testdata/standin"
)

type (
	recur struct {
		X    int32
		Kids store.Span[recur] `level:"kid"`
	}
	ping struct {
		X     int32
		Pongs store.Span[pong]
	}
	pong struct {
		X     int32
		Pings store.Span[ping]
	}
	shelf struct {
		X  int32
		In struct {
			Deep struct{ Shelves store.Span[shelf] }
		}
	}
	drawer struct {
		X  int32
		In struct{ holds }
	}
	holds struct {
		X    int32
		More store.Span[drawer]
	}
)

// Each of these would need tables without end.
func TestElementsThatHoldThemselvesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		world any
		want  []string
	}{
		"an element": {struct {
			R standin.Bulk[struct{ K store.Span[recur] }] `level:"r"`
			K standin.Array[recur]
		}{}, []string{"layout_test.recur.Kids: an element layout_test.recur would have elements layout_test.recur again, by way of layout_test.recur.Kids", "make layout_test.recur a kind"}},
		"a node": {struct {
			R standin.Bulk[recur] `level:"r"`
			K standin.Array[recur]
		}{}, []string{"layout_test.recur.Kids: an element layout_test.recur would"}},
		"one after the other": {struct {
			R standin.Bulk[struct{ K store.Span[ping] }] `level:"r"`
			A standin.Array[ping]
			B standin.Array[pong]
		}{}, []string{"layout_test.pong.Pings: an element", "by way of layout_test.ping.Pongs and layout_test.pong.Pings"}},
		"through nested structs": {struct {
			R standin.Bulk[shelf] `level:"r"`
			A standin.Array[shelf]
		}{}, []string{"layout_test.shelf.In.Deep.Shelves: an element"}},
		"through embedded structs": {struct {
			R standin.Bulk[struct{ D store.Span[drawer] }] `level:"r"`
			A standin.Array[drawer]
		}{}, []string{"layout_test.drawer.In.holds.More: an element"}},
		"through an array": {struct {
			R standin.Bulk[struct{ K [2]store.Span[recur] }] `level:"r"`
			A standin.Array[recur]
		}{}, []string{"an array of spans"}},
		"spans of arrays": {struct {
			R standin.Bulk[struct{ K store.Span[[2]recur] }] `level:"r"`
			A standin.Array[[2]recur]
		}{}, []string{"an array of layout_test.recur structs"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := layout.Of(standin.Describe(reflect.TypeOf(c.world)))
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
}

// One element type may be in several spans, at several depths.
func TestElementsMayHaveElements(t *testing.T) {
	type leaf struct{ X int32 }
	type twig struct{ Leaves, Dry store.Span[leaf] }
	w := of(t, struct {
		R standin.Bulk[struct {
			Twigs  store.Span[twig]
			Leaves store.Span[leaf]
		}] `level:"r"`
		T standin.Array[twig]
		L standin.Array[leaf]
	}{})
	var names []string
	for _, tab := range w.Schema.Tables {
		names = append(names, tab.Name)
	}
	require.Equal(t, []string{"r", "r.twigs", "r.leaves", "r.twigs.leaves", "r.twigs.dry"}, names)
}

// A dozen types, each with two spans of the next, would make a million tables.
func TestTablesThatMultiplyAreRefused(t *testing.T) {
	type pair[T any] struct{ A, B store.Span[T] }
	type p4 = pair[pair[pair[pair[int32]]]]
	type quad[T any] struct{ A, B, C, D store.Span[T] }
	type q4 = quad[quad[quad[quad[quad[quad[p4]]]]]]
	_, err := layout.Of(standin.Describe(reflect.TypeFor[struct {
		R standin.Bulk[q4] `level:"r"`
		A standin.Array[quad[quad[quad[quad[quad[p4]]]]]]
		B standin.Array[quad[quad[quad[quad[p4]]]]]
		C standin.Array[quad[quad[quad[p4]]]]
		D standin.Array[quad[quad[p4]]]
		E standin.Array[quad[p4]]
		F standin.Array[p4]
		G standin.Array[pair[pair[pair[int32]]]]
		H standin.Array[pair[pair[int32]]]
		I standin.Array[pair[int32]]
		J standin.Array[int32]
	}]()))
	require.ErrorContains(t, err, "is one too many; a level has at most 4089")
}

type (
	rec  struct{ X int32 }
	game struct {
		World ring
	}
	ring struct {
		A     store.Bulk[rec] `level:"a"`
		Round *ring
	}
	private struct{ bulk store.Bulk[rec] }

	myBulk    store.Bulk[rec]
	myArray   store.Array[rec]
	myStrings store.Strings
	myStr     store.Str
	myHandle  store.Handle[rec]
	myAny     store.AnyHandle
	mySpan    store.Span[rec]
)

func (p *private) Len() int { return p.bulk.Len() }

// Stores that a load would not reach are refused, and what is said names them.
func TestStoresOutOfReachAreRefused(t *testing.T) {
	type inner struct{ C store.Bulk[rec] }
	type Outer struct{ Deep struct{ C store.Bulk[rec] } }
	for name, c := range map[string]struct {
		world any
		want  string
	}{
		"an embedded pointer": {struct {
			*Outer
			D store.Bulk[rec] `level:"d"`
		}{}, `.Outer.Deep.C: a store behind a pointer, where levels are not loaded; hold it in the world itself, or tag Outer "-"`},
		"an embedded pointer to a private type": {struct {
			*inner
			D store.Bulk[rec] `level:"d"`
		}{}, ".inner.C: a store behind a pointer"},
		"a pointer": {struct {
			B *inner
			D store.Bulk[rec] `level:"d"`
		}{}, ".B.C: a store behind a pointer"},
		"a pointer alone":     {struct{ B *inner }{}, ".B.C: a store behind a pointer"},
		"a pointer in a ring": {ring{}, "ring.Round.A: a store behind a pointer"},
		"a slice": {struct {
			B []store.Bulk[rec]
		}{}, ".B: a store behind a slice"},
		"an array": {struct {
			B [2]store.Bulk[rec]
		}{}, ".B: a store behind an array"},
		"a map of pointers": {struct {
			B map[string]*store.Bulk[rec]
		}{}, ".B: a store behind a map"},
		"an unexported struct": {struct {
			D store.Bulk[rec] `level:"d"`
			b inner
		}{}, ".b.C: the loader cannot reach a store in the unexported b"},
		"a type defined by a Bulk": {struct {
			B myBulk `level:"b"`
			D store.Bulk[rec]
		}{}, ".B: layout_test.myBulk is defined by a store and is none"},
		"a type defined by an Array": {struct {
			D store.Bulk[rec]
			A myArray
		}{}, "layout_test.myArray is defined by a store"},
		"a type defined by Strings": {struct {
			D store.Bulk[rec]
			S myStrings
		}{}, "layout_test.myStrings is defined by a store"},
		"a tag on a struct": {struct {
			D store.Bulk[rec]
			S struct{ N int } `level:"s"`
		}{}, ".S: the names of a struct's stores are their own; drop its tag"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := layout.Of(standin.Describe(reflect.TypeOf(c.world)))
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n", "it is said once")
		})
	}
}

// What is the game's own business does not concern levels, stores included.
func TestStoresOfTheGameAreLeftAlone(t *testing.T) {
	of(t, struct {
		A      store.Bulk[rec]   `level:"a"`
		B      *ring             `level:"-"`
		C      myBulk            `level:"-"`
		D      []store.Bulk[rec] `level:"-"`
		Engine *private          // its store is unexported
		Loose  store.Packed[rec]
		owner  *game // a pointer back, which nothing outside can follow
	}{})
}

func TestTypesDefinedByTypesOfStoreAreNoneInRecords(t *testing.T) {
	for name, world := range map[string]any{
		"Str": struct {
			A standin.Bulk[struct {
				N int32
				S myStr `level:"s"`
			}] `level:"a"`
		}{},
		"Handle": struct {
			A standin.Bulk[struct {
				N int32
				H myHandle
			}] `level:"a"`
		}{},
		"AnyHandle": struct {
			A standin.Bulk[struct {
				N int32
				H myAny
			}] `level:"a"`
		}{},
		"Span": struct {
			A standin.Bulk[struct {
				N int32
				S mySpan
			}] `level:"a"`
		}{},
		"array": struct {
			A standin.Bulk[struct {
				N int32
				S [2]myStr
			}] `level:"a"`
		}{},
		"record": struct {
			A standin.Bulk[myStr] `level:"a"`
		}{},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := layout.Of(standin.Describe(reflect.TypeOf(world)))
			require.ErrorContains(t, err, "is defined by a type of package store and is not that type")
		})
	}
}

// The kinds go by the names of store's private fields, which may change.
func TestDerivedTypesAreKnownByTheirFields(t *testing.T) {
	for want, typ := range map[layout.Kind]reflect.Type{
		layout.Str: reflect.TypeFor[myStr](), layout.Handle: reflect.TypeFor[myHandle](), layout.AnyHandle: reflect.TypeFor[myAny](), layout.Span: reflect.TypeFor[mySpan](),
		layout.Nodes: reflect.TypeFor[myBulk](), layout.Elements: reflect.TypeFor[myArray](), layout.Strings: reflect.TypeFor[myStrings](),
		layout.Other: reflect.TypeFor[rec](),
	} {
		require.Equal(t, want, layout.FromReflect(typ).Derived, fmt.Sprint(typ))
	}
}
