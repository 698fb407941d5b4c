//go:build !invariants

package smallalloc

const checked = false

func (p *Pool) poisonAll()           {}
func (p *Pool) issue(*section, int)  {}
func (p *Pool) retire(*section, int) {}
func (p *Pool) mustBeLive(Ref, int)  {}
