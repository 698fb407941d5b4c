package inline

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
)

func newSite(t testing.TB, classes ...smallalloc.Class) *Site {
	if classes == nil {
		classes = []smallalloc.Class{{Size: 32, Slots: 64}, {Size: 64, Slots: 64}, {Size: 128, Slots: 64}}
	}
	p, err := smallalloc.New(smallalloc.Options{Classes: classes})
	require.NoError(t, err)
	return &Site{Pool: p}
}

// inUse is how many slots of the site's pool are in use.
func (s *Site) inUse() (n int) {
	for _, k := range s.Pool.Stats().Classes {
		n += k.Live
	}
	return n
}

func TestVecGoesFromItsOwnStorageToThePoolToTheHeap(t *testing.T) {
	site := newSite(t)
	var buf [4]uint64
	v := Over(buf[:])
	v.SpillTo(site)
	require.Equal(t, 4, v.Cap())
	where := map[int]Storage{}
	for i := range uint64(100) {
		v.Push(i)
		where[v.Cap()] = v.Where()
		require.Equal(t, i, v.Slice()[i])
	}
	require.Equal(t, map[int]Storage{4: Own, 8: Pool, 16: Pool, 32: Heap, 64: Heap, 128: Heap}, where)
	require.Equal(t, [4]uint64{0, 1, 2, 3}, buf)
	require.EqualValues(t, 2, site.ToPool)
	require.EqualValues(t, 3, site.ToHeap)
	require.Equal(t, 128, site.Most)
	require.Zero(t, site.inUse(), "each slot went back when the next storage was taken")
	v.Free()
	require.Equal(t, Own, v.Where())
	require.Equal(t, 4, v.Cap())
	require.Zero(t, v.Len())
	v.Push(7)
	require.EqualValues(t, 7, buf[0], "its own storage again")
}

func TestVecFreesItsSlot(t *testing.T) {
	site := newSite(t)
	for range 200 {
		v := Over[uint64](nil)
		v.SpillTo(site)
		for i := range uint64(12) {
			v.Push(i)
		}
		require.Equal(t, Pool, v.Where())
		require.Equal(t, 1, site.inUse())
		v.Free()
		v.Free()
		require.Zero(t, site.inUse())
	}
	require.Zero(t, site.ToHeap)
}

func TestVecOfPointersNeverSpillsToThePool(t *testing.T) {
	site := newSite(t)
	var buf [1]string
	v := Over(buf[:])
	v.SpillTo(site)
	v.Append("a", "b", "c")
	require.Equal(t, Heap, v.Where())
	require.Zero(t, site.ToPool)
	require.Zero(t, site.inUse())
}

func TestVecSpillsToTheHeapWhereThePoolIsFull(t *testing.T) {
	site := newSite(t, smallalloc.Class{Size: 64, Slots: 1})
	taken := site.Pool.Alloc(64)
	var v Vec[uint64]
	v.SpillTo(site)
	v.Push(1)
	require.Equal(t, Heap, v.Where())
	v.Free()
	site.Pool.Free(taken)
	v.Push(1)
	require.Equal(t, Pool, v.Where())
	v.Free()
	require.Zero(t, site.Pool.Stats().ForeignFrees, "heap storage is not offered to the pool")
}

func TestTheZeroVecGrowsOnTheHeap(t *testing.T) {
	var v Vec[int]
	require.False(t, v.TryPush(1))
	require.Nil(t, v.Top())
	_, ok := v.Pop()
	require.False(t, ok)
	require.Empty(t, v.Slice())
	for i := range 100 {
		v.Push(i)
	}
	require.Equal(t, 100, v.Len())
	require.Equal(t, Heap, v.Where())
	v.Shrink()
	require.Equal(t, 100, v.Len())
	v.Free()
	require.Zero(t, v.Cap())
}

func TestTryPushKeepsToTheStorageInUse(t *testing.T) {
	var buf [3]int
	v := Over(buf[:])
	for i := range 3 {
		require.True(t, v.TryPush(i))
	}
	require.False(t, v.TryPush(3))
	require.Equal(t, []int{0, 1, 2}, v.Slice())
	require.Equal(t, Own, v.Where())
	v.Pop()
	require.True(t, v.TryPush(9))
}

func TestShrinkMovesBack(t *testing.T) {
	site := newSite(t)
	var buf [4]uint64
	v := Over(buf[:])
	v.SpillTo(site)
	v.Append(1, 2, 3, 4, 5)
	v.Shrink()
	require.Equal(t, Pool, v.Where(), "five do not fit")
	v.Pop()
	v.Shrink()
	require.Equal(t, Own, v.Where())
	require.Equal(t, []uint64{1, 2, 3, 4}, v.Slice())
	require.Equal(t, [4]uint64{1, 2, 3, 4}, buf)
	require.Zero(t, site.inUse())
	v.Push(5)
	require.Equal(t, []uint64{1, 2, 3, 4, 5}, v.Slice())
	v.Free()
}

func TestAppendOfItsOwnElements(t *testing.T) {
	site := newSite(t)
	var buf [3]uint64
	v := Over(buf[:])
	v.SpillTo(site)
	v.Append(1, 2, 3)
	for range 4 { // own to pool, pool to pool, pool to heap, heap to heap
		want := append(slices.Clone(v.Slice()), v.Slice()...)
		v.Append(v.Slice()...)
		require.Equal(t, want, v.Slice())
	}
	v.Free()
	v.Append()
	require.Zero(t, v.Len())
	v.Append(4, 5)
	require.Equal(t, Own, v.Where())
	v.Free()
	v.Append(1, 2, 3, 4)
	require.Equal(t, []uint64{1, 2, 3, 4}, v.Slice())
	require.Equal(t, Pool, v.Where())
	v.Free()
}

func TestSliceCannotBeAppendedInto(t *testing.T) {
	var buf [8]int
	v := Over(buf[:])
	v.Append(1, 2)
	_ = append(v.Slice(), 99)
	v.Extend(1)
	require.Equal(t, []int{1, 2, 0}, v.Slice())
	e := v.Extend(2)
	require.Equal(t, 2, cap(e))
	e[0], e[1] = 4, 5
	require.Equal(t, []int{1, 2, 0, 4, 5}, v.Slice())
	require.Empty(t, v.Extend(-3))
	require.Equal(t, 5, v.Len())
}

func TestIndicesOutOfRangePanicAndChangeNothing(t *testing.T) {
	var buf [8]int
	v := Over(buf[:])
	v.Append(1, 2)
	require.Panics(t, func() { v.Insert(3, 0) })
	require.Panics(t, func() { v.Insert(-1, 0) })
	require.Panics(t, func() { v.Remove(2) })
	require.Panics(t, func() { v.Remove(-1) })
	require.Panics(t, func() { v.SwapRemove(2) })
	v.Truncate(3)
	v.Truncate(-1)
	require.Equal(t, []int{1, 2}, v.Slice())
	v.Truncate(0)
	require.Empty(t, v.Slice())
	var none Vec[int]
	require.Panics(t, func() { none.Remove(0) })
	require.Panics(t, func() { none.Insert(1, 0) })
	none.Insert(0, 5)
	require.Equal(t, []int{5}, none.Slice())
}

func TestMoreElementsThanThereCanBePanicAndChangeNothing(t *testing.T) {
	var v Vec[int64]
	v.Push(7)
	for _, n := range []int{math.MaxInt, math.MaxInt - 1, math.MaxInt / 2} {
		require.Panics(t, func() { v.Grow(n) })
		require.Panics(t, func() { v.Extend(n) })
		require.Equal(t, []int64{7}, v.Slice())
	}
	v.Grow(math.MinInt)
	v.Extend(math.MinInt)
	v.Push(8)
	require.Equal(t, []int64{7, 8}, v.Slice())
}

func TestElementsOfSizeZero(t *testing.T) {
	site := newSite(t)
	var v Vec[struct{}]
	v.SpillTo(site)
	for range 100 {
		v.Push(struct{}{})
	}
	require.Equal(t, 100, v.Len())
	v.Free()
	require.Zero(t, site.inUse())
}

// A loop may push to the Vec that it walks, and then must not see the slot that the Vec
// has left, which may be another's by now.
func TestALoopMayChangeTheVec(t *testing.T) {
	site := newSite(t)
	var v, other Vec[uint64]
	v.SpillTo(site)
	other.SpillTo(site)
	v.Append(0, 1, 2, 3)
	require.Equal(t, Pool, v.Where())
	var seen []uint64
	for i, x := range v.All() {
		if i == 0 {
			for range v.Cap() {
				v.Push(50)
			}
			for range 6 {
				other.Push(777)
			}
		}
		seen = append(seen, x)
	}
	require.Equal(t, []uint64{0, 1, 2, 3}, seen, "as many as there were")

	seen = nil
	for i, x := range v.All() {
		if seen = append(seen, x); i == 1 {
			v.Truncate(3)
		}
	}
	require.Equal(t, []uint64{0, 1, 2}, seen)

	n := 0
	for range v.All() {
		n++
		v.Free()
	}
	require.Equal(t, 1, n)
	other.Free()
	require.Zero(t, site.inUse())
}

func TestWhereReadsAsAWord(t *testing.T) {
	require.Equal(t, "own pool heap", Own.String()+" "+Pool.String()+" "+Heap.String())
}

// runVec does one command for each two bytes on a Vec and on a slice.
func runVec(t *testing.T, own, commands []byte, site *Site) {
	v := Over(own)
	v.SpillTo(site)
	var want []byte
	for i := 0; i+1 < len(commands); i += 2 {
		op, x := commands[i], commands[i+1]
		n := len(want)
		switch op % 16 {
		case 0, 1, 2:
			v.Push(x)
			want = append(want, x)
		case 3:
			full := v.n == v.Cap()
			require.Equal(t, !full, v.TryPush(x))
			if !full {
				want = append(want, x)
			}
		case 4:
			v.Append(commands[i:]...)
			want = append(want, commands[i:]...)
		case 5:
			got, ok := v.Pop()
			require.Equal(t, n > 0, ok)
			if ok {
				require.Equal(t, want[n-1], got)
				want = want[:n-1]
			}
		case 6:
			v.Insert(int(x)%(n+1), op)
			want = slices.Insert(want, int(x)%(n+1), op)
		case 7:
			if n > 0 {
				v.Remove(int(x) % n)
				want = slices.Delete(want, int(x)%n, int(x)%n+1)
			}
		case 8:
			if n > 0 {
				v.SwapRemove(int(x) % n)
				want[int(x)%n] = want[n-1]
				want = want[:n-1]
			}
		case 9:
			v.Truncate(int(x))
			want = want[:min(n, int(x))]
		case 10:
			copy(v.Extend(int(x%8)), "abcdefgh")
			want = append(want, "abcdefgh"[:x%8]...)
		case 11:
			v.Grow(int(x))
			require.GreaterOrEqual(t, v.Cap()-v.Len(), int(x))
		case 12:
			v.Shrink()
		case 13:
			if x%4 == 0 {
				v.Reset()
				want = want[:0]
			}
		case 14:
			if x%4 == 0 {
				v.Free()
				want = want[:0]
				require.Equal(t, Own, v.Where())
			}
		case 15:
			if top := v.Top(); top != nil {
				*top++
				want[n-1]++
			}
		}
		require.Equal(t, len(want), v.Len())
		if !slices.Equal(want, v.Slice()) {
			t.Fatalf("after command %d (%d): %v, want %v", i/2, op%16, v.Slice(), want)
		}
		require.Equal(t, v.c, len(v.b))
	}
	for i, x := range v.All() {
		require.Equal(t, want[i], x)
	}
	v.Free()
	require.Zero(t, site.inUse())
}

func FuzzVec(f *testing.F) {
	seeds := [][]byte{
		{0, 1, 5, 0, 6, 0, 7, 0},
		slices.Repeat([]byte{0, 7, 6, 9, 10, 200, 12, 0}, 30),
		slices.Repeat([]byte{4, 7, 9, 3, 14, 4, 3, 3}, 10),
		slices.Repeat([]byte{11, 100, 5, 1, 13, 0, 8, 8, 15, 15}, 10),
	}
	require.NotEmpty(f, seeds)
	for _, s := range seeds {
		require.NotEmpty(f, s)
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, commands []byte) {
		if len(commands) > 400 {
			return
		}
		for _, own := range []int{0, 1, 7, 64} {
			runVec(t, make([]byte, own), commands, newSite(t, smallalloc.Class{Size: 16, Slots: 2}, smallalloc.Class{Size: 128, Slots: 1}))
		}
	})
}

// firstCaps returns the capacities that pushes to a zero Vec lead to.
func firstCaps[T any](n int) (caps []int) {
	var v Vec[T]
	for range n {
		v.Push(*new(T))
		if len(caps) == 0 || caps[len(caps)-1] != v.Cap() {
			caps = append(caps, v.Cap())
		}
	}
	return caps
}

// Few blocks for small elements, and no large ones for one large element.
func TestTheFirstBlocksOfTheHeap(t *testing.T) {
	require.Equal(t, []int{8, 64, 128}, firstCaps[byte](100))
	require.Equal(t, []int{4, 32, 64}, firstCaps[int16](40))
	require.Equal(t, []int{4, 8, 16}, firstCaps[uint64](16))
	require.Equal(t, []int{4, 8}, firstCaps[vertex](8))
	require.Equal(t, []int{2, 4}, firstCaps[[64]byte](4))
	require.Equal(t, []int{1, 2, 4}, firstCaps[[100]byte](4))
	require.Equal(t, []int{4, 8}, firstCaps[struct{}](5))

	site := newSite(t, smallalloc.Class{Size: 8, Slots: 1})
	v := Over(make([]byte, 1))
	v.SpillTo(site)
	v.Append(1, 2)
	require.Equal(t, Pool, v.Where(), "of a pool it takes what it needs")
	v.Free()
	require.Equal(t, 4, site.Most)
}
