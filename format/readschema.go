package format

import (
	"bytes"
	"sync"
	"weak"
)

// readSchema is a schema that has been decoded and checked. Readers share it.
//
// Invariant: nothing changes it.
type readSchema struct {
	schema []byte // the section
	plan   *schemaPlan
}

// schemaCache finds the schemas that readers have decoded, as the levels of a game have few,
// and to decode one takes longer than to load a small level. It keeps none alive: the
// collector takes what no reader has any more.
type schemaCache struct {
	mu   sync.Mutex
	list [32]weak.Pointer[readSchema]
	next int // in list
}

// readSchemas is that of the process.
var readSchemas schemaCache

// read decodes a section, unless a reader has done that.
func (c *schemaCache) read(b []byte) (*readSchema, error) {
	if rs := c.find(b); rs != nil {
		return rs, nil
	}
	s, err := DecodeSchema(b)
	if err != nil {
		return nil, err
	}
	rs := &readSchema{bytes.Clone(b), newSchemaPlan(s)}
	c.add(rs)
	return rs, nil
}

func (c *schemaCache) find(b []byte) *readSchema {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.list {
		if rs := c.list[i].Value(); rs != nil && bytes.Equal(rs.schema, b) {
			rs.invariants()
			return rs
		}
	}
	return nil
}

// add takes the place of the one that came first.
func (c *schemaCache) add(rs *readSchema) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list[c.next] = weak.Make(rs)
	c.next = (c.next + 1) % len(c.list)
}
