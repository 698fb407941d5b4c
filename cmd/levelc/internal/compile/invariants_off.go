//go:build !invariants

package compile

func (c *compiler) check() {}
