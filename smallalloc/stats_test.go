package smallalloc

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestStatsCountEveryRequestByItsSize(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{8, 100}, Class{48, 100})
		for n := range 60 {
			for range n {
				b := p.Alloc(n)
				if n%2 == 0 {
					p.Free(b)
				}
			}
		}
		st := p.Stats()
		require.Len(t, st.Sizes, 49)
		for n, c := range st.Sizes {
			require.EqualValues(t, n, c)
		}
		require.EqualValues(t, 36, st.Classes[0].Requests)
		require.EqualValues(t, 48*49/2-36, st.Classes[1].Requests)
		require.EqualValues(t, (49+59)*11/2, st.Large)
		require.Equal(t, 16, st.Classes[0].Live)
		require.Equal(t, 100, st.Classes[1].Live)
		require.Equal(t, 100, st.Classes[1].Peak)
		padding := uint64(0)
		for n := 1; n <= 8; n++ {
			padding += uint64(n * (8 - n))
		}
		require.Equal(t, padding, st.Classes[0].Padding)
		require.Equal(t, st.Hits()+st.Misses(), uint64(59*60/2))
		require.Equal(t, 800+13+4800+13, st.Bytes)
	})
}

func TestPeakAndDemandOutliveTheSlots(t *testing.T) {
	p := newPool(t, Tree, Class{16, 10})
	var all [][]byte
	for range 15 {
		all = append(all, p.Alloc(16))
	}
	for _, b := range all {
		p.Free(b)
	}
	for range 12 { // the blocks outside came back: this is no new high
		p.Alloc(16)
	}
	k := p.Stats().Classes[0]
	require.Equal(t, 10, k.Peak)
	require.Equal(t, 15, k.Demand)
}

func TestStatsPrintAsATable(t *testing.T) {
	p := newPool(t, Tree, Class{8, 64}, Class{48, 64})
	b := p.Alloc(5)
	p.Alloc(40)
	p.Alloc(100)
	require.Equal(t, `  size  slots  live  peak  demand  requests  misses  padding
     8     64     1     1       1         1       0        3
    48     64     1     1       1         1       0        8
3600 bytes; 1 requests larger than every class, 100 bytes
`, p.Stats().String())
	p.Free(b)
	p.Free(b)
	require.Contains(t, p.Stats().String(), "1 double frees, 0 interior")
}

func TestPlanHasRoomForWhatWasMeasured(t *testing.T) {
	p := newPool(t, Tree, Class{8, 10}, Class{16, 1000}, Class{48, 5000}, Class{64, 10})
	for range 25 {
		p.Alloc(8)
	}
	for range 4000 {
		p.Alloc(40)
	}
	for range 12 {
		p.TryAlloc(64)
	}
	plan := p.Stats().Plan(0)
	require.Equal(t, []Class{{8, 64}, {48, 4544}, {64, 64}}, plan, "nobody asked for 16")
	planned, err := New(Options{Classes: plan})
	require.NoError(t, err)
	for range 25 {
		planned.Alloc(8)
	}
	for range 4000 {
		planned.Alloc(40)
	}
	require.Zero(t, planned.Stats().Misses())
}

func TestPlanKeepsToItsBudget(t *testing.T) {
	p := newPool(t, Tree, Class{8, 5000}, Class{48, 5000}, Class{128, 500})
	for range 3000 {
		p.Alloc(8)
		p.Alloc(48)
	}
	for range 300 {
		p.Alloc(128)
	}
	st := p.Stats()
	_, err := New(Options{Classes: st.Plan(1)})
	require.ErrorIs(t, err, ErrClass, "not the default classes, which take more than that")
	_, err = New(Options{Classes: Stats{}.Plan(0)})
	require.ErrorIs(t, err, ErrClass)
	whole, err := Footprint(st.Plan(0))
	require.NoError(t, err)
	last := 0
	for budget := 100; budget < whole+5000; budget += 777 {
		plan := st.Plan(budget)
		if len(plan) == 0 {
			require.Less(t, budget, 12_000)
			continue
		}
		size, err := Footprint(plan)
		require.NoError(t, err)
		require.LessOrEqual(t, size, budget)
		require.GreaterOrEqual(t, size, min(budget, whole)*3/4-20_000, "budget %d", budget)
		require.GreaterOrEqual(t, size+20_000, last, "more budget, not much less memory")
		last = size
	}
	require.Equal(t, st.Plan(0), st.Plan(whole))
	half := st.Plan(whole / 2)
	for i, c := range half {
		require.InDelta(t, st.Plan(0)[i].Slots/2, c.Slots, 2*planWord, "each class has its share")
	}
}

func TestPlanOfNothingIsEmpty(t *testing.T) {
	require.Empty(t, newPool(t, Tree, Class{8, 10}).Stats().Plan(1000))
	require.Empty(t, Stats{}.Plan(0))
}

func TestPlanGrowsWhatTryAllocWasRefused(t *testing.T) {
	p := newPool(t, Tree, Class{8, 100})
	for range 1000 {
		p.TryAlloc(8)
	}
	require.Equal(t, []Class{{8, 256}}, p.Stats().Plan(0), "100 and an eighth, and as much again")
}

func TestPlanRoundsUpToWordsAndNoFurther(t *testing.T) {
	plan := func(demand int) int {
		st := Stats{Classes: []ClassStats{{Class: Class{Size: 8, Slots: 1}, Demand: demand}}}
		return st.Plan(0)[0].Slots
	}
	require.Equal(t, 576, plan(512), "512 and an eighth are nine words")
	require.Equal(t, 640, plan(513))
}

func TestPlanSpendsWhatRoundingLeaves(t *testing.T) {
	st := Stats{Classes: []ClassStats{{Class: Class{Size: 8}, Demand: 512}, {Class: Class{Size: 16}, Demand: 512}}}
	word := Class{Size: 8, Slots: planWord}.bytes()
	// The shares are four words and a part of one, of both.
	plan := st.Plan(5*word + 4*Class{Size: 16, Slots: planWord}.bytes() + 8)
	require.Equal(t, []Class{{8, 5 * planWord}, {16, 4 * planWord}}, plan)
}

// Each shard has its own demand and the whole has their sum, of which Plan makes slots.
func TestSharedStatsAddUpTheDemand(t *testing.T) {
	s := newShared(t, 3, Tree, Class{8, 12}, Class{16, 12})
	var all [][]byte
	for range 12 {
		all = append(all, s.Alloc(16))
	}
	for _, b := range all {
		s.Free(b)
	}
	st := s.Stats()
	require.Equal(t, 12, st.Classes[1].Peak)
	require.Equal(t, 12, st.Classes[1].Demand)
	require.Equal(t, treeReads, st.Classes[1].Scan)
	require.Zero(t, st.Classes[0].Demand)
	require.Zero(t, st.Classes[0].Scan, "nothing was searched for")
}

func TestStatsAreSums(t *testing.T) {
	p := newPool(t, Tree, Class{16, 2})
	a, b := p.Alloc(10), p.Alloc(16)
	p.Alloc(12)
	p.TryAlloc(9)
	p.Alloc(100)
	_, err := p.Free(b[1:])
	require.ErrorIs(t, err, ErrInterior)
	_, err = p.Free(a)
	require.NoError(t, err)
	_, err = p.Free(a)
	require.ErrorIs(t, err, ErrDoubleFree)
	_, err = p.Free(make([]byte, 64))
	require.NoError(t, err)

	one, sum := p.Stats(), p.Stats()
	sum.add(one)
	var doubled func(one, sum reflect.Value)
	doubled = func(one, sum reflect.Value) {
		for i := range one.NumField() {
			name, n := one.Type().Field(i).Name, one.Field(i)
			switch {
			case n.Kind() == reflect.Struct:
				doubled(n, sum.Field(i))
			case n.Kind() == reflect.Slice:
			case name == "Size" || name == "Scan":
				require.Equal(t, n.Interface(), sum.Field(i).Interface(), name)
			default:
				require.NotZero(t, n.Interface(), name)
				require.Equal(t, n.Convert(reflect.TypeFor[int]()).Int()*2, sum.Field(i).Convert(reflect.TypeFor[int]()).Int(), name)
			}
		}
	}
	doubled(reflect.ValueOf(one), reflect.ValueOf(sum))
	doubled(reflect.ValueOf(one.Classes[0]), reflect.ValueOf(sum.Classes[0]))
	for n, c := range one.Sizes {
		require.Equal(t, 2*c, sum.Sizes[n])
	}
}
