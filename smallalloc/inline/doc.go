// Package inline has containers over storage that the caller supplies: arrays,
// maps, sets, texts, buffers and streams that begin in an array on the stack and
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
// the size is not in the type. In C++ that needs a base class and a look at the
// address behind it; here the header holds a slice of the caller's array.
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
// a pointer to it. A method that says v.s = append(v.s, x) is enough to defeat
// it (go.dev/issue/51462). These containers store only elements, numbers and
// fresh slices through their receiver, and so their storage stays, through
// functions that do not inline and functions that are generic over the element;
// no unsafe is involved, and what is handed out, as by return v.Slice(), takes
// the storage to the heap with it. TestNothingMovesToTheHeap asks the compiler.
//
// Three things do move it, and nothing can be done about them in an API:
//
//   - a call through an interface or a func value that is given the container:
//     fmt.Fprintf(&buffer, ...);
//   - a function that is generic over the container instead of the element:
//     func fill[C interface{ Push(int) }](c C);
//   - a closure that does not inline and refers to the container.
//
// There, take storage from a [Scratch], or keep the container in a long-lived
// struct and Reset it.
//
// Storage on the stack is zeroed by Go each time: up to 1 KiB for nothing, 16 KiB
// for 100 ns; a Scratch costs the same 16 ns at any size
// (BenchmarkStorage). Above 128 KiB Go itself puts it on the heap.
//
// Copying a header would make two of one storage; go vet reports it
// (TestVetReportsCopies).
//
// # Spilling
//
// SpillTo names a [Site], and with it a pool and the counts of how often
// containers of that place in the program did not fit: Most is the capacity that
// would have done. A container that has spilled to a pool must be freed, or its slot
// stays taken; defer v.Free() is the habit. Elements that hold Go pointers spill to
// the heap, as the pool cannot take them.
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
// The append idiom, out = fill(out[:0]), is the fastest where the callee can hand
// the slice back. A Vec is for when it cannot: more than one result, recursion,
// spilling to a pool, an owner with a life of its own. For lookups by string a
// Map is no faster than Go's; it is made and filled in a quarter of the time.
//
// Removed elements are not cleared, except in maps. Containers belong to one
// goroutine at a time.
package inline
