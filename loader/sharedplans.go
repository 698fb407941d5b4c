package loader

import (
	"sync"
	"weak"

	"github.com/levelc/levelc/format"
)

// sharedPlans finds the plans that Bindings have made without options on which a plan
// depends: for a small level, to plan takes longer than to load. It keeps none alive: the
// collector takes what no Binding has any more.
var sharedPlans planCache

type planCache struct {
	mu   sync.Mutex
	list [32]weak.Pointer[plan]
	next int // in list
}

func (c *planCache) find(wt *worldType, s *format.Schema) *plan {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.list {
		if p := c.list[i].Value(); p != nil && p.world == wt && p.schema == s {
			return p
		}
	}
	return nil
}

// add takes the place of the one that came first.
func (c *planCache) add(p *plan) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list[c.next] = weak.Make(p)
	c.next = (c.next + 1) % len(c.list)
}
