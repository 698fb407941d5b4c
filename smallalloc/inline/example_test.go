package inline_test

import (
	"fmt"
	"strings"

	"github.com/levelc/levelc/smallalloc"
	"github.com/levelc/levelc/smallalloc/inline"
)

// split appends the words of s to out, whatever out's storage is and however
// large.
func split(s string, out *inline.Vec[string]) {
	for word := range strings.FieldsSeq(s) {
		out.Push(word)
	}
}

// print hides its arguments from the compiler's escape analysis, which a func
// that takes interfaces does not.
func print(words ...string) { fmt.Println(strings.Join(words, " ")) }

func ExampleOver() {
	var buf [8]string // on the stack, and stays there
	words := inline.Over(buf[:])
	defer words.Free()
	split("this is a test", &words)
	print(words.Slice()...)
	// Output: this is a test
}

// A compiler of levels has a pool that its lists of attributes spill to. It lives long;
// the lists are made anew for each element.
type reader struct {
	attributes inline.Site
}

func (r *reader) element(values []int) int {
	var buf [4]int
	list := inline.Over(buf[:])
	list.SpillTo(&r.attributes)
	defer list.Free()
	list.Append(values...)
	sum := 0
	for _, x := range list.All() {
		sum += x
	}
	return sum
}

func ExampleSite() {
	pool, err := smallalloc.New(smallalloc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := &reader{attributes: inline.Site{Pool: pool}}
	r.element([]int{1, 2, 3})
	r.element([]int{1, 2, 3, 4, 5, 6, 7})
	fmt.Println("to the pool:", r.attributes.ToPool, "to the heap:", r.attributes.ToHeap, "most:", r.attributes.Most)
	// Output: to the pool: 1 to the heap: 0 most: 8
}

func ExampleMap() {
	var slots [16]inline.Slot[string, int] // room for twelve entries
	count := inline.OverMap(slots[:])
	for word := range strings.FieldsSeq("body shape body joint body") {
		n, _ := count.Insert(word)
		*n++
	}
	if n, ok := count.Get("body"); ok && !count.Has("light") {
		print("body", strings.Repeat("x", n))
	}
	// Output: body xxx
}

func ExampleSet() {
	var slots [8]inline.SetSlot[string]
	seen := inline.OverSet(slots[:])
	for name := range strings.FieldsSeq("a b a c b") {
		if !seen.Add(name) {
			print(name, "is there twice")
		}
	}
	// Output:
	// a is there twice
	// b is there twice
}

func ExampleString() {
	var buf [64]byte
	path := inline.OverString(buf[:])
	path.Text("world/")
	mark := path.Len()
	for i := range int64(3) {
		path.Truncate(mark)
		path.Text("body")
		path.Int(i)
		print(path.String())
	}
	// Output:
	// world/body0
	// world/body1
	// world/body2
}

func ExampleStream() {
	var buf [32]byte
	s := inline.OverStream(buf[:])
	s.PutU32(7)
	s.PutF32(1.5)
	s.PutUvarint(300)
	if s.U32() == 7 && s.F32() == 1.5 && s.Uvarint() == 300 && s.Err() == nil {
		print("as written")
	}
	s.U8()
	print(s.Err().Error())
	// Output:
	// as written
	// unexpected EOF
}

func ExampleScratch() {
	scratch := inline.NewScratch[float64](1024) // in a long-lived struct
	each := func(n int, f func(i int)) {        // a callback: what it touches must not be on the stack
		for i := range n {
			f(i)
		}
	}
	m := scratch.Mark()
	squares := scratch.Take(4)
	each(len(squares), func(i int) { squares[i] = float64(i * i) })
	fmt.Println(squares)
	scratch.Release(m)
	// Output: [0 1 4 9]
}
