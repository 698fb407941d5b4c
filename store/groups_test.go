package store

import (
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// notComparable is the usual field that forbids ==.
type notComparable [0]func()

// A field without size may stand where it takes no room.
func TestGroupsHoldFieldsWithoutSize(t *testing.T) {
	type inner struct {
		_    struct{}
		Y, Z float32
	}
	type first struct {
		_ notComparable
		X float32
		_ [0]float32
		inner
		N uint32
	}
	var g Groups[first]
	require.NoError(t, g.Init(8))
	defer g.Close()
	n := ColumnOf(func(r *first) *uint32 { return &r.N })
	for i := range 20 {
		v := first{X: 1, inner: inner{Y: 2, Z: 3}, N: uint32(i)}
		h, err := g.Insert(v)
		require.NoError(t, err)
		got, ok := g.Get(h)
		require.True(t, ok)
		require.Equal(t, v, got)
		of, lane, ok := g.Find(h)
		require.True(t, ok)
		require.Equal(t, uint32(i), n.Of(of)[lane])
	}
	require.NoError(t, g.Check())
}

// noGroups says why there are no Groups of T.
func noGroups[T any]() error {
	t := reflect.TypeFor[T]()
	_, err := safeWords(nil, t, t.String())
	return err
}

// Go pads a struct that ends with such a field, and one with a field whose type must lie
// at other places than words.
func TestGroupsRefusePadding(t *testing.T) {
	type last struct {
		X, Y float32
		_    notComparable
	}
	type nested struct {
		X   float32
		Sub struct {
			Y    float32
			Tail struct{}
		}
		Z float32
	}
	type many struct{ A [2]nested }
	type none struct {
		X float32
		Z [0]float64
	}
	for want, err := range map[string]error{
		"last._ has no size":           new(Groups[last]).Init(8),
		"nested.Sub.Tail has no size":  noGroups[nested](),
		"many.A[].Sub.Tail has no siz": noGroups[many](),
		"none.Z has no size":           noGroups[none](),
	} {
		require.ErrorContains(t, err, want)
	}
	type odd struct {
		Mark [0]uint64
		X    float32
	}
	var g Groups[odd]
	if sizeOf[odd]() == 4 { // where uint64 lies at words
		require.NoError(t, g.Init(8))
		require.NoError(t, g.Close())
		return
	}
	_, err := g.Insert(odd{})
	require.ErrorContains(t, err, "odd.Mark has no size")
}

// A writer cannot leave work for the loops of readers, who may be many.
func TestGroupsAreSafeBehindAWriter(t *testing.T) {
	x := ColumnOf(func(p *pair) *float32 { return &p.X })
	double := func(g Group[pair]) {
		for i := range x.Of(g) {
			x.Of(g)[i] *= 2
		}
	}
	for name, write := range map[string]func(g *Groups[pair]){
		"find": func(g *Groups[pair]) {
			of, _, _ := g.Find(g.HandleAt(10))
			require.Equal(t, 3, of.Lanes())
			require.Equal(t, 3, of.Len())
			double(of)
		},
		"all": func(g *Groups[pair]) {
			for of := range g.All() {
				double(of)
			}
		},
		"panic": func(g *Groups[pair]) {
			require.Panics(t, func() {
				for of := range g.All() {
					double(of)
					if of.Len() < of.Lanes() {
						panic("in the loop")
					}
				}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			var g Groups[pair]
			require.NoError(t, g.Init(8))
			defer g.Close()
			for range 11 {
				_, err := g.Insert(pair{1, 2})
				require.NoError(t, err)
			}
			write(&g)
			last, n := g.rest()
			for w := range g.safe {
				for _, v := range last[w*g.size:][n:g.size] {
					require.Equal(t, g.safe[w], v)
				}
			}
			var readers sync.WaitGroup
			for range 4 {
				readers.Go(func() {
					for of := range g.All() {
						_ = x.Of(of)
					}
				})
			}
			readers.Wait()
		})
	}
}

// InsertRange is Insert of each, up to the limit.
func TestGroupsTakeManyAtOnce(t *testing.T) {
	var g Groups[pair]
	require.NoError(t, g.Init(8, Limit(20)))
	defer g.Close()
	rows := make([]pair, 30)
	for i := range rows {
		rows[i].X = float32(i)
	}
	first, err := g.InsertRange(nil, rows[:9])
	require.NoError(t, err)
	handles, err := g.InsertRange(first[:5], rows[9:])
	require.ErrorIs(t, err, ErrFull)
	require.Len(t, handles, 5+20-9, "those before the failing one are in")
	require.Equal(t, 20, g.Len())
	for i, h := range append(first[:5:5], handles[5:]...) {
		got, ok := g.Get(h)
		require.True(t, ok)
		if i < 5 {
			require.Equal(t, rows[i], got)
			continue
		}
		require.Equal(t, rows[9+i-5], got)
	}
	require.NoError(t, g.Check())
	g.Clear()
	if !raceEnabled {
		require.Zero(t, testing.AllocsPerRun(10, func() {
			handles, err = g.InsertRange(handles[:0], rows[:15])
			g.Clear()
		}))
	}
	require.NoError(t, g.Close())
	handles, err = g.InsertRange(handles[:1], rows)
	require.ErrorIs(t, err, ErrClosed)
	require.Len(t, handles, 1)
}
