package smallalloc

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/levelc/levelc/smallalloc/internal/mem"
	"github.com/levelc/levelc/smallalloc/internal/paired"
)

// object is what the benchmarks allocate: 48 bytes, the size of which the
// source's game had the most.
type object [6]uint64

// table is the slots that a workload replaces, and the order in which it does.
const table = 12800

// workload is a pattern of frees and allocations on a table of objects. The
// allocator under test is given as two funcs; all of them are called alike.
type workload struct {
	name  string
	full  int // percent of the slots in use
	slots int // of the class; 0: table
	run   func(n int, held []*object, order []int32, alloc func() *object, free func(*object))
}

var workloads = []workload{
	{"lifo", 50, 0, lifo},
	{"random", 50, 0, random},
	{"random", 99, 0, random},
	{"batch", 99, 0, batch},
	{"adversarial", 100, 0, adversarial},
}

// lifo allocates sixteen and frees them in reverse order.
func lifo(n int, _ []*object, _ []int32, alloc func() *object, free func(*object)) {
	var stack [16]*object
	for range (n + 15) / 16 {
		for i := range stack {
			stack[i] = alloc()
		}
		for i := len(stack) - 1; i >= 0; i-- {
			free(stack[i])
		}
	}
}

// random replaces one object after the other.
func random(n int, held []*object, order []int32, alloc func() *object, free func(*object)) {
	for i := range n {
		p := &held[order[i%len(order)]]
		free(*p)
		*p = alloc()
	}
}

// batch frees 64 and allocates 64.
func batch(n int, held []*object, order []int32, alloc func() *object, free func(*object)) {
	for i := range (n + 63) / 64 {
		part := order[i*64%(len(order)-64):][:64]
		for _, j := range part {
			if held[j] != nil {
				free(held[j])
				held[j] = nil
			}
		}
		for _, j := range part {
			if held[j] == nil {
				held[j] = alloc()
			}
		}
	}
}

// adversarial frees the first and the last slot of a full table and allocates
// them again: the lowest free slot is now in front, now at the very end.
func adversarial(n int, held []*object, _ []int32, alloc func() *object, free func(*object)) {
	for range (n + 1) / 2 {
		free(held[0])
		free(held[len(held)-1])
		held[0] = alloc()
		held[len(held)-1] = alloc()
	}
}

// against is w for one allocator. shuffled tells whether held is in the order of
// the addresses.
func (w workload) against(name string, alloc func() *object, free func(*object)) paired.Case {
	held := make([]*object, table*w.full/100)
	for i := range held {
		held[i] = alloc()
	}
	r := rand.New(rand.NewPCG(1, 2))
	if w.full < 100 {
		r.Shuffle(len(held), func(i, j int) { held[i], held[j] = held[j], held[i] })
	}
	order := make([]int32, 1<<16)
	for i := range order {
		order[i] = int32(r.IntN(len(held)))
	}
	return paired.Case{Name: name, Run: func(n int) { w.run(n, held, order, alloc, free) }}
}

// poolCase is w against a pool with the slots of the table.
func (w workload) poolCase(b *testing.B, name string, form Bitmap) paired.Case {
	p := newPool(b, form, Class{48, table})
	return w.against(name,
		func() *object { return mem.Cast[object](p.alloc(48, false)) },
		func(x *object) { Free(p, x) })
}

// BenchmarkAllocFree is one Free and one Alloc of 48 bytes in a class of 12,800
// slots: the tree, the flat form, new and sync.Pool.
func BenchmarkAllocFree(b *testing.B) {
	for _, w := range workloads {
		b.Run(fmt.Sprintf("pattern=%s/full=%d", w.name, w.full), func(b *testing.B) {
			var recycled sync.Pool
			recycled.New = func() any { return new(object) }
			paired.Compare(b,
				w.poolCase(b, "flat", Flat),
				w.poolCase(b, "tree", Tree),
				w.against("new", func() *object { return new(object) }, func(*object) {}),
				w.against("syncpool", func() *object { return recycled.Get().(*object) }, func(x *object) { recycled.Put(x) }),
			)
		})
	}
}

// BenchmarkDirect is Alloc and Free as a program calls them, without a func value
// between: LIFO of sixteen, 48 bytes.
func BenchmarkDirect(b *testing.B) {
	var cases []paired.Case
	for i, name := range []string{"flat", "tree"} {
		p := newPool(b, []Bitmap{Flat, Tree}[i], DefaultClasses()...)
		cases = append(cases, paired.Case{Name: name, Run: func(n int) {
			var stack [16][]byte
			for range (n + 15) / 16 {
				for i := range stack {
					stack[i] = p.Alloc(48)
				}
				for i := len(stack) - 1; i >= 0; i-- {
					p.Free(stack[i])
				}
			}
		}})
	}
	paired.Compare(b, cases...)
}

// BenchmarkMake is a typed value of 40 bytes from the pool: Typed, Make, which
// looks the type up, and new.
func BenchmarkMake(b *testing.B) {
	p := newPool(b, Tree, DefaultClasses()...)
	nodes, err := For[node](p)
	if err != nil {
		b.Fatal(err)
	}
	var keep *node
	paired.Compare(b,
		paired.Case{Name: "typed", Run: func(n int) {
			for range n {
				nodes.Free(nodes.New())
			}
		}},
		paired.Case{Name: "make", Run: func(n int) {
			for range n {
				x, _ := Make[node](p)
				Free(p, x)
			}
		}},
		paired.Case{Name: "new", Run: func(n int) {
			for range n {
				keep = new(node)
			}
		}},
	)
	runtime.KeepAlive(keep)
}

// locked is a pool under one lock.
type locked struct {
	mu   sync.Mutex
	pool *Pool
}

func (l *locked) alloc() []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pool.Alloc(48)
}

func (l *locked) free(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pool.Free(b)
}

// BenchmarkShared is sixteen Allocs and Frees by each of several goroutines, one
// pair of them: on a Shared, on one pool under a lock, and with new. It says
// something only where as many processors are idle as there are goroutines.
func BenchmarkShared(b *testing.B) {
	for _, goroutines := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("goroutines=%d", goroutines), func(b *testing.B) {
			l := &locked{pool: newPool(b, Tree, DefaultClasses()...)}
			s := newShared(b, max(4, runtime.GOMAXPROCS(0)), Tree, DefaultClasses()...)
			paired.CompareIn(b, 20*time.Millisecond,
				together("locked", goroutines, l.alloc, l.free),
				together("sharded", goroutines, func() []byte { return s.Alloc(48) }, func(x []byte) { s.Free(x) }),
				together("new", goroutines, func() []byte { return make([]byte, 48) }, func([]byte) {}),
			)
		})
	}
}

// BenchmarkSharedFull is the Alloc and Free of a block when all shards are full.
func BenchmarkSharedFull(b *testing.B) {
	s := newShared(b, 8, Tree, Class{48, 80})
	for range 80 {
		s.Alloc(48)
	}
	paired.Compare(b,
		paired.Case{Name: "new", Run: func(n int) {
			for range n {
				kept = make([]byte, 48)
			}
		}},
		paired.Case{Name: "shared", Run: func(n int) {
			for range n {
				kept = s.Alloc(48)
				s.Free(kept)
			}
		}},
	)
}

var kept []byte

func together(name string, goroutines int, alloc func() []byte, free func([]byte)) paired.Case {
	return paired.Case{Name: name, Run: func(n int) {
		var wg sync.WaitGroup
		for range goroutines {
			wg.Go(func() {
				var stack [16][]byte
				for range (n/goroutines + 15) / 16 {
					for i := range stack {
						stack[i] = alloc()
					}
					for _, x := range stack {
						free(x)
					}
				}
			})
		}
		wg.Wait()
	}}
}
