package compile

import (
	"strconv"

	"github.com/levelc/levelc/cmd/levelc/internal/source"
)

// Some formats refer to nodes by their place in a list: "mesh": 3. If the id of a kind is
// an index, a node that gives none gets as its id how many nodes of its kind the source
// has in front of it. In a level it is an id as any other, so references, dumps and games
// need no rule of their own.

// pushIndex notes the index of a node that opens.
func (c *compiler) pushIndex(t *table) {
	c.indexes = append(c.indexes, c.perTable[t.index].nextIndex)
	c.perTable[t.index].nextIndex++
}

// popIndex gives a node that ends its index, unless it has an id.
func (c *compiler) popIndex(f *frame) {
	last := len(c.indexes) - 1
	n := c.indexes[last]
	c.indexes = c.indexes[:last]
	if d := f.table.id; !c.isGiven(f, d.bit) {
		var text [20]byte
		c.here = here{at: f.at}
		c.setID(f, d, c.inRow(f, d), source.Number, strconv.AppendUint(text[:0], n, 10))
	}
}

// skipIndex counts null in a list of nodes of that name: those behind it keep their
// places.
func (c *compiler) skipIndex(name []byte) (counted bool) {
	m := c.plan.kinds[c.syntax].find(name)
	if m == nil || !m.table.indexed {
		return false
	}
	c.perTable[m.table.index].nextIndex++
	return true
}
