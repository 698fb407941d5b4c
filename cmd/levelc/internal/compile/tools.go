package compile

import (
	"github.com/levelc/levelc/cmd/levelc/internal/source"
	"github.com/levelc/levelc/smallalloc"
)

// tools is what a build needs whatever its sources are, and leaves as it found
// it. Of a small level it is nearly all the memory that reading takes, so of
// many levels one after the other all but the first use it again.
type tools struct {
	pool   *smallalloc.Pool
	reader source.Reader
	known  *[source.MaxShapes]known // of the compiler; nil until there was a source of XML
}

// tools returns tools that no other build has. pool may be nil.
func (p *Plan) tools(pool *smallalloc.Pool) (*tools, error) {
	if pool != nil {
		return &tools{pool: pool}, nil
	}
	if t, ok := p.idle.Get().(*tools); ok {
		return t, nil
	}
	pool, err := NewPool(1)
	return &tools{pool: pool}, err
}

// giveBack ends the build of c. Tools with a pool of the caller's are not kept.
func (p *Plan) giveBack(t *tools, c *compiler, own bool) {
	c.free()
	t.known = c.known
	if own {
		p.idle.Put(t)
	}
}
