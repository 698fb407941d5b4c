package smallalloc

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type node struct {
	First, Next Ref
	Pos         [3]float64
	Kind        uint16
}

func TestMakeGivesZeroValuesInThePool(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{48, 70})
		for range 3 {
			n, err := Make[node](p)
			require.NoError(t, err)
			require.Equal(t, node{}, *n)
			*n = node{First: 1, Next: 2, Pos: [3]float64{1, 2, 3}, Kind: 7}
			require.Equal(t, 1, p.Stats().Classes[0].Live)
			ours, err := Free(p, n)
			require.True(t, ours)
			require.NoError(t, err)
			require.ErrorIs(t, second(Free(p, n)), ErrDoubleFree)
		}
	})
}

func TestTypesWithPointersAreRefusedByPath(t *testing.T) {
	type leaf struct {
		X    int
		Name string
	}
	type middle struct {
		A     [0]string
		B     struct{}
		Leafs [2][3]leaf
	}
	type top struct {
		N int
		M middle
	}
	p := newPool(t, Tree, Class{256, 70})
	for _, c := range []struct {
		make func() error
		path string
		kind string
	}{
		{func() error { return errOf(Make[string](p)) }, "string", "string"},
		{func() error { return errOf(Make[*int](p)) }, "*int", "*int"},
		{func() error { return errOf(Make[[]int](p)) }, "[]int", "[]int"},
		{func() error { return errOf(Make[any](p)) }, "interface {}", "interface {}"},
		{func() error { return errOf(Make[func()](p)) }, "func()", "func()"},
		{func() error { return errOf(Make[chan int](p)) }, "chan int", "chan int"},
		{func() error { return errOf(Make[map[int]int](p)) }, "map[int]int", "map[int]int"},
		{func() error { return errOf(Make[top](p)) }, "smallalloc.top.M.Leafs[2][3].Name", "string"},
		{func() error { return errOf(For[top](p)) }, "smallalloc.top.M.Leafs[2][3].Name", "string"},
	} {
		for range 2 { // the second time from memory
			err := c.make()
			require.ErrorIs(t, err, ErrPointers)
			var e *TypeError
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.path, e.Path)
			require.Equal(t, c.kind, e.Kind)
		}
	}
	_, ok := TrySlice[string](p, 1)
	require.False(t, ok)
	require.Zero(t, p.Stats().Classes[0].Requests)
	require.EqualError(t, errOf(Make[leaf](p)), "smallalloc: smallalloc.leaf.Name (string): type holds Go pointers")
}

func errOf[T any](_ T, err error) error { return err }

func TestPointerFree(t *testing.T) {
	for _, x := range []any{0, 1.5, true, 'x', uint8(1), complex(1, 2), uintptr(1), node{}, [3]node{}, struct{}{}, [0]string{}} {
		require.True(t, PointerFree(reflect.TypeOf(x)), "%T", x)
	}
	for _, x := range []any{reflect.ValueOf(&node{}).UnsafePointer(), "", &node{}, []int{}, map[int]int{}, struct{ s []int }{}, [1]string{}} {
		require.False(t, PointerFree(reflect.TypeOf(x)), "%T", x)
	}
}

func TestManyTypesAreRememberedAndForgotten(t *testing.T) {
	p := newPool(t, Tree, Class{256, 7})
	require.NoError(t, errOf(Make[int](p)))
	for i := range 3 * verdicts {
		require.NoError(t, p.admit(reflect.ArrayOf(i, reflect.TypeFor[int]())))
		require.LessOrEqual(t, len(p.known), verdicts)
	}
	require.NoError(t, errOf(Make[int](p)))
}

func TestTypesLargerThanEveryClassAreRefused(t *testing.T) {
	p := newPool(t, Tree, Class{48, 70})
	require.ErrorIs(t, errOf(Make[[49]byte](p)), ErrTooLarge)
	require.ErrorIs(t, errOf(For[[7]int64](p)), ErrTooLarge)
	require.NoError(t, errOf(For[[6]int64](p)))
	_, ok := TrySlice[[1 << 30]byte](p, 1)
	require.False(t, ok)
}

func TestTypesOfSizeZeroTakeASlot(t *testing.T) {
	p := newPool(t, Tree, Class{8, 2})
	a, err := Make[struct{}](p)
	require.NoError(t, err)
	require.Equal(t, 1, p.Stats().Classes[0].Live)
	ours, err := Free(p, a)
	require.True(t, ours)
	require.NoError(t, err)
	_, ok := TrySlice[struct{}](p, 5)
	require.False(t, ok)
}

func TestTypedSpillsToTheGoHeapOnlyWithNew(t *testing.T) {
	p := newPool(t, Tree, Class{48, 1})
	nodes, err := For[node](p)
	require.NoError(t, err)
	a, ok := nodes.TryNew()
	require.True(t, ok)
	_, ok = nodes.TryNew()
	require.False(t, ok)
	b := nodes.New()
	require.NotNil(t, b)
	require.Zero(t, nodes.Ref(b), "a block of the Go heap has no ref")
	require.Equal(t, 2, p.Stats().Classes[0].Demand)
	ours, err := nodes.Free(b)
	require.False(t, ours)
	require.NoError(t, err)
	ours, err = nodes.Free(a)
	require.True(t, ours)
	require.NoError(t, err)
	require.ErrorIs(t, second(nodes.Free(a)), ErrDoubleFree)
	c, d := nodes.New(), nodes.New()
	require.Equal(t, node{}, *c)
	require.NotSame(t, c, d)
	require.Equal(t, 2, p.Stats().Classes[0].Demand, "the block freed before is not counted twice")
}

func TestRefsLinkSlots(t *testing.T) {
	forms(t, func(t *testing.T, form Bitmap) {
		p := newPool(t, form, Class{8, 9}, Class{48, 700})
		nodes, err := For[node](p)
		require.NoError(t, err)
		var head Ref
		for i := range 700 {
			n, ok := nodes.TryNew()
			require.True(t, ok)
			n.Kind, n.Next = uint16(i), head
			head = nodes.Ref(n)
			require.NotZero(t, head)
			require.Same(t, n, nodes.At(head))
		}
		want := 699
		for r := head; r != 0; r = nodes.At(r).Next {
			require.EqualValues(t, want, nodes.At(r).Kind)
			want--
		}
		require.Equal(t, -1, want)
	})
}

func TestRefsOutsideOfThePoolAreNil(t *testing.T) {
	p := newPool(t, Tree, Class{48, 10})
	nodes, err := For[node](p)
	require.NoError(t, err)
	b := p.Alloc(48)
	require.EqualValues(t, 1, p.Ref(b))
	require.Same(t, &b[0], &p.At(1, 48)[0])
	require.Equal(t, 5, cap(p.At(1, 5)))
	require.Zero(t, p.Ref(b[1:]), "not at a word")
	require.Zero(t, p.Ref(make([]byte, 48)))
	require.Nil(t, nodes.At(0))
	for _, r := range []Ref{0, 10*6 + 1, 10*6 + 2, 1 << 31, 1<<32 - 1} {
		require.Nil(t, p.At(r, 1), "%d", r)
		require.Nil(t, nodes.At(r), "%d", r)
	}
	require.Nil(t, p.At(1, -1))
	require.Nil(t, p.At(1, 10*48+1))
	require.Nil(t, nodes.At(9*6+3), "the end of a T would lie behind the slots")
}

func TestSlicesFillTheirSlot(t *testing.T) {
	p := newPool(t, Tree, Class{8, 2}, Class{64, 3})
	s, ok := TrySlice[uint32](p, 5)
	require.True(t, ok)
	require.Len(t, s, 5)
	require.Equal(t, 16, cap(s))
	require.True(t, OwnsSlice(p, s))
	s = append(s, 1, 2, 3)
	require.True(t, OwnsSlice(p, s))
	ours, err := FreeSlice(p, s)
	require.True(t, ours)
	require.NoError(t, err)
	require.ErrorIs(t, second(FreeSlice(p, s)), ErrDoubleFree)
	require.ErrorIs(t, second(FreeSlice(p, s[1:])), ErrInterior)
	for _, n := range []int{-1, 17, math.MaxInt, int(^uint(0)/4) + 2} { // of which the last is one value if its size overflows
		_, ok = TrySlice[uint32](p, n)
		require.False(t, ok, "%d", n)
	}
	empty, ok := TrySlice[[3]uint64](p, 0)
	require.True(t, ok)
	require.Empty(t, empty)
	require.False(t, OwnsSlice(p, make([]uint32, 5)))
}

// The place of a Ref beyond 2^29 does not fit an address of 32 bits, and must not
// come out as one within the pool.
func TestRefsOfFarPlacesAreNil(t *testing.T) {
	p := newPool(t, Tree, Class{Size: 16, Slots: 4})
	b, ok := p.TryAlloc(16)
	require.True(t, ok)
	nodes, err := For[[2]uint64](p)
	require.NoError(t, err)
	r := p.Ref(b)
	require.NotNil(t, p.At(r, 16))
	for bit := range 32 {
		if far := r | 1<<bit; far > 8 {
			require.Nil(t, p.At(far, 16), "%#x", far)
			require.Nil(t, nodes.At(far), "%#x", far)
		}
	}
	for range 3 {
		b, ok = p.TryAlloc(16)
		require.True(t, ok)
	}
	require.NotNil(t, nodes.At(p.Ref(b)), "the last slot ends with the pool")
}
