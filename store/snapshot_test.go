package store

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zeebo/xxh3"
)

// populated returns a Bulk with holes, and what is in it.
func populated(t testing.TB, n int, opts ...Option) (*Bulk[record], map[Handle[record]]record, []Handle[record]) {
	b := new(Bulk[record])
	require.NoError(t, b.Init(opts...))
	live := map[Handle[record]]record{}
	var dead []Handle[record]
	rng := rand.New(rand.NewPCG(uint64(n), 5))
	for i := range n {
		v := record{uint64(i), 1, 2}
		h, err := b.Insert(v)
		noError(t, err)
		live[h] = v
		if rng.Uint32()%3 == 0 {
			for h := range live {
				isTrue(t, b.Remove(h))
				delete(live, h)
				dead = append(dead, h)
				break
			}
		}
	}
	return b, live, dead
}

// A loader numbers the stores of a world. A snapshot from before that has no number, and one
// of another world may have another.
func TestSnapshotLeavesAStoreTheKindThatItHas(t *testing.T) {
	for _, c := range []struct{ saved, here, want uint16 }{{0, 0, 0}, {7, 0, 7}, {7, 7, 7}, {0, 7, 7}, {3, 7, 7}} {
		var b, into Bulk[record]
		b.SetKind(c.saved)
		h, err := b.Insert(record{})
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, b.Save(&file))
		into.SetKind(c.here)
		err = into.Load(&file)
		if c.saved != 0 && c.here != 0 && c.saved != c.here {
			require.ErrorIs(t, err, ErrSnapshot)
			require.ErrorContains(t, err, "the kind was 3 and is 7 here")
			b.SetKind(c.here)
			file.Reset()
			require.NoError(t, b.Save(&file))
			err = into.Load(&file) // the store is as before
		}
		require.NoError(t, err)
		require.Equal(t, c.want, into.Kind())
		require.Equal(t, 1, into.Len())
		back, ok := into.FromAny(into.Any(h))
		require.True(t, ok)
		require.Equal(t, h, back)
		require.NoError(t, b.Close())
		require.NoError(t, into.Close())
	}
}

func TestSnapshotKeepsHandles(t *testing.T) {
	eachKind(t, func(t *testing.T, opts ...Option) {
		for _, n := range []int{0, 1, 63, 64, 65, 3000} {
			for _, extra := range [][]Option{nil, {generations(1, 5)}} {
				b, live, dead := populated(t, n, append(extra, opts...)...)
				b.SetKind(7)
				_, err := b.Reserve(5)
				require.NoError(t, err)
				var file, again bytes.Buffer
				require.NoError(t, b.Save(&file))
				require.NoError(t, b.Save(&again))
				require.Equal(t, file.Bytes(), again.Bytes())
				var c Bulk[record]
				require.NoError(t, c.Init(opts...))
				require.NoError(t, c.Load(bytes.NewReader(file.Bytes())))
				require.NoError(t, c.Check())
				require.Equal(t, len(live), c.Len())
				require.Equal(t, uint16(7), c.Kind())
				require.LessOrEqual(t, c.slots.peak, b.slots.peak, "else each Reserve looks at all generations of its range")
				for h, v := range live {
					if p, ok := c.Get(h); !ok || *p != v {
						require.Fail(t, "a wrong record", "%v", h)
					}
				}
				for _, h := range dead {
					if err := c.Explain(h); err != ErrDead {
						require.ErrorIs(t, err, ErrDead)
					}
				}
				for range 200 {
					_, err := c.Insert(record{})
					noError(t, err)
				}
				for _, h := range dead {
					_, ok := c.Get(h)
					isTrue(t, !ok)
				}
				require.NoError(t, c.Check())
				require.NoError(t, b.Close())
				require.NoError(t, c.Close())
			}
		}
	})
}

func TestSnapshotRefusesEveryHarm(t *testing.T) {
	b, _, _ := populated(t, 40, generations(1, 5))
	defer b.Close()
	var file bytes.Buffer
	require.NoError(t, b.Save(&file))
	whole := file.Bytes()
	refused := func(what string, i int, data []byte) {
		var c Bulk[record]
		noError(t, c.Init(Limit(1000)))
		if err := c.Load(bytes.NewReader(data)); !errors.Is(err, ErrSnapshot) {
			require.ErrorIs(t, err, ErrSnapshot, "%s %d", what, i)
		}
		noError(t, c.Check())
		isTrue(t, c.Len() == 0)
		h, err := c.Insert(record{1, 2, 3})
		noError(t, err)
		isTrue(t, h.Index() == 1)
		noError(t, c.Check())
		noError(t, c.Close())
	}
	for i := range whole {
		refused("cut at", i, whole[:i])
		for bit := range 8 {
			harmed := bytes.Clone(whole)
			harmed[i] ^= 1 << bit
			refused("flipped at", i*8+bit, harmed)
		}
	}
	type other struct {
		ID   uint64
		Y, X float32
	}
	var c Bulk[other]
	require.ErrorIs(t, c.Load(bytes.NewReader(whole)), ErrSnapshot)
	require.NoError(t, c.Close())
	require.ErrorIs(t, b.Load(bytes.NewReader(whole)), ErrInUse)
}

// Slot 0 is the header: a handle to it would be nil.
func TestSnapshotsWithARecordInTheHeaderAreRefused(t *testing.T) {
	var b, c Bulk[record]
	defer b.Close()
	defer c.Close()
	for range 2 {
		_, err := b.Insert(record{})
		require.NoError(t, err)
	}
	var file sections
	require.NoError(t, b.Save(&file))
	data := file.Bytes()
	gens := as[uint32](data[snapshotHeader:][:3*4])
	gens[0], gens[1] = gens[1], 0
	file.seal(data)
	require.ErrorIs(t, c.Load(bytes.NewReader(data)), ErrSnapshot)
	require.NoError(t, c.Check())
}

// The slots of another store, or the places of another Array, would be taken for their own.
func TestASnapshotIsRefusedIfItsHandlesAreOfAnotherType(t *testing.T) {
	type other struct{ N uint64 }
	type node struct{ Up Handle[record] }
	type nodeOfOther struct{ Up Handle[other] }
	var saved bytes.Buffer
	var b Bulk[node]
	_, err := b.Insert(node{})
	require.NoError(t, err)
	require.NoError(t, b.Save(&saved))
	require.NoError(t, b.Close())
	var same Bulk[node]
	require.NoError(t, same.Load(bytes.NewReader(saved.Bytes())))
	require.NoError(t, same.Close())
	var wrong Bulk[nodeOfOther]
	require.ErrorIs(t, wrong.Load(bytes.NewReader(saved.Bytes())), ErrSnapshot)
	require.NoError(t, wrong.Close())

	type loop struct{ Next Handle[loop] } // ends
	for k, types := range [][2]reflect.Type{
		{reflect.TypeFor[Span[uint32]](), reflect.TypeFor[Span[int32]]()},
		{reflect.TypeFor[[2]struct{ S Span[record] }](), reflect.TypeFor[[2]struct{ S Span[other] }]()},
		{reflect.TypeFor[Handle[loop]](), reflect.TypeFor[Handle[node]]()},
		{reflect.TypeFor[Handle[Handle[node]]](), reflect.TypeFor[Handle[Handle[loop]]]()},
	} {
		require.NotEqual(t, fingerprint(types[0]), fingerprint(types[1]), k)
	}
	require.Equal(t, "{ID@0 uint64;X@8 float32;Y@12 float32;}", describe(reflect.TypeFor[record]()), "as ever")
}

// Right sums over lists that contradict each other or the header.
func TestListsOfASnapshotAreChecked(t *testing.T) {
	for _, c := range []struct {
		slots, count uint32
		free, ranges []stretch
		ok           bool
	}{
		{9, 9, nil, nil, true},
		{9, 5, []stretch{{0, 1}, {2, 3}}, nil, true},
		{9, 8, []stretch{{7, 1}}, nil, true},
		{9, 8, []stretch{{8, 1}}, nil, false}, // the last one is in use
		{9, 6, []stretch{{0, 1}, {1, 2}}, nil, false},
		{9, 6, []stretch{{4, 2}, {1, 1}}, nil, false},
		{9, 6, []stretch{{1, 2}, {2, 1}}, nil, false},
		{9, 9, []stretch{{1, 0}}, nil, false},
		{9, 8, nil, nil, false},
		{9, 8, []stretch{{1, 2}}, nil, false},
		{9, 8, []stretch{{1, math.MaxUint32}}, nil, false},
		{9, 9, nil, []stretch{{0, 3}, {3, 6}}, true},
		{9, 9, nil, []stretch{{3, 6}, {0, 3}}, false},
		{9, 9, nil, []stretch{{0, 3}, {2, 3}}, false},
		{9, 9, nil, []stretch{{2, 0}}, false},
		{9, 9, nil, []stretch{{3, 7}}, false},
		{9, 9, nil, []stretch{{math.MaxUint32, 3}}, false},
		{9, 7, []stretch{{2, 2}}, []stretch{{0, 2}, {4, 5}}, true},
		{9, 7, []stretch{{2, 2}}, []stretch{{0, 3}}, false},
		{9, 7, []stretch{{2, 2}}, []stretch{{3, 3}}, false},
	} {
		h := snapshotHead{slots: c.slots, count: c.count, parts: uint32(len(c.free)), ranges: uint32(len(c.ranges))}
		var file bytes.Buffer
		w := sumWriter{w: &file, sum: xxh3.New()}
		require.NoError(t, w.write(asBytes(c.free)))
		require.NoError(t, w.write(asBytes(c.ranges)))
		require.NoError(t, w.end())
		free, ranges, err := loadLists(&h, newSumReader(&file))
		if !c.ok {
			require.ErrorIs(t, err, ErrSnapshot, "%+v", c)
			continue
		}
		require.NoError(t, err, "%+v", c)
		require.Equal(t, c.free, free)
		require.Equal(t, c.ranges, ranges)
	}
}

func TestSaveOfALargeGapEndsWithItsWriter(t *testing.T) {
	var a Array[record]
	defer a.Close()
	gap, err := a.AppendRange(make([]record, 20000))
	require.NoError(t, err)
	_, err = a.Append(record{})
	require.NoError(t, err)
	require.NoError(t, a.Free(gap))
	for room := 0; ; room++ {
		w := full{room}
		err := a.Save(&w)
		if w.writes >= 0 {
			require.NoError(t, err)
			require.Greater(t, room, 7)
			return
		}
		require.ErrorIs(t, err, errNoRoom)
		require.Equal(t, -1, w.writes, "nothing is written after an error")
	}
}
