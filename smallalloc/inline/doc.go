// Package inline has containers over storage that the caller supplies: arrays,
// maps, sets, texts, buffers and streams. They begin in an array on the stack and
// move only when that is full. They are Dennis Gustafsson's stack-allocated
// containers of 2015, for Go.
//
//	var buf [50]Vertex
//	v := inline.Over(buf[:])
//	defer v.Free()
//	outline(shape, &v)
//
//	func outline(s *Shape, out *inline.Vec[Vertex]) { ... out.Push(x) ... }
//
// The function that fills the container takes *Vec[Vertex], whatever the capacity:
// the size is not part of the type. In C++ that needs a base class and a look at the
// address behind it. Here the header holds a slice of the caller's array.
//
//	your frame                          a Site's pool            the Go heap
//	+--------+    +------------------+    +-----------------+    +----------...
//	| header |--->| buf: own storage |--->| a slot, <= 128 B|--->| make
//	+--------+    +------------------+    +-----------------+    +----------...
//	  Vec             first                 then, if it has room    then
//
// # What stays on the stack, and what does not
//
// Go's compiler moves an array to the heap when it cannot prove that nothing keeps
// a pointer to it. A method that says v.s = append(v.s, x) is enough to defeat that
// proof (go.dev/issue/51462). These containers store only elements, numbers and
// fresh slices through their receiver, so their storage stays on the stack. This
// holds through functions that do not inline, and through functions that are generic
// over the element. No unsafe is involved: a slice that is handed out, as by return
// v.Slice(), takes the storage to the heap with it. TestNothingMovesToTheHeap asks
// the compiler.
//
// Three things do move the storage to the heap, and no API can prevent them:
//
//   - a call through an interface or a func value that is given the container:
//     fmt.Fprintf(&buffer, ...);
//   - a function that is generic over the container instead of the element:
//     func fill[C interface{ Push(int) }](c C);
//   - a closure that does not inline and refers to the container.
//
// In these cases, take storage from a [Scratch], or keep the container in a
// long-lived struct and Reset it.
//
// Go zeroes storage on the stack each time: up to 1 KiB for nothing, 16 KiB for
// 100 ns. A Scratch costs the same 18 ns at any size (BenchmarkStorage). Storage
// above 128 KiB goes to the heap anyway.
//
// Do not copy a header: two containers would then share one storage. go vet reports
// such copies (TestVetReportsCopies).
//
// # Spilling
//
// SpillTo names a [Site]. A Site has a pool, and counts how often containers at that
// place in the program did not fit; Most is the capacity that would have been enough.
// Free a container that has spilled to a pool, or its slot stays taken; make
// defer v.Free() a habit. Elements that hold Go pointers spill to the heap, because
// the pool cannot take them.
//
// # Cost
//
// Nothing allocates until storage is spilled to the heap. Measured on two busy
// cores of a Xeon (Emerald Rapids), the lower quartile of short turns:
//
//	40 pushes of 24 bytes, zeroing of the 1.2 KB on the stack included (BenchmarkVec)
//	append idiom 46 ns   Vec 99   Vec, generic 91   append on the heap 650
//
//	lookup, 16 and 64 keys (BenchmarkMapGet)      Map           Go's map
//	integers                                      2.7, 2.8 ns   5.6, 5.9 ns
//	strings                                       9.1, 10       8.8, 8.0
//
//	filling a map with 48 keys (BenchmarkMapBuild)  Map       Go's map
//	integers                                        285 ns    2100 ns
//	strings                                         532       2229
//
// The append idiom, out = fill(out[:0]), is the fastest if the callee can hand the
// slice back. Use a Vec if it cannot: for more than one result, for recursion, for
// spilling to a pool, or for an owner with a life of its own. For lookups by string a
// Map is no faster than Go's, but it is made and filled in a quarter of the time.
//
// What costs more than in Go's own types:
//
//   - A Push goes through memory. The append idiom keeps the length in a register, and
//     takes a third to two thirds of the time (BenchmarkVec).
//   - A container without storage begins on the heap. Go keeps a map of up to eight
//     entries on the stack, and up to 32 bytes of what append makes. A Map of one to eight
//     integers without slots takes three to eight times as long to fill as Go's, if that
//     does not leave its function; from 12 on it takes less (BenchmarkMapBuild).
//   - Where all slots that may be are taken, strings take 1.2 to 1.5 times as long as in
//     Go's map, strings that are not there, and interfaces, up to 2.7 times, and structs up
//     to 3.3 times. So do 12,000 integers up to 1.9 times (BenchmarkMapFull). Integers
//     that are multiples of some number have places of their own for most numbers; for
//     one in a hundred a lookup looks at four times as many slots as usual, for the
//     worst at eight times as many (TestNoStrideIsSlow).
//   - String.String copies. A text that has spilled to the heap is allocated twice then,
//     where a strings.Builder hands out its own. Use View.
//
// Removed elements are not cleared, except in maps. Containers belong to one
// goroutine at a time.
package inline
