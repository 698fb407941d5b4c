// Package spill is the compiler's short-lived data: stacks, lists and texts
// that lie in the struct they belong to, as long as a level is ordinary, and
// spill from there to a pool and then to the Go heap.
//
// It is package inline with an account for each place. A [Vec] has a site of
// its own, so that of every one can be asked how large it became and how often
// what it had was too little:
//
//	type reader struct {
//		open     spill.Vec[element]
//		openHome [32]element
//	}
//
//	r.open.Init(r.openHome[:], pool)
//	...
//	r.open.Push(e)
//	...
//	r.open.Rest(1 << 16) // behind each source
//	r.open.Count("open elements")
//
// A struct with homes in it must not be copied once they are in use; go vet
// tells of it.
package spill
