//go:build !invariants

package format

func (c *checker) invariants()  {}
func (*readSchema) invariants() {}
