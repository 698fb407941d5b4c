package spill

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

func pool(t testing.TB) *smallalloc.Pool {
	p, err := smallalloc.New(smallalloc.Options{Classes: []smallalloc.Class{{Size: 64, Slots: 4}, {Size: 256, Slots: 4}}})
	require.NoError(t, err)
	return p
}

type stack struct {
	v    Vec[int64]
	home [4]int64
}

func (s *stack) push(n int) {
	for i := range n {
		s.v.Push(int64(i))
	}
}

func TestAVecGoesFromItsHomeToThePoolAndThenToTheHeap(t *testing.T) {
	var s stack
	s.v.Init(s.home[:], pool(t))
	s.push(4)
	require.Equal(t, inline.Own, s.v.Where())
	require.Equal(t, Count{Place: "numbers", Own: 4}, s.v.Count("numbers"))
	s.push(1) // a slot of 64 bytes
	require.Equal(t, inline.Pool, s.v.Where())
	require.Equal(t, Count{Place: "numbers", Own: 4, Most: 8, ToPool: 1}, s.v.Count("numbers"))
	s.push(27) // one of 256
	require.Equal(t, inline.Pool, s.v.Where())
	require.Equal(t, Count{Place: "numbers", Own: 4, Most: 16, ToPool: 2}, s.v.Count("numbers"))
	s.push(1)
	require.Equal(t, inline.Heap, s.v.Where())
	require.Equal(t, Count{Place: "numbers", Own: 4, Most: 64, ToPool: 2, ToHeap: 1}, s.v.Count("numbers"))
}

func TestRestGivesSlotsAndHugeStorageBack(t *testing.T) {
	var s stack
	p := pool(t)
	live := func() (n int) {
		for range p.Live() {
			n++
		}
		return n
	}
	s.v.Init(s.home[:], p)
	s.push(20)
	require.Equal(t, 1, live())
	s.v.Rest(1000)
	require.Zero(t, live())
	require.Equal(t, 4, s.v.Cap())
	s.push(500)
	s.v.Rest(1000)
	require.GreaterOrEqual(t, s.v.Cap(), 500, "kept for the next time")
	s.push(5000)
	s.v.Rest(1000)
	require.Equal(t, 4, s.v.Cap())
	require.Zero(t, s.v.Len())
	s.push(20)
	s.v.Init(s.home[:], nil)
	require.Zero(t, live())
	require.Zero(t, s.v.Count("numbers").ToPool)
	s.push(5)
	require.Equal(t, inline.Heap, s.v.Where())
}

func TestAScratchThatHasGrownIsMadeAnew(t *testing.T) {
	s := Scratch[byte](nil, 100)
	first := s
	for range 3 {
		s.Take(150)
		s = Scratch(s, 100)
		require.Same(t, first, s)
		require.Zero(t, s.Mark())
	}
	s.Take(1000)
	s = Scratch(s, 100)
	require.NotSame(t, first, s)
	require.Equal(t, 100, s.Cap())
}

func TestAppendKeepsWhatAFunctionMade(t *testing.T) {
	var v Vec[byte]
	var home [8]byte
	v.Init(home[:], pool(t))
	double := func(dst, b []byte) []byte { return append(append(dst, b...), b...) }
	var want []byte
	for i, n := range []int{8, 8, 8, 0, 100} { // more than enough, exactly, and far too little
		b := bytes.Repeat([]byte{byte('a' + i)}, 4+i)
		want = double(want, b)
		require.Equal(t, double(nil, b), Append(&v, n, b, double))
		require.Equal(t, string(want), string(v.Slice()))
	}
}

func TestOrdinaryUseDoesNotAllocate(t *testing.T) {
	var s stack
	s.v.Init(s.home[:], pool(t))
	require.Zero(t, testing.AllocsPerRun(100, func() {
		s.push(20)
		s.v.Rest(1000)
	}))
}

func ExampleVec() {
	var names struct {
		Vec[byte]
		home [16]byte
	}
	p, _ := smallalloc.New(smallalloc.Options{})
	names.Init(names.home[:], p)
	names.Append([]byte("scene/")...)
	names.Append([]byte(strings.Repeat("group/", 10))...)
	fmt.Println(names.Len(), names.Where())
	names.Rest(1 << 10)
	c := names.Count("names")
	fmt.Println(c.Place, c.Own, c.ToPool, c.ToHeap)
	// Output:
	// 66 pool
	// names 16 1 0
}
