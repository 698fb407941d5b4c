package inline

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// descend fills containers over its own frame, makes the stack grow, and with
// it move, by going deeper, and looks at them again.
func descend(t *testing.T, depth int, above *Vec[uint64]) uint64 {
	if depth == 0 {
		return 0
	}
	var buf [20]uint64
	v := Over(buf[:])
	var slots [8]Slot[int, int]
	m := OverMap(slots[:])
	var text [24]byte
	s := OverString(text[:])
	for i := range uint64(15) {
		v.Push(uint64(depth)<<8 | i)
	}
	m.Put(depth, -depth)
	s.Int(int64(depth))
	above.Push(uint64(depth))

	sum := descend(t, depth-1, &v)

	if v.Len() != 16 && depth > 1 || v.Where() != Own {
		t.Fatalf("depth %d: %d elements, %v", depth, v.Len(), v.Where())
	}
	for i, x := range buf[:15] { // the buffer itself, at its new address
		if x != uint64(depth)<<8|uint64(i) {
			t.Fatalf("depth %d: element %d is %d", depth, i, x)
		}
		sum += x
	}
	if x, ok := m.Get(depth); !ok || x != -depth {
		t.Fatalf("depth %d: the map has %d", depth, x)
	}
	if s.Len() == 0 || s.View()[0] < '1' {
		t.Fatalf("depth %d: the text is %q", depth, s.View())
	}
	v.Push(1)
	return sum
}

func TestContainersMoveWithTheStack(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { // a fresh goroutine, whose stack starts small
			var buf [4]uint64
			v := Over(buf[:])
			descend(t, 2000, &v)
			if v.Len() != 1 {
				t.Error("the outermost container lost its element")
			}
		})
	}
	wg.Wait()
}

//go:noinline
func handOut() []uint64 {
	var buf [4]uint64
	v := Over(buf[:])
	v.Append(1, 2, 3)
	return v.Slice()
}

//go:noinline
func handOutView() string {
	var buf [8]byte
	s := OverString(buf[:])
	s.Text("text")
	return s.View()
}

// What leaves its function takes its storage to the heap with it: the compiler
// sees to that.
func TestWhatIsHandedOutStaysValid(t *testing.T) {
	a, s := handOut(), handOutView()
	var wg sync.WaitGroup
	wg.Go(func() {
		var buf [4]uint64
		v := Over(buf[:])
		descend(t, 100, &v)
	})
	wg.Wait()
	b := handOut()
	b[0] = 9
	require.Equal(t, []uint64{1, 2, 3}, a)
	require.Equal(t, "text", s)
}
