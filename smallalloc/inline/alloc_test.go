package inline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/levelc/levelc/smallalloc"
)

func noAllocs(t *testing.T, what string, f func()) {
	t.Helper()
	require.Zero(t, testing.AllocsPerRun(100, f), what)
}

//go:noinline
func pushAll[T any](out *Vec[T], x T, n int) {
	for range n {
		out.Push(x)
	}
}

//go:noinline
func putAll[K comparable](m *Map[K, int], keys []K) {
	for i, k := range keys {
		m.Put(k, i)
	}
}

type vertex struct{ x, y, z float64 }

func TestContainersOverTheStackDoNotAllocate(t *testing.T) {
	words := []string{"body", "shape", "joint", "light", "name", "pos"}
	numbers := []uint32{1, 1 << 20, 77, 3, 4, 5}
	noAllocs(t, "Vec", func() {
		var buf [50]vertex
		v := Over(buf[:])
		pushAll(&v, vertex{}, 40)
		for range v.All() {
		}
		v.Free()
	})
	noAllocs(t, "Vec of strings", func() {
		var buf [8]string
		v := Over(buf[:])
		v.Append(words...)
		v.Insert(2, "x")
		v.Remove(0)
	})
	noAllocs(t, "Map by string", func() {
		var slots [16]Slot[string, int]
		m := OverMap(slots[:])
		putAll(&m, words)
		m.Delete("light")
		for range m.All() {
		}
	})
	noAllocs(t, "Map by number", func() {
		var slots [16]Slot[uint32, int]
		m := OverMap(slots[:])
		putAll(&m, numbers)
	})
	noAllocs(t, "Set", func() {
		var slots [16]SetSlot[string]
		s := OverSet(slots[:])
		for _, w := range words {
			s.Add(w)
		}
	})
	noAllocs(t, "String", func() {
		var buf [64]byte
		s := OverString(buf[:])
		s.Text("path/")
		s.Int(-12345678)
		s.Float(1.0 / 3)
		if s.View() == "" {
			t.Fail()
		}
	})
	noAllocs(t, "Buffer", func() {
		var buf [64]byte
		b := OverBuffer(buf[:])
		b.WriteString("abc")
		b.Write([]byte("def"))
	})
	noAllocs(t, "Stream", func() {
		var buf [64]byte
		s := OverStream(buf[:])
		s.PutU64(5)
		s.PutUvarint(1 << 40)
		s.U64()
		s.Uvarint()
		s.U64()
		if s.Err() == nil {
			t.Fail()
		}
	})
}

func TestLookupsByBytesDoNotAllocate(t *testing.T) {
	var m Map[string, int]
	m.Put("a name of more than thirty-two bytes, which string(b) would allocate for", 1)
	m.Put("short", 2)
	long := []byte("a name of more than thirty-two bytes, which string(b) would allocate for")
	short := []byte("short")
	noAllocs(t, "View", func() {
		if !m.Has(View(long)) {
			t.Fail()
		}
	})
	noAllocs(t, "string", func() {
		if _, ok := m.Get(string(short)); !ok {
			t.Fail()
		}
	})
}

func TestSpillingToThePoolDoesNotAllocate(t *testing.T) {
	site := newSite(t, smallalloc.DefaultClasses()...)
	noAllocs(t, "Vec", func() {
		var buf [4]uint64
		v := Over(buf[:])
		v.SpillTo(site)
		pushAll(&v, 7, 16)
		v.Free()
	})
	noAllocs(t, "String", func() {
		var buf [16]byte
		s := OverString(buf[:])
		s.SpillTo(site)
		s.Text("a text that has more than sixteen bytes")
		s.Free()
	})
	require.Positive(t, site.ToPool)
	require.Zero(t, site.ToHeap)
	require.Zero(t, site.inUse())
}

func TestScratchDoesNotAllocateOnceItHasGrown(t *testing.T) {
	s := NewScratch[vertex](16)
	noAllocs(t, "Take and Release", func() {
		m := s.Mark()
		for n := range 20 {
			s.Take(n)
		}
		v := Over(s.Take(8))
		pushAll(&v, vertex{}, 8)
		s.Release(m)
	})
	// Through a func value, where storage on the stack would escape.
	each := func(n int, f func(i int)) {
		for i := range n {
			f(i)
		}
	}
	noAllocs(t, "in a callback", func() {
		m := s.Mark()
		span := s.Take(20)
		each(20, func(i int) { span[i] = vertex{x: 1, y: 2, z: 3} })
		s.Release(m)
	})
}
