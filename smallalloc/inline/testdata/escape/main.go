// Command escape uses the containers in every way that the documentation says
// leaves their storage on the stack. TestNothingMovesToTheHeap compiles it.
package main

import (
	"strings"

	"github.com/levelc/levelc/smallalloc/inline"
)

type vertex struct{ x, y, z float64 }

//go:noinline
func outline(n int, out *inline.Vec[vertex]) {
	for i := range n {
		out.Push(vertex{x: float64(i)})
	}
}

//go:noinline
func repeat[T any](x T, n int, out *inline.Vec[T]) {
	for range n {
		out.Push(x)
	}
}

//go:noinline
func edit(v *inline.Vec[int]) int {
	v.Append(1, 2, 3)
	v.TryPush(4)
	v.Insert(1, 7)
	v.Remove(0)
	v.SwapRemove(0)
	v.Grow(3)
	v.Extend(1)[0] = 5
	x, _ := v.Pop()
	*v.Top() = x
	v.Truncate(9)
	v.Shrink()
	for i, y := range v.All() {
		x += i * y
	}
	v.Reset()
	return x + v.Len() + v.Cap() + int(v.Where())
}

//go:noinline
func split(s string, out *inline.Vec[string]) {
	for part := range strings.SplitSeq(s, " ") {
		out.Push(part)
	}
}

//go:noinline
func count(words []string, m *inline.Map[string, int]) int {
	for _, w := range words {
		n, _ := m.Insert(w)
		*n++
	}
	m.Delete("b")
	m.TryPut("c", 1)
	*m.At("c")++
	n := 0
	for _, c := range m.All() {
		n += c
	}
	x, _ := m.Get("a")
	return n + x
}

//go:noinline
func distinct[K comparable](keys []K, s *inline.Set[K]) int {
	for _, k := range keys {
		s.Add(k)
	}
	for k := range s.All() {
		if !s.Has(k) {
			return -1
		}
	}
	return s.Len()
}

//go:noinline
func path(s *inline.String) int {
	s.Text("a/")
	s.Int(5)
	s.Float(1.5)
	s.Rune('é')
	s.Push('/')
	return len(s.View())
}

//go:noinline
func write(b *inline.Buffer) int {
	b.WriteString("abc")
	b.Write([]byte{1, 2})
	b.WriteByte(3)
	return len(b.Bytes())
}

//go:noinline
func stream(s *inline.Stream) uint64 {
	s.PutU16(1)
	s.PutUvarint(2)
	s.PutF64(3)
	return uint64(s.U16()) + s.Uvarint() + uint64(s.F64()) + uint64(s.Left())
}

//go:noinline
func attributes(site *inline.Site) int {
	var buf [8]int
	v := inline.Over(buf[:])
	v.SpillTo(site)
	defer v.Free()
	repeat(1, 20, &v)
	return edit(&v)
}

func main() {
	site := new(inline.Site)
	println(attributes(site))

	var vertices [50]vertex
	v := inline.Over(vertices[:])
	outline(40, &v)
	repeat(vertex{}, 5, &v)
	println(v.Len())

	var parts [8]string
	p := inline.Over(parts[:])
	split("a b c b", &p)

	var entries [16]inline.Slot[string, int]
	m := inline.OverMap(entries[:])
	println(count(p.Slice(), &m))

	var elements [16]inline.SetSlot[int]
	s := inline.OverSet(elements[:])
	println(distinct([]int{1, 2, 2}, &s))

	var text [64]byte
	t := inline.OverString(text[:])
	println(path(&t))

	var raw [64]byte
	b := inline.OverBuffer(raw[:])
	println(write(&b))

	var memory [64]byte
	r := inline.OverStream(memory[:])
	println(stream(&r))
}
