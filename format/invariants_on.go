//go:build invariants

package format

import (
	"bytes"
	"fmt"
)

// invariants checks the invariants in the comment of checker. It is called between
// blocks.
func (c *checker) invariants() {
	if !c.full {
		return
	}
	for s, sp := range c.plan.spans {
		if !c.skip[sp.table] && c.cursor[s] > c.have[sp.target] {
			panic(fmt.Sprintf("format: span %d stands at %d of %d", s, c.cursor[s], c.have[sp.target]))
		}
	}
	for i := range c.have {
		if c.have[i] > c.total[i] {
			panic(fmt.Sprintf("format: %d rows of table %d, which has %d", c.have[i], i, c.total[i]))
		}
	}
}

// invariants checks that nobody has changed a schema that readers share.
func (rs *readSchema) invariants() {
	if b, err := AppendSchema(nil, rs.plan.schema); err != nil || !bytes.Equal(b, rs.schema) {
		panic("format: the schema of a Reader was changed, which others may use")
	}
}
