//go:build !invariants

package format

func (c *checker) invariants() {}
