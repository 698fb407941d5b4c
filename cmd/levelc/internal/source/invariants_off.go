//go:build !invariants

package source

// check does nothing: see invariants_on.go.
func (w *window) check() {}

// check does nothing: see invariants_on.go.
func (s *sieve) check() {}
