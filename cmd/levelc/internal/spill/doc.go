// Package spill holds the compiler's short-lived data: stacks, lists and texts. As
// long as a level is ordinary, they lie in the struct that they belong to. From there
// they spill to a pool, and then to the Go heap.
//
// The package is package inline with an account for each place. A [Vec] has a site of
// its own, which tells how large the Vec became and how often its storage was too small:
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
// A struct with homes in it must not be copied once they are in use; go vet reports
// such copies.
package spill
