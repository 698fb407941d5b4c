package smallalloc_test

import (
	"errors"
	"fmt"

	"github.com/levelc/levelc/smallalloc"
)

func ExamplePool() {
	p, err := smallalloc.New(smallalloc.Options{
		Classes: []smallalloc.Class{{Size: 16, Slots: 64}, {Size: 48, Slots: 128}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	b := p.Alloc(40)
	fmt.Println(len(b), cap(b), p.Owns(b))

	ours, err := p.Free(b)
	fmt.Println(ours, err)
	_, err = p.Free(b)
	fmt.Println(err, errors.Is(err, smallalloc.ErrDoubleFree))

	large := p.Alloc(1000) // from the Go heap
	ours, err = p.Free(large)
	fmt.Println(ours, err)
	// Output:
	// 40 48 true
	// true <nil>
	// smallalloc: free at offset 1024, class 48: slot is not in use true
	// false <nil>
}

// Item is an element of a linked list in a pool. Its link is a Ref, because the
// collector would not see a pointer.
type Item struct {
	Value int
	Next  smallalloc.Ref
}

func ExampleTyped() {
	p, err := smallalloc.New(smallalloc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := smallalloc.For[Item](p)
	if err != nil {
		fmt.Println(err)
		return
	}
	var head smallalloc.Ref
	for i := range 3 {
		x, ok := items.TryNew() // not New: what is linked must be in the pool
		if !ok {
			fmt.Println("the pool is full")
			return
		}
		*x = Item{Value: i, Next: head}
		head = items.Ref(x)
	}
	for r := head; r != 0; {
		x := items.At(r)
		fmt.Println(x.Value)
		r = x.Next
		items.Free(x)
	}
	// Output:
	// 2
	// 1
	// 0
}

func ExampleMake() {
	p, err := smallalloc.New(smallalloc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	type Light struct {
		Pos  [3]float32
		Name string
	}
	_, err = smallalloc.Make[Light](p)
	fmt.Println(err)
	// Output: smallalloc: smallalloc_test.Light.Name (string): type holds Go pointers
}

// A first run with plenty of slots tells how many a level needs.
func ExampleStats_Plan() {
	p, err := smallalloc.New(smallalloc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 1000 {
		p.Alloc(48)
	}
	for range 100 {
		p.Alloc(10)
	}
	fmt.Println("all:", p.Stats().Plan(0))
	fmt.Println("in 32 KiB:", p.Stats().Plan(32<<10))
	// Output:
	// all: [{16 128} {48 1152}]
	// in 32 KiB: [{16 64} {48 640}]
}

func ExamplePool_Live() {
	p, err := smallalloc.New(smallalloc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	copy(p.Alloc(8), "kept")
	p.Free(p.Alloc(8))
	for b := range p.Live() { // at the end of a level: what was not freed
		fmt.Printf("%d bytes: %q\n", len(b), b[:4])
	}
	p.Reset()
	// Output: 8 bytes: "kept"
}

func ExampleShared() {
	s, err := smallalloc.NewShared(4, smallalloc.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan []byte)
	go func() { done <- s.Alloc(48) }()
	ours, err := s.Free(<-done) // by another goroutine
	fmt.Println(ours, err)
	// Output: true <nil>
}
